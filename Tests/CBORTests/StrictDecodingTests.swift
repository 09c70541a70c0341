import CBOR
import Testing

@Suite("CBOR is read strictly")
struct StrictDecodingTests {
  struct Refused: Sendable, CustomTestStringConvertible {
    let rule: String
    let bytes: [UInt8]
    let error: CBORError
    var testDescription: String { rule }
  }

  static let refused: [Refused] = [
    Refused(rule: "nothing at all", bytes: [], error: .truncated),
    Refused(rule: "a string that ends early", bytes: [0x44, 1, 2, 3], error: .truncated),
    Refused(rule: "a header that ends early", bytes: [0x19, 1], error: .truncated),
    Refused(
      rule: "a length far beyond the input", bytes: [0x5B] + [UInt8](repeating: 0xFF, count: 8), error: .truncated),
    Refused(rule: "bytes after the item", bytes: [0x01, 0x01], error: .trailingBytes),
    Refused(rule: "an indefinite byte string", bytes: [0x5F, 0x41, 0, 0xFF], error: .indefiniteLength),
    Refused(rule: "an indefinite text", bytes: [0x7F, 0x61, 0x61, 0xFF], error: .indefiniteLength),
    Refused(rule: "an indefinite array", bytes: [0x9F, 0xFF], error: .indefiniteLength),
    Refused(rule: "an indefinite map", bytes: [0xBF, 0xFF], error: .indefiniteLength),
    Refused(rule: "a break by itself", bytes: [0xFF], error: .indefiniteLength),
    Refused(rule: "a tag", bytes: [0xC0, 0x61, 0x61], error: .tag),
    Refused(rule: "a half float", bytes: [0xF9, 0, 0], error: .float),
    Refused(rule: "a single float", bytes: [0xFA, 0, 0, 0, 0], error: .float),
    Refused(rule: "a double float", bytes: [0xFB, 0, 0, 0, 0, 0, 0, 0, 0], error: .float),
    Refused(rule: "undefined", bytes: [0xF7], error: .simpleValue),
    Refused(rule: "an unassigned simple value", bytes: [0xE0], error: .simpleValue),
    Refused(rule: "a simple value in two bytes", bytes: [0xF8, 0xFF], error: .simpleValue),
    Refused(rule: "a reserved header", bytes: [0x1C], error: .malformed),
    Refused(rule: "a small integer in two bytes", bytes: [0x18, 0x17], error: .notShortest),
    Refused(rule: "an integer in three bytes that fits two", bytes: [0x19, 0, 0xFF], error: .notShortest),
    Refused(rule: "an integer in five bytes that fits three", bytes: [0x1A, 0, 0, 0xFF, 0xFF], error: .notShortest),
    Refused(
      rule: "an integer in nine bytes that fits five", bytes: [0x1B, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF],
      error: .notShortest),
    Refused(rule: "a negative integer in two bytes", bytes: [0x38, 0x17], error: .notShortest),
    Refused(rule: "a byte string's length in two bytes", bytes: [0x58, 0x01, 0xAA], error: .notShortest),
    Refused(rule: "a text's length in two bytes", bytes: [0x78, 0x01, 0x61], error: .notShortest),
    Refused(rule: "an array's length in two bytes", bytes: [0x98, 0x01, 0x00], error: .notShortest),
    Refused(rule: "a map's length in two bytes", bytes: [0xB8, 0x01, 0x00, 0x00], error: .notShortest),
    Refused(rule: "a key twice", bytes: [0xA2, 0x01, 0x00, 0x01, 0x00], error: .duplicateKey),
    Refused(rule: "a text key twice", bytes: [0xA2, 0x61, 0x61, 0x00, 0x61, 0x61, 0x01], error: .duplicateKey),
    Refused(rule: "an array as key", bytes: [0xA1, 0x80, 0x00], error: .unsupportedKey),
    Refused(rule: "true as key", bytes: [0xA1, 0xF5, 0x00], error: .unsupportedKey),
    Refused(rule: "a text that is not UTF-8", bytes: [0x61, 0xFF], error: .invalidText),
    Refused(rule: "an array of more items than bytes", bytes: [0x9A, 0xFF, 0xFF, 0xFF, 0xFF, 0], error: .tooManyItems),
    Refused(rule: "a map of more entries than bytes", bytes: [0xA3, 1, 1, 2, 2], error: .tooManyItems),
    Refused(
      rule: "an array of more than 2^63 items", bytes: [0x9B] + [UInt8](repeating: 0xFF, count: 8), error: .tooManyItems
    ),
    Refused(
      rule: "a map of more than 2^63 entries", bytes: [0xBB] + [UInt8](repeating: 0xFF, count: 8), error: .tooManyItems),
    Refused(
      rule: "a text of more than 2^63 bytes", bytes: [0x7B] + [UInt8](repeating: 0xFF, count: 8), error: .truncated),
    Refused(rule: "nesting beyond the limit", bytes: [UInt8](repeating: 0x81, count: 9) + [0], error: .tooDeep),
    Refused(
      rule: "items beyond the limit", bytes: [0x99, 1, 0] + [UInt8](repeating: 0, count: 256), error: .tooManyItems),
    Refused(rule: "bytes beyond the limit", bytes: [UInt8](repeating: 0, count: 64 * 1024 + 1), error: .tooLarge),
  ]

  @Test("refused:", arguments: refused)
  func refuses(_ example: Refused) {
    #expect(throws: example.error) { try CBOR.decode(example.bytes) }
  }

  @Test("every error has an example above")
  func complete() {
    let shown = Self.refused.map(\.error)
    for error in CBORError.allCases { #expect(shown.contains(error), "\(error)") }
  }

  @Test("the examples of RFC 8949, Appendix A, that are allowed here")
  func appendixA() throws {
    let examples: [([UInt8], CBORValue)] = [
      ([0x00], .unsigned(0)), ([0x17], .unsigned(23)), ([0x18, 0x18], .unsigned(24)),
      ([0x19, 0x03, 0xE8], .unsigned(1000)),
      ([0x1B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .unsigned(.max)),
      ([0x20], .negative(0)), ([0x38, 0x63], .integer(-100)), ([0x39, 0x03, 0xE7], .integer(-1000)),
      ([0xF4], .bool(false)), ([0xF5], .bool(true)), ([0xF6], .null), ([0x40], .bytes([])),
      ([0x44, 1, 2, 3, 4], .bytes([1, 2, 3, 4])), ([0x64, 0x49, 0x45, 0x54, 0x46], .text("IETF")),
      ([0x62, 0xC3, 0xBC], .text("ü")), ([0x80], .array([])),
      (
        [0x83, 1, 0x82, 2, 3, 0x82, 4, 5],
        .array([.unsigned(1), .array([.unsigned(2), .unsigned(3)]), .array([.unsigned(4), .unsigned(5)])])
      ),
      (
        [0xA2, 0x61, 0x61, 1, 0x61, 0x62, 0x82, 2, 3],
        .map([
          CBOREntry(key: .text("a"), value: .unsigned(1)),
          CBOREntry(key: .text("b"), value: .array([.unsigned(2), .unsigned(3)])),
        ])
      ),
    ]
    for (bytes, value) in examples {
      #expect(try CBOR.decode(bytes) == value)
      #expect(CBOR.encode(value) == bytes)
    }
  }

  @Test("a prefix says how many bytes it takes")
  func prefix() throws {
    let (value, consumed) = try CBOR.decodePrefix([0x82, 1, 2, 0xFF, 0xFF][...])
    #expect(value == .array([.unsigned(1), .unsigned(2)]))
    #expect(consumed == 3)
  }

  @Test("no input of up to three bytes traps, and what is accepted encodes to the same bytes")
  func exhaustive() {
    var accepted = 0
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        for bytes in [[first], [first, second], [first, second, first]] {
          guard let value = try? CBOR.decode(bytes) else { continue }
          accepted += 1
          if CBOR.encode(value) != bytes { Issue.record("\(bytes)") }
        }
      }
    }
    #expect(accepted > 0)
  }
}
