import Foundation

/// An attestation as it came in.
public struct AttestationSubmission: Sendable {
  public let tenant: Int64
  public let app: AppRecord
  public let account: String
  public let device: String?
  public let keyID: [UInt8]
  public let challenge: [UInt8]
  public let attestation: [UInt8]
  public let receivedAt: Date
  public let correlationID: String

  /// Collects the submission.
  public init(
    tenant: Int64, app: AppRecord, account: String, device: String?, keyID: [UInt8], challenge: [UInt8],
    attestation: [UInt8], receivedAt: Date, correlationID: String
  ) {
    self.tenant = tenant
    self.app = app
    self.account = account
    self.device = device
    self.keyID = keyID
    self.challenge = challenge
    self.attestation = attestation
    self.receivedAt = receivedAt
    self.correlationID = correlationID
  }
}
