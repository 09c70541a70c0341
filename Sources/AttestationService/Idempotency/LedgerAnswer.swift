/// The first answer to a request with an `Idempotency-Key`.
public struct LedgerAnswer: Sendable, Equatable {
  /// The HTTP status.
  public let status: Int
  /// The media type.
  public let contentType: String
  /// The bytes of the body.
  public let body: [UInt8]

  /// Collects the answer.
  public init(status: Int, contentType: String, body: [UInt8]) {
    self.status = status
    self.contentType = contentType
    self.body = body
  }
}
