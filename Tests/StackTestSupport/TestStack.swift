import Foundation
import Postgres

/// The programs, running as they are built: a database of their own, the migrations, and `assay-api` with the lab switch.
public final class TestStack: Sendable {
  /// Names the superuser's connection string of the PostgreSQL server for tests.
  public static let serverVariable = "ASSAY_TEST_POSTGRES"

  /// Whether there is a server to run on.
  public static var isPossible: Bool { !(ProcessInfo.processInfo.environment[serverVariable] ?? "").isEmpty }

  /// What could not be done.
  public struct Failure: Error, CustomStringConvertible {
    /// The sentence for whoever runs the tests.
    public let description: String

    /// A failure.
    public init(description: String) {
      self.description = description
    }
  }

  /// The port of the service API.
  public let port: UInt16
  /// The superuser's connection string for the database.
  public let database: String

  private let server: String
  private let name: String
  private let programs: Programs
  private let api: RunningProgram

  private init(server: String, name: String, programs: Programs, api: RunningProgram, port: UInt16) {
    self.server = server
    self.name = name
    self.programs = programs
    self.api = api
    self.port = port
    database = "\(server) dbname=\(name)"
  }

  /// Starts everything. `labRoots` is the directory with the lab's two roots.
  public static func start(labRoots: URL, programs: Programs = .besideTests()) async throws -> TestStack {
    guard let server = ProcessInfo.processInfo.environment[serverVariable], !server.isEmpty else {
      throw Failure(
        description: "run `ops/postgres start DIR` and set \(serverVariable) to what `ops/postgres url DIR` prints")
    }
    let name = "assay_stack_" + UUID().uuidString.lowercased().filter { $0 != "-" }
    try await script(server, "create database \(name)")
    let database = "\(server) dbname=\(name)"
    _ = try programs.run(
      "assay", ["migrate", "--bootstrap", "--yes", "--database", database, "--migrations", programs.migrations.path])
    let api = try RunningProgram(
      programs.executable("assay-api"),
      environment: [
        "ASSAY_DATABASE_URL": "\(database) user=assay_api", "ASSAY_LISTEN": "127.0.0.1:0",
        "ASSAY_OPERATIONS_LISTEN": "127.0.0.1:0", "ASSAY_LAB": "true", "ASSAY_LAB_ROOTS": labRoots.path,
      ])
    let port = try await api.port(of: "api")
    return TestStack(server: server, name: name, programs: programs, api: api, port: port)
  }

  /// Runs `assay` on the database and answers what it printed, read as JSON.
  public func assay(_ arguments: [String]) throws -> [String: Any] {
    let text = try programs.run(
      "assay", arguments + ["--database", "\(database) user=assay_owner", "--json"])
    guard let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
      throw Failure(description: "assay printed no object: \(text)")
    }
    return object
  }

  /// Runs a command of `assay` that prints no JSON, with variables of its own.
  public func assay(_ arguments: [String], environment: [String: String]) throws {
    _ = try programs.run(
      "assay", arguments + ["--database", "\(database) user=assay_owner"], environment: environment)
  }

  /// Starts `assay-worker` on the database; it runs until it is stopped.
  public func startWorker(_ environment: [String: String]) async throws -> TestWorker {
    let name = "worker-\(UUID().uuidString)"
    let settings = [
      "ASSAY_DATABASE_URL": "\(database) user=assay_worker", "ASSAY_OPERATIONS_PORT": "0", "ASSAY_WORKER_NAME": name,
    ]
    let program = try RunningProgram(
      programs.executable("assay-worker"), environment: settings.merging(environment) { $1 })
    try await program.hasStarted("receipts")
    return TestWorker(name: name, program: program)
  }

  /// Runs one statement as the superuser.
  public func sql(_ text: String) async throws {
    try await Self.script(database, text)
  }

  /// The number that a query of the superuser's gives.
  public func number(_ text: String) async throws -> Int {
    try await Self.withConnection(database) { try await $0.query(text).single().decode(0) }
  }

  /// Everything that `assay-api` has logged so far.
  public var log: String { api.log }

  /// Stops the program and drops the database.
  public func stop() async throws {
    api.stop()
    try await Self.script(server, "drop database if exists \(name) with (force)")
  }

  private static func script(_ conninfo: String, _ text: String) async throws {
    try await withConnection(conninfo) { try await $0.script(text) }
  }

  private static func withConnection<Result: Sendable>(
    _ conninfo: String, _ body: @Sendable (PostgresConnection) async throws -> Result
  ) async throws -> Result {
    let pool = try PostgresPool(PostgresConfiguration(conninfo: conninfo, applicationName: "assay-tests"), limit: 1)
    defer { pool.close() }
    return try await pool.withConnection(body)
  }
}
