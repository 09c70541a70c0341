/// Where a request ends, by rules under which two readers cannot disagree (RFC 9112, 6 and 11.2).
///
/// Collected while the fields are read, in one pass: nearly every field is told apart by the length of its name.
struct RequestFraming {
  private var hosts = 0
  private var hasBadHost = false
  private var lengths = 0
  private var length: Int?
  private var codings = 0
  private var isChunked = false
  private var hasBadExpectation = false

  mutating func note(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
    switch name.count {
    case 4 where Token.equal(name, "host"):
      hosts += 1
      hasBadHost = hasBadHost || !value.allSatisfy(Self.isHostByte)
    case 6 where Token.equal(name, "expect"):
      hasBadExpectation = hasBadExpectation || !Token.equal(value, "100-continue")
    case 14 where Token.equal(name, "content-length"):
      lengths += 1
      length = Self.parseLength(value)
    case 17 where Token.equal(name, "transfer-encoding"):
      codings += 1
      isChunked = Token.equal(value, "chunked")
    default: break
    }
  }

  /// The announced length; nil when there is no body. Throws what makes the end of the request doubtful.
  ///
  /// A chunked body is not read at all (RFC 9112, 6.3, allows to ask for a length): the library ends the lines between
  /// its chunks at a bare LF, and tells nobody, so that a proxy in front could see another end of the request.
  func contentLength(minorVersion: Int) throws(HTTPServerFault) -> Int? {
    guard hosts <= 1 else { throw .malformed(.repeatedHost) }
    guard hosts == 1 || minorVersion == 0 else { throw .malformed(.missingHost) }
    guard !hasBadHost else { throw .malformed(.host) }
    guard !hasBadExpectation else { throw .malformed(.expectation) }
    guard lengths == 0 || codings == 0 else { throw .malformed(.lengthAndCoding) }
    guard lengths <= 1 else { throw .malformed(.repeatedLength) }
    guard lengths == 0 || length != nil else { throw .malformed(.length) }
    guard codings == 0 else {
      throw .malformed(isChunked && codings == 1 && minorVersion == 1 ? .lengthRequired : .transferCoding)
    }
    return length
  }

  /// Letters, digits, and what ports, IPv6 literals and escapes need; never a comma, a slash or an at sign.
  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: ":"): true
    case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "%"): true
    default: false
    }
  }

  /// Digits only, and not more of them than any length has.
  private static func parseLength(_ digits: UnsafeRawBufferPointer) -> Int? {
    guard (1...15).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
