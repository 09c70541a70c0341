import AttestationService
import Postgres

/// The tenant and the webhook that a command is about.
struct WebhookPlace: Sendable {
  static let webhookArgument = CommandSyntax.Argument.word("WEBHOOK", "whk_…")

  let tenant: Int64
  let id: String

  static func find(_ arguments: ParsedArguments, _ pool: PostgresPool) async throws -> WebhookPlace {
    let tenant = try await TenantAdministration(pool: pool).find(try arguments.required("--tenant"))
    let webhook = try await WebhookDesk(pool: pool).get(try arguments.required("WEBHOOK"), tenant: tenant.tenant)
    return WebhookPlace(tenant: tenant.tenant, id: webhook.id)
  }
}
