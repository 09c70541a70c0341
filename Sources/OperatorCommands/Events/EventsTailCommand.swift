import AttestationService
import EventStore

/// `assay events tail`: follows a tenant's feed until it is interrupted.
struct EventsTailCommand: Command {
  static let name = "events tail"
  static let summary = "follow a tenant's events until interrupted"
  static let syntax = CommandSyntax(
    AppPlace.tenantArgument, .option("--after", "CURSOR", "begin behind this cursor; else with what comes next"),
    .option("--type", "NAME", "only events of this type"), DatabaseAccess.argument,
    .flag("--json", "print one JSON object on each line"))

  private static let pause: Duration = .milliseconds(500)
  private let arguments: ParsedArguments
  private let question: EventQuestion

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    question = try EventQuestion(arguments)
  }

  func run(_ console: Console) async throws -> ExitStatus {
    try await DatabaseAccess(arguments).withPool(console) { pool in
      let tenant = try await TenantAdministration(pool: pool).find(try arguments.required("--tenant")).tenant
      let feed = EventFeed(pool: pool)
      var cursor = question.after
      if arguments.value("--after") == nil { cursor = try await Self.end(of: feed, tenant, from: cursor) }
      while !Task.isCancelled {
        let events = try await feed.read(tenant: tenant, after: cursor, limit: 1_000, type: question.type)
        for event in events { console.write(try show(event)) }
        cursor = events.last?.cursor ?? cursor
        if events.isEmpty { try await Task.sleep(for: Self.pause) }
      }
    }
    return .success
  }

  private func show(_ event: RecordedEvent) throws -> String {
    guard arguments.flag("--json") else { return event.line }
    return try event.json.text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }.joined(separator: " ")
  }

  /// The place behind everything that is there.
  private static func end(of feed: EventFeed, _ tenant: Int64, from start: FeedCursor) async throws -> FeedCursor {
    var cursor = start
    while let last = try await feed.read(tenant: tenant, after: cursor, limit: 10_000).last { cursor = last.cursor }
    return cursor
  }
}
