/// One request, complete.
public struct HTTP2Request: Sendable {
  /// The method.
  public var method = ""
  /// The path with its query, percent-encoded.
  public var path = ""
  /// The authority that the client named.
  public var authority = ""
  /// The header fields, names in lower case, in order.
  public var headers: [(name: String, value: String)] = []
  /// The body.
  public var body: [UInt8] = []
  /// Number of the TLS connection that it came over, from one.
  public var connection = 0

  /// The first value of a header field.
  public func header(_ name: String) -> String? {
    headers.first { $0.name == name }?.value
  }
}
