import Foundation

/// The fields of a receipt that Apple returned and the verifier accepted.
public struct FreshReceipt: Sendable, Equatable {
  /// Field 12.
  public var createdAt: Date
  /// Field 19.
  public var notBefore: Date?
  /// Field 21.
  public var expiresAt: Date
  /// Field 17.
  public var metric: Int

  /// The fields of an accepted receipt.
  public init(createdAt: Date, notBefore: Date?, expiresAt: Date, metric: Int) {
    self.createdAt = createdAt
    self.notBefore = notBefore
    self.expiresAt = expiresAt
    self.metric = metric
  }
}
