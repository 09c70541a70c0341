import Foundation

/// The method of a request: a token (RFC 9110, 9.1).
enum RequestMethod {
  private static let maximumBytes = 32

  static func parse(_ text: UnsafePointer<CChar>?) throws(HTTPServerFault) -> String {
    guard let text else { throw .malformed(.method) }
    let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
    guard !bytes.isEmpty, bytes.count <= maximumBytes, bytes.allSatisfy(Token.isTokenByte) else {
      throw .malformed(.method)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
