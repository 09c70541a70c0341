import Foundation

/// The folder with the migrations and the bootstrap.
public struct MigrationFolder: Sendable {
  /// The environment variable that names the folder.
  public static let environmentVariable = "ASSAY_MIGRATIONS"

  /// All migrations in the order of their numbers.
  public let migrations: [Migration]
  /// Makes the roles; run by a superuser, safe to repeat.
  public let bootstrap: String

  /// Reads a folder.
  public init(path: String) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    let read = { (name: String) in try String(contentsOfFile: path + "/" + name, encoding: .utf8) }
    migrations = try names.compactMap { name in try Migration(fileName: name, sql: read(name)) }
    bootstrap = try read("bootstrap.sql")
    // Each part of the service has a range of numbers of its own, so gaps are no fault.
    for (earlier, later) in zip(migrations, migrations.dropFirst()) where earlier.number == later.number {
      throw MigrationError.numbering(later.number)
    }
  }

  /// Finds the folder: where the caller says, else where the environment says, else `share/assay/migrations` beside the
  /// program's `bin`, else the clone that this program was built from.
  public static func find(
    option: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment,
    program: String = CommandLine.arguments.first ?? ""
  ) throws -> MigrationFolder {
    if let named = option ?? environment[environmentVariable] {
      guard exists(named) else { throw MigrationError.notFound(tried: [named]) }
      return try MigrationFolder(path: named)
    }
    let candidates = [installed(program), cloned()]
    guard let found = candidates.first(where: exists) else { throw MigrationError.notFound(tried: candidates) }
    return try MigrationFolder(path: found)
  }

  private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path + "/bootstrap.sql") }

  private static func installed(_ program: String) -> String {
    let running = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: running ?? program).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("share/assay/migrations").path
  }

  private static func cloned(source: String = #filePath) -> String {
    URL(fileURLWithPath: source).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Migrations").path
  }
}
