import AttestationService

/// The calls about Apple's two bits.
extension Operation {
  private static let token = Schema.bytes(
    description: "What DCDevice.generateToken made; it serves for seconds.", maximum: Limits.deviceToken)
  private static let environment = Schema.word(
    DeviceEnvironment.allCases.map(\.rawValue),
    description: "Whose devices: development for builds from Xcode; production unless given.")

  static let queryDeviceBits = Operation(
    id: "queryDeviceBits", method: "POST", pattern: PathPattern("/v1/apps/{app_id}/device-bits/query"),
    summary: "Ask Apple for the two bits of a device. All apps of the team share them.", scope: .verify,
    body: .object(
      [.required("device_token", token), .optional("environment", environment)], description: "Which device."),
    bodyLimit: Limits.base64(Limits.deviceToken) + envelope, answers: [.found("DeviceBits")])

  static let updateDeviceBits = Operation(
    id: "updateDeviceBits", method: "POST", pattern: PathPattern("/v1/apps/{app_id}/device-bits/update"),
    summary: "Set one or both bits of a device, for all apps of the team. The last writer wins.", scope: .verify,
    body: .object(
      [
        .required("device_token", token), .optional("environment", environment),
        .optional("bit0", .bool(description: "The first bit; left as it is unless given.")),
        .optional("bit1", .bool(description: "The second bit; left as it is unless given.")),
      ], description: "Which device, and its bits."),
    bodyLimit: Limits.base64(Limits.deviceToken) + envelope,
    answers: [Answer(status: 204, description: "Apple has set them.", schema: nil)], isIdempotencyKeyed: true)

  static let deviceBits = [queryDeviceBits, updateDeviceBits]
}

extension Schema {
  static let deviceBits = object(
    [
      .required(
        "state", word(["set", "never_set"], description: "Whether the team has ever set bits for the device.")),
      .optional("bit0", bool(description: "The first bit; absent when never set.")),
      .optional("bit1", bool(description: "The second bit; absent when never set.")),
      .optional("last_update", text(description: "The month of the last change, YYYY-MM; Apple keeps no finer time.")),
    ], description: "The two bits of a device.")
}
