import Foundation

/// A tenant as its operator sees it.
public struct TenantRecord: Sendable, Equatable {
  /// The entity's number, and its stream's.
  public let tenant: Int64
  /// `tnt_…`
  public let publicID: String
  /// For people.
  public let name: String
  /// Whether its requests are refused.
  public let isSuspended: Bool
  /// When it was made.
  public let createdAt: Date
}
