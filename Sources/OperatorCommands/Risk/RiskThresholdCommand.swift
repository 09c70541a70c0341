import AttestationService

/// `assay risk threshold`: sets the metric at which an app's tenant is told, and the lower mark at which it is over.
struct RiskThresholdCommand: Command {
  static let name = "risk threshold"
  static let summary = "set or remove the metric at which an app's tenant is told"
  static let syntax = CommandSyntax(
    KeyPlace.appArgument, AppPlace.tenantArgument, .option("--raise-at", "N", "told at this metric; without, never"),
    .option("--clear-at", "N", "over at this metric or below"), DatabaseAccess.argument, .yes)

  private let arguments: ParsedArguments
  private let marks: (raiseAt: Int, clearAt: Int)?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    guard let raise: Int = try arguments.integer("--raise-at", in: 1...1_000) else {
      marks = nil
      return
    }
    let clear = try arguments.integer("--clear-at", in: 0...999) ?? raise - 1
    guard clear < raise else {
      throw UsageError("--clear-at is not below --raise-at", mend: "Between the two marks nothing changes.")
    }
    marks = (raise, clear)
  }

  func run(_ console: Console) async throws -> ExitStatus {
    try await DatabaseAccess(arguments).withPool(console) { pool in
      let place = try await AppPlace.find(arguments, pool)
      let what = marks.map { "tells the tenant at \($0.raiseAt), and that it is over at \($0.clearAt)" }
      let plan = "This \(what ?? "removes the threshold") for \(place.app.identifier.text)."
      guard console.confirms(plan, arguments) else { return .refused }
      try await RiskDesk(pool: pool).setThreshold(tenant: place.tenant.tenant, app: place.app.app, marks)
      return .success
    }
  }
}
