import Foundation

/// A signed request as it came in. A class, because it goes from hand to hand until its commit.
public final class AssertionSubmission: Sendable {
  /// What was signed.
  public enum Signed: Sendable {
    /// The exact client data.
    case clientData([UInt8])
    /// Request binding, version 1: the client data is formed from these.
    case request(method: String, pathAndQuery: String, bodySHA256: [UInt8])
  }

  public let tenant: Int64
  public let app: AppRecord
  public let account: String
  public let operation: String
  public let keyID: [UInt8]
  public let challenge: [UInt8]
  public let assertion: [UInt8]
  public let signed: Signed
  public let receivedAt: Date
  public let deadline: ContinuousClock.Instant
  public let correlationID: String

  /// Collects the submission.
  public init(
    tenant: Int64, app: AppRecord, account: String, operation: String, keyID: [UInt8], challenge: [UInt8],
    assertion: [UInt8], signed: Signed, receivedAt: Date, deadline: ContinuousClock.Instant, correlationID: String
  ) {
    self.tenant = tenant
    self.app = app
    self.account = account
    self.operation = operation
    self.keyID = keyID
    self.challenge = challenge
    self.assertion = assertion
    self.signed = signed
    self.receivedAt = receivedAt
    self.deadline = deadline
    self.correlationID = correlationID
  }
}
