import AttestationService

/// `assay app device-api set`: gives an app a device API, and says what it checks.
struct DeviceAPISetCommand: Command {
  static let name = "app device-api set"
  static let summary = "give an app a host name or path prefix, and switch the check of attestations"
  static let syntax = CommandSyntax(
    AppPlace.appArgument, AppPlace.tenantArgument,
    .option("--add-site", "SITE", "a host name, or a path prefix that begins with a slash", repeats: true),
    .option("--remove-site", "SITE", "a site to take away", repeats: true),
    .option("--attestation", "ENVIRONMENT", "production or development switches the check on; off switches it off"),
    .option("--app-ids", "LIST", "the accepted App IDs, with commas; the app's own unless given"),
    DatabaseAccess.argument, .yes, .json)

  private let arguments: ParsedArguments
  private let added: [DeviceSiteName]
  private let removed: [DeviceSiteName]
  private let attestation: String?
  private let appIDs: [String]?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    added = try Self.sites(arguments.values("--add-site"))
    removed = try Self.sites(arguments.values("--remove-site"))
    attestation = arguments.value("--attestation")
    appIDs = arguments.value("--app-ids").map { $0.split(separator: ",").map(String.init) }
    if let attestation, attestation != "off", DeviceEnvironment(rawValue: attestation) == nil {
      throw UsageError("--attestation has an unknown word", mend: "Say production, development or off.")
    }
    if let appIDs, appIDs.isEmpty || !appIDs.allSatisfy({ AppIdentifier($0) != nil }) {
      throw UsageError("--app-ids has something that is no App ID", mend: "Give PREFIX.bundle.identifier, with commas.")
    }
    if appIDs != nil, attestation == nil || attestation == "off" {
      throw UsageError("--app-ids says what a check accepts", mend: "Say --attestation ENVIRONMENT as well.")
    }
    guard attestation != nil || !added.isEmpty || !removed.isEmpty else {
      throw UsageError("there is nothing to set", mend: "Say --add-site, --remove-site or --attestation.")
    }
  }

  func run(_ console: Console) async throws -> ExitStatus {
    try await DatabaseAccess(arguments).withPool(console) { pool in
      let place = try await AppPlace.find(arguments, pool)
      guard console.confirms(plan(place.app), arguments) else { return .refused }
      let administration = DeviceAdministration(pool: pool)
      let (tenant, app) = (place.tenant.tenant, place.app)
      for (names, isServed) in [(removed, false), (added, true)] {
        for name in names {
          _ = try await administration.setSite(name, isServed: isServed, tenant: tenant, app: app)
        }
      }
      if attestation != nil { try await administration.setAttestation(rule(app), tenant: tenant, app: app) }
      let overview = try await administration.overview(tenant: tenant, app: app)
      CommandOutput(console, arguments).show(overview.properties, overview.json)
      return .success
    }
  }

  private func plan(_ app: AppRecord) -> String {
    var parts = added.map { "adds the site \($0)" } + removed.map { "removes the site \($0)" }
    if let rule = rule(app) {
      parts.append("asks for attestations (\(rule.environment.rawValue)) from \(rule.appIDs.joined(separator: ", "))")
    } else if attestation != nil {
      parts.append("asks for no attestation any more: anybody can make accounts")
    }
    return "On every replica within two seconds, this \(parts.joined(separator: "; ")) for \(app.identifier)."
  }

  private func rule(_ app: AppRecord) -> DeviceSettings.Attestation? {
    attestation.flatMap(DeviceEnvironment.init).map {
      DeviceSettings.Attestation(appIDs: appIDs ?? [app.identifier.text], environment: $0)
    }
  }

  private static func sites(_ texts: [String]) throws(UsageError) -> [DeviceSiteName] {
    var names: [DeviceSiteName] = []
    for text in texts {
      guard let name = DeviceSiteName(text) else {
        throw UsageError("\(text) is no site", mend: "Give a host name, or a prefix such as /d/shop (not /v1).")
      }
      names.append(name)
    }
    return names
  }
}
