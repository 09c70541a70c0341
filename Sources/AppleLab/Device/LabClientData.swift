import Cryptography

/// The client data that a simulated app makes of a challenge: a JSON object that holds it.
public enum LabClientData {
  /// The bytes, right or wrong in one way.
  public static func make(challenge: [UInt8], fault: LabFault? = nil) -> [UInt8] {
    let other = SecureRandom.bytes(challenge.count)
    let text =
      switch fault {
      case .clientDataMalformed: "{\"challenge\":"
      case .challengeMissing: "{\"action\":\"read\"}"
      case .challengeWrong: "{\"challenge\":\"\(Base64.encode(other))\"}"
      default: "{\"action\":\"read\",\"challenge\":\"\(Base64.encode(challenge))\"}"
      }
    return [UInt8](text.utf8)
  }
}
