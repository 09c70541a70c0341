/// Where a request ends, by rules under which two readers cannot disagree (RFC 9112, 6 and 11.2).
struct RequestFraming {
  /// The announced length; nil for a chunked body and for none.
  let contentLength: Int?

  static func examine(_ headers: HTTPHeaders, minorVersion: Int) throws(HTTPServerFault) -> RequestFraming {
    try checkHost(headers, minorVersion: minorVersion)
    if let expectation = headers["Expect"], expectation.lowercased() != "100-continue" {
      throw .malformed(.expectation)
    }
    let lengths = headers.count(of: "Content-Length")
    let codings = headers.count(of: "Transfer-Encoding")
    guard lengths == 0 || codings == 0 else { throw .malformed(.lengthAndCoding) }
    guard lengths <= 1 else { throw .malformed(.repeatedLength) }
    if codings > 0 {
      guard codings == 1, minorVersion == 1, headers["Transfer-Encoding"]?.lowercased() == "chunked" else {
        throw .malformed(.transferCoding)
      }
    }
    return RequestFraming(contentLength: try headers.bytes(of: "Content-Length").map(parseLength))
  }

  private static func checkHost(_ headers: HTTPHeaders, minorVersion: Int) throws(HTTPServerFault) {
    let count = headers.count(of: "Host")
    guard count <= 1 else { throw .malformed(.repeatedHost) }
    guard count == 1 || minorVersion == 0 else { throw .malformed(.missingHost) }
    guard (headers.bytes(of: "Host") ?? []).allSatisfy(isHostByte) else { throw .malformed(.host) }
  }

  /// Letters, digits, and what ports, IPv6 literals and escapes need; never a comma, a slash or an at sign.
  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: ".-_~:[]%".utf8.contains(byte)
    }
  }

  private static func parseLength(_ digits: [UInt8]) throws(HTTPServerFault) -> Int {
    guard (1...15).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw .malformed(.length)
    }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
