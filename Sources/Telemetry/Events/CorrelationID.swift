/// Names one request everywhere: in its answer, its events and its log lines. Sixteen random bytes; it is no secret.
public struct CorrelationID: Sendable, Hashable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64

  /// A new one.
  public init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  /// A new one from a given source, for tests.
  public init(using generator: inout some RandomNumberGenerator) {
    high = generator.next()
    low = generator.next()
  }

  /// From 32 hexadecimal digits; nil for anything else.
  public init?(text: String) {
    let isHex = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) || (0x41...0x46).contains(byte)
    }
    guard text.utf8.count == 32, isHex, let high = UInt64(text.prefix(16), radix: 16),
      let low = UInt64(text.suffix(16), radix: 16)
    else { return nil }
    self.high = high
    self.low = low
  }

  /// The sixteen bytes.
  public var bytes: [UInt8] {
    withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) }
  }

  /// 32 lower-case hexadecimal digits.
  public var description: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(unsafeUninitializedCapacity: 32) { buffer in
      var position = 0
      for word in [high, low] {
        for shift in stride(from: 60, through: 0, by: -4) {
          buffer[position] = digits[Int((word >> UInt64(shift)) & 15)]
          position += 1
        }
      }
      return 32
    }
  }
}
