import AttestationService
import Pacing

/// The calls about admissions and rollouts.
extension Operation {
  private static let place = "/v1/apps/{app_id}/rollouts/{rollout_id}"
  private static let reason = Schema.text(description: "Why, 1 to 500 bytes; it stands in the history.")

  static let admit = Operation(
    id: "admit", method: "POST", pattern: PathPattern("/v1/apps/{app_id}/admissions"),
    summary: "Ask whether an installation may attest now. The answer may take a second: it comes when its slot does.",
    scope: .verify,
    body: .object(
      [
        .required("installation_id", .text(description: "The tenant's name of the installation, 1 to 128 bytes.")),
        .optional("account_id", Schema.accountID),
        .required("supported", .bool(description: "What isSupported says on the device.")),
        .optional("last_error", .text(description: "The last attempt's error, such as serverUnavailable.")),
      ], description: "Who asks."),
    answers: [.found("Admission")], isHot: true)

  static let createRollout = Operation(
    id: "createRollout", method: "POST", pattern: PathPattern("/v1/apps/{app_id}/rollouts"),
    summary: "Write a rollout down as a draft, or with dry_run only check it.", scope: .rollout,
    body: Schema.newRollout, bodyLimit: 4_194_304, answers: [.created("Rollout")], isIdempotencyKeyed: true)

  static let listRollouts = Operation(
    id: "listRollouts", method: "GET", pattern: PathPattern("/v1/apps/{app_id}/rollouts"),
    summary: "The rollouts of an app.", scope: .rollout, answers: [.found("Rollouts")])

  static let getRollout = Operation(
    id: "getRollout", method: "GET", pattern: PathPattern(place), summary: "One rollout.", scope: .rollout,
    answers: [.found("Rollout")])

  static let rolloutHistory = Operation(
    id: "rolloutHistory", method: "GET", pattern: PathPattern(place + "/history"),
    summary: "Who changed the rollout, when and why.", scope: .rollout, answers: [.found("RolloutHistory")])

  static let startRollout = command("start", "Let installations in.", [])
  static let pauseRollout = command("pause", "Let nobody in; the share is kept.", [.optional("reason", reason)])
  static let resumeRollout = command("resume", "Go on after a pause.", [])
  static let abortRollout = command("abort", "Give the rollout up; its share is void.", [.required("reason", reason)])
  static let stepRollout = command("step", "Open the next step of the ramp.", [])
  static let rateRollout = command(
    "rate", "Set the pace at most; above the plan it needs a reason.",
    [
      .required("per_second", .anything(description: "Requests a second, a number.")), .optional("reason", reason),
    ])

  static let freezeRollouts = Operation(
    id: "freezeRollouts", method: "POST", pattern: PathPattern("/v1/rollouts/freeze"),
    summary: "Stop all rollouts of the tenant.", scope: .rollout,
    body: .object([.optional("reason", reason)], description: "Why."), answers: [.found("RolloutEffect")],
    isIdempotencyKeyed: true)

  static let unfreezeRollouts = Operation(
    id: "unfreezeRollouts", method: "POST", pattern: PathPattern("/v1/rollouts/unfreeze"),
    summary: "Let the tenant's rollouts go on.", scope: .rollout,
    body: .object([.required("reason", reason)], description: "Why."), answers: [.found("RolloutEffect")],
    isIdempotencyKeyed: true)

  private static func command(_ word: String, _ summary: String, _ fields: [Schema.Field]) -> Operation {
    Operation(
      id: word + "Rollout", method: "POST", pattern: PathPattern(place + "/" + word), summary: summary, scope: .rollout,
      body: .object(fields, description: "What the command needs."), answers: [.found("Rollout")],
      isIdempotencyKeyed: true)
  }

  static let rollouts = [
    admit, createRollout, listRollouts, getRollout, rolloutHistory, startRollout, pauseRollout, resumeRollout,
    abortRollout, stepRollout, rateRollout, freezeRollouts, unfreezeRollouts,
  ]
}
