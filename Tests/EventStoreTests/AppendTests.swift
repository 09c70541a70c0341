import EventStore
import Postgres
import PostgresTestSupport
import Testing

@Suite("Appending")
struct AppendTests {
  @Test("an append at another version than the stream's is refused with AS409 and writes nothing")
  func conflict() async throws {
    try await withScene { scene in
      let writer = try scene.connection()
      try await scene.begin(writer)
      #expect(try await scene.append(writer, to: 1, expecting: .new, count: 3) == 3)
      #expect(try await scene.append(writer, to: 1, expecting: .exactly(3)) == 4)
      try await writer.query("COMMIT")
      for expected in [EventStore.ExpectedVersion.new, .exactly(3), .exactly(5)] {
        try await scene.begin(writer)
        let error = await #expect(throws: PostgresError.self) {
          try await scene.append(writer, to: 1, expecting: expected)
        }
        #expect(error?.sqlState == EventStore.conflict)
        try await writer.query("ROLLBACK")
      }
      let events = try await scene.pool.withTransaction(tenant: scene.tenant) {
        try await EventStore.read(stream: 1, of: scene.tenant, on: $0)
      }
      #expect(events.map(\.version) == [1, 2, 3, 4])
      #expect(events.first?.type == .tenantChanged)
      #expect(events.first?.data == "{\"a\": 1}")
    }
  }

  @Test("writers that race a new stream: one is first, the others are told so")
  func race() async throws {
    try await withScene { scene in
      let outcomes = await withTaskGroup(of: Bool.self, returning: [Bool].self) { group in
        for _ in 0..<8 {
          group.addTask {
            do {
              let writer = try scene.connection()
              try await scene.begin(writer)
              try await scene.append(writer, to: 5, expecting: .new)
              try await writer.query("COMMIT")
              return true
            } catch { return false }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(outcomes.count { $0 } == 1)
    }
  }

  @Test("the registry of types says the same as the table of the analysts")
  func registry() async throws {
    try await withScene { scene in
      let rows = try await scene.pool.withConnection {
        try await $0.query("select type, name from assay.event_types order by type")
      }
      let table = try rows.map { row in try "\(row.decode(0, as: Int16.self)) \(row.decode(1, as: String.self))" }
      #expect(table == EventType.allCases.map { "\($0.rawValue) \($0.name)" })
    }
  }

  private func withScene(_ body: (Scene) async throws -> Void) async throws {
    try await TestDatabase.with { database in
      let tenant = try await TestTenant.make(in: database, keys: 0)
      let pool = try database.pool(.api, limit: 2)
      defer { pool.close() }
      try await body(Scene(database: database, tenant: tenant.tenant, pool: pool))
    }
  }
}
