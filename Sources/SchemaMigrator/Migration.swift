import Foundation

/// One numbered SQL file. It is never edited once it has landed.
public struct Migration: Sendable, Equatable {
  /// The number at the head of the file's name; migrations run in its order, without gaps.
  public let number: Int
  /// The file's name without its extension.
  public let name: String
  /// The text.
  public let sql: String

  /// The first line of a migration that holds one statement which refuses to run in a transaction.
  public static let noTransactionMark = "-- no transaction"

  /// Whether it runs in a transaction of its own.
  public var isTransactional: Bool { !sql.hasPrefix(Migration.noTransactionMark) }

  /// Reads a migration from its file name (`NNNN_name.sql`) and text; nil when the name is not of that form.
  public init?(fileName: String, sql: String) {
    guard fileName.hasSuffix(".sql"), let separator = fileName.firstIndex(of: "_") else { return nil }
    let digits = fileName[..<separator]
    guard digits.count == 4, let number = Int(digits), number > 0 else { return nil }
    self.number = number
    name = String(fileName.dropLast(4))
    self.sql = sql
  }
}
