/// A request as it goes over the wire.
public struct WireRequest: Sendable {
  /// The method.
  public var method: String
  /// Path and query.
  public var target: String
  /// The value of `Host`.
  public var host: String
  /// The other header fields.
  public var headers: [String: String] = [:]
  /// The body.
  public var body: [UInt8] = []

  /// A request without body.
  public init(method: String, target: String, host: String) {
    self.method = method
    self.target = target
    self.host = host
  }

  var bytes: [UInt8] {
    var text = "\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\n"
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) { text += "\(name): \(value)\r\n" }
    if !body.isEmpty || method == "POST" { text += "Content-Length: \(body.count)\r\n" }
    return Array((text + "\r\n").utf8) + body
  }
}

/// An answer as it came.
public struct WireAnswer: Sendable {
  /// The status.
  public let status: Int
  /// The header fields, names in lower case.
  public let headers: [String: String]
  /// The body; of a stream of events only what had come with the header.
  public let body: [UInt8]

  /// The media type, without parameters.
  public var mediaType: String? {
    headers["content-type"]?.split(separator: ";").first.map { $0.lowercased() }
  }
}
