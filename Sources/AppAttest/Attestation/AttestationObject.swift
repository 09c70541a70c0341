import CBOR
import Cryptography

/// An attestation object as parsed: nothing in it is verified.
public struct AttestationObject: Sendable {
  /// The credential certificate and the intermediate, each in DER.
  public let certificates: [[UInt8]]
  /// The fraud receipt: a CMS message in BER.
  public let receipt: [UInt8]
  /// The authenticator data.
  public let authenticatorData: AuthenticatorData
  /// The attested part of the authenticator data.
  public let credential: AttestedCredentialData

  /// The most bytes of an object: real ones have less than 7 KB.
  public static let sizeLimit = 32 * 1024

  /// Parses an object of exactly the documented shape.
  public init(parsing bytes: [UInt8]) throws(AttestationRefusal) {
    guard bytes.count <= AttestationObject.sizeLimit else { throw .tooLarge }
    let root = try AttestationObject.decode(bytes)
    guard let format = root["fmt"]?.textValue else { throw .wrongShape }
    guard format == "apple-appattest" else { throw .wrongFormat }
    guard root.mapValue?.count == 3, let statement = root["attStmt"], statement.mapValue?.count == 2,
      let chain = statement["x5c"]?.arrayValue, let receipt = statement["receipt"]?.bytesValue,
      let data = root["authData"]?.bytesValue
    else { throw .wrongShape }
    certificates = try AttestationObject.certificates(chain)
    self.receipt = receipt
    (authenticatorData, credential) = try AttestationObject.parse(data)
    guard authenticatorData.flags & 0x7F == 0x40 else { throw .unexpectedFlags }
  }

  /// The nonce that the leaf must hold for a client data hash (Apple's steps 2 and 3).
  public func nonce(clientDataHash: [UInt8]) -> [UInt8] {
    SHA256.hash(authenticatorData.bytes, clientDataHash)
  }

  private static func decode(_ bytes: [UInt8]) throws(AttestationRefusal) -> CBORValue {
    do { return try CBOR.decode(bytes, limits: CBORLimits(bytes: sizeLimit, depth: 4, items: 32)) } catch {
      throw .notCBOR
    }
  }

  private static func certificates(_ items: [CBORValue]) throws(AttestationRefusal) -> [[UInt8]] {
    let certificates = items.compactMap(\.bytesValue)
    guard certificates.count == items.count else { throw .wrongShape }
    guard certificates.count == 2 else { throw .wrongCertificateCount }
    return certificates
  }

  private static func parse(
    _ data: [UInt8]
  ) throws(AttestationRefusal) -> (AuthenticatorData, AttestedCredentialData) {
    do { return try AttestedCredentialData.parse(data) } catch {
      throw error == .extensions ? .extensionsMalformed : .authenticatorDataMalformed
    }
  }
}
