import AppleLab
import AssayClient
import Cryptography
import Foundation

/// The lab's device in the place of Apple's service.
public actor LabAttestationProvider: AttestationProvider {
  private let device: LabDevice
  private let clock: @Sendable () -> Date
  private var keys: [String: LabKey] = [:]
  private var attested: Set<String> = []

  /// Whether the device can attest.
  public let isSupported: Bool

  /// A device with one app on it.
  public init(device: LabDevice, isSupported: Bool = true, clock: @escaping @Sendable () -> Date = { Date() }) {
    self.device = device
    self.isSupported = isSupported
    self.clock = clock
  }

  /// How many keys the device has made: one for each account, or the client is at fault.
  public var keyCount: Int { keys.count }

  /// Makes a key.
  public func generateKey() throws -> String {
    let key = try device.generateKey()
    let keyID = Base64.encode(key.keyID)
    keys[keyID] = key
    return keyID
  }

  /// Attests a key; a second time is refused, as Apple does.
  public func attestKey(_ keyID: String, clientDataHash: Data) throws -> Data {
    guard let key = keys[keyID], attested.insert(keyID).inserted else { throw DeviceCheckFault.invalidKey }
    return Data(try device.attest(key, clientDataHash: [UInt8](clientDataHash), at: clock()).object)
  }

  /// Signs with an attested key.
  public func generateAssertion(_ keyID: String, clientDataHash: Data) throws -> Data {
    guard attested.contains(keyID), var key = keys[keyID] else { throw DeviceCheckFault.invalidKey }
    defer { keys[keyID] = key }
    return Data(try device.generateAssertion(&key, clientDataHash: [UInt8](clientDataHash)))
  }
}
