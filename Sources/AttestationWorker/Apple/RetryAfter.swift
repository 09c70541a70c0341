import Foundation

/// The header field `Retry-After` (RFC 9110 §10.2.3): seconds, or a date.
enum RetryAfter {
  /// Seconds to wait, a day at most; nil when the field is absent or neither form.
  static func seconds(_ value: String?, at now: Date) -> TimeInterval? {
    guard let value else { return nil }
    if let seconds = TimeInterval(value), seconds >= 0 { return min(seconds, 86_400) }
    guard let date = try? Date(value, strategy: format.parseStrategy) else { return nil }
    return min(max(0, date.timeIntervalSince(now)), 86_400)
  }

  private static var format: Date.VerbatimFormatStyle {
    Date.VerbatimFormatStyle(
      format:
        "\(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT",
      locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian))
  }
}
