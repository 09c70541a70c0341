import AttestationService

/// `assay app show`: one app with its policy.
struct AppShowCommand: Command {
  static let name = "app show"
  static let summary = "show an app with its policy"
  static let syntax = CommandSyntax(AppPlace.appArgument, AppPlace.tenantArgument, DatabaseAccess.argument, .json)

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitStatus {
    let place = try await DatabaseAccess(arguments).withPool(console) { try await AppPlace.find(arguments, $0) }
    CommandOutput(console, arguments).show(try place.app.properties, try place.app.json)
    return .success
  }
}
