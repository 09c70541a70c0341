import Foundation

/// A request target in origin form (RFC 9112, 3.2.1), kept exactly as received.
struct RequestTarget {
  let path: String
  let query: String?

  static func parse(_ text: UnsafePointer<CChar>?, limit: Int) -> Result<RequestTarget, HTTPServerFault> {
    guard let text else { return .failure(.malformed(.target)) }
    let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
    guard bytes.count <= limit else { return .failure(.targetTooLong) }
    guard bytes.first == UInt8(ascii: "/"), bytes.allSatisfy(isAllowed) else { return .failure(.malformed(.target)) }
    guard let mark = bytes.firstIndex(of: UInt8(ascii: "?")) else {
      return .success(RequestTarget(path: String(decoding: bytes, as: UTF8.self), query: nil))
    }
    return .success(
      RequestTarget(
        path: String(decoding: bytes[..<mark], as: UTF8.self),
        query: String(decoding: bytes[(mark + 1)...], as: UTF8.self)))
  }

  /// Visible ASCII. A fragment is never sent; everything else that a URI does not allow is the router's business.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "#")
  }
}
