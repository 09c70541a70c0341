/// What Apple's answer to a ``DeviceBitsCall`` means.
public enum DeviceBitsAnswer: Sendable, Equatable {
  /// The bits of the device.
  case bits(TwoBits)
  /// The team has never set bits for this device.
  case neverSet
  /// The bits are set.
  case updated
  /// Apple refuses the call.
  case refused(DeviceBitsRefusal)
  /// Apple is throttling or in trouble; the same call may succeed in a moment.
  case unavailable(status: Int, retryAfterSeconds: Int?)
  /// An answer that Apple does not document.
  case unknown(status: Int)
}

/// Why Apple refuses a call.
public enum DeviceBitsRefusal: String, Sendable, CaseIterable {
  /// The device token is malformed, used up, too old, or of the other environment.
  case deviceToken = "device_token_refused"
  /// The bits are malformed.
  case bits = "device_bits_malformed"
  /// The timestamp is malformed or too far off.
  case timestamp = "device_bits_timestamp_refused"
  /// The team key or the token made with it is refused.
  case teamKey = "team_key_refused"
  /// The request is malformed in another way.
  case payload = "device_bits_payload_refused"
  /// The team may not use the service.
  case forbidden = "device_bits_forbidden"
}
