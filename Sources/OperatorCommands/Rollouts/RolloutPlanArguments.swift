import AppAttest
import AttestationService
import Foundation
import Pacing

/// The plan of a rollout as it is typed; `create` and `plan` share it.
enum RolloutPlanArguments {
  static let all: [CommandSyntax.Argument] = [
    .option("--name", "TEXT", "what people call it", required: true),
    .option("--kind", "KIND", "first_rollout, recovery or surge", required: true),
    .option("--rate", "N", "the planned pace, requests a second", required: true),
    .option("--population", "N", "about how many installations it means; not for a surge"),
    .option("--ramp", "STEPS", "like 1%:3600,10%:3600!,100% — share, soak seconds, ! for a manual gate"),
    .option("--minimum-seconds", "N", "without --ramp: not sooner at the whole"),
    .option("--window", "HH:MM-HH:MM", "the minutes of each day (UTC) in which it admits"),
    .option("--freeze", "FROM/UNTIL", "a time in which it does not admit", repeats: true),
    .option("--not-before", "RFC3339", "not before this"), .option("--not-after", "RFC3339", "not at or after this"),
    .option("--cause", "CAUSE", "a recovery's: keys_lost or receipts_lost"),
    .option("--registered-from", "RFC3339", "a recovery's: only those registered since"),
    .option("--registered-until", "RFC3339", "a recovery's: only those registered before"),
    .option("--installations", "FILE", "a recovery's: only these, an installation_id on each line"),
  ]

  static func plan(_ arguments: ParsedArguments, _ console: Console) throws -> RolloutAdministration.Plan {
    guard let kind = RolloutKind(rawValue: try arguments.required("--kind")) else {
      throw UsageError("--kind is not known", mend: "Say first_rollout, recovery or surge.")
    }
    guard try arguments.required("--name").contains(where: { !$0.isWhitespace }) else {
      throw UsageError("--name is empty", mend: "Say what people shall call the rollout.")
    }
    let population = try arguments.integer("--population", in: Int64(1)...100_000_000_000)
    if kind == .first, population == nil {
      throw UsageError("--population is missing", mend: "Say about how many installations the rollout means.")
    }
    let ramp = RampPlan(
      shape: try shape(arguments, kind), window: try window(arguments), freezes: try freezes(arguments),
      notBefore: try instant("--not-before", arguments), notAfter: try instant("--not-after", arguments))
    var plan = RolloutAdministration.Plan(
      name: try arguments.required("--name"),
      definition: RolloutDefinition(
        kind: kind, ramp: ramp, plannedRate: try rate(try arguments.required("--rate")), population: population))
    if kind == .recovery { try addRecovery(to: &plan, arguments, console) }
    return plan
  }

  static func rate(_ text: String) throws(UsageError) -> PaceRate {
    guard let rate = Double(text), (0...1_000_000).contains(rate) else {
      throw UsageError("the rate is not a pace: \(text)", mend: "Give requests a second, such as 60.")
    }
    return PaceRate(perSecond: rate)
  }

  private static func shape(_ arguments: ParsedArguments, _ kind: RolloutKind) throws(UsageError) -> RampShape {
    guard let text = arguments.value("--ramp") else {
      if kind == .surge { return .everybody }
      return .continuous(seconds: try arguments.integer("--minimum-seconds", in: Int64(0)...158_112_000) ?? 0)
    }
    guard kind != .surge else { throw UsageError("a surge has no ramp", mend: "Leave out --ramp.") }
    var steps: [RampStep] = []
    for part in text.split(separator: ",") { steps.append(try step(String(part))) }
    return .steps(steps)
  }

  private static func step(_ text: String) throws(UsageError) -> RampStep {
    let isManual = text.hasSuffix("!")
    let parts = (isManual ? String(text.dropLast()) : text).split(separator: ":")
    guard let share = parts.first.flatMap({ Double($0.replacing("%", with: "")) }), (0...100).contains(share),
      let soak = parts.count > 1 ? Int64(parts[1]) : 0, parts.count <= 2
    else { throw UsageError("a step of --ramp cannot be read: \(text)", mend: "Write it like 10%:3600 or 10%:3600!") }
    return RampStep(
      share: Share(fraction: share / 100), soakSeconds: soak, gate: isManual ? .manual : .automatic)
  }

  private static func window(_ arguments: ParsedArguments) throws(UsageError) -> DailyWindow? {
    guard let text = arguments.value("--window") else { return nil }
    let minutes = text.split(separator: "-").compactMap { part -> Int? in
      let numbers = part.split(separator: ":").compactMap { Int($0) }
      guard numbers.count == 2, (0...59).contains(numbers[1]) else { return nil }
      return numbers[0] * 60 + numbers[1]
    }
    guard minutes.count == 2 else {
      throw UsageError("--window cannot be read: \(text)", mend: "Write it like 08:00-20:00, in UTC.")
    }
    return DailyWindow(fromMinute: minutes[0], untilMinute: minutes[1])
  }

  private static func freezes(_ arguments: ParsedArguments) throws(UsageError) -> [ChangeFreeze] {
    var freezes: [ChangeFreeze] = []
    for text in arguments.values("--freeze") {
      let parts = text.split(separator: "/").compactMap { RFC3339.parse(String($0)) }
      guard parts.count == 2 else {
        throw UsageError("--freeze cannot be read: \(text)", mend: "Write two instants with / between them.")
      }
      freezes.append(
        ChangeFreeze(
          from: .seconds(parts[0].timeIntervalSince1970), until: .seconds(parts[1].timeIntervalSince1970)))
    }
    return freezes
  }

  private static func instant(_ name: String, _ arguments: ParsedArguments) throws(UsageError) -> Microseconds? {
    guard arguments.value(name) != nil else { return nil }
    return .seconds(try arguments.instant(name).timeIntervalSince1970)
  }

  private static func addRecovery(
    to plan: inout RolloutAdministration.Plan, _ arguments: ParsedArguments, _ console: Console
  ) throws {
    guard let cause = RecoveryTarget.Cause(rawValue: arguments.value("--cause") ?? "") else {
      throw UsageError("--cause is missing", mend: "Say keys_lost or receipts_lost.")
    }
    if let file = arguments.value("--installations") {
      let text = String(decoding: try console.read(file), as: UTF8.self)
      plan.installations = text.split(whereSeparator: \.isNewline).map(String.init)
    }
    plan.target = RecoveryTarget(
      cause: cause, registeredFrom: try instant("--registered-from", arguments),
      registeredUntil: try instant("--registered-until", arguments),
      isListed: arguments.value("--installations") != nil)
  }
}
