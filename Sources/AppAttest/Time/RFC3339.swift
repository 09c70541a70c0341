public import FoundationEssentials

/// Instants as text (RFC 3339), read with any count of fraction digits: Apple's receipts vary it.
public enum RFC3339 {
  /// The instant of a text with a `Z` or a numeric offset; nil when it is anything else.
  public static func parse(_ text: String) -> Date? {
    guard text.utf8.count <= 64 else { return nil }
    var scanner = Scanner(text)
    guard let day = scanner.day(), scanner.take("T") || scanner.take("t"), let time = scanner.time(),
      let fraction = scanner.fraction(), let offset = scanner.offset(), scanner.isAtEnd
    else { return nil }
    return Date(timeIntervalSince1970: Double(day * 86_400 + time - offset) + fraction)
  }

  /// The instant in UTC with milliseconds, as the service writes it.
  public static func format(_ instant: Date) -> String {
    let milliseconds = (instant.timeIntervalSince1970 * 1000).rounded()
    // Years 0 to 9999; outside, the nearest end, so that no instant can trap.
    let total = Int(min(max(milliseconds, -62_167_219_200_000), 253_402_300_799_999))
    let (days, rest) = (floorDivide(total, 86_400_000), floorModulo(total, 86_400_000))
    let (year, month, day) = civil(days)
    let (hour, minute, second) = (rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60)
    return String(unsafeUninitializedCapacity: 24) { buffer in
      var writer = DigitWriter(buffer: buffer)
      writer.put(year, digits: 4, then: "-")
      writer.put(month, digits: 2, then: "-")
      writer.put(day, digits: 2, then: "T")
      writer.put(hour, digits: 2, then: ":")
      writer.put(minute, digits: 2, then: ":")
      writer.put(second, digits: 2, then: ".")
      writer.put(rest % 1000, digits: 3, then: "Z")
      return writer.position
    }
  }

  /// Days since 1970 of a date in the Gregorian calendar: years are counted from March, so that leap days come last.
  fileprivate static func days(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = floorDivide(shifted, 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  private static func floorDivide(_ value: Int, _ divisor: Int) -> Int {
    (value - floorModulo(value, divisor)) / divisor
  }

  private static func floorModulo(_ value: Int, _ divisor: Int) -> Int {
    (value % divisor + divisor) % divisor
  }
}

/// Writes numbers of a fixed width: every accepted request's answer has an instant.
private struct DigitWriter {
  let buffer: UnsafeMutableBufferPointer<UInt8>
  var position = 0

  mutating func put(_ number: Int, digits: Int, then separator: Unicode.Scalar) {
    var rest = number
    for place in (position..<position + digits).reversed() {
      buffer[place] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
    buffer[position + digits] = UInt8(ascii: separator)
    position += digits + 1
  }
}

/// Reads the parts of an RFC 3339 text one after another.
private struct Scanner {
  private let text: [UInt8]
  private var position = 0

  init(_ text: String) {
    self.text = Array(text.utf8)
  }

  var isAtEnd: Bool { position == text.count }

  mutating func take(_ character: Character) -> Bool {
    guard position < text.count, text[position] == character.asciiValue else { return false }
    position += 1
    return true
  }

  mutating func day() -> Int? {
    guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2),
      (1...12).contains(month), day >= 1, day <= Scanner.length(of: month, year: year)
    else { return nil }
    return RFC3339.days(year: year, month: month, day: day)
  }

  mutating func time() -> Int? {
    guard let hour = number(2), take(":"), let minute = number(2), take(":"), let second = number(2),
      hour < 24, minute < 60, second < 60
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  mutating func fraction() -> Double? {
    guard take(".") else { return 0 }
    var (value, scale, digits) = (0.0, 0.1, 0)
    while let digit = number(1) {
      value += Double(digit) * scale
      scale /= 10
      digits += 1
    }
    return digits > 0 ? value : nil
  }

  mutating func offset() -> Int? {
    if take("Z") || take("z") { return 0 }
    let sign = take("+") ? 1 : take("-") ? -1 : 0
    guard sign != 0, let hours = number(2), take(":"), let minutes = number(2), hours < 24, minutes < 60 else {
      return nil
    }
    return sign * (hours * 3600 + minutes * 60)
  }

  private mutating func number(_ digits: Int) -> Int? {
    guard position + digits <= text.count else { return nil }
    var value = 0
    for byte in text[position..<position + digits] {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    position += digits
    return value
  }

  private static func length(of month: Int, year: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
