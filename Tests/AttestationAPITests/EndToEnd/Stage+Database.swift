import AttestationService
import Foundation
import Postgres
import PostgresTestSupport

extension Stage {
  /// Ends every connection of the API, as a crash of the server does.
  func killConnections() async throws {
    _ = try await count(
      """
      SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
      WHERE usename = 'assay_api' AND datname = current_database()
      """)
  }

  /// One number from the database, asked as its superuser.
  func count(_ sql: String) async throws -> Int64 {
    let pool = try database.pool(nil, limit: 1)
    defer { pool.close() }
    return try await pool.withConnection { try await $0.query(sql).single().decode(0) }
  }
}

extension Stage {
  /// Asks again until the answer is the expected one; what is cached for a second may be told for a second.
  func until(_ expected: String, _ ask: () async throws -> String) async throws {
    let end = ContinuousClock.now + .seconds(5)
    var last = try await ask()
    while last != expected, ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(20))
      last = try await ask()
    }
    guard last == expected else { throw TestFailure("expected \(expected), still \(last)") }
  }
}

extension Stage {
  /// The feed's events of a type, once there are `count` of them. The feed holds events back while any older transaction of
  /// the server is running, and other tests have theirs.
  func events(_ type: String, count: Int = 1) async throws -> String {
    let end = ContinuousClock.now + .seconds(20)
    while true {
      let text = try await tenant.call("GET", "/v1/events?type=\(type)").text
      if text.components(separatedBy: #""cursor":"#).count > count { return text }
      guard ContinuousClock.now < end else { throw TestFailure("no \(count) events of \(type): \(text)") }
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}

extension Stage {
  /// Where the first tenant's state is not what its events say.
  func projectionDifferences() async throws -> [ProjectionDifference] {
    let pool = try database.pool(.owner, limit: 1)
    defer { pool.close() }
    return try await ProjectionCheck(pool: pool).differences(tenant: tenant.tenant.tenant)
  }
}
