import Cryptography

/// An app on a simulated device: the part that needs no Apple, since assertions are made on the device alone.
public struct LabApp: Sendable {
  /// `TEAMID.bundle.id`; on a Mac the team and the signing identifier.
  public let appID: String
  /// The system it runs on.
  public let shape: LabShape
  /// Its CFBundleVersion.
  public let bundleVersion: String
  private let rpIDHash: [UInt8]

  /// An app.
  public init(appID: String, shape: LabShape, bundleVersion: String = "2701") {
    self.appID = appID
    self.shape = shape
    self.bundleVersion = bundleVersion
    rpIDHash = SHA256.hash(appID)
  }

  /// Signs a client data hash with an attested key and raises its counter.
  public func generateAssertion(
    _ key: inout LabKey, clientDataHash: [UInt8], fault: LabFault? = nil
  ) throws -> [UInt8] {
    key.counter &+= 1
    var plan = plan(for: key, clientDataHash: clientDataHash)
    try fault?.prepare(&plan)
    plan.authenticatorData.tail = plan.extensionMap?.encoded ?? []
    fault?.alter(&plan.authenticatorData, map: plan.extensionMap)
    let data = plan.authenticatorData.encoded
    let nonce = SHA256.hash(data, plan.clientDataHash)
    // A device signs the nonce as a message: SHA-256 is applied to it once more.
    var parts = AssertionParts(signature: try plan.key.signature(for: nonce), authenticatorData: data)
    try fault?.finish(&parts, plan)
    var object = parts.encoded
    fault?.alter(&object, parts)
    return object
  }

  /// Signs as above, with the costly part of the signature made ahead: for load generators.
  public func generateAssertion(
    _ key: inout LabKey, clientDataHash: [UInt8], nonce: P256SignatureNonce
  ) throws -> [UInt8] {
    key.counter &+= 1
    var plan = plan(for: key, clientDataHash: clientDataHash)
    plan.authenticatorData.tail = plan.extensionMap?.encoded ?? []
    let data = plan.authenticatorData.encoded
    let message = SHA256.hash(data, plan.clientDataHash)
    let signature = try plan.key.signature(for: message, nonce: nonce)
    return AssertionParts(signature: signature, authenticatorData: data).encoded
  }

  func authenticatorData(counter: UInt32) -> AuthenticatorDataPlan {
    AuthenticatorDataPlan(
      rpIDHash: rpIDHash, flags: shape.traits.flags, counter: counter, credential: nil, tail: [])
  }

  var extensionMap: ExtensionMap? {
    shape.traits.hasExtensionMap ? ExtensionMap(shape.traits, bundleVersion: bundleVersion) : nil
  }

  private func plan(for key: LabKey, clientDataHash: [UInt8]) -> AssertionPlan {
    AssertionPlan(
      authenticatorData: authenticatorData(counter: key.counter), extensionMap: extensionMap,
      clientDataHash: clientDataHash, key: key.privateKey)
  }
}
