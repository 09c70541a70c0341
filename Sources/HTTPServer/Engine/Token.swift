/// The alphabet of tokens (RFC 9110, 5.6.2), and what may stand in a field value (5.5).
enum Token {
  private static let alphabet: [Bool] = {
    var alphabet = [Bool](repeating: false, count: 256)
    for byte in "!#$%&'*+-.^_`|~".utf8 { alphabet[Int(byte)] = true }
    for range in [UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z")] {
      for byte in range { alphabet[Int(byte)] = true }
    }
    for byte in UInt8(ascii: "a")...UInt8(ascii: "z") { alphabet[Int(byte)] = true }
    return alphabet
  }()

  static func isTokenByte(_ byte: UInt8) -> Bool { alphabet[Int(byte)] }

  static func isToken(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard !bytes.isEmpty else { return false }
    return alphabet.withUnsafeBufferPointer { alphabet in bytes.allSatisfy { alphabet[Int($0)] } }
  }

  /// Whether the bytes say `word`, which is given in lower case, in letters of either case.
  static func equal(_ bytes: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
    guard bytes.count == word.utf8CodeUnitCount else { return false }
    for index in 0..<bytes.count where lowercase(bytes[index]) != word.utf8Start[index] { return false }
    return true
  }

  @inline(__always)
  static func lowercase(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }

  /// No control characters but the tab.
  static func isFieldValue(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
  }
}
