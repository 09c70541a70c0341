import Foundation

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// SHA-256 as the client needs it.
///
/// On Apple's systems it is CryptoKit's. Elsewhere the program hands one in: a client library that tenants build into
/// their apps brings neither a cryptography library of its own nor any part of the service.
public struct SHA256Digest: Sendable {
  private let digest: @Sendable (Data) -> Data

  /// Takes a function that answers the 32 bytes of SHA-256 over what it is given.
  public init(_ digest: @escaping @Sendable (Data) -> Data) {
    self.digest = digest
  }

  #if canImport(CryptoKit)
    /// The system's own SHA-256.
    public static let system = SHA256Digest { Data(SHA256.hash(data: $0)) }
  #endif

  /// The 32 bytes of SHA-256 over `message`.
  public func hash(_ message: Data) -> Data {
    digest(message)
  }

  /// HMAC-SHA-256 of `message` under `key` (RFC 2104, section 2).
  func authenticate(_ message: Data, key: Data) -> Data {
    let blockLength = 64
    var block = key.count > blockLength ? hash(key) : key
    block.append(Data(count: blockLength - block.count))
    let inner = hash(Data(block.map { $0 ^ 0x36 }) + message)
    return hash(Data(block.map { $0 ^ 0x5c }) + inner)
  }
}
