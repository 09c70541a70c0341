import AssayClient
import Cryptography
import Foundation

/// A device whose attestation service does what the test says, and that holds to Apple's rules otherwise: a key is attested
/// once, only attested keys sign, counters rise.
actor ScriptedDevice: AttestationProvider {
  private struct Key {
    var isAttested = false
    var counter: UInt32 = 0
  }

  struct Attestation: Equatable {
    let keyID: String
    let hash: Data
  }

  private var keys: [String: Key] = [:]
  private var faults: [any Error] = []
  private(set) var generated: [String] = []
  private(set) var attestations: [Attestation] = []
  private(set) var assertions = 0

  nonisolated let supported: Bool

  init(supported: Bool = true) {
    self.supported = supported
  }

  var isSupported: Bool { supported }

  /// The next calls fail with these, one each.
  func fail(with errors: (any Error)...) {
    faults += errors
  }

  /// The key is gone, as after a reinstallation.
  func lose(_ keyID: String) {
    keys[keyID] = nil
  }

  func generateKey() throws -> String {
    try failIfScripted()
    let keyID = Base64.encode(SecureRandom.bytes(32))
    keys[keyID] = Key()
    generated.append(keyID)
    return keyID
  }

  func attestKey(_ keyID: String, clientDataHash: Data) throws -> Data {
    attestations.append(Attestation(keyID: keyID, hash: clientDataHash))
    try failIfScripted()
    guard keys[keyID]?.isAttested == false else { throw DeviceCheckFault.invalidKey }
    keys[keyID]?.isAttested = true
    return Data("attestation of \(keyID) over ".utf8) + clientDataHash
  }

  /// The counter, the hash: enough for a server that trusts its test.
  func generateAssertion(_ keyID: String, clientDataHash: Data) throws -> Data {
    try failIfScripted()
    guard keys[keyID]?.isAttested == true else { throw DeviceCheckFault.invalidKey }
    keys[keyID]?.counter += 1
    assertions += 1
    return Data("\(keys[keyID]?.counter ?? 0) ".utf8) + clientDataHash
  }

  private func failIfScripted() throws {
    if !faults.isEmpty { throw faults.removeFirst() }
  }
}
