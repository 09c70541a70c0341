import DeviceBits

/// Refusals of calls about the two bits.
extension Refusal {
  /// No worker came to the call in time. Apple has not heard of it.
  public static let deviceBitsNotAsked = passing(
    "device_bits_not_asked", "Apple was not asked in time; nothing has changed.", seconds: 2)

  /// What the caller is told of an outcome that is none of the answers it hoped for.
  static func deviceBits(_ outcome: DeviceBitsOutcome, isUpdate: Bool) -> Refusal {
    switch outcome {
    case .unusableKey(let code): credential(code, "The team's key for Apple is missing or cannot be used.")
    case .answered(.refused(let refusal)): refused(refusal)
    case .answered(.unavailable(_, let seconds)):
      passing("apple_unavailable", "Apple's service does not answer now.", seconds: seconds ?? 5)
    case .answered where !isUpdate, .unreachable where !isUpdate:
      passing("apple_unavailable", "Apple's service gave no answer that can be read.", seconds: 5)
    case .answered, .unreachable:
      passing(
        "device_bits_outcome_unknown", "Apple may have set the bits or not: ask for them, or set them again.",
        seconds: 5)
    }
  }

  private static func refused(_ refusal: DeviceBitsRefusal) -> Refusal {
    switch refusal {
    case .deviceToken:
      Refusal(
        refusal.rawValue, stage: .application, category: .invalid, next: .fixRequest,
        title: "Apple refuses the device's token: let the app make a new one.", pointer: "/device_token")
    case .teamKey, .forbidden: credential(refusal.rawValue, "Apple refuses the team's key for this service.")
    case .bits, .payload, .timestamp:
      // What was sent is ours: neither the tenant nor the device is to blame.
      passing(refusal.rawValue, "Apple did not take the call.", seconds: 30)
    }
  }

  private static func credential(_ code: String, _ title: String) -> Refusal {
    Refusal(code, stage: .application, category: .conflict, next: .fixRequest, title: title)
  }

  private static func passing(_ code: String, _ title: String, seconds: Int) -> Refusal {
    Refusal(
      code, stage: .service, category: .unavailable, next: .wait, title: title,
      retryAfterSeconds: min(max(1, seconds), 3_600))
  }
}
