import AttestationService
import EventStore

/// `assay events read`: a page of a tenant's feed, or of one stream.
struct EventsReadCommand: Command {
  static let name = "events read"
  static let summary = "read a tenant's events, from a cursor or of one stream"
  static let syntax = CommandSyntax(
    AppPlace.tenantArgument, .option("--after", "CURSOR", "begin behind this cursor"),
    .option("--stream", "NUMBER", "only this entity's events"), .option("--type", "NAME", "only events of this type"),
    .option("--limit", "N", "at most so many; 100 unless given"), DatabaseAccess.argument, .json)

  private let arguments: ParsedArguments
  private let question: EventQuestion
  private let stream: Int64?
  private let limit: Int

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    question = try EventQuestion(arguments)
    stream = try arguments.integer("--stream", in: 1...Int64.max)
    limit = try arguments.integer("--limit", in: 1...10_000) ?? 100
  }

  func run(_ console: Console) async throws -> ExitStatus {
    let events = try await DatabaseAccess(arguments).withPool(console) { pool in
      let tenant = try await TenantAdministration(pool: pool).find(try arguments.required("--tenant")).tenant
      let feed = EventFeed(pool: pool)
      if let stream { return try await feed.read(tenant: tenant, stream: stream, after: 0, limit: limit) }
      return try await feed.read(tenant: tenant, after: question.after, limit: limit, type: question.type)
    }
    if arguments.flag("--json") {
      console.write(JSONValue.object([("events", .array(try events.map { try $0.json }))]).text)
    } else {
      for event in events { console.write(event.line) }
      if let last = events.last { console.complain("Read on with --after \(last.cursor.text)") }
    }
    return .success
  }
}
