import Foundation

/// A migration and whether the database has it.
public struct MigrationStatus: Sendable, Equatable {
  /// The file's name without its extension.
  public let name: String
  /// When it was applied; nil when it is pending.
  public let appliedAt: Date?
}
