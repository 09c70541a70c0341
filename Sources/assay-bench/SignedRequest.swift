import AppAttest
import AppleLab
import Cryptography
import Foundation

/// One assertion of a simulated device of the newest shape, with everything that its verification needs.
struct SignedRequest {
  let assertion: [UInt8]
  let clientDataHash: [UInt8]
  let publicKey: P256PublicKey
  let record: SignedAssertion.KeyRecord
  let policy = ExtensionPolicy(categories: .notJudged)

  init() throws {
    let appID = "BENCH12345.com.example.load"
    let device = LabDevice(authorities: try LabAuthorities.create(at: Date()), appID: appID, shape: .ios27)
    var key = try device.generateKey()
    clientDataHash = SHA256.hash(Array("a request".utf8))
    assertion = try device.generateAssertion(&key, clientDataHash: clientDataHash)
    publicKey = try P256PublicKey(x963: key.privateKey.x963)
    record = SignedAssertion.KeyRecord(
      rpIDHash: SHA256.hash(Array(appID.utf8)), counter: 0, environment: .production, mustShowExtensions: true)
  }

  /// All that the core does for one signed request: parse, signature, app, counter, extensions.
  func verify() throws {
    let parsed = try Assertion(parsing: assertion)
    try parsed.verifySignature(clientDataHash: clientDataHash, publicKey: publicKey).judge(record, policy: policy)
  }

  /// The signature check alone, on a nonce that is there already.
  func bareCheck() throws -> () -> Bool {
    let parsed = try Assertion(parsing: assertion)
    let digest = SHA256.hash(SHA256.hash(parsed.authenticatorData.bytes, clientDataHash))
    let (signature, key) = (parsed.signature, publicKey)
    return { key.isValidSignature(signature, forDigest: digest) }
  }
}
