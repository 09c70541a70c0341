import Foundation

/// Instants as text: RFC 3339, UTC, milliseconds.
enum Timestamp {
  private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  static func text(_ date: Date) -> String { style.format(date) }
}
