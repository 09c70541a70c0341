public import Foundation

/// An event of an account, as its holder sees it.
public struct DeviceAccountEvent: Sendable, Equatable {
  /// What happened.
  public enum Kind: Int16, Sendable, CaseIterable {
    case accountCreated = 140
    case accountDeleted = 141
    case tokenIssued = 142
    case tokenRevoked = 143

    /// The name in the stream.
    public var name: String {
      switch self {
      case .accountCreated: "account_created"
      case .accountDeleted: "account_deleted"
      case .tokenIssued: "token_issued"
      case .tokenRevoked: "token_revoked"
      }
    }
  }

  /// Its place in the account's stream, from 1: what a reader names to go on after it.
  public let position: Int64
  /// What happened.
  public let kind: Kind
  /// When.
  public let at: Date
  /// The token concerned.
  public let tokenID: String?
}
