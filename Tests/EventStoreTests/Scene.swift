import EventStore
import Postgres
import PostgresTestSupport

/// A tenant, its readers and its writers, whose transactions the test opens and ends by hand.
struct Scene: Sendable {
  /// A connection that stays open across calls: one pool each, so that nothing is rolled back in between.
  final class Writer: PostgresExecutor {
    private let connection: PipelineBox

    init(_ configuration: PostgresConfiguration) throws { connection = try PipelineBox(configuration) }

    func batch(_ statements: [PostgresStatement]) async throws -> [PostgresRows] {
      try await connection.batch(statements)
    }
  }

  let database: TestDatabase
  let tenant: Int64
  let pool: PostgresPool
  private(set) var start = FeedCursor.start

  init(database: TestDatabase, tenant: Int64, pool: PostgresPool) async throws {
    self.database = database
    self.tenant = tenant
    self.pool = pool
    start = try await read(after: .start).cursor
  }

  func connection() throws -> Writer { try Writer(database.configuration(.api)) }

  func begin(_ writer: Writer) async throws {
    try await writer.query("BEGIN")
    try await writer.query("SET LOCAL app.tenant = '\(tenant)'")
  }

  @discardableResult
  func append(
    _ writer: Writer, to stream: Int64, expecting expected: EventStore.ExpectedVersion = .any, count: Int = 1
  ) async throws -> Int64 {
    try await EventStore.append(
      Array(repeating: NewEvent(.tenantChanged, data: "{\"a\": 1}"), count: count), to: stream, of: tenant,
      expecting: expected, correlationID: "c", on: writer)
  }

  func commit(_ writer: Writer, to stream: Int64) async throws {
    try await begin(writer)
    try await append(writer, to: stream)
    try await writer.query("COMMIT")
  }

  func read(after cursor: FeedCursor) async throws -> (streams: [Int64], cursor: FeedCursor) {
    // Other tests use the same server, and any transaction of theirs holds the feed back: read until it has caught up
    // with what was committed when the call began, or with our own writers that still run.
    var (streams, last): ([Int64], FeedCursor) = ([], cursor)
    let horizon = try await Horizon.now(in: database)
    while true {
      let ended = try await horizon.hasPassed(in: database)
      let events = try await pool.withTransaction(tenant: tenant) { transaction in
        try await EventStore.feed(of: tenant, after: last, on: transaction)
      }
      streams += events.map(\.stream)
      last = events.last?.cursor ?? last
      if ended { return (streams, last) }
    }
  }

  func sequences() async throws -> [Int64] {
    try await pool.transaction(
      tenant: tenant, [PostgresStatement("select seq from assay.events where version = 1 order by seq")])[0].column(0)
  }

  func countAfter(sequence: Int64) async throws -> Int {
    try await pool.transaction(
      tenant: tenant, [PostgresStatement("select count(*) from assay.events where seq > $1", [.int8(sequence)])])[0]
      .single().decode(0)
  }

  /// What a restored dump looks like: the same rows under another system's identifier.
  func moveToAnotherSystem() async throws {
    let superuser = try database.pool(limit: 1)
    defer { superuser.close() }
    try await superuser.withConnection {
      try await $0.query(
        "update assay.tenants set system_identifier = system_identifier - 1 where tenant_id = $1", [.int8(tenant)])
    }
  }
}
