import AttestationService

/// `assay key show`: one key.
struct KeyShowCommand: Command {
  static let name = "key show"
  static let summary = "show a key"
  static let syntax = CommandSyntax(
    KeyPlace.appArgument, KeyPlace.keyArgument, AppPlace.tenantArgument, DatabaseAccess.argument, .json)

  private let arguments: ParsedArguments
  private let keyID: [UInt8]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    keyID = try KeyPlace.keyID(arguments)
  }

  func run(_ console: Console) async throws -> ExitStatus {
    let key = try await DatabaseAccess(arguments).withPool(console) { pool in
      let place = try await AppPlace.find(arguments, pool)
      return try await KeyDirectory(pool: pool).state(tenant: place.tenant.tenant, app: place.app.app, keyID: keyID)
    }
    CommandOutput(console, arguments).show(key.properties, key.json)
    return .success
  }
}
