import AttestationService

extension Operation {
  private static let teamKey = Schema.object(
    [
      .required("team_id", .text(description: "The team, ten characters.")),
      .required("key_id", .text(description: "Apple's name for the key, ten characters.")),
      .required("added_at", .instant(description: "When it was added.")),
      .optional("refused_since", .instant(description: "Since when Apple refuses it.")),
    ], description: "A team's key: never the key itself.")

  static let addTeamKey = Operation(
    id: "addTeamKey", method: "POST", pattern: PathPattern("/v1/team-keys"),
    summary: "Store a team's .p8 key for Apple's services. It is sealed at once; only the worker can open it.",
    scope: .manage,
    body: .object(
      [
        .required("team_id", .text(description: "Ten capital letters and digits.", pattern: "^[A-Z0-9]{10}$")),
        .required("key_id", .text(description: "Ten capital letters and digits.", pattern: "^[A-Z0-9]{10}$")),
        .required("private_key", .text(description: "The text of the .p8 file: a P-256 key in PKCS#8.")),
      ], description: "The key."),
    answers: [Answer(status: 201, description: "Stored.", schema: teamKey)])

  static let listTeamKeys = Operation(
    id: "listTeamKeys", method: "GET", pattern: PathPattern("/v1/team-keys"), summary: "The tenant's team keys.",
    scope: .manage,
    answers: [
      Answer(
        status: 200, description: "Found.",
        schema: .object(
          [.required("team_keys", .list(teamKey, description: "The keys."))], description: "Team keys."))
    ])

  static let removeTeamKey = Operation(
    id: "removeTeamKey", method: "DELETE", pattern: PathPattern("/v1/team-keys/{team_id}/{key_id}"),
    summary: "Remove a team's key. Workers stop using it within a minute.", scope: .manage,
    answers: [Answer(status: 204, description: "Removed.", schema: nil)], isIdempotencyKeyed: true)

  static let teamKeys = [addTeamKey, listTeamKeys, removeTeamKey]
}
