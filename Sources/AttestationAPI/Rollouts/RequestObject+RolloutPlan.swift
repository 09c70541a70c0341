import AttestationService
import Pacing

extension RequestObject {
  /// The plan of a new rollout.
  func rolloutPlan() throws(Refusal) -> RolloutAdministration.Plan {
    let kind: RolloutKind = try word("kind")
    let population = try optionalInteger("population", in: 1...10_000_000_000).map(Int64.init)
    if kind == .first, population == nil { throw .missingField(pointer("population")) }
    let ramp = RampPlan(
      shape: try shape(kind), window: try window(), freezes: try freezes(),
      notBefore: try optionalInstant("not_before"),
      notAfter: try optionalInstant("not_after"))
    var plan = RolloutAdministration.Plan(
      name: try text("name", bytes: 1...100),
      definition: RolloutDefinition(
        kind: kind, ramp: ramp, plannedRate: try pace("rate_per_second"), population: population))
    try addRecovery(to: &plan)
    return plan
  }

  private func shape(_ kind: RolloutKind) throws(Refusal) -> RampShape {
    guard let steps = try objects("steps", fields: ["share", "soak_seconds", "gate"]) else {
      if kind == .surge { return .everybody }
      return .continuous(seconds: Int64(try optionalInteger("minimum_seconds", in: 0...158_112_000) ?? 0))
    }
    guard kind != .surge else { throw .contradictoryFields(pointer("steps"), "A surge has no ramp, only a pace.") }
    var ramp: [RampStep] = []
    for step in steps {
      let share = try step.number("share")
      guard share > 0, share <= 1 else {
        throw .invalidField(step.pointer("share"), "A share is above 0 and at most 1.")
      }
      let gate = try step.optionalText("gate", bytes: 1...16) ?? "automatic"
      guard let gate = RampStep.Gate(rawValue: gate) else {
        throw .invalidField(step.pointer("gate"), "The field must be one of: automatic, manual.")
      }
      let soak = try step.optionalInteger("soak_seconds", in: 0...158_112_000) ?? 0
      ramp.append(RampStep(share: Share(fraction: share), soakSeconds: Int64(soak), gate: gate))
    }
    return .steps(ramp)
  }

  private func window() throws(Refusal) -> DailyWindow? {
    guard let window = try object("window", fields: ["from", "until"]) else { return nil }
    return DailyWindow(fromMinute: try window.minute("from"), untilMinute: try window.minute("until"))
  }

  private func minute(_ name: String) throws(Refusal) -> Int {
    let parts = try text(name, bytes: 5...5).split(separator: ":").compactMap { Int($0) }
    guard parts.count == 2, (0...24).contains(parts[0]), (0...59).contains(parts[1]), parts[0] * 60 + parts[1] <= 1440
    else { throw .invalidField(pointer(name), "The field must be HH:MM, in UTC.") }
    return parts[0] * 60 + parts[1]
  }

  private func freezes() throws(Refusal) -> [ChangeFreeze] {
    var freezes: [ChangeFreeze] = []
    for freeze in try objects("freezes", fields: ["from", "until"]) ?? [] {
      guard let from = try freeze.optionalInstant("from") else { throw .missingField(freeze.pointer("from")) }
      guard let until = try freeze.optionalInstant("until") else { throw .missingField(freeze.pointer("until")) }
      freezes.append(ChangeFreeze(from: from, until: until))
    }
    return freezes
  }

  private func addRecovery(to plan: inout RolloutAdministration.Plan) throws(Refusal) {
    let fields = ["cause", "registered_from", "registered_until", "installations"]
    let recovery = try object("recovery", fields: fields)
    guard plan.definition.kind == .recovery else {
      if recovery != nil { throw .contradictoryFields(pointer("recovery"), "Only a recovery has this.") }
      return
    }
    guard let recovery else { throw .missingField(pointer("recovery")) }
    let list = try recovery.texts("installations", atMost: 50_000)
    plan.installations = list ?? []
    plan.target = RecoveryTarget(
      cause: try recovery.word("cause"), registeredFrom: try recovery.optionalInstant("registered_from"),
      registeredUntil: try recovery.optionalInstant("registered_until"), isListed: list != nil)
  }
}
