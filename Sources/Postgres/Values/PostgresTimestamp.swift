import Foundation

/// `timestamptz` in binary form: microseconds since 2000-01-01 00:00 UTC.
enum PostgresTimestamp {
  private static let epoch = 946_684_800.0

  static func microseconds(of date: Date) -> Int64 {
    let value = ((date.timeIntervalSince1970 - epoch) * 1_000_000).rounded()
    // The extremes stand for -infinity and infinity, as in PostgreSQL itself.
    return Int64(exactly: value) ?? (value < 0 ? .min : .max)
  }

  static func date(fromMicroseconds value: Int64) -> Date {
    switch value {
    case .min: .distantPast
    case .max: .distantFuture
    default: Date(timeIntervalSince1970: epoch + Double(value) / 1_000_000)
    }
  }
}
