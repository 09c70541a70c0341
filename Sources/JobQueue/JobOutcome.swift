public import Foundation

/// How a held job ends.
public enum JobOutcome: Sendable, Equatable {
  /// Done; the job is gone.
  case complete
  /// Failed; again at an instant, and one attempt is spent.
  case retry(at: Date, error: String)
  /// Not now; again at an instant, and no attempt is spent.
  case snooze(until: Date)
  /// Given up; it stays visible until a person requeues it.
  case discard(error: String)
}
