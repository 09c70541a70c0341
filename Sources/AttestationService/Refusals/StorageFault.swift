import Postgres

/// What callers are told when the database fails.
public enum StorageFault {
  /// A fault that passes for a database that is away or busy; nil for any other error.
  public static func refusal(for error: any Error) -> Refusal? {
    if let refusal = error as? Refusal { return refusal }
    guard let error = error as? PostgresError else { return nil }
    return error.isRetryable || error.isPoolExhausted || error == .poolClosed ? .storageUnavailable : nil
  }
}
