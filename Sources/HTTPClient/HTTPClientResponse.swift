/// An answer that has been read whole.
public struct HTTPClientResponse: Sendable {
  /// The status code. Redirects are answers like any other; none is followed.
  public let status: Int
  /// The header fields, in order.
  public let headers: [(name: String, value: String)]
  /// The body.
  public let body: [UInt8]
  /// The version of HTTP that was spoken: `HTTP/1.0`, `HTTP/1.1` or `HTTP/2`.
  public let version: String
  /// How long the exchange took.
  public let duration: Duration

  /// An answer made by hand, as tests of callers need it.
  public init(
    status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = [], version: String = "HTTP/1.1",
    duration: Duration = .zero
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.version = version
    self.duration = duration
  }

  /// The value of the first field of this name, without regard to case.
  public func header(_ name: String) -> String? {
    let wanted = name.lowercased()
    return headers.first { $0.name.lowercased() == wanted }?.value
  }
}
