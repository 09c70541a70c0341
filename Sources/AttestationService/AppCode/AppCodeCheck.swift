import Cryptography
public import Foundation

/// The check of the header `X-App-Code`: has the caller the secret that is built into the app?
///
/// It slows a copier down and proves nothing, because whoever has the app has its secret. A code is sent with every
/// request, so it cannot be one-time as RFC 6238 (section 5.2) would have it; nothing may rest on it.
public struct AppCodeCheck: Sendable {
  /// The steps that a code may belong to, relative to now: clocks of devices are off by up to half a minute.
  private static let window: ClosedRange<Int64> = -1...1

  private let secrets: [[UInt8]]

  /// A check against the secrets in force: one, or two while the app is moved from one to the next.
  public init(secrets: [[UInt8]]) {
    self.secrets = secrets
  }

  /// Whether the check is switched on.
  public var isOn: Bool { !secrets.isEmpty }

  /// Whether the code is right at an instant. Every secret and every step is tried, and each comparison takes the same
  /// time, so that the time of the answer tells nothing.
  public func accepts(_ code: [UInt8], at instant: Date) -> Bool {
    let now = Int64(TimeBasedCode.step(at: instant))
    var isRight = false
    for secret in secrets {
      for step in Self.window.map({ now + $0 }) where step >= 0 {
        let expected = TimeBasedCode.code(secret: secret, step: UInt64(step))
        isRight = constantTimeEquals(code, expected) || isRight
      }
    }
    return isRight
  }
}
