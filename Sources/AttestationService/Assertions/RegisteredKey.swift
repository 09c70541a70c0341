import Cryptography
import Foundation

/// What never changes of a registered key: enough to check a signature without the database.
public struct RegisteredKey: Sendable {
  /// The entity's number.
  public let key: Int64
  public let keyID: [UInt8]
  public let account: String
  public let device: String?
  public let environment: DeviceEnvironment
  public let registeredAt: Date
  public let isLab: Bool
  let publicKey: P256PublicKey
}
