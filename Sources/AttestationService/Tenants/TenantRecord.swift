import Foundation

/// A tenant as its operator sees it.
public struct TenantRecord: Sendable, Equatable {
  /// The entity's number, and its stream's.
  public let tenant: Int64
  /// `tnt_…`
  public let publicID: String
  public let name: String
  public let isSuspended: Bool
  public let createdAt: Date
}
