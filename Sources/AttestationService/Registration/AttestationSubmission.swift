import Foundation

/// An attestation as it came in.
public struct AttestationSubmission: Sendable {
  /// The tenant.
  public let tenant: Int64
  /// The app.
  public let app: AppRecord
  /// The tenant's own name of the account.
  public let account: String
  /// The tenant's own name of the device, if it gave one.
  public let device: String?
  /// The key's identifier, 32 bytes.
  public let keyID: [UInt8]
  /// The challenge as it came back.
  public let challenge: [UInt8]
  /// The attestation object.
  public let attestation: [UInt8]
  /// When the request arrived: the instant of judgement.
  public let receivedAt: Date
  /// Names the request in logs and events.
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
