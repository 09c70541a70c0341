import Foundation

/// An error of Apple's DeviceCheck framework, told apart by its domain before its number is read.
///
/// Other frameworks use the same numbers for other things: a network error with the number 4 is no reason to wait for
/// Apple, and one with the number 3 is no reason to drop a key.
public struct DeviceCheckFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The domain of DeviceCheck's errors (`DCError.errorDomain`).
  public static let domain = "com.apple.devicecheck.error"

  /// The number, as DeviceCheck gives it. Numbers that this library does not know are kept.
  public let code: Int

  /// A fault with a given number.
  public init(code: Int) {
    self.code = code
  }

  /// The fault in `error`, or nil when the error comes from elsewhere.
  public init?(_ error: any Error) {
    if let fault = error as? DeviceCheckFault {
      self = fault
      return
    }
    let underlying = error as NSError
    guard underlying.domain == Self.domain else { return nil }
    self.init(code: underlying.code)
  }

  /// The system failed in a way it does not name.
  public static let unknownSystemFailure = DeviceCheckFault(code: 0)
  /// This device or this kind of program cannot attest.
  public static let featureUnsupported = DeviceCheckFault(code: 1)
  /// An argument is malformed, or the key no longer exists.
  public static let invalidInput = DeviceCheckFault(code: 2)
  /// The key is attested already, was never attested, or is refused.
  public static let invalidKey = DeviceCheckFault(code: 3)
  /// Apple's service did not answer, or throttles.
  public static let serverUnavailable = DeviceCheckFault(code: 4)

  /// Apple's name of the code, for reports to the server: the pace of a rollout follows the share of `serverUnavailable`.
  public var description: String {
    switch code {
    case 0: "unknownSystemFailure"
    case 1: "featureUnsupported"
    case 2: "invalidInput"
    case 3: "invalidKey"
    case 4: "serverUnavailable"
    default: "deviceCheck\(code)"
    }
  }
}
