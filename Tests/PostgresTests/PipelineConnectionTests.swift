import Postgres
import PostgresTestSupport
import Testing

@Suite("Pipelines of a plain thread")
struct PipelineConnectionTests {
  @Test("statements of a transaction come back in order, tenant by tenant")
  func order() async throws {
    let connection = try open()
    let tenant = "select current_setting('app.tenant')::bigint * 100 + $1"
    let rows = try connection.transaction([
      TenantCalls(tenant: 1, [PostgresStatement(tenant, [.int8(1)]), PostgresStatement(tenant, [.int8(2)])]),
      TenantCalls(tenant: 2, [PostgresStatement(tenant, [.int8(3)])]),
    ])
    #expect(try rows.map { try $0.map { try $0.single().decode(0, as: Int64.self) } } == [[101, 102], [203]])
    #expect(try connection.query("select current_setting('app.tenant', true)").single().decode(0) == "")
  }

  @Test("a failing statement undoes the whole transaction, and the connection stays usable")
  func failure() async throws {
    let connection = try open()
    try connection.script("create temp table t (n bigint primary key)")
    let insert = { (number: Int64) in PostgresStatement("insert into t values ($1)", [.int8(number)]) }
    let error = #expect(throws: PostgresError.self) {
      try connection.transaction([TenantCalls(tenant: 1, [insert(1), insert(2), insert(1)])])
    }
    #expect(error?.sqlState == "23505")
    #expect(error?.constraint == "t_pkey")
    #expect(try connection.query("select count(*) from t").single().decode(0) == 0)
    let alone = try connection.each([insert(1), insert(1), insert(2)])
    #expect(alone.map { (try? $0.get()) != nil } == [true, false, true])
  }

  @Test("a statement that cannot be prepared says why, and the next one works")
  func preparation() async throws {
    let connection = try open()
    let error = #expect(throws: PostgresError.self) { try connection.query("select nothing from nowhere") }
    #expect(error?.sqlState == "42P01")
    #expect(try connection.query("select 1").single().decode(0) == 1)
  }

  @Test("errors raised at COMMIT are the transaction's")
  func deferredConstraint() async throws {
    let connection = try open()
    try connection.script("create temp table d (n bigint unique deferrable initially deferred)")
    let insert = PostgresStatement("insert into d values (1)")
    let error = #expect(throws: PostgresError.self) {
      try connection.transaction([TenantCalls(tenant: 1, [insert, insert])])
    }
    #expect(error?.sqlState == "23505")
  }

  @Test("a connection that the server ended while it was idle is found before it is used")
  func endedWhileIdle() throws {
    let connection = try open()
    let process: Int32 = try connection.query("select pg_backend_pid()").single().decode(0)
    let other = try open()
    // Waits on the server until the process is gone, so that nothing here depends on time.
    let ended: Bool = try other.query("select pg_terminate_backend($1, 10000)", [.int4(process)]).single().decode(0)
    #expect(ended)
    #expect(!connection.isUsable)
    #expect(other.isUsable)
  }

  @Test("a connection that the server ended is lost, and says so again")
  func lost() async throws {
    let connection = try open()
    let error = #expect(throws: PostgresError.self) {
      try connection.query("select pg_terminate_backend(pg_backend_pid())")
    }
    #expect(error?.isConnectionLost == true)
    #expect(!connection.isUsable)
    #expect(throws: PostgresError.connectionLost) { try connection.query("select 1") }
  }

  @Test("more prepared statements than the limit are released, not refused")
  func limit() async throws {
    var configuration = try TestServer.current().configuration()
    configuration.preparedStatementLimit = 8
    let connection = try PipelineConnection(configuration)
    for number in 0..<40 { #expect(try connection.query("select \(number)").single().decode(0) == number) }
    let kept: Int = try connection.query("select count(*) from pg_prepared_statements").single().decode(0)
    #expect(kept <= 8)
  }

  @Test("many large batches in one pipeline do not block each other")
  func large() async throws {
    let connection = try open()
    let payload = [UInt8](repeating: 1, count: 1 << 20)
    let outcomes = try connection.each((0..<32).map { _ in PostgresStatement("select $1", [.bytes(payload)]) })
    #expect(try outcomes.allSatisfy { try $0.get().single().decode(0) == payload })
  }

  private func open() throws -> PipelineConnection { try PipelineConnection(TestServer.current().configuration()) }
}

extension PostgresError {
  fileprivate static let connectionLost = PostgresError(sqlState: "08006", message: "")
}
