import AttestationService
import Foundation
import Pacing

extension RolloutRecord {
  var properties: [(name: String, value: String)] {
    let definition = rollout.definition
    var lines = [
      ("rollout", "\(id)"), ("name", name), ("kind", definition.kind.rawValue), ("state", rollout.state.rawValue),
      ("share", Self.percent(rollout.share.fraction)),
      ("pace", "\(Self.short(pace.perSecond)) of \(Self.short(rollout.ceiling.perSecond)) a second"),
      ("target", definition.population.map(String.init) ?? "everybody who comes"),
      ("admitted", "\(granted)"), ("registered", "\(registered)"), ("waiting", "\(waiting)"),
      ("throttled", "\(throttled)"), ("refused", "\(refused)"), ("no-shows", "\(noShows)"),
      ("used today", "\(usedToday)" + (dailyLimit.map { " of \($0)" } ?? "")),
      ("controller", "\(decision), \(Timestamp.format(decidedAt))"),
    ]
    if let reason = rollout.reason { lines.append(("reason", reason)) }
    if let daysLeft { lines.append(("time left", Self.span(days: daysLeft))) }
    return lines.map { (name: $0.0, value: $0.1) }
  }

  var json: JSONValue {
    .object([
      ("rollout_id", .string(String(id))), ("name", .string(name)),
      ("kind", .string(rollout.definition.kind.rawValue)), ("state", .string(rollout.state.rawValue)),
      ("share_parts_per_billion", .integer(rollout.share.parts)), ("pace_milli", .integer(pace.milli)),
      ("ceiling_milli", .integer(rollout.ceiling.milli)), ("population", JSONValue(rollout.definition.population)),
      ("granted", .integer(granted)), ("registered", .integer(registered)), ("waiting", .integer(waiting)),
      ("throttled", .integer(throttled)), ("refused", .integer(refused)), ("no_shows", .integer(noShows)),
      ("decision", .string(decision)), ("reason", JSONValue(rollout.reason)), ("revision", .integer(revision)),
    ])
  }

  static func percent(_ fraction: Double) -> String { String(format: "%.4g %%", fraction * 100) }
  /// The next percentage of two decimals that is not below it.
  static func percent(_ fraction: Double, roundedUp: Bool) -> String {
    percent(roundedUp ? (fraction * 10_000).rounded(.up) / 10_000 : fraction)
  }
  /// A span in the unit that on-call would say it in.
  static func span(days: Double) -> String {
    switch days * 86_400 {
    case ..<120: "\(Int((days * 86_400).rounded())) s"
    case ..<7_200: "\(Int((days * 1_440).rounded())) min"
    case ..<172_800: "\(short(days * 24)) h"
    default: "\(short(days)) days"
    }
  }

  static func short(_ value: Double) -> String { String(format: "%.4g", value) }
}

extension RolloutAdministration.Confirmation {
  /// One line for on-call.
  var line: String {
    seconds.map { "  \(replica): in force after \(String(format: "%.2f", $0)) s" } ?? "  \(replica): NOT YET in force"
  }
}
