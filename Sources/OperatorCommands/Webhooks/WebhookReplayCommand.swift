import AttestationService

/// `assay webhook replay`: sends messages that were given up again.
struct WebhookReplayCommand: Command {
  static let name = "webhook replay"
  static let summary = "send messages that were given up again: all of a webhook's, or those named"
  static let syntax = CommandSyntax(
    WebhookPlace.webhookArgument, AppPlace.tenantArgument, .option("--messages", "LIST", "msg_…, with commas"),
    DatabaseAccess.argument, .yes)

  private let arguments: ParsedArguments
  private let messages: [Int64]?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    let names = arguments.value("--messages")?.split(separator: ",").map(String.init)
    messages = names?.compactMap(DeadDelivery.number(of:))
    guard messages?.count == names?.count else {
      throw UsageError("--messages has a word that is no message", mend: "Say for example msg_1042,msg_1043.")
    }
  }

  func run(_ console: Console) async throws -> ExitStatus {
    try await DatabaseAccess(arguments).withPool(console) { pool in
      let place = try await WebhookPlace.find(arguments, pool)
      let which = messages.map { "\($0.count) messages" } ?? "all messages that were given up"
      guard console.confirms("This sends \(which) of \(place.id) again.", arguments) else { return .refused }
      let count = try await WebhookDesk(pool: pool).replay(place.id, deliveries: messages, tenant: place.tenant)
      console.write("\(count) messages are due.")
      return .success
    }
  }
}
