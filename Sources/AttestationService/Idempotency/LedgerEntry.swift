import Cryptography

/// One request with an `Idempotency-Key`: the key's hash names it, the digest tells whether a repeat is the same request.
public struct LedgerEntry: Sendable, Equatable {
  let tenant: Int64
  let keyHash: [UInt8]
  let digest: [UInt8]

  /// Names a request.
  public init(tenant: Int64, key: String, operation: String, path: String, body: [UInt8]) {
    self.tenant = tenant
    keyHash = SHA256.hash(key)
    digest = SHA256.hash(parts: [SHA256.hash(operation), SHA256.hash(path), SHA256.hash(body)])
  }
}
