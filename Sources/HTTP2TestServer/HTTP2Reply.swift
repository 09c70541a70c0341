/// What the server does with a request.
public struct HTTP2Reply: Sendable {
  /// How the reply ends.
  public enum Ending: Sendable {
    /// As it should.
    case whole
    /// Half the body, then the stream is reset.
    case resetHalfway
    /// Half the body, then the connection is cut.
    case cutHalfway
    /// Nothing is sent, and the connection is cut.
    case cutAtOnce
    /// Nothing is ever sent.
    case silence
  }

  /// The status.
  public var status: Int
  /// The header fields.
  public var headers: [(name: String, value: String)]
  /// The body.
  public var body: [UInt8]
  /// Seconds to wait before anything is sent.
  public var delay: Double
  /// How it ends.
  public var ending: Ending

  /// A reply.
  public init(
    status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = [], delay: Double = 0,
    ending: Ending = .whole
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.delay = delay
    self.ending = ending
  }
}
