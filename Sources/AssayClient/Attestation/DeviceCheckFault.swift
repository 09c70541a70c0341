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

  /// A stable name for reports to the server, without any value.
  public var description: String {
    switch code {
    case 0: "unknown_system_failure"
    case 1: "feature_unsupported"
    case 2: "invalid_input"
    case 3: "invalid_key"
    case 4: "server_unavailable"
    default: "device_check_\(code)"
    }
  }
}
