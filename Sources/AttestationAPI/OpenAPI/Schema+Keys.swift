import AttestationService

/// The shapes of keys and of what was learned with them.
extension Schema {
  static let key = object(
    [
      .required("key_id", bytes(description: "The key's identifier.", maximum: 32)),
      .required("app_id", text(description: "The app.")),
      .required("account_id", accountID),
      .optional("device_id", text(description: "As given at registration.")),
      .required("state", word(KeyStatus.allCases.map(\.rawValue), description: "Whether it may sign.")),
      .required("environment", word(DeviceEnvironment.allCases.map(\.rawValue), description: "Apple's environment.")),
      .required("counter", integer(0...4_294_967_295, description: "The highest accepted counter.")),
      .required("registered_at", instant(description: "When it was registered.")),
      .optional("revoked_at", instant(description: "When it was revoked.")),
      .optional("revocation_reason", text(description: "Why.")),
      .required("signals", signals),
    ], description: "A registered key.")

  static let signals = object(
    [
      .optional("validation_category", integer(0...Int(UInt32.max), description: "As the device showed it.")),
      .optional("bundle_version", text(description: "As the device showed it.")),
      .required("extensions_shown", bool(description: "Whether the device showed its extensions.")),
      .optional(
        "receipt",
        object(
          [
            .required("verdict", word(["accepted", "refused", "missing"], description: "The receipt's own verdict.")),
            .optional("code", text(description: "Why it was refused.")),
          ], description: "Only for registrations.")),
      .required("lab", bool(description: "True when lab roots were accepted for this key: never a real device.")),
    ], description: "What the device showed besides its proof.")
}
