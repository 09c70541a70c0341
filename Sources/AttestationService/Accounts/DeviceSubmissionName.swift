import Cryptography

/// What makes two requests for an account the same one: their `Idempotency-Key` and their content.
///
/// Without that header every request is one of its own, and a challenge that was used is used.
struct DeviceSubmissionName: Sendable {
  /// Under what the first answer is found.
  let keyHash: [UInt8]?
  /// The content of the request.
  let digest: [UInt8]
  /// What claims the challenge.
  let claim: [UInt8]
  private let idempotencyKey: String?

  init(app: Int64, attestation: DeviceAttestation?, idempotencyKey: String?) {
    self.idempotencyKey = idempotencyKey
    keyHash = idempotencyKey.map { SHA256.hash("device-account:\(app):\($0)") }
    digest = SHA256.hash(parts: [
      attestation?.keyID ?? [], SHA256.hash(attestation?.challenge ?? ""), SHA256.hash(attestation?.object ?? []),
    ])
    claim = keyHash.map { [digest] in SHA256.hash(parts: [$0, digest]) } ?? SecureRandom.bytes(32)
  }

  /// Seals the token for repeats. The key is the caller's header, which is not kept, so that the database alone does not
  /// open it.
  func seal(_ token: DeviceToken) throws -> [UInt8]? {
    try sealingKey.map { try AES256GCM.seal([UInt8](token.text.utf8), key: $0, associatedData: digest) }
  }

  /// Opens the token of the first answer.
  func open(_ sealed: [UInt8]) throws -> String {
    guard let sealingKey else { throw DamagedRecord("device_creations.sealed_token") }
    return String(decoding: try AES256GCM.open(sealed, key: sealingKey, associatedData: digest), as: UTF8.self)
  }

  private var sealingKey: [UInt8]? { idempotencyKey.map { SHA256.hash("device-token:\($0)") } }
}
