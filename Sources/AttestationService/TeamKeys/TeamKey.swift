public import Cryptography

/// A team's key for Apple's services, in clear: it lives in memory only, where it is used.
public struct TeamKey: Sendable {
  /// The team.
  public let team: String
  /// Apple's name for the key.
  public let keyID: String
  /// The key.
  public let key: P256PrivateKey

  /// Checks what a tenant uploads: ten-letter names, PKCS#8, P-256.
  public init(team: String, keyID: String, pem: String) throws(TeamKeyError) {
    guard Self.isName(team) else { throw .badTeam }
    guard Self.isName(keyID) else { throw .badKeyID }
    guard !PEM.decode(pem, label: "PRIVATE KEY").isEmpty else { throw .notPKCS8 }
    self.team = team
    self.keyID = keyID
    do {
      key = try P256PrivateKey(pkcs8PEM: pem)
    } catch {
      // A key on another curve is still a key: tell the two mistakes apart.
      throw Self.isOtherKey(pem) ? .wrongCurve : .notPKCS8
    }
  }

  private static func isName(_ text: String) -> Bool {
    text.utf8.count == 10 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
  }

  /// PrivateKeyInfo (RFC 5958 §2): a SEQUENCE whose algorithm names a key type, here id-ecPublicKey or rsaEncryption.
  private static func isOtherKey(_ pem: String) -> Bool {
    if (try? P384PrivateKey(pkcs8PEM: pem)) != nil { return true }
    let der = PEM.decode(pem, label: "PRIVATE KEY").first ?? []
    let types = ["1.2.840.10045.2.1", "1.2.840.113549.1.1.1", "1.3.101.112"].map(DEREncoder.objectIdentifier)
    return der.first == 0x30 && types.contains { Array(der.prefix(40)).firstRange(of: $0) != nil }
  }
}
