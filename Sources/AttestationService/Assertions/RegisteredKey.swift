import Cryptography
import Foundation

/// What never changes of a registered key: enough to check a signature without the database.
public final class RegisteredKey: Sendable {
  /// The entity's number.
  public let key: Int64
  /// The key's identifier, 32 bytes.
  public let keyID: [UInt8]
  /// The tenant's own name of the account.
  public let account: String
  /// The tenant's own name of the device, if it gave one.
  public let device: String?
  /// Apple's environment.
  public let environment: DeviceEnvironment
  /// When it was registered.
  public let registeredAt: Date
  /// Lab roots were accepted for it.
  public let isLab: Bool
  let publicKey: P256PublicKey
  /// SHA-256 of the App ID that it was attested for; nil for a key that was registered before that was kept.
  let relyingPartyHash: [UInt8]?

  init(
    key: Int64, keyID: [UInt8], account: String, device: String?, environment: DeviceEnvironment, registeredAt: Date,
    isLab: Bool, publicKey: P256PublicKey, attestedAppID: String?
  ) {
    self.key = key
    self.keyID = keyID
    self.account = account
    self.device = device
    self.environment = environment
    self.registeredAt = registeredAt
    self.isLab = isLab
    self.publicKey = publicKey
    relyingPartyHash = attestedAppID.map { SHA256.hash($0) }
  }
}
