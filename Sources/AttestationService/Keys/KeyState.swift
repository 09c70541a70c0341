import Foundation

/// A registered key as its tenant sees it.
public struct KeyState: Sendable, Equatable {
  /// The entity's number, and its stream's.
  public let key: Int64
  public let keyID: [UInt8]
  public let account: String
  public let device: String?
  public let status: KeyStatus
  public let environment: DeviceEnvironment
  public let counter: UInt32
  public let registeredAt: Date
  public let revokedAt: Date?
  public let revocationReason: String?
  public let validationCategory: UInt32?
  public let bundleVersion: String?
  public let receipt: ReceiptOutcome
  /// Lab roots were accepted for it.
  public let isLab: Bool
}
