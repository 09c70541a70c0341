import Synchronization

/// Names one request everywhere: in its answer, its events and its log lines. Sixteen bytes that look random; it is no
/// secret.
public struct CorrelationID: Sendable, Hashable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64

  /// Random once for each process: the system is not asked for random bytes for each request.
  private static let seeds = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
  private static let count = Atomic<UInt64>(0)

  /// A new one. No two of a process are the same, because each step is a bijection of a count; those of two processes
  /// differ as random numbers do.
  public init() {
    let number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
    high = Self.mix(number &+ Self.seeds.0)
    low = Self.mix(high ^ Self.seeds.1)
  }

  /// The finalizer of SplitMix64.
  private static func mix(_ value: UInt64) -> UInt64 {
    var value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
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
