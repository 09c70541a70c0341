public import Foundation

/// An account of the device API, as its holder sees it.
public struct DeviceAccount: Sendable, Equatable {
  /// The entity's number, and its stream's.
  let number: Int64
  /// When it was made.
  public let createdAt: Date

  /// Its public identifier.
  public var id: String { DeviceNumber.accountPrefix + DeviceNumber.text(number) }
}

/// An account as its tenant sees it.
public struct DeviceAccountRecord: Sendable, Equatable {
  /// The account itself.
  public let account: DeviceAccount
  /// When it was deleted.
  public let deletedAt: Date?
  /// Its attested key, when it has one.
  public let key: Key?

  /// The attested key of an account.
  public struct Key: Sendable, Equatable {
    /// The key's identifier.
    public let keyID: [UInt8]
    /// The counter at registration.
    public let counter: UInt32
    /// Apple's environment.
    public let environment: DeviceEnvironment
    /// As the device showed it.
    public let validationCategory: UInt32?
    /// As the device showed it.
    public let bundleVersion: String?
    /// The receipt's own verdict.
    public let receiptVerdict: String
    /// Lab roots were accepted for it.
    public let isLab: Bool
  }
}

/// A token as its tenant sees it: never its text.
public struct DeviceTokenRecord: Sendable, Equatable {
  /// Its public identifier.
  public let id: String
  /// When it was issued.
  public let createdAt: Date
  /// When it was revoked.
  public let revokedAt: Date?
}
