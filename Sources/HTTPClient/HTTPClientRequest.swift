/// A request to send.
public struct HTTPClientRequest: Sendable {
  /// The method.
  public var method: String
  /// The absolute address, `https://` or (in a lab) `http://`.
  public var url: String
  /// The header fields, in order. `Host` and `Content-Length` are the client's own business.
  public var headers: [(name: String, value: String)]
  /// The body.
  public var body: [UInt8]
  /// How long this exchange may take; nil for the client's limit.
  public var timeout: Duration?

  /// A request.
  public init(
    method: String = "GET", url: String, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
    timeout: Duration? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
  }
}
