import AttestationService

/// `assay app device-api show`: where an app's device API is, and what it checks.
struct DeviceAPIShowCommand: Command {
  static let name = "app device-api show"
  static let summary = "show an app's device API: its sites and its checks"
  static let syntax = CommandSyntax(AppPlace.appArgument, AppPlace.tenantArgument, DatabaseAccess.argument, .json)

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitStatus {
    let overview = try await DatabaseAccess(arguments).withPool(console) { pool in
      let place = try await AppPlace.find(arguments, pool)
      return try await DeviceAdministration(pool: pool).overview(tenant: place.tenant.tenant, app: place.app)
    }
    CommandOutput(console, arguments).show(overview.properties, overview.json)
    return .success
  }
}

extension DeviceAdministration.Overview {
  var properties: [(name: String, value: String)] {
    [
      ("Sites", sites.isEmpty ? "none: the device API is off" : sites.map(\.description).joined(separator: ", ")),
      ("Attestation", attestationText),
      ("App code", codeFingerprints.isEmpty ? "off" : "secrets " + codeFingerprints.joined(separator: ", ")),
    ]
  }

  var json: JSONValue {
    .object([
      ("sites", .array(sites.map { .string($0.description) })),
      ("attestation_app_ids", .array((settings.attestation?.appIDs ?? []).map { .string($0) })),
      ("attestation_environment", settings.attestation.map { .string($0.environment.rawValue) } ?? .null),
      ("app_code_secrets", .array(codeFingerprints.map { .string($0) })),
    ])
  }

  private var attestationText: String {
    settings.attestation.map { "\($0.environment.rawValue), for \($0.appIDs.joined(separator: ", "))" } ?? "off"
  }
}
