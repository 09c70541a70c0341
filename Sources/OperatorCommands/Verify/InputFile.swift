import Cryptography

/// The bytes that a command was given: raw, or as Base64 text in either alphabet, line breaks and all.
enum InputFile {
  /// Reads a file, or standard input for "-".
  static func read(_ path: String, _ console: Console) throws(UnreadableInput) -> [UInt8] {
    let raw = try console.read(path)
    guard let bytes = decode(raw) else {
      throw UnreadableInput("\(path) holds neither binary data nor Base64 text")
    }
    guard !bytes.isEmpty else { throw UnreadableInput("\(path) is empty") }
    return bytes
  }

  /// Anything with a byte that text does not have is binary: CBOR and CMS both start with such a byte.
  private static func decode(_ raw: [UInt8]) -> [UInt8]? {
    guard raw.allSatisfy({ (0x20..<0x7F).contains($0) || isSpace($0) }) else { return raw }
    return Base64.decode(utf8: raw.filter { !isSpace($0) && $0 != UInt8(ascii: "\"") })
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
