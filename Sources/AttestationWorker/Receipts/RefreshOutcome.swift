import AttestationService
import Foundation
import JobQueue

/// What became of one claimed job.
enum RefreshOutcome: Sendable {
  /// Asked, or settled without asking: to be stored.
  case result(ReceiptResult)
  /// Not asked now.
  case snooze(until: Date)
  /// There is nothing left to ask about.
  case gone
}
