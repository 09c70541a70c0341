import AttestationService

/// `assay webhook remove`: removes a webhook with all its messages.
struct WebhookRemoveCommand: Command {
  static let name = "webhook remove"
  static let summary = "remove a webhook with all its messages"
  static let syntax = CommandSyntax(
    WebhookPlace.webhookArgument, AppPlace.tenantArgument, DatabaseAccess.argument, .yes)

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitStatus {
    try await DatabaseAccess(arguments).withPool(console) { pool in
      let place = try await WebhookPlace.find(arguments, pool)
      guard console.confirms("This removes \(place.id) with all its messages.", arguments) else { return .refused }
      try await WebhookDesk(pool: pool).remove(place.id, tenant: place.tenant)
      return .success
    }
  }
}
