import EventStore
import Postgres
import PostgresTestSupport
import Testing

/// The three cases that were measured on PostgreSQL: a reader that keeps a sequence number loses events; one that keeps
/// a sequence number and waits for the oldest transaction still does; one that keeps transaction and sequence does not.
@Suite("The feed and late commits")
struct LateCommitTests {
  @Test("an event that commits after a later one is delivered, after both have ended")
  func laterSequenceCommitsFirst() async throws {
    try await withTenant { scene in
      let (early, late) = try (scene.connection(), scene.connection())
      try await scene.begin(early)
      try await scene.append(early, to: 1)
      try await scene.begin(late)
      try await scene.append(late, to: 2)
      try await late.query("COMMIT")
      // The later event is visible, yet held back: the earlier transaction still runs.
      let (before, cursor) = try await scene.read(after: scene.start)
      #expect(before == [])
      try await early.query("COMMIT")
      #expect(try await scene.read(after: cursor).streams == [1, 2])
      // A reader that keeps the sequence number alone would have gone past the earlier event.
      #expect(try await scene.sequences() == scene.sequences().sorted())
    }
  }

  @Test("an earlier transaction with a later sequence number is not skipped")
  func earlierTransactionLaterSequence() async throws {
    try await withTenant { scene in
      let (first, second) = try (scene.connection(), scene.connection())
      try await scene.begin(first)
      try await first.query("select pg_current_xact_id()")
      try await scene.begin(second)
      try await scene.append(second, to: 2)  // later transaction, earlier sequence number
      try await scene.append(first, to: 1)  // earlier transaction, later sequence number
      try await first.query("COMMIT")
      let (delivered, cursor) = try await scene.read(after: scene.start)
      #expect(delivered == [1])
      try await second.query("COMMIT")
      #expect(try await scene.read(after: cursor).streams == [2])
      // What a cursor on the sequence number alone would now ask for finds nothing: the event would be lost.
      #expect(try await scene.countAfter(sequence: cursor.sequence) == 0)
    }
  }

  @Test("a rollback leaves a hole that stops nobody")
  func rollback() async throws {
    try await withTenant { scene in
      let connection = try scene.connection()
      for (stream, end) in [(1, "COMMIT"), (2, "ROLLBACK"), (3, "COMMIT")] {
        try await scene.begin(connection)
        try await scene.append(connection, to: Int64(stream))
        try await connection.query(end)
      }
      #expect(try await scene.read(after: scene.start).streams == [1, 3])
    }
  }

  @Test("the first writer on another system raises the epoch, and cursors go on")
  func anotherSystem() async throws {
    try await withTenant { scene in
      let connection = try scene.connection()
      try await scene.commit(connection, to: 1)
      let before = try await scene.read(after: scene.start)
      try await scene.moveToAnotherSystem()
      #expect(try await scene.read(after: scene.start).streams == [1])
      try await withThrowingTaskGroup(of: Void.self) { group in
        for stream in 2...9 {
          let writer = try scene.connection()
          group.addTask { try await scene.commit(writer, to: Int64(stream)) }
        }
        try await group.waitForAll()
      }
      let after = try await scene.read(after: before.cursor)
      #expect(after.streams.sorted() == Array(2...9))
      #expect(after.cursor.epoch == before.cursor.epoch + 1)
    }
  }

  private func withTenant(_ body: (Scene) async throws -> Void) async throws {
    try await TestDatabase.with { database in
      let tenant = try await TestTenant.make(in: database, keys: 0)
      let pool = try database.pool(.api, limit: 1)
      defer { pool.close() }
      let scene = try await Scene(database: database, tenant: tenant.tenant, pool: pool)
      try await body(scene)
    }
  }
}
