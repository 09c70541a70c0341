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
    messages = try arguments.value("--messages").map(Self.messages)
  }

  private static func messages(_ list: String) throws(UsageError) -> [Int64] {
    var numbers: [Int64] = []
    for name in list.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = DeadDelivery.number(of: String(name)) else {
        throw UsageError(
          "--messages has a word that is no message: \"\(name)\"", mend: "Say for example msg_1042,msg_1043.")
      }
      numbers.append(number)
    }
    return numbers
  }

  func run(_ console: Console) async throws -> ExitStatus {
    try await DatabaseAccess(arguments).withPool(console) { pool in
      let place = try await WebhookPlace.find(arguments, pool)
      let desk = WebhookDesk(pool: pool)
      try await requireDead(of: place, desk)
      let which = messages.map { "\($0.count) messages" } ?? "all messages that were given up"
      guard console.confirms("This sends \(which) of \(place.id) again.", arguments) else { return .refused }
      let count = try await desk.replay(place.id, deliveries: messages, tenant: place.tenant)
      console.write("\(count) messages are due.")
      return .success
    }
  }

  /// One name that is wrong stops all of them: half a replay would have to be sorted out by hand.
  private func requireDead(of place: WebhookPlace, _ desk: WebhookDesk) async throws {
    guard let messages else { return }
    let dead = try await desk.dead(messages, of: place.id, tenant: place.tenant)
    let others = Set(messages).subtracting(dead).sorted()
    guard others.isEmpty else {
      throw CommandFailure(
        """
        \(others.map(DeadDelivery.name(of:)).joined(separator: ", ")) was not given up by \(place.id); nothing is sent. \
        Say `assay webhook dead-letters` for a list.
        """)
    }
  }
}
