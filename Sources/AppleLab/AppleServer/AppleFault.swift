/// One way in which the simulated Apple can misbehave.
public enum AppleFault: Sendable, Equatable {
  /// A status with a body and, where given, `Retry-After` in seconds.
  case status(Int, body: String, retryAfter: Int?)
  /// Seconds of waiting before an answer that is right otherwise.
  case delay(Double)
  /// Half the body, then a reset of the stream.
  case halfBody
  /// Half the body, then the end of the connection.
  case cutConnection
  /// No answer at all.
  case silence
  /// A body of so many bytes.
  case oversize(Int)
  /// A redirect.
  case redirect(String)
  /// A receipt with one of the lab's faults.
  case receipt(LabFault)
  /// A receipt created so many seconds before the present.
  case olderReceipt(Double)
  /// The very receipt that was sent.
  case sameReceipt
  /// A fraction of the creation time with so many digits, none to six.
  case fractionDigits(Int)
  /// A receipt with this metric, whatever the device's history says.
  case metric(Int)
  /// A receipt with definite lengths.
  case definiteLengths
  /// A body that is no Base64.
  case notBase64
  /// An empty body.
  case emptyBody
}
