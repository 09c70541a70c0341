import AttestationService

/// `assay webhook dead-letters`: the messages of a webhook that were given up.
struct WebhookDeadLettersCommand: Command {
  static let name = "webhook dead-letters"
  static let summary = "list the messages of a webhook that were given up"
  static let syntax = CommandSyntax(
    WebhookPlace.webhookArgument, AppPlace.tenantArgument, .option("--limit", "N", "at most so many; 100 unless given"),
    DatabaseAccess.argument, .json)

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitStatus {
    let limit = try arguments.integer("--limit", in: 1...100_000) ?? 100
    let dead = try await DatabaseAccess(arguments).withPool(console) { pool in
      let place = try await WebhookPlace.find(arguments, pool)
      return try await WebhookDesk(pool: pool).deadDeliveries(of: place.id, tenant: place.tenant, limit: limit)
    }
    CommandOutput(console, arguments).show(
      "dead_letters", ["MESSAGE", "TYPE", "ATTEMPTS", "ANSWER", "GIVEN UP"],
      dead.map { letter in
        (
          [letter.name, letter.type, String(letter.attempts), letter.answer, Timestamp.format(letter.endedAt)],
          .object([
            ("id", .string(letter.name)), ("type", .string(letter.type)),
            ("attempts", .integer(Int64(letter.attempts))),
            ("answer", .string(letter.answer)), ("created_at", .instant(letter.createdAt)),
            ("given_up_at", .instant(letter.endedAt)),
          ])
        )
      })
    return .success
  }
}
