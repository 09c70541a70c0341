import AttestationService
import EventStore

extension Operation {
  private static let types = Schema.list(
    .word(EventType.allCases.map(\.name), description: "A type of events."),
    description: "Only events of these types; all unless given.")

  private static func webhook(_ more: [Schema.Field] = []) -> Schema {
    .object(
      [
        .required("id", .text(description: "The webhook's name, whk_….")),
        .required("url", .text(description: "Where its messages go.")), .required("types", types),
        .required("created_at", .instant(description: "When it was added.")),
        .required("waiting", .integer(0...Int(Int32.max), description: "Messages that are not delivered yet.")),
        .required("dead", .integer(0...Int(Int32.max), description: "Messages that were given up.")),
      ] + more, description: "A webhook.")
  }

  static let addWebhook = Operation(
    id: "addWebhook", method: "POST", pattern: PathPattern("/v1/webhooks"),
    summary: "Have events sent to an https address, signed with HMAC-SHA-256 (Standard Webhooks).", scope: .manage,
    body: .object(
      [
        .required("url", .text(description: "An https address without credentials; no redirect is followed.")),
        .optional("types", types),
      ], description: "The webhook."),
    answers: [
      Answer(
        status: 201, description: "Added.",
        schema: webhook([.required("secret", .text(description: "What signs its messages; shown once."))]))
    ])

  static let listWebhooks = Operation(
    id: "listWebhooks", method: "GET", pattern: PathPattern("/v1/webhooks"), summary: "The tenant's webhooks.",
    scope: .manage,
    answers: [
      Answer(
        status: 200, description: "Found.",
        schema: .object(
          [.required("webhooks", .list(webhook(), description: "The webhooks."))], description: "Webhooks."))
    ])

  static let removeWebhook = Operation(
    id: "removeWebhook", method: "DELETE", pattern: PathPattern("/v1/webhooks/{webhook_id}"),
    summary: "Remove a webhook with all its messages.", scope: .manage,
    answers: [Answer(status: 204, description: "Removed.", schema: nil)], isIdempotencyKeyed: true)

  static let testWebhook = Operation(
    id: "testWebhook", method: "POST", pattern: PathPattern("/v1/webhooks/{webhook_id}/test"),
    summary: "Send a message without an event.", scope: .manage, body: .object([], description: "Nothing."),
    answers: [Answer(status: 202, description: "It will be sent.", schema: nil)], isIdempotencyKeyed: true)

  static let listDeadLetters = Operation(
    id: "listDeadLetters", method: "GET", pattern: PathPattern("/v1/webhooks/{webhook_id}/dead-letters"),
    summary: "The messages that were given up, the newest first.", scope: .manage,
    query: [
      Parameter(name: "limit", schema: .integer(1...1_000, description: "At most so many; 100 unless given."))
    ],
    answers: [
      Answer(
        status: 200, description: "Found.",
        schema: .object(
          [
            .required(
              "dead_letters",
              .list(
                .object(
                  [
                    .required("id", .text(description: "The message's name, msg_….")),
                    .required("type", .text(description: "The type of its event.")),
                    .required("attempts", .integer(0...1_000, description: "How often it was sent.")),
                    .required("answer", .text(description: "The last answer.")),
                    .required("created_at", .instant(description: "When it was made.")),
                    .required("given_up_at", .instant(description: "When it was given up.")),
                  ], description: "A message."), description: "The messages."))
          ], description: "Messages that were given up."))
    ])

  static let replayWebhook = Operation(
    id: "replayWebhook", method: "POST", pattern: PathPattern("/v1/webhooks/{webhook_id}/replay"),
    summary: "Send messages that were given up again, with all their attempts.", scope: .manage,
    body: .object(
      [
        .optional(
          "ids", .list(.text(description: "A message's name, msg_…."), description: "Which; all unless given."))
      ], description: "Which messages."),
    answers: [
      Answer(
        status: 200, description: "They are due.",
        schema: .object(
          [.required("replayed", .integer(0...Int(Int32.max), description: "How many."))], description: "The count."))
    ], isIdempotencyKeyed: true)

  static let webhooks = [addWebhook, listWebhooks, removeWebhook, testWebhook, listDeadLetters, replayWebhook]
}
