import Cryptography
public import Lifecycle

/// The key under which tenants' Apple keys are sealed. It comes from a file or the environment and is never stored.
public struct MasterKey: Sendable {
  /// Says which key sealed a value, without saying anything of the key: the start of a hash.
  public let fingerprint: String
  private let key: Secret

  /// Why text is not a master key.
  public struct Unusable: Error, Sendable, CustomStringConvertible {
    /// What to do.
    public var description: String {
      "The master key must be 32 bytes in base64 or hex: make one with `openssl rand -base64 32`."
    }
  }

  /// A master key from its text: 32 bytes in base64 or hex.
  public init(_ text: Secret) throws(Unusable) {
    let bytes = text.withText { Hex.decode($0) ?? Base64.decode($0) }
    guard let bytes, bytes.count == AES256GCM.keyByteCount else { throw Unusable() }
    key = Secret(bytes)
    fingerprint = Hex.encode(Array(SHA256.hash([UInt8]("assay-master-key".utf8), bytes).prefix(8)))
  }

  func seal(_ plain: [UInt8], for context: String) throws -> [UInt8] {
    try key.withBytes { bytes in
      try AES256GCM.seal(plain, key: bytes, associatedData: [UInt8](context.utf8))
    }
  }

  func open(_ sealed: [UInt8], for context: String) throws -> [UInt8] {
    try key.withBytes { bytes in
      try AES256GCM.open(sealed, key: bytes, associatedData: [UInt8](context.utf8))
    }
  }
}
