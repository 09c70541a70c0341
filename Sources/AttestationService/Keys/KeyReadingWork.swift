import Cryptography
import Postgres

/// Reads many keys with one statement for each tenant. A statement for each key costs as much as three signature checks,
/// which a service with more keys than its caches hold would pay for every request.
struct KeyReadingWork: BatchWork {
  private static let sql = """
    SELECT l.position, k.key_pk, k.key_id, a.account_id, k.device_id, k.environment, k.registered_at, k.is_lab,
      k.public_key, k.attested_app_id
    FROM unnest($2::bigint[], $3::bytea[]) WITH ORDINALITY l (app_pk, key_id, position)
    JOIN assay.keys k ON k.tenant_id = $1 AND k.app_pk = l.app_pk AND k.key_id = l.key_id
    JOIN assay.accounts a ON a.tenant_id = $1 AND a.account_pk = k.account_pk
    """

  func statement(tenant: Int64, rows: [KeyLookup]) -> PostgresStatement {
    PostgresStatement(
      Self.sql, [.int8(tenant), .int8Array(rows.map(\.app)), .bytesArray(rows.map(\.keyID))])
  }

  func deliver(_ answer: PostgresRows, to rows: [KeyLookup]) throws(PostgresError) {
    var found = [Result<RegisteredKey?, any Error>](repeating: .success(nil), count: rows.count)
    for row in answer {
      let position = try row.decode(0, as: Int.self) - 1
      guard found.indices.contains(position) else {
        throw PostgresError(sqlState: "XX000", message: "a key was read that nobody asked for")
      }
      found[position] = Result { try RegisteredKey(row) }
    }
    for (row, result) in zip(rows, found) { row.completion(result) }
  }
}

extension RegisteredKey {
  /// Reads the columns of the statement above.
  fileprivate convenience init(_ row: PostgresRow) throws {
    guard let environment = DeviceEnvironment(number: try row.decode(5)) else {
      throw DamagedRecord("keys.environment")
    }
    self.init(
      key: try row.decode(1), keyID: try row.decode(2), account: try row.decode(3),
      device: try row.decodeIfPresent(4), environment: environment, registeredAt: try row.decode(6),
      isLab: try row.decode(7), publicKey: try P256PublicKey(x963: try row.decode(8)),
      attestedAppID: try row.decodeIfPresent(9))
  }
}
