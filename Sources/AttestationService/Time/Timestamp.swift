import Foundation

/// RFC 3339 in UTC with milliseconds, as every interface shows instants.
public enum Timestamp {
  private static let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  /// `2026-04-21T18:13:13.000Z`.
  public static func format(_ instant: Date) -> String { instant.formatted(format) }

  /// Reads RFC 3339 with or without a fraction; nil when it is not an instant.
  public static func parse(_ text: String) -> Date? {
    (try? Date(text, strategy: format)) ?? (try? Date(text, strategy: Date.ISO8601FormatStyle()))
  }
}
