import Foundation

/// Instants as receipts write them: UTC, milliseconds, without the zeros at the end of the fraction.
enum ReceiptTime {
  static func text(_ instant: Date) -> String {
    let total = Int64((instant.timeIntervalSince1970 * 1000).rounded())
    var seconds = time_t(total.quotientAndRemainder(dividingBy: 1000).quotient)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let date = [padded(Int(parts.tm_year) + 1900, 4), padded(Int(parts.tm_mon) + 1, 2), padded(Int(parts.tm_mday), 2)]
    let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { padded(Int($0), 2) }
    return "\(date.joined(separator: "-"))T\(time.joined(separator: ":")).\(fraction(Int(total % 1000)))Z"
  }

  private static func fraction(_ milliseconds: Int) -> String {
    var digits = padded(milliseconds, 3)
    while digits.count > 1, digits.hasSuffix("0") { digits.removeLast() }
    return digits
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
