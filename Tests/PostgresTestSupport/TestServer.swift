import Foundation
import Postgres

/// The PostgreSQL server that tests use: a superuser's connection string from the environment.
public struct TestServer: Sendable {
  /// The environment variable that names it.
  public static let environmentVariable = "ASSAY_TEST_POSTGRES"

  /// The superuser's connection string, in the `keyword=value` form.
  public let conninfo: String

  /// Says how to start a server.
  public struct Missing: Error, CustomStringConvertible {
    /// The sentence for the person who runs the tests.
    public var description: String {
      "These tests need a PostgreSQL server: run `ops/postgres start DIR` and set "
        + "\(TestServer.environmentVariable) to what `ops/postgres url DIR` prints."
    }
  }

  /// The server of the environment.
  public static func current() throws -> TestServer {
    guard let conninfo = ProcessInfo.processInfo.environment[environmentVariable], !conninfo.isEmpty else {
      throw Missing()
    }
    return TestServer(conninfo: conninfo)
  }

  /// How to connect to a database as a role; later keywords override earlier ones.
  public func configuration(database: String = "postgres", role: String? = nil) -> PostgresConfiguration {
    let user = role.map { " user=\($0)" } ?? ""
    return PostgresConfiguration(conninfo: "\(conninfo) dbname=\(database)\(user)", applicationName: "assay-tests")
  }
}
