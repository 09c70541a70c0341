import Foundation
import Postgres

/// A database of a test's own, migrated, and dropped afterwards.
public struct TestDatabase: Sendable {
  /// The roles of the programs.
  public enum Role: String, Sendable {
    /// Owner of schema and tables.
    case owner = "assay_owner"
    /// The API.
    case api = "assay_api"
    /// The worker.
    case worker = "assay_worker"
    /// Analysts.
    case analyst = "assay_analyst"
  }

  /// Where it lives.
  public let server: TestServer
  /// Its name.
  public let name: String

  /// Lends a fresh, migrated database to `body`.
  public static func with<R>(
    isolation: isolated (any Actor)? = #isolation, _ body: (TestDatabase) async throws -> R
  ) async throws -> R {
    let template = try await TestTemplate.shared.name()
    return try await make("template \(template)", body)
  }

  /// Lends an empty database to `body`.
  public static func withEmpty<R>(
    isolation: isolated (any Actor)? = #isolation, _ body: (TestDatabase) async throws -> R
  ) async throws -> R {
    try await make("", body)
  }

  private static func make<R>(
    isolation: isolated (any Actor)? = #isolation, _ options: String, _ body: (TestDatabase) async throws -> R
  ) async throws -> R {
    let server = try TestServer.current()
    let name = "assay_test_" + UUID().uuidString.lowercased().filter { $0 != "-" }
    let pool = try PostgresPool(server.configuration(), limit: 1)
    defer { pool.close() }
    try await pool.withConnection { try await $0.script("create database \(name) \(options)") }
    let outcome: Result<R, any Error>
    do { outcome = .success(try await body(TestDatabase(server: server, name: name))) } catch {
      outcome = .failure(error)
    }
    try await pool.withConnection { try await $0.script("drop database if exists \(name) with (force)") }
    return try outcome.get()
  }

  /// How to connect as a program's role; nil is the superuser.
  public func configuration(_ role: Role? = nil) -> PostgresConfiguration {
    server.configuration(database: name, role: role?.rawValue)
  }

  /// The same for racing tests: commits do not wait for the disk, which no race depends on, and deadlocks are seen soon.
  public func racingConfiguration(_ role: Role? = nil) -> PostgresConfiguration {
    var configuration = configuration(role)
    let deadlocks = role == nil ? " -c deadlock_timeout=20ms" : ""
    configuration.conninfo += " options='-c synchronous_commit=off\(deadlocks)'"
    return configuration
  }

  /// A pool for a program's role; nil is the superuser.
  public func pool(_ role: Role? = nil, limit: Int = 4) throws -> PostgresPool {
    try PostgresPool(configuration(role), limit: limit)
  }
}
