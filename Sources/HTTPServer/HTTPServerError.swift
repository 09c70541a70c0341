/// Why a server could not start.
public struct HTTPServerError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of failure. More may come: a switch needs a default.
  public struct Code: Sendable, Hashable {
    let name: String
    /// The address is not a numeric IPv4 or IPv6 address.
    public static let badAddress = Code(name: "bad_address")
    /// The socket could not be opened, bound or listened on; `systemError` says why.
    public static let cannotListen = Code(name: "cannot_listen")
    /// The server was started before.
    public static let alreadyStarted = Code(name: "already_started")
  }

  /// The kind of failure.
  public let code: Code
  /// The `errno` of the system, 0 when it has none.
  public let systemError: Int32
  /// The address and port it was about.
  public let endpoint: String

  /// What happened, for the operator.
  public var description: String { "\(code.name): \(endpoint) (errno \(systemError))" }
}
