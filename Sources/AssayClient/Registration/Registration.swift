import Foundation

/// How a call for registration ended.
public enum Registration: Sendable, Equatable {
  /// The key stands and can sign.
  case registered(RegisteredKey)
  /// The device cannot attest. The server knows, and decides what the device may do.
  case unsupported
  /// The server has attestation switched off.
  case off
  /// Not now. Call again at this moment, best from a background task.
  case waiting(until: Date)
  /// The server refuses.
  case refused(ServerRefusal)
  /// The attestation service failed, and the key is dropped where the fault says so.
  case failed(DeviceCheckFault)
}

/// A key that the server has confirmed.
public struct RegisteredKey: Sendable, Equatable {
  /// The key's identifier.
  public let keyID: String
  /// The account token of the device API, where that is used.
  public let credential: String?

  /// A registered key.
  public init(keyID: String, credential: String?) {
    self.keyID = keyID
    self.credential = credential
  }
}
