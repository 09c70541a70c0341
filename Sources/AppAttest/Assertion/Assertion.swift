import CBOR
public import Cryptography

/// An assertion as parsed: nothing in it is verified.
public struct Assertion: Sendable {
  /// The signature, in DER.
  public let signature: [UInt8]
  /// The authenticator data. Apple sets AT although no attested data ever follow: what remains after the fixed 37
  /// bytes is the extension map or nothing.
  public let authenticatorData: AuthenticatorData

  /// The most bytes of an object: real ones have less than 250.
  public static let sizeLimit = 8 * 1024

  /// Parses an object of exactly the documented shape.
  public init(parsing bytes: [UInt8]) throws(AssertionRefusal) {
    guard bytes.count <= Assertion.sizeLimit else { throw .tooLarge }
    guard let root = try? CBOR.decode(bytes, limits: Assertion.limits) else { throw .notCBOR }
    guard root.mapValue?.count == 2, let signature = root["signature"]?.bytesValue,
      let data = root["authenticatorData"]?.bytesValue
    else { throw .wrongShape }
    self.signature = signature
    do {
      authenticatorData = try AuthenticatorData(data, extensionsAt: min(data.count, AuthenticatorData.fixedLength))
    } catch {
      throw error == .extensions ? .extensionsMalformed : .authenticatorDataMalformed
    }
  }

  private static let limits = CBORLimits(bytes: sizeLimit, depth: 2, items: 8)

  /// Steps 1 to 3: verifies the signature over the nonce with the registered key.
  ///
  /// ECDSA with SHA-256 hashes its message, and the message is the nonce: SHA-256 is applied twice.
  public func verifySignature(
    clientDataHash: [UInt8], publicKey: P256PublicKey
  ) throws(AssertionRefusal) -> SignedAssertion {
    guard clientDataHash.count >= 16 else { throw .clientDataHashTooShort }
    let nonce = SHA256.hash(authenticatorData.bytes, clientDataHash)
    guard publicKey.isValidSignature(signature, for: nonce) else { throw .signatureInvalid }
    return SignedAssertion(authenticatorData: authenticatorData)
  }
}
