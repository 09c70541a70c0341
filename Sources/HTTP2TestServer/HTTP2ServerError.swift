/// Why the server could not start.
public struct HTTP2ServerError: Error, Sendable, CustomStringConvertible {
  /// The call that failed.
  public let call: String
  /// The system's error number, or the library's.
  public let code: Int32

  /// The call and its number.
  public var description: String { "\(call) failed with \(code)" }
}
