import Cryptography
public import Postgres

/// Where the public half of the master key is published, so that the API can seal what only the worker opens.
public struct SealingKeyStore: Sendable {
  private let pool: PostgresPool

  /// The sealing keys of a database.
  public init(pool: PostgresPool) {
    self.pool = pool
  }

  /// Publishes a key. One that was published before stays where it was in the order, so that a worker that is started
  /// with an old master key does not bring it back; `replacing` puts it in force. Waits for whoever is storing something.
  public func publish(_ key: SealingKey, replacing: Bool = false) async throws {
    _ = try await pool.withConnection { connection in
      try await connection.query(
        "select assay.publish_sealing_key($1, $2, $3)",
        [.text(key.fingerprint), .bytes(key.point.x963), .bool(replacing)])
    }
  }

  /// Hands the key in force to `body`, which stores something sealed with it; nil when no worker has published one yet.
  ///
  /// A rotation may put another key in force in between. The database refuses what is sealed for the old one, and `body`
  /// runs again with the new one, so that whoever stores something then need not know.
  public func sealing<R>(
    isolation: isolated (any Actor)? = #isolation, _ body: (SealingKey) async throws -> R
  ) async throws -> R? {
    var attempts = 3
    while let key = try await inForce() {
      attempts -= 1
      do {
        return try await body(key)
      } catch let error as PostgresError where error.isSealingKeyReplaced && attempts > 0 {
        continue
      }
    }
    return nil
  }

  /// The key in force; nil when no worker has published one yet.
  public func inForce() async throws -> SealingKey? {
    let rows = try await pool.withConnection { connection in
      try await connection.query(
        "select fingerprint, public_key from assay.sealing_keys where tenant_id = 0 order by published_at desc limit 1")
    }
    return try rows.first.map { row in
      SealingKey(
        fingerprint: try row.decode("fingerprint"), point: try P256PublicKey(x963: try row.decode("public_key")))
    }
  }
}

extension PostgresError {
  /// Whether something was refused because it is sealed for a key that is no longer in force.
  public var isSealingKeyReplaced: Bool { sqlState == "AS424" }
}
