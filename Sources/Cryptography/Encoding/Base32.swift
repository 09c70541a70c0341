/// Base32 (RFC 4648 §6), as secrets for one-time codes are written.
public enum Base32 {
  /// The bytes of a text in either case, with or without padding; nil when it is not Base32.
  public static func decode(_ text: String) -> [UInt8]? {
    var digits = [UInt8](text.utf8)
    while digits.last == UInt8(ascii: "=") { digits.removeLast() }
    guard [0, 2, 4, 5, 7].contains(digits.count % 8) else { return nil }
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var held: UInt32 = 0
    for digit in digits {
      guard let value = value(of: digit) else { return nil }
      bits = (bits << 5) | value
      held += 5
      if held >= 8 {
        held -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> held))
      }
    }
    return bits & ((1 << held) - 1) == 0 ? bytes : nil
  }

  private static func value(of digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a"))
    case UInt8(ascii: "2")...UInt8(ascii: "7"): UInt32(digit - UInt8(ascii: "2")) + 26
    default: nil
    }
  }
}
