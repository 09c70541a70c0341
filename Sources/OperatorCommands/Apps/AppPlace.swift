import AttestationService
import Postgres

/// The tenant and the app that a command is about.
struct AppPlace: Sendable {
  static let tenantArgument = CommandSyntax.Argument.option("--tenant", "TENANT", "tnt_…", required: true)
  static let appArgument = CommandSyntax.Argument.word("APP_ID", "PREFIX.bundle.identifier")

  let tenant: TenantRecord
  let app: AppRecord

  /// Finds both. Throws `UnknownEntity` or `Refusal`.
  static func find(_ arguments: ParsedArguments, _ pool: PostgresPool) async throws -> AppPlace {
    let tenant = try await TenantAdministration(pool: pool).find(try arguments.required("--tenant"))
    let name = try arguments.required("APP_ID")
    do {
      return AppPlace(tenant: tenant, app: try await AppDirectory(pool: pool).get(tenant: tenant.tenant, name))
    } catch let refusal as Refusal where refusal == .unknownApp {
      throw CommandFailure(
        "the tenant has no app \(ShownText.of(name)); `assay app list` shows those it has (\(refusal.code))")
    }
  }
}
