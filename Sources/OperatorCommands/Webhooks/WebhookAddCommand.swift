import AttestationService
import EventStore

/// `assay webhook add`: has a tenant's events sent to an address, and shows the secret that signs them, once.
struct WebhookAddCommand: Command {
  static let name = "webhook add"
  static let summary = "send a tenant's events to an https address, signed; shows the secret once"
  static let syntax = CommandSyntax(
    .word("URL", "https://…"), AppPlace.tenantArgument,
    .option("--types", "LIST", "only events of these types, with commas"), DatabaseAccess.argument, .yes, .json)

  private let arguments: ParsedArguments
  private let address: WebhookAddress
  private let types: [EventType]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    do { address = try WebhookAddress(try arguments.required("URL")) } catch let problem as WebhookAddress.Problem {
      throw UsageError(problem.description, mend: "Give an address such as https://hooks.example.com/assay.")
    } catch { throw UsageError("no address is given", mend: "Give one that begins with https://.") }
    types = try arguments.value("--types").map(Self.types) ?? []
  }

  /// An empty list is a mistake, such as a variable that is not set: it must not stand for all events.
  private static func types(_ list: String) throws(UsageError) -> [EventType] {
    var types: [EventType] = []
    for name in list.split(separator: ",", omittingEmptySubsequences: false) {
      guard let type = EventType(name: String(name)) else {
        throw UsageError(
          "--types has a word that is no type of events: \"\(name)\"",
          mend: "Give some of: \(EventType.allCases.map(\.name).joined(separator: ", ")).")
      }
      types.append(type)
    }
    return types
  }

  func run(_ console: Console) async throws -> ExitStatus {
    try await DatabaseAccess(arguments).withPool(console) { pool in
      let tenant = try await TenantAdministration(pool: pool).find(try arguments.required("--tenant"))
      let place = try await SealingKeyPlace.find(console, pool)
      let what = types.isEmpty ? "all events" : types.map(\.name).joined(separator: ", ")
      guard console.confirms("This sends \(what) of \(tenant.name) to \(address.text).", arguments) else {
        return .refused
      }
      let added = try await place.sealing { sealer in
        try await WebhookStore(pool: pool).add(address, types: types, tenant: tenant.tenant, sealing: sealer)
      }
      console.complain("This is the only time that the secret is shown:")
      CommandOutput(console, arguments).show(
        [("Webhook", added.id), ("Secret", added.secret.text)],
        .object([("id", .string(added.id)), ("secret", .string(added.secret.text))]))
      return .success
    }
  }
}
