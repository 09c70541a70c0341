import AttestationService
import Foundation
import Pacing

/// The live view of one rollout: what changed from second to second, and the controller's last decisions.
struct RolloutView: Sendable {
  private static let bars = Array("▁▂▃▄▅▆▇█")
  /// After this time without a word the controller counts as away, and only a trickle passes.
  private static let patience: Microseconds = 5 * .second

  private var ratios: [Double] = []
  private var decisions: [String] = []
  private var last: (record: RolloutRecord, at: Microseconds)?
  private var perSecond = 0.0

  /// Adds what stands at an instant of the database's clock.
  mutating func add(_ record: RolloutRecord, at now: Microseconds) {
    if let last, now > last.at {
      let granted = Double(record.granted - last.record.granted)
      let throttled = Double(record.throttled - last.record.throttled)
      perSecond = max(0, granted / (now - last.at).inSeconds)
      ratios.append(granted > 0 ? min(1, max(0, throttled / granted)) : 0)
    }
    if ratios.count > 40 { ratios.removeFirst() }
    if record.decision != last?.record.decision || record.pace != last?.record.pace {
      let time = Timestamp.format(record.decidedAt).dropFirst("2026-01-01T".count).prefix("00:00:00".count)
      decisions.append("\(time)  \(record.decision), \(RolloutRecord.short(record.pace.perSecond))/s")
      if decisions.count > 5 { decisions.removeFirst() }
    }
    last = (record, now)
  }

  /// The view of what was added last, for a screen of this width.
  func lines(columns: Int) -> [String] {
    guard let (record, now) = last else { return [] }
    let rollout = record.rollout
    let kind = "\(rollout.definition.kind.rawValue): \(rollout.state.rawValue)"
    let title = "── \(ShownText.of(record.name)) (\(record.id)), \(kind)"
    let reason = rollout.reason.map { ", \(ShownText.of($0))" } ?? ""
    let throttling = ["throttled \(RolloutRecord.percent(ratios.last ?? 0)) \(sparkline)", left(record)]
    var lines = FieldFlow.sentence(title + reason, columns: columns)
    for fields in [counts(record), paces(record), throttling] {
      lines += FieldFlow.lines(fields, columns: columns)
    }
    for sentence in silence(record, now) { lines += FieldFlow.sentence(sentence, columns: columns) }
    lines.append("   the controller's last decisions:")
    lines += decisions.map { "     \($0)" }
    return lines
  }

  /// The throttle ratio of the last seconds as bars; the fullest is all requests throttled.
  private var sparkline: String {
    String(ratios.map { Self.bars[min(Self.bars.count - 1, Int($0 * Double(Self.bars.count)))] })
  }

  private func counts(_ record: RolloutRecord) -> [String] {
    [
      "target \(record.rollout.definition.population.map(String.init) ?? "everybody")",
      "share \(RolloutRecord.percent(record.rollout.share.fraction))", "admitted \(record.granted)",
      "registered \(record.registered)", "waiting \(record.waiting)", "refused \(record.refused)",
      "no-shows \(record.noShows)",
    ]
  }

  private func paces(_ record: RolloutRecord) -> [String] {
    [
      "now \(RolloutRecord.short(perSecond))/s", "pace \(RolloutRecord.short(record.pace.perSecond))/s",
      "ceiling \(RolloutRecord.short(record.rollout.ceiling.perSecond))/s",
      "budget \(RolloutRecord.short(record.hardLimit.perSecond))/s",
      "today \(record.usedToday)" + (record.dailyLimit.map { " of \($0)" } ?? ""),
    ]
  }

  private func left(_ record: RolloutRecord) -> String {
    switch record.rollout.state {
    case .draft: "not started"
    case .paused: "nobody is let in until it is resumed"
    case .aborted: "given up"
    case .completed: "done; newcomers are still let in"
    case .running where record.rollout.progress.waitsForPerson: "waits for a person: open the next step with `step`"
    case .running: record.daysLeft.map { "done in \(RolloutRecord.span(days: $0)) at this pace" } ?? "always on"
    }
  }

  private func silence(_ record: RolloutRecord, _ now: Microseconds) -> [String] {
    let silent = now - .seconds(record.decidedAt.timeIntervalSince1970)
    guard record.rollout.state == .running, silent > Self.patience else { return [] }
    return ["NO CONTROLLER for \(Int(silent.inSeconds)) s: one request a second passes. Is a worker running?"]
  }
}
