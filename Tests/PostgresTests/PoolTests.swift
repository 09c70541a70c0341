import Foundation
import Postgres
import PostgresTestSupport
import Testing

@Suite("The pool")
struct PoolTests {
  @Test("callers beyond the limit wait in order and are served")
  func waiters() async throws {
    let pool = try pool(limit: 2)
    let sum = try await withThrowingTaskGroup(of: Int.self, returning: Int.self) { group in
      for number in 0..<50 {
        group.addTask {
          try await pool.withConnection { try await $0.query("select $1", [.int8(Int64(number))]) }.single().decode(0)
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(sum == 1225)
    #expect(pool.statistics.total <= 2)
  }

  @Test("who waits too long is told so, and the next caller is served")
  func timeout() async throws {
    let pool = try pool(limit: 1, acquireTimeoutSeconds: 0.05)
    try await pool.withConnection { _ in
      let error = await #expect(throws: PostgresError.self) {
        try await pool.withConnection { _ in }
      }
      #expect(error?.isPoolExhausted == true)
    }
    try await pool.withConnection { _ in }
    #expect(pool.statistics == (1, 1, 0))
  }

  @Test("a cancelled query ends at once, the server stops it, and the pool heals")
  func cancellation() async throws {
    let pool = try pool(limit: 1)
    let marker = UUID().uuidString
    let task = Task { try await pool.withConnection { try await $0.query("select pg_sleep(600), '\(marker)'") } }
    try await until { try await active(marker) == 1 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await pool.withConnection { try await $0.query("select 1") }.single().decode(0) == 1)
    try await until { try await active(marker) == 0 }
  }

  @Test("a cancelled waiter leaves the line")
  func cancelledWaiter() async throws {
    let pool = try pool(limit: 1)
    try await pool.withConnection { _ in
      let task = Task { try await pool.withConnection { _ in } }
      try await until { pool.statistics.waiting == 1 }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(pool.statistics.waiting == 0)
    }
  }

  @Test("a transaction commits when its body returns, and leaves nothing when it throws")
  func transactions() async throws {
    struct Stop: Error {}
    try await TestDatabase.withEmpty { database in
      let pool = try database.pool(limit: 1)
      defer { pool.close() }
      try await pool.withConnection { try await $0.script("create table t (n bigint, tenant text)") }
      let insert = "insert into t select $1, current_setting('app.tenant')"
      try await pool.withTransaction(tenant: 7) { try await $0.query(insert, [.int8(1)]) }
      await #expect(throws: Stop.self) {
        try await pool.withTransaction(tenant: 7) { transaction in
          try await transaction.query(insert, [.int8(2)])
          throw Stop()
        }
      }
      await #expect(throws: PostgresError.self) {
        try await pool.withTransaction(tenant: 7) { transaction in
          try await transaction.query(insert, [.int8(3)])
          _ = try? await transaction.query("select 1/0")
        }
      }
      let rows = try await pool.withConnection { try await $0.query("select n, tenant from t") }
      #expect(try rows.single().decode("n") == 1)
      #expect(try rows.single().decode("tenant") == "7")
    }
  }

  @Test("connections that the server ended are replaced, idle or lent")
  func recovery() async throws {
    let pool = try pool(limit: 2)
    let pid: Int64 = try await pool.withConnection { try await $0.query("select pg_backend_pid()") }.single().decode(0)
    let other = try self.pool(limit: 1)
    try await other.withConnection { try await $0.query("select pg_terminate_backend($1::int)", [.int4(Int32(pid))]) }
    try await until {
      // The loss may be seen by the driver only when the first caller comes; from then on everything works.
      (try? await pool.withConnection { try await $0.query("select 1") }) != nil
    }
    let error = await #expect(throws: PostgresError.self) {
      try await pool.withConnection { try await $0.query("select pg_terminate_backend(pg_backend_pid())") }
    }
    #expect(error?.isConnectionLost == true)
    #expect(try await pool.withConnection { try await $0.query("select 1") }.single().decode(0) == 1)
  }

  @Test("a closed pool refuses, and so do those who wait")
  func close() async throws {
    let pool = try pool(limit: 1)
    try await pool.withConnection { _ in
      let task = Task { try await pool.withConnection { _ in } }
      try await until { pool.statistics.waiting == 1 }
      pool.close()
      await #expect(throws: PostgresError.poolClosed) { try await task.value }
    }
    await #expect(throws: PostgresError.poolClosed) { try await pool.withConnection { _ in } }
  }

  @Test("a listener hears, and hears again after its connection was ended")
  func listener() async throws {
    let configuration = try TestServer.current().configuration()
    let channel = "assay_" + UUID().uuidString
    let (stream, heard) = AsyncStream.makeStream(of: String.self)
    let listener = PostgresListener(configuration, channels: [channel], retryDelay: .milliseconds(20))
    let task = Task { try await listener.run { heard.yield($0.payload) } }
    let pool = try pool(limit: 1)
    var messages = stream.makeAsyncIterator()
    #expect(await messages.next() == "")
    try await pool.withConnection { try await $0.query("select pg_notify($1, 'one')", [.text(channel)]) }
    #expect(await messages.next() == "one")
    try await pool.withConnection {
      try await $0.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where query = $1 and pid <> pg_backend_pid()",
        [.text("LISTEN \"\(channel)\"")])
    }
    #expect(await messages.next() == "")
    task.cancel()
    _ = await task.result
  }

  private func pool(limit: Int, acquireTimeoutSeconds: Double = 10) throws -> PostgresPool {
    try PostgresPool(
      TestServer.current().configuration(), limit: limit, acquireTimeoutSeconds: acquireTimeoutSeconds)
  }

  private func active(_ marker: String) async throws -> Int {
    try await pool(limit: 1).withConnection {
      try await $0.query(
        "select count(*) from pg_stat_activity where state = 'active' and strpos(query, $1) > 0 and pid <> pg_backend_pid()",
        [.text(marker)])
    }.single().decode(0)
  }

  private func until(_ condition: () async throws -> Bool) async throws {
    while try await !condition() { await Task.yield() }
  }
}
