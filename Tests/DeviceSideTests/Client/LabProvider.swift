import AppleLab
import AssayClient
import Cryptography
import Foundation

/// The lab's device in the place of Apple's service.
actor LabProvider: AttestationProvider {
  private let device: LabDevice
  private var keys: [String: LabKey] = [:]
  private var attested: Set<String> = []
  private var faults: [AssayClient.DeviceCheckFault] = []
  private(set) var hashes: [Data] = []

  let isSupported = true

  init(device: LabDevice) {
    self.device = device
  }

  var keyCount: Int { keys.count }

  /// The next attestations fail with these, one each.
  func fail(with faults: AssayClient.DeviceCheckFault...) {
    self.faults += faults
  }

  func generateKey() throws -> String {
    let key = try device.generateKey()
    let keyID = Base64.encode(key.keyID)
    keys[keyID] = key
    return keyID
  }

  func attestKey(_ keyID: String, clientDataHash: Data) throws -> Data {
    hashes.append(clientDataHash)
    if !faults.isEmpty { throw faults.removeFirst() }
    guard let key = keys[keyID], attested.insert(keyID).inserted else {
      throw AssayClient.DeviceCheckFault.invalidKey
    }
    return Data(try device.attest(key, clientDataHash: [UInt8](clientDataHash), at: Date()).object)
  }

  func generateAssertion(_ keyID: String, clientDataHash: Data) throws -> Data {
    guard attested.contains(keyID), var key = keys[keyID] else { throw AssayClient.DeviceCheckFault.invalidKey }
    defer { keys[keyID] = key }
    return Data(try device.generateAssertion(&key, clientDataHash: [UInt8](clientDataHash)))
  }
}
