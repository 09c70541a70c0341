import AttestationService
import Foundation
import Pacing
import Postgres

/// The live page: the views of the rollouts that are looked at, and what stands in the way of all of them.
struct RolloutPage: Sendable {
  private var views: [Int64: RolloutView] = [:]
  private var order: [Int64] = []
  private var notice: String?
  private var loss: (since: Date, error: String)?

  /// Takes what was read at an instant of the database's clock.
  mutating func saw(_ records: [RolloutRecord], notice: String?, at now: Microseconds) {
    for record in records { views[record.id, default: RolloutView()].add(record, at: now) }
    order = records.map(\.id)
    self.notice = notice
    loss = nil
  }

  /// The database did not answer: what it said last stays, and how old that is.
  mutating func lost(_ error: PostgresError) {
    let reason = error.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    loss = (loss?.since ?? Date(), ShownText.of(reason))
  }

  /// The page for a screen of this width.
  func lines(columns: Int) -> [String] {
    let outage = loss.map {
      "NO DATABASE since \(Timestamp.format($0.since)): what stands below is older. Trying again. \($0.error)"
    }
    let lines = order.flatMap { views[$0]?.lines(columns: columns) ?? [] }
    let notices = [outage, notice].compactMap { $0 }.flatMap { FieldFlow.sentence($0, columns: columns) }
    return notices + (lines.isEmpty ? ["No rollout lets in, or may yet."] : lines)
  }
}
