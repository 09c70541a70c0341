import Cryptography

/// The authenticator data of either object (WebAuthn §6.1, as App Attest bends it).
struct AuthenticatorDataPlan {
  var rpIDHash: [UInt8]
  var flags: UInt8
  var counter: UInt32
  /// AAGUID, credential id and key: attestations only.
  var credential: Credential?
  /// The encoded extension map, or whatever a fault puts at the end.
  var tail: [UInt8]
  /// How many bytes are cut off the end.
  var cut = 0

  /// The attested credential data.
  struct Credential {
    var aaguid: [UInt8]
    var identifier: [UInt8]
    var key: COSEKey

    var encoded: [UInt8] {
      aaguid + CBORWriter.bigEndian(UInt16(identifier.count)) + identifier + key.encoded
    }
  }

  var encoded: [UInt8] {
    let whole = rpIDHash + [flags] + CBORWriter.bigEndian(counter) + (credential?.encoded ?? []) + tail
    return whole.dropLast(cut)
  }
}
