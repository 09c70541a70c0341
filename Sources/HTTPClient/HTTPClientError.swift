/// Why there is no answer. Two errors are equal when their codes are.
public struct HTTPClientError: Error, Sendable {
  /// The kinds of failure. More may come: a switch needs a default.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// A stable snake_case name without values, fit for a metric's label.
    public let description: String

    /// The address is none that this client speaks to.
    public static let badAddress = Code(description: "bad_address")
    /// The request is none that can be sent: a line break in a header field.
    public static let badRequest = Code(description: "bad_request")
    /// The name has no address.
    public static let nameNotResolved = Code(description: "name_not_resolved")
    /// No connection came about.
    public static let connectFailed = Code(description: "connect_failed")
    /// The name stands for an address that is not of the public internet, and only that may be connected to.
    public static let addressNotPublic = Code(description: "address_not_public")
    /// The other side's certificate is not trusted, or not its own.
    public static let tlsNotTrusted = Code(description: "tls_not_trusted")
    /// TLS failed otherwise.
    public static let tlsFailed = Code(description: "tls_failed")
    /// The file of trusted roots cannot be read.
    public static let badCertificateAuthorities = Code(description: "bad_certificate_authorities")
    /// A deadline passed.
    public static let timeout = Code(description: "timeout")
    /// The answer's body is longer than allowed.
    public static let bodyTooLarge = Code(description: "body_too_large")
    /// The other side closed or reset the connection before the answer was whole.
    public static let connectionLost = Code(description: "connection_lost")
    /// What came back is not HTTP.
    public static let badResponse = Code(description: "bad_response")
    /// The task was cancelled, or the client shut down.
    public static let cancelled = Code(description: "cancelled")
    /// Anything else; `curlCode` says what.
    public static let other = Code(description: "other")
  }

  /// The kind of failure.
  public let code: Code
  /// The library's number, 0 when the failure is ours.
  public let curlCode: Int32
  /// Words for an operator; may name hosts.
  public let reason: String

  /// Whether the same request may succeed later, as far as the failure itself tells.
  public var isRetryable: Bool {
    [.nameNotResolved, .connectFailed, .timeout, .connectionLost].contains(code)
  }
}

extension HTTPClientError: Equatable {
  /// Equal by code alone.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}

extension HTTPClientError: CustomStringConvertible, CustomDebugStringConvertible {
  /// The code only.
  public var description: String { code.description }
  /// Everything, for a log.
  public var debugDescription: String { "\(code.description) (curl \(curlCode)): \(reason)" }
}
