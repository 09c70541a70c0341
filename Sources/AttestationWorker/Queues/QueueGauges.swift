import JobQueue
import Telemetry

/// The depth of the receipts' queue, for alarms.
struct QueueGauges: Sendable {
  private let due: Gauge
  private let leased: Gauge
  private let discarded: Gauge
  private let oldest: Gauge

  init(_ metrics: Metrics) {
    due = metrics.gauge("assay_receipts_due", help: "Receipts that are due.")
    leased = metrics.gauge("assay_receipts_leased", help: "Receipts that are being asked about.")
    discarded = metrics.gauge("assay_receipts_waiting_for_a_person", help: "Receipts that are set aside.")
    oldest = metrics.gauge(
      "assay_receipts_oldest_due_age_seconds", help: "Seconds since the longest-waiting receipt fell due.")
  }

  func set(_ depth: QueueDepth) {
    due.set(Double(depth.due))
    leased.set(Double(depth.leased))
    discarded.set(Double(depth.discarded))
    oldest.set(depth.oldestDueAge)
  }
}
