import Postgres
import PostgresTestSupport
import Testing

/// What the schema must keep so that it can be distributed by tenant, and so that only functions write. Each query lists
/// the offenders.
@Suite("Rules of the schema")
struct SchemaRulesTests {
  private static let tables = """
    with t as (
      select c.oid, c.relname as name, c.relkind from pg_class c
      where c.relnamespace = 'assay'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition)
    """

  @Test(
    "no table, constraint, function or grant breaks a rule",
    arguments: [
      (
        "a table without a primary key",
        "select name from t where not exists (select from pg_constraint where conrelid = t.oid and contype = 'p')"
      ),
      (
        "a primary, unique or foreign key that does not begin with tenant_id",
        """
        select name || ' ' || conname from t join pg_constraint k on k.conrelid = t.oid and contype in ('p', 'u', 'f')
        where name <> 'event_types' and (select attname from pg_attribute where attrelid = t.oid and attnum = conkey[1]) <> 'tenant_id'
        """
      ),
      (
        "a unique index that does not begin with tenant_id",
        """
        select name || ' ' || indexrelid::regclass from t join pg_index i on i.indrelid = t.oid and indisunique
        where name <> 'event_types' and (select attname from pg_attribute where attrelid = t.oid and attnum = indkey[0]) <> 'tenant_id'
        """
      ),
      ("a trigger", "select name || ' ' || tgname from t join pg_trigger g on g.tgrelid = t.oid and not tgisinternal"),
      (
        "a foreign key that acts on delete or update",
        "select name || ' ' || conname from t join pg_constraint k on k.conrelid = t.oid and contype = 'f' and (confdeltype, confupdtype) <> ('a', 'a')"
      ),
      (
        "a partition of a partition",
        "select relname from pg_class where relnamespace = 'assay'::regnamespace and relkind = 'p' and relispartition"
      ),
      (
        "a table without the one row-level policy, or with it forced; three tables hold nothing of a tenant but its id",
        """
        select name from t join pg_class c using (oid) where name not in ('event_types', 'workers', 'rollout_tenants',
            'sealing_keys')
          and (not c.relrowsecurity or c.relforcerowsecurity or not exists (
            select from pg_policies p where p.schemaname = 'assay' and p.tablename = name and p.roles = '{public}' and p.cmd = 'ALL'
              and qual = '(tenant_id = (NULLIF(current_setting(''app.tenant''::text, true), ''''::text))::bigint)'))
        """
      ),
      (
        "another policy than that one, but for the worker's on whose turn it is",
        """
        select tablename || ' ' || policyname from pg_policies where schemaname = 'assay' and policyname <> 'tenant_rows'
          and (roles <> '{assay_worker}' or tablename not in ('jobs', 'queue_pauses', 'workers', 'tenants',
            'device_bits_calls', 'webhooks'))
        """
      ),
      (
        "two tenants' ids shown to another role than the worker",
        "select r from unnest(array['assay_api', 'assay_analyst']) r where has_table_privilege(r, 'assay.rollout_tenants', 'select')"
      ),
      (
        "a table that another role than assay_owner owns",
        "select name from t join pg_class c using (oid) where c.relowner <> 'assay_owner'::regrole"
      ),
      (
        "a function that everybody may call",
        "select proname from pg_proc where pronamespace = 'assay'::regnamespace and has_function_privilege('public', oid, 'execute')"
      ),
      (
        "a function without a fixed search path",
        "select proname from pg_proc where pronamespace = 'assay'::regnamespace and not coalesce(proconfig, '{}') @> array['search_path=\"\"']"
      ),
      (
        "a definer's function with p_tenant whose owner is not assay_definer, or whose first argument it is not",
        """
        select proname from pg_proc where pronamespace = 'assay'::regnamespace and prosecdef and 'p_tenant' = any (proargnames)
          and (proowner <> 'assay_definer'::regrole or proargnames[1] <> 'p_tenant')
        """
      ),
      (
        "a right to change or remove events",
        """
        select r.rolname from pg_roles r where r.rolname like 'assay\\_%' and r.rolname <> 'assay_owner'
          and (has_table_privilege(r.oid, 'assay.events', 'update, delete, truncate') or has_any_column_privilege(r.oid, 'assay.events', 'update'))
        """
      ),
      (
        "a direct right of the API to write",
        "select name from t where has_table_privilege('assay_api', oid, 'insert, update, delete, truncate')"
      ),
    ])
  func rules(_ rule: (name: String, offenders: String)) async throws {
    try await TestDatabase.with { database in
      let connection = try PipelineConnection(database.configuration())
      let offenders: [String] = try connection.query("\(Self.tables) \(rule.offenders)").map { row in
        try row.decode(0)
      }
      #expect(offenders == [], "\(rule.name)")
    }
  }
}
