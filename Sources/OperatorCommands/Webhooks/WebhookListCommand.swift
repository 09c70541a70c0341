import AttestationService
import EventStore

/// `assay webhook list`: a tenant's webhooks, without their secrets.
struct WebhookListCommand: Command {
  static let name = "webhook list"
  static let summary = "list a tenant's webhooks, with the messages that wait and those that were given up"
  static let syntax = CommandSyntax(AppPlace.tenantArgument, DatabaseAccess.argument, .json)

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitStatus {
    let webhooks = try await DatabaseAccess(arguments).withPool(console) { pool in
      let tenant = try await TenantAdministration(pool: pool).find(try arguments.required("--tenant"))
      return try await WebhookDesk(pool: pool).list(tenant: tenant.tenant)
    }
    CommandOutput(console, arguments).show(
      "webhooks", ["WEBHOOK", "URL", "TYPES", "WAITING", "DEAD"],
      webhooks.map { webhook in
        let types = webhook.types.map(\.name)
        return (
          [
            webhook.id, webhook.url, types.isEmpty ? "all" : types.joined(separator: ","), String(webhook.waiting),
            String(webhook.dead),
          ],
          .object([
            ("id", .string(webhook.id)), ("url", .string(webhook.url)), ("types", .array(types.map { .string($0) })),
            ("created_at", .instant(webhook.createdAt)), ("waiting", .integer(Int64(webhook.waiting))),
            ("dead", .integer(Int64(webhook.dead))),
          ])
        )
      })
    return .success
  }
}
