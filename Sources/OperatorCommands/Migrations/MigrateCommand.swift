import AttestationService
import Foundation
import SchemaMigrator

/// `assay migrate`: brings the database to this program's schema.
struct MigrateCommand: Command {
  static let name = "migrate"
  static let summary = "bring the database to the newest schema"
  static let syntax = CommandSyntax(
    .flag("--bootstrap", "make the roles first (as a superuser)"), .flag("--status", "show what is applied, and leave"),
    .option("--migrations", "FOLDER", "where the migrations stand"), DatabaseAccess.argument, .yes, .json)

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitStatus {
    let database = DatabaseAccess(arguments)
    let folder = try MigrationFolder.find(option: arguments.value("--migrations"), environment: console.environment)
    let migrator = SchemaMigrator(folder, try database.configuration(console))
    return try await database.explaining {
      if arguments.flag("--bootstrap") {
        guard console.confirms("This makes the roles of Assay where they are missing.", arguments) else {
          return .refused
        }
        try await migrator.bootstrap()
      }
      let status = try await migrator.status()
      return arguments.flag("--status") ? show(status, console) : try await apply(status, migrator, console)
    }
  }

  private func apply(
    _ status: [MigrationStatus], _ migrator: SchemaMigrator, _ console: Console
  ) async throws -> ExitStatus {
    let pending = status.filter { $0.appliedAt == nil }.map(\.name)
    guard !pending.isEmpty else { return report([], console) }
    guard console.confirms("This applies: \(pending.joined(separator: ", ")).", arguments) else { return .refused }
    return report(try await migrator.migrate { console.complain("applying \($0)") }, console)
  }

  private func report(_ applied: [String], _ console: Console) -> ExitStatus {
    CommandOutput(console, arguments).show(
      [("Applied", applied.isEmpty ? "nothing: the schema is the newest" : applied.joined(separator: ", "))],
      .object([("applied", .array(applied.map(JSONValue.string)))]))
    return .success
  }

  private func show(_ status: [MigrationStatus], _ console: Console) -> ExitStatus {
    CommandOutput(console, arguments).show(
      "migrations", ["MIGRATION", "APPLIED"],
      status.map { migration in
        let at = migration.appliedAt.map(Timestamp.format)
        return (
          [migration.name, at ?? "pending"],
          .object([("name", .string(migration.name)), ("applied_at", JSONValue(at))])
        )
      })
    return .success
  }
}
