import Foundation

/// A registered key as its tenant sees it.
public struct KeyState: Sendable, Equatable {
  /// The entity's number, and its stream's.
  public let key: Int64
  /// The key's identifier, 32 bytes.
  public let keyID: [UInt8]
  /// The tenant's own name of the account.
  public let account: String
  /// The tenant's own name of the device, if it gave one.
  public let device: String?
  /// Whether it may sign.
  public let status: KeyStatus
  /// Apple's environment.
  public let environment: DeviceEnvironment
  /// The highest accepted counter.
  public let counter: UInt32
  /// When it was registered.
  public let registeredAt: Date
  /// When it was revoked, if it was.
  public let revokedAt: Date?
  /// Why it was revoked.
  public let revocationReason: String?
  /// As the device showed it, if it did.
  public let validationCategory: UInt32?
  /// As the device showed it, if it did.
  public let bundleVersion: String?
  /// The receipt's own verdict.
  public let receipt: ReceiptOutcome
  /// Lab roots were accepted for it.
  public let isLab: Bool
}
