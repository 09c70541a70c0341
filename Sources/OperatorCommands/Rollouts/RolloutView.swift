import AttestationService
import Foundation
import Pacing

/// The live view of one rollout: what changed from second to second, and the controller's last decisions.
struct RolloutView: Sendable {
  private var ratios: [Double] = []
  private var decisions: [String] = []
  private var last: RolloutRecord?
  private var perSecond = 0.0
  private static let bars = Array("▁▂▃▄▅▆▇█")

  mutating func add(_ record: RolloutRecord) {
    if let last {
      perSecond = Double(record.granted - last.granted)
      let throttled = Double(record.throttled - last.throttled)
      ratios.append(perSecond > 0 ? min(1, max(0, throttled / perSecond)) : 0)
    }
    if ratios.count > 40 { ratios.removeFirst() }
    if record.decision != last?.decision || record.pace != last?.pace {
      decisions.append(
        "\(Timestamp.format(record.decidedAt))  \(record.decision), \(RolloutRecord.short(record.pace.perSecond))/s")
      if decisions.count > 5 { decisions.removeFirst() }
    }
    last = record
  }

  /// The throttle ratio of the last seconds as bars; the fullest is all requests throttled.
  private var sparkline: String {
    String(ratios.map { Self.bars[min(Self.bars.count - 1, Int($0 * Double(Self.bars.count)))] })
  }

  func lines(_ record: RolloutRecord) -> [String] {
    let target = record.rollout.definition.population.map { "of \($0)" } ?? "no target"
    let left = record.daysLeft.map { "done in \(RolloutRecord.span(days: $0)) at this pace" } ?? "always on"
    return [
      "── \(record.name) (\(record.id)), \(record.rollout.definition.kind.rawValue): \(record.rollout.state.rawValue)"
        + (record.rollout.reason.map { " — \($0)" } ?? ""),
      "   share \(RolloutRecord.percent(record.rollout.share.fraction))   admitted \(record.granted)   "
        + "registered \(record.registered) \(target)   waiting \(record.waiting)",
      "   now \(RolloutRecord.short(perSecond))/s   pace \(RolloutRecord.short(record.pace.perSecond))/s   "
        + "ceiling \(RolloutRecord.short(record.rollout.ceiling.perSecond))/s   today \(record.usedToday)"
        + (record.dailyLimit.map { " of \($0)" } ?? ""),
      "   throttled \(sparkline) \(RolloutRecord.percent(ratios.last ?? 0))   \(left)",
    ] + decisions.map { "   \($0)" }
  }
}
