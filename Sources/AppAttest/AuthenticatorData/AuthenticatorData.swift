/// The fixed part of authenticator data (WebAuthn §6.1) with Apple's extensions: parsed, not verified.
public struct AuthenticatorData: Sendable {
  /// The bytes as received: what is hashed and signed.
  public let bytes: [UInt8]
  /// SHA-256 of the App ID.
  public let rpIDHash: [UInt8]
  /// The flags. Apple sets AT (0x40) even where no attested data follows, and ED (0x80) only in some releases, so
  /// what follows is always found by the bytes that remain.
  public let flags: UInt8
  /// The sign counter.
  public let counter: UInt32
  /// The extensions; nil when no bytes remain for them.
  public let extensions: AuthenticatorExtensions?

  /// The length of the fixed part: hash, flags, counter.
  static let fixedLength = 37

  /// Takes the fixed part, and extensions from `offset` on.
  init(_ bytes: [UInt8], extensionsAt offset: Int) throws(AuthenticatorDataError) {
    guard bytes.count >= AuthenticatorData.fixedLength, offset <= bytes.count else { throw .tooShort }
    self.bytes = bytes
    rpIDHash = Array(bytes[0..<32])
    flags = bytes[32]
    counter = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
    extensions = offset == bytes.count ? nil : try AuthenticatorExtensions(parsing: bytes[offset...])
  }
}

/// Why bytes are not authenticator data.
public enum AuthenticatorDataError: Error, Equatable, Sendable {
  /// They end inside the fixed layout.
  case tooShort
  /// The credential identifier is not 32 bytes long.
  case credentialIDLength
  /// The key is not a COSE EC2 key on P-256.
  case key
  /// What remains is not exactly one map of extensions.
  case extensions
}
