import Foundation
import Postgres
import PostgresTestSupport
import Testing

@Suite("A tenant's rows are invisible to another tenant")
struct TenantIsolationTests {
  private struct Scene {
    let mine: TestTenant
    let theirs: TestTenant
    let database: TestDatabase
  }

  /// The worker serves all tenants: it sees whose turn it is, and reads what a job is about as that tenant.
  private static let shared: [TestDatabase.Role: Set<String>] = [
    .worker: ["jobs", "queue_pauses", "tenants", "workers", "rollout_tenants"]
  ]

  @Test(
    "by table: nothing of another tenant is read, and nothing at all without a tenant",
    arguments: [TestDatabase.Role.api, .worker, .analyst])
  func tables(role: TestDatabase.Role) async throws {
    try await withScene { scene in
      let pool = try scene.database.pool(role, limit: 1)
      defer { pool.close() }
      for table in try await names(
        scene,
        "select relname from pg_class where relnamespace = 'assay'::regnamespace "
          + "and relkind in ('r', 'p', 'v') and exists (select from pg_attribute where attrelid = pg_class.oid "
          + "and attname = 'tenant_id') order by 1")
      where !(Self.shared[role] ?? []).contains(table) {
        let count = "select count(*) from assay.\(table)"
        #expect(try await visible(pool, nil, count) == 0, "\(table) without a tenant")
        let foreign = count + " where tenant_id <> \(scene.mine.tenant)"
        #expect(try await visible(pool, scene.mine.tenant, foreign) == 0, "\(table)")
        let guessed = count + " where tenant_id = \(scene.theirs.tenant)"
        #expect(try await visible(pool, scene.mine.tenant, guessed) == 0, "\(table), guessed")
      }
      #expect(try await visible(pool, scene.mine.tenant, "select count(*) from assay.keys") == 1)
      #expect(try await visible(pool, scene.mine.tenant, "select count(*) from assay.events") > 0)
    }
  }

  @Test("by writing: the API's role changes no table directly, not even its own tenant's")
  func writing() async throws {
    try await withScene { scene in
      let pool = try scene.database.pool(.api, limit: 1)
      defer { pool.close() }
      for table in try await names(
        scene,
        "select relname from pg_class where relnamespace = 'assay'::regnamespace "
          + "and relkind in ('r', 'p') order by 1")
      {
        for verb in [
          "delete from assay.\(table)", "insert into assay.\(table) default values", "truncate assay.\(table)",
        ] {
          #expect(try await state(pool, scene.mine.tenant, verb) == "42501", "\(verb)")
        }
        let column = try await names(
          scene,
          "select attname from pg_attribute where attrelid = 'assay.\(table)'::regclass "
            + "and attnum > 0 and not attisdropped")[0]
        #expect(try await state(pool, scene.mine.tenant, "update assay.\(table) set \(column) = \(column)") == "42501")
      }
    }
  }

  @Test("by function: every function refuses a tenant that is not the session's, and a session without one")
  func functions() async throws {
    try await withScene { scene in
      let signatures = try await names(
        scene,
        """
        select format('assay.%I(%s)', p.proname, string_agg(
          case when a.name = 'p_tenant' then '\(scene.theirs.tenant)::bigint'
            else 'null::' || format_type(a.type, null) end, ', ' order by a.position))
        from pg_proc p, unnest(p.proargtypes::oid[], p.proargnames[1:p.pronargs]) with ordinality a (type, name, position)
        where p.pronamespace = 'assay'::regnamespace and 'p_tenant' = any (p.proargnames) and p.prosecdef
        group by p.oid, p.proname order by 1
        """)
      #expect(signatures.count > 20)
      for role in [TestDatabase.Role.api, .worker, .owner] {
        let pool = try scene.database.pool(role, limit: 1)
        defer { pool.close() }
        for call in signatures {
          for tenant in [scene.mine.tenant, nil] {
            let state = try await state(pool, tenant, "select * from \(call)")
            #expect(state == "AS403" || (role != .owner && state == "42501"), "\(call) as \(role.rawValue)")
          }
        }
      }
    }
  }

  @Test("by id: another tenant's key, challenge and app are unknown, and stay as they are")
  func ids() async throws {
    try await withScene { scene in
      let pool = try scene.database.pool(.api, limit: 1)
      defer { pool.close() }
      let (mine, theirs) = (scene.mine, scene.theirs)
      let theirAssertions = TestAssertions(theirs)
      let challenge: Int64 = try await pool.transaction(tenant: theirs.tenant, [theirAssertions.issue(1)])[0].single()
        .decode(0)
      let stolen = TestAssertions(mine, expiry: theirAssertions.expiry)
        .record([.init(key: theirs.keys[0], challenge: challenge, counter: 5)])
      let verdict: String = try await pool.transaction(tenant: mine.tenant, [stolen])[0].single().decode("refusal")
      // Of a challenge that it cannot see, the database says what it says of one that is gone.
      #expect(verdict == "challenge_already_claimed")
      let revoke = "select assay.revoke_key(\(mine.tenant), \(theirs.app), sha256('x'), 'r', null)"
      #expect(try await state(pool, mine.tenant, revoke) == "AS404")
      #expect(
        try await state(pool, mine.tenant, "select assay.delete_app(\(mine.tenant), \(theirs.app), null)") == "AS404")
      let row = theirAssertions.record([.init(key: theirs.keys[0], challenge: challenge, counter: 5)])
      let own = try await pool.transaction(tenant: theirs.tenant, [row])[0].single()
      #expect(try own.decodeIfPresent("refusal", as: String.self) == nil)
    }
  }

  @Test("roles may not become another, and the definer may not log in")
  func roles() async throws {
    try await withScene { scene in
      for role in [TestDatabase.Role.api, .worker, .analyst] {
        let pool = try scene.database.pool(role, limit: 1)
        defer { pool.close() }
        for other in ["assay_definer", "assay_owner", "postgres"] {
          #expect(try await state(pool, nil, "set role \(other)") == "42501")
        }
        #expect(try await state(pool, nil, "set row_security = off; select count(*) from assay.keys") != nil)
      }
      #expect(throws: PostgresError.self) {
        try PipelineConnection(
          scene.database.server.configuration(database: scene.database.name, role: "assay_definer"))
      }
    }
  }

  private func withScene(_ body: (Scene) async throws -> Void) async throws {
    try await TestDatabase.with { database in
      let mine = try await TestTenant.make(in: database)
      let theirs = try await TestTenant.make(in: database)
      try await body(Scene(mine: mine, theirs: theirs, database: database))
    }
  }

  /// The count that a query gives, 0 where the role may not ask at all.
  private func visible(_ pool: PostgresPool, _ tenant: Int64?, _ sql: String) async throws -> Int {
    do {
      return try await pool.transaction(tenant: tenant, [PostgresStatement(sql)])[0].single().decode(0)
    } catch let error as PostgresError where error.sqlState == "42501" {
      return 0
    }
  }

  /// The SQLSTATE that a statement ends with, nil for success.
  private func state(_ pool: PostgresPool, _ tenant: Int64?, _ sql: String) async throws -> String? {
    do {
      _ = try await pool.transaction(tenant: tenant, [PostgresStatement(sql)])
      return nil
    } catch let error as PostgresError {
      return error.sqlState
    }
  }

  private func names(_ scene: Scene, _ sql: String) async throws -> [String] {
    let connection = try PipelineConnection(scene.database.configuration())
    return try connection.query(sql).column(0)
  }
}
