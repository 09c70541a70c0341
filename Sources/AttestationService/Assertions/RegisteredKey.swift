import Cryptography
import Foundation

/// What never changes of a registered key: enough to check a signature without the database.
public final class RegisteredKey: Sendable {
  /// The entity's number.
  public let key: Int64
  public let keyID: [UInt8]
  public let account: String
  public let device: String?
  public let environment: DeviceEnvironment
  public let registeredAt: Date
  public let isLab: Bool
  let publicKey: P256PublicKey

  init(
    key: Int64, keyID: [UInt8], account: String, device: String?, environment: DeviceEnvironment, registeredAt: Date,
    isLab: Bool, publicKey: P256PublicKey
  ) {
    self.key = key
    self.keyID = keyID
    self.account = account
    self.device = device
    self.environment = environment
    self.registeredAt = registeredAt
    self.isLab = isLab
    self.publicKey = publicKey
  }
}
