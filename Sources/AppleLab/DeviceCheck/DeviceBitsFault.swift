/// One way in which the lab's two-bit service can misbehave.
public enum DeviceBitsFault: Sendable, Equatable {
  /// A status with a body and, where given, `Retry-After` in seconds; nothing is done.
  case status(Int, body: String, retryAfter: Int?)
  /// The work is done, and no answer is sent.
  case silence
  /// The work is done, and the answer takes so many seconds.
  case delay(Double)
}
