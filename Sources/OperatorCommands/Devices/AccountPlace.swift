import AttestationService
import Postgres

/// The account that a command is about.
struct AccountPlace: Sendable {
  static let argument = CommandSyntax.Argument.word("ACCOUNT", "acc_…")

  let place: AppPlace
  let directory: DeviceAccountDirectory
  let account: DeviceAccountRecord

  /// Finds it. Throws `UnknownEntity` or `Refusal`.
  static func find(_ arguments: ParsedArguments, _ pool: PostgresPool) async throws -> AccountPlace {
    let place = try await AppPlace.find(arguments, pool)
    let directory = DeviceAccountDirectory(pool: pool)
    let account = try await directory.find(
      tenant: place.tenant.tenant, app: place.app, account: try arguments.required("ACCOUNT"))
    return AccountPlace(place: place, directory: directory, account: account)
  }

  func tokens() async throws -> [DeviceTokenRecord] {
    try await directory.tokens(tenant: place.tenant.tenant, app: place.app, account: account.account.id)
  }
}
