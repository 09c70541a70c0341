import CBOR
public import Cryptography

/// The attested part of an attestation's authenticator data: parsed, not verified.
public struct AttestedCredentialData: Sendable {
  /// Which environment made the key.
  public let aaguid: [UInt8]
  /// The key identifier, as the authenticator states it.
  public let credentialID: [UInt8]
  /// The public key, as the authenticator states it.
  public let publicKey: P256PublicKey

  /// Where the COSE key starts: after the fixed part, the AAGUID, the length and the identifier.
  private static let keyOffset = 87

  /// Parses the whole of an attestation's authenticator data.
  static func parse(
    _ bytes: [UInt8]
  ) throws(AuthenticatorDataError) -> (AuthenticatorData, AttestedCredentialData) {
    guard bytes.count > keyOffset else { throw .tooShort }
    guard bytes[53] == 0, bytes[54] == 32 else { throw .credentialIDLength }
    guard let (cose, length) = try? CBOR.decodePrefix(bytes[keyOffset...]), let key = publicKey(cose) else {
      throw .key
    }
    let attested = AttestedCredentialData(
      aaguid: Array(bytes[37..<53]), credentialID: Array(bytes[55..<87]), publicKey: key)
    return (try AuthenticatorData(bytes, extensionsAt: keyOffset + length), attested)
  }

  /// A COSE EC2 key (RFC 9053 §7.1.1): exactly kty 2, alg -7, crv 1, and both coordinates.
  private static func publicKey(_ cose: CBORValue) -> P256PublicKey? {
    guard cose.mapValue?.count == 5, cose[.integer(1)] == .integer(2), cose[.integer(3)] == .integer(-7),
      cose[.integer(-1)] == .integer(1), let x = cose[.integer(-2)]?.bytesValue, x.count == 32,
      let y = cose[.integer(-3)]?.bytesValue, y.count == 32
    else { return nil }
    return try? P256PublicKey(x963: [0x04] + x + y)
  }
}
