extension AppleFault {
  /// A fault from its name and number as the control port takes them, for example `status` and `503`.
  public init?(name: String, number: Double?, text: String?) {
    switch name {
    case "status": self = .status(Int(number ?? 500), body: text ?? "", retryAfter: nil)
    case "throttle": self = .status(429, body: "", retryAfter: number.map { Int($0) })
    case "delay": self = .delay(number ?? 1)
    case "half_body": self = .halfBody
    case "cut_connection": self = .cutConnection
    case "silence": self = .silence
    case "oversize": self = .oversize(Int(number ?? 100_000))
    case "redirect": self = .redirect(text ?? "https://example.com/")
    case "older_receipt": self = .olderReceipt(number ?? 3_600)
    case "same_receipt": self = .sameReceipt
    case "fraction_digits": self = .fractionDigits(Int(number ?? 2))
    case "metric": self = .metric(Int(number ?? 1))
    case "definite_lengths": self = .definiteLengths
    case "not_base64": self = .notBase64
    case "empty_body": self = .emptyBody
    default:
      guard let fault = LabFault(rawValue: name) else { return nil }
      self = .receipt(fault)
    }
  }
}
