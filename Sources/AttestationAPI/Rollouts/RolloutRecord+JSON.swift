import AttestationService
import Pacing

extension RolloutRecord {
  /// The warning that stands beside every recovery.
  static let recoveryWarning =
    "An attested key cannot be attested again: every installation makes a new key, which raises its device's metric."

  func json(confirmed: [RolloutAdministration.Confirmation]?) -> JSONValue {
    let definition = rollout.definition
    var members = [
      JSONMember("rollout_id", .text(String(id))), JSONMember("name", .text(name)),
      JSONMember("kind", .text(definition.kind.rawValue)), JSONMember("state", .text(rollout.state.rawValue)),
      JSONMember("share", .number(rollout.share.fraction)), JSONMember("pace_per_second", .number(pace.perSecond)),
      JSONMember("ceiling_per_second", .number(rollout.ceiling.perSecond)),
      JSONMember("planned_per_second", .number(definition.plannedRate.perSecond)),
      JSONMember("granted", .integer(granted)), JSONMember("registered", .integer(registered)),
      JSONMember("refused", .integer(refused)), JSONMember("no_shows", .integer(noShows)),
      JSONMember("throttled", .integer(throttled)), JSONMember("waiting", .integer(waiting)),
      JSONMember("decision", .text(decision)),
    ]
    if let population = definition.population { members.append(JSONMember("population", .integer(population))) }
    if let reason = rollout.reason { members.append(JSONMember("reason", .text(reason))) }
    if let daysLeft { members.append(JSONMember("days_left", .number(daysLeft))) }
    if definition.kind == .recovery { members.append(JSONMember("warning", .text(Self.recoveryWarning))) }
    if let confirmed { members.append(JSONMember("confirmed", .array(confirmed.map(\.json)))) }
    return .object(members)
  }
}

extension RolloutAdministration.Confirmation {
  var json: JSONValue {
    .object([JSONMember("replica", .text(replica))] + (seconds.map { [JSONMember("seconds", .number($0))] } ?? []))
  }
}

extension RecordedRolloutEvent {
  var json: JSONValue {
    var members = [
      JSONMember("version", .integer(version)), JSONMember("at", .instant(at)), JSONMember("type", .text(event.type)),
      JSONMember("by", .text(by)),
    ]
    if let reason { members.append(JSONMember("reason", .text(reason))) }
    switch event {
    case .rateSet(let rate, _), .paceChanged(let rate, _):
      members.append(JSONMember("per_second", .number(rate.perSecond)))
    case .shareGrew(let progress): members.append(JSONMember("share", .number(progress.share.fraction)))
    default: break
    }
    return .object(members)
  }
}

extension RolloutForecast {
  var json: JSONValue {
    .object([
      JSONMember("days", days.map { .number($0) } ?? .null),
      JSONMember("peak_per_second", .integer(Int64(peakPerSecond))),
      JSONMember("daily_limit", .integer(dailyLimit)),
      JSONMember(
        "rows",
        .array(
          rows.map {
            .object([
              JSONMember("day", .number($0.day)), JSONMember("share", .number($0.share)),
              JSONMember("admitted", .integer($0.admitted)),
            ])
          })),
    ])
  }
}
