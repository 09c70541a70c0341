/// Faults of ours. They are never reported as a refusal of the key.
extension Refusal {
  /// More requests wait than the service works off in time.
  public static let overloaded = fault("overloaded", .capacity, "Too many requests wait; come back in a moment.")

  /// The request's deadline passed before it was its turn. Nothing was recorded for it.
  public static let deadlineExceeded = fault("deadline_exceeded", .capacity, "The request waited longer than its deadline.")

  /// The database does not answer.
  public static let storageUnavailable = fault("storage_unavailable", .storage, "The service cannot record anything now.")

  /// The service is stopping.
  public static let stopping = fault("stopping", .service, "This replica is stopping; ask another one.")

  /// Something nobody foresaw; the log has the correlation id.
  public static let internalFault = Refusal(
    "internal_fault", stage: .service, category: .internalFault, next: .wait, title: "The service failed.",
    retryAfterSeconds: 5)

  private static func fault(_ code: String, _ stage: Stage, _ title: String) -> Refusal {
    Refusal(code, stage: stage, category: .unavailable, next: .wait, title: title, retryAfterSeconds: 1)
  }
}
