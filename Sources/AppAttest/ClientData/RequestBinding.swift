import Cryptography

/// Request binding, version 1: the bytes that an app signs for an HTTP request.
///
/// The JSON object of `bodyHash`, `challenge`, `method` and `path`, keys sorted, slashes not escaped, no spaces: what
/// Foundation's encoder writes with `.sortedKeys` and `.withoutEscapingSlashes`. Both sides make the bytes from the
/// request; they are never sent, so that there is nothing to re-encode. `Fixtures/request-binding-v1.json` has vectors.
public struct RequestBinding: Sendable, Equatable {
  /// Base64 of the SHA-256 of the raw body.
  public let bodyHash: String
  /// The challenge as the app received it: text.
  public let challenge: String
  /// The request's method.
  public let method: String
  /// The request's path and query, percent-encoded as sent.
  public let pathAndQuery: String

  /// Binds a request whose body is at hand.
  public init(body: [UInt8], challenge: String, method: String, pathAndQuery: String) {
    self.init(
      bodySHA256: SHA256.hash(body), challenge: challenge, method: method, pathAndQuery: pathAndQuery)
  }

  /// Binds a request whose body was hashed before.
  public init(bodySHA256: [UInt8], challenge: String, method: String, pathAndQuery: String) {
    (bodyHash, self.challenge) = (Base64.encode(bodySHA256), challenge)
    (self.method, self.pathAndQuery) = (method, pathAndQuery)
  }

  /// The client data: the exact bytes that are signed.
  public var clientData: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(64 + bodyHash.utf8.count + challenge.utf8.count + method.utf8.count + pathAndQuery.utf8.count)
    bytes += "{\"bodyHash\":\"".utf8
    RequestBinding.append(bodyHash, to: &bytes)
    bytes += "\",\"challenge\":\"".utf8
    RequestBinding.append(challenge, to: &bytes)
    bytes += "\",\"method\":\"".utf8
    RequestBinding.append(method, to: &bytes)
    bytes += "\",\"path\":\"".utf8
    RequestBinding.append(pathAndQuery, to: &bytes)
    bytes += "\"}".utf8
    return bytes
  }

  /// The client data hash.
  public var clientDataHash: [UInt8] { SHA256.hash(clientData) }

  /// Escapes what JSON requires to be escaped (RFC 8259 §7), and nothing else.
  private static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { utf8 in
      // Nearly every text is copied as it is.
      if utf8.contains(where: mustEscape) { appendEscaped(utf8, to: &bytes) } else { bytes.append(contentsOf: utf8) }
    }
  }

  private static func mustEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func appendEscaped(_ utf8: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x08: bytes += "\\b".utf8
      case 0x09: bytes += "\\t".utf8
      case 0x0A: bytes += "\\n".utf8
      case 0x0C: bytes += "\\f".utf8
      case 0x0D: bytes += "\\r".utf8
      case 0..<0x20: bytes += ("\\u00" + Hex.encode([byte])).utf8
      default: bytes.append(byte)
      }
    }
  }
}
