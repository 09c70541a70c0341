/// An answer. `Content-Length`, `Transfer-Encoding`, `Date` and `Connection` are the server's own business.
public struct HTTPResponse: Sendable {
  /// What follows the header.
  public enum Body: Sendable {
    /// A body that is whole.
    case bytes([UInt8])
    /// A body that is pushed piece by piece, from any thread, until it is finished.
    case stream(HTTPBodyStream)
  }

  /// The status code, 200 to 599.
  public var status: Int
  /// The header fields.
  public var headers: HTTPHeaders
  /// The body.
  public var body: Body
  /// Whether the connection is closed after this answer.
  public var closesConnection: Bool
  /// Called on the server's thread right before the answer goes out, once: gives another body to send in place of this one,
  /// or nil. For what must not be said late. It must not wait.
  public var lastLook: (@Sendable () -> [UInt8]?)?

  /// An answer with a whole body.
  public init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = [], closesConnection: Bool = false) {
    self.status = status
    self.headers = headers
    self.body = .bytes(body)
    self.closesConnection = closesConnection
  }

  /// An answer whose body follows piece by piece.
  public init(status: Int = 200, headers: HTTPHeaders = [:], stream: HTTPBodyStream) {
    self.status = status
    self.headers = headers
    self.body = .stream(stream)
    self.closesConnection = true
  }

  /// How many bytes the body has; nil for a stream.
  public var bodyByteCount: Int? {
    guard case .bytes(let bytes) = body else { return nil }
    return bytes.count
  }
}
