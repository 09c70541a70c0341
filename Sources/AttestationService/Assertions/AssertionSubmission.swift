import Foundation
import Timing

/// A signed request as it came in. A class, because it goes from hand to hand until its commit.
public final class AssertionSubmission: Sendable {
  /// What was signed.
  public enum Signed: Sendable {
    /// The exact client data.
    case clientData([UInt8])
    /// Request binding, version 1: the client data is formed from these.
    case request(method: String, pathAndQuery: String, bodySHA256: [UInt8])
  }

  /// The tenant.
  public let tenant: Int64
  /// The app.
  public let app: AppRecord
  /// The tenant's own name of the account.
  public let account: String
  /// The operation, as in the challenge.
  public let operation: String
  /// The key's identifier, 32 bytes.
  public let keyID: [UInt8]
  /// The challenge as it came back.
  public let challenge: [UInt8]
  /// The assertion object.
  public let assertion: [UInt8]
  /// What was signed.
  public let signed: Signed
  /// When the request arrived: the instant of judgement.
  public let receivedAt: Date
  /// After this nobody waits for the answer.
  public let deadline: Uptime
  /// Names the request in logs and events.
  public let correlationID: String

  /// Collects the submission.
  public init(
    tenant: Int64, app: AppRecord, account: String, operation: String, keyID: [UInt8], challenge: [UInt8],
    assertion: [UInt8], signed: Signed, receivedAt: Date, deadline: Uptime, correlationID: String
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
