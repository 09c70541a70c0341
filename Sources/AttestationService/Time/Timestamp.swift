import AppAttest
import Foundation

/// RFC 3339 in UTC with milliseconds, as every interface shows instants.
public enum Timestamp {
  /// `2026-04-21T18:13:13.000Z`.
  public static func format(_ instant: Date) -> String { RFC3339.format(instant) }

  /// Reads RFC 3339 with any fraction; nil when it is not an instant.
  public static func parse(_ text: String) -> Date? { RFC3339.parse(text) }
}
