import Cryptography

/// Everything an assertion is made of; a fault changes it before it is signed and encoded.
struct AssertionPlan {
  var authenticatorData: AuthenticatorDataPlan
  var extensionMap: ExtensionMap?
  var clientDataHash: [UInt8]
  /// The key that signs.
  var key: P256PrivateKey
}
