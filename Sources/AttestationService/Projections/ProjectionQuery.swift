/// How one state table follows from the events (`rebuilt`), and which of its columns are compared.
struct ProjectionQuery: Sendable {
  let table: String
  /// The column with the entity's id.
  let entity: String
  /// A query that gives the rows as the events say, for the tenant $1.
  let rebuilt: String
  let columns: [String]
  /// A query that gives the rows as they stand, for the tenant $1; the whole table unless given.
  var live: String?

  /// Gives the entity and the difference, one row for each.
  var sql: String {
    let differing = columns.map { "CASE WHEN r.\($0) IS DISTINCT FROM l.\($0) THEN '\($0)' END" }
    return """
      WITH r AS (\(rebuilt)), l AS (\(live ?? "SELECT * FROM assay.\(table) WHERE tenant_id = $1"))
      SELECT * FROM (
        SELECT coalesce(r.\(entity), l.\(entity)) AS entity,
          CASE WHEN l.\(entity) IS NULL THEN 'the row is missing' WHEN r.\(entity) IS NULL THEN 'there are no events'
            ELSE concat_ws(', ', \(differing.joined(separator: ", "))) END AS difference
        FROM r FULL JOIN l ON r.\(entity) = l.\(entity)) d
      WHERE difference <> '' ORDER BY entity
      """
  }

  /// All state tables that are rebuilt. Challenges and the ledger of idempotency keys are not state: they pass.
  static let all = [tenants, secrets, apps, accounts, keys, keyState, receipts, streams] + devices
}
