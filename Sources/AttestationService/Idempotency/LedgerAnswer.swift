/// The first answer to a request with an `Idempotency-Key`.
public struct LedgerAnswer: Sendable, Equatable {
  public let status: Int
  public let contentType: String
  public let body: [UInt8]

  /// Collects the answer.
  public init(status: Int, contentType: String, body: [UInt8]) {
    self.status = status
    self.contentType = contentType
    self.body = body
  }
}
