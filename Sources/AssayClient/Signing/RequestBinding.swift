import Foundation

/// The bytes that an assertion signs for a request: request binding, version 1.
///
/// A JSON object of `bodyHash`, `challenge`, `method` and `path`, with sorted keys, without spaces, slashes as they are.
/// Only visible ASCII without quotes and backslashes is allowed in, so that there is one way to write it and no encoder to
/// disagree about.
public struct RequestBinding: Sendable, Equatable {
  /// A part of the request that cannot be signed.
  public enum Unsignable: Error, Sendable, Equatable {
    /// The method holds something else than visible ASCII.
    case method
    /// The address has no path that can be sent as it is signed.
    case path
    /// The challenge holds something else than visible ASCII.
    case challenge
  }

  /// The bytes. Their SHA-256 is what the key signs.
  public let bytes: Data

  /// Binds a method, a path with its query as sent, a challenge, and the SHA-256 of the raw body.
  public init(method: String, pathAndQuery: String, challenge: String, bodyHash: Data) throws(Unsignable) {
    guard Self.isPlain(method) else { throw .method }
    guard Self.isPlain(pathAndQuery), pathAndQuery.hasPrefix("/") else { throw .path }
    guard Self.isPlain(challenge) else { throw .challenge }
    let text =
      #"{"bodyHash":"\#(bodyHash.base64EncodedString())","challenge":"\#(challenge)","#
      + #""method":"\#(method)","path":"\#(pathAndQuery)"}"#
    bytes = Data(text.utf8)
  }

  /// The percent-encoded path and query of an address, as it goes over the wire.
  ///
  /// Dot segments are refused: a transport resolves them, and what arrives is then not what was signed.
  public static func pathAndQuery(of url: URL) throws(Unsignable) -> String {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { throw .path }
    let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
    let dots = path.lowercased().replacingOccurrences(of: "%2e", with: ".").split(separator: "/")
    guard !dots.contains("."), !dots.contains("..") else { throw .path }
    return parts.percentEncodedQuery.map { path + "?" + $0 } ?? path
  }

  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != 0x22 && $0 != 0x5c }
  }
}
