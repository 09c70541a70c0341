import AttestationService
import Pacing

/// The shapes of admissions and rollouts.
extension Schema {
  static let newRollout = object(
    [
      .required("name", text(description: "What people call it, 1 to 100 bytes.")),
      .required("kind", word(RolloutKind.allCases.map(\.rawValue), description: "What it is for.")),
      .required("rate_per_second", anything(description: "The planned pace, a number.")),
      .optional("population", integer(1...10_000_000_000, description: "About how many installations it means.")),
      .optional(
        "steps",
        list(
          object(
            [
              .required("share", anything(description: "Of all installations, above 0 and up to 1.")),
              .optional("soak_seconds", integer(0...158_112_000, description: "How long at least; 0 unless given.")),
              .optional("gate", word(["automatic", "manual"], description: "What opens the next; automatic.")),
            ], description: "A step."), description: "The ramp; without it the share follows the demand.")),
      .optional("minimum_seconds", integer(0...158_112_000, description: "Without steps: not sooner at the whole.")),
      .optional(
        "window",
        object(
          [
            .required("from", text(description: "HH:MM, UTC.")), .required("until", text(description: "HH:MM, UTC.")),
          ], description: "The minutes of each day in which it admits.")),
      .optional(
        "freezes",
        list(
          object(
            [.required("from", instant(description: "From.")), .required("until", instant(description: "Until."))],
            description: "A freeze."), description: "Times in which it does not admit.")),
      .optional("not_before", instant(description: "Not before this.")),
      .optional("not_after", instant(description: "Not at or after this.")),
      .optional(
        "recovery",
        object(
          [
            .required("cause", word(RecoveryTarget.Cause.allCases.map(\.rawValue), description: "What was lost.")),
            .optional("registered_from", instant(description: "Only those registered since.")),
            .optional("registered_until", instant(description: "Only those registered before.")),
            .optional(
              "installations",
              list(text(description: "An installation_id."), description: "Only these, up to 50,000.")),
          ], description: "Which installations a recovery means.")),
      .optional("dry_run", bool(description: "Only check it and say what it would do.")),
    ], description: "A rollout.")

  static let rolloutComponents: [(String, Schema)] = [
    ("Admission", admission), ("Rollout", rollout), ("RolloutEffect", effect),
    (
      "Rollouts",
      object([.required("rollouts", list(reference("Rollout"), description: "All."))], description: "Rollouts.")
    ),
    (
      "RolloutHistory",
      object([.required("events", list(historyEntry, description: "In order."))], description: "The history.")
    ),
  ]

  private static let admission = object(
    [
      .required("decision", word(["attest", "wait", "registered", "off"], description: "What to do.")),
      .optional("challenge", bytes(description: "With attest: the challenge.", maximum: 1_024)),
      .optional(
        "expires_at", instant(description: "With attest: until then the same key and hash may be tried again.")),
      .optional("expires_in", integer(0...172_800, description: "Seconds until then.")),
      .optional("retry_after_seconds", anything(description: "With wait: when to ask again, a number.")),
    ], description: "The answer.")

  private static let rollout = object(
    [
      .required("rollout_id", text(description: "Its number.")), .required("name", text(description: "Its name.")),
      .required("kind", word(RolloutKind.allCases.map(\.rawValue), description: "What it is for.")),
      .required("state", word(RolloutState.allCases.map(\.rawValue), description: "Where it stands.")),
      .required("share", anything(description: "The share that is let in, of 1.")),
      .required("pace_per_second", anything(description: "The pace in force.")),
      .required("ceiling_per_second", anything(description: "The operator's ceiling.")),
      .required("planned_per_second", anything(description: "The planned pace.")),
      .optional("population", integer(1...10_000_000_000, description: "About how many it means.")),
      .required("granted", integer(0...Int.max, description: "Slots given out.")),
      .required("registered", integer(0...Int.max, description: "Installations that came through.")),
      .required("refused", integer(0...Int.max, description: "Attestations refused.")),
      .required("no_shows", integer(0...Int.max, description: "Admissions that ran out.")),
      .required("throttled", integer(0...Int.max, description: "Reports of serverUnavailable.")),
      .required("waiting", integer(0...Int.max, description: "Who waits now.")),
      .required("decision", text(description: "The controller's last word.")),
      .optional("reason", text(description: "Why it is paused or was aborted.")),
      .optional("days_left", anything(description: "At the pace in force.")),
      .optional("confirmed", list(confirmation, description: "Replicas that have put the change in force.")),
      .optional("warning", text(description: "What to know before it is started.")),
    ], description: "A rollout.")

  private static let confirmation = object(
    [
      .required("replica", text(description: "Its name.")),
      .optional("seconds", anything(description: "How long it took; absent: not yet.")),
    ], description: "A live replica.")

  private static let effect = object(
    [
      .required("frozen", bool(description: "Whether the freeze holds.")),
      .required("confirmed", list(confirmation, description: "Replicas that have put it in force.")),
    ], description: "An effect.")

  private static let historyEntry = object(
    [
      .required("version", integer(1...Int.max, description: "Its place.")),
      .required("at", instant(description: "When.")),
      .required("type", text(description: "What.")), .required("by", text(description: "Who.")),
      .optional("reason", text(description: "Why.")), .optional("per_second", anything(description: "The pace.")),
      .optional("share", anything(description: "The share.")),
    ], description: "A change.")
}
