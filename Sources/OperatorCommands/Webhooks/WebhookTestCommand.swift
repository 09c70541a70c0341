import AttestationService
import Foundation

/// `assay webhook test`: sends a message without an event.
struct WebhookTestCommand: Command {
  static let name = "webhook test"
  static let summary = "send a webhook a message without an event"
  static let syntax = CommandSyntax(
    WebhookPlace.webhookArgument, AppPlace.tenantArgument, DatabaseAccess.argument, .yes)

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitStatus {
    try await DatabaseAccess(arguments).withPool(console) { pool in
      let place = try await WebhookPlace.find(arguments, pool)
      guard console.confirms("This sends a test message to \(place.id).", arguments) else { return .refused }
      try await WebhookDesk(pool: pool).test(place.id, tenant: place.tenant, at: Date())
      return .success
    }
  }
}
