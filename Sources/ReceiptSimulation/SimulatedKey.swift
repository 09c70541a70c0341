import Foundation
import ReceiptRefresh

/// One key of the fleet and what happened to it.
struct SimulatedKey {
  var standing: ReceiptStanding
  var priority = RefreshPriority.usual
  /// Since when the current question is due.
  var due = Date.distantFuture
  /// Number of the plan in force; an older one in the queue no longer counts.
  var plan = 0
  /// While Apple is asked: like a leased job, it is left alone.
  var isUnderWay = false
  var successes: [Date] = []
  var bases: [(base: Date, since: Date)]

  init(key: Int, attestedAt: Date) {
    standing = ReceiptStanding(
      subject: Int64(key), attestedAt: attestedAt, createdAt: attestedAt,
      expiresAt: attestedAt.addingTimeInterval(90 * 86_400))
    bases = [(attestedAt, attestedAt)]
  }
}
