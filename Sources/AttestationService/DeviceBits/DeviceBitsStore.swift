import DeviceBits
import Foundation
public import Postgres

/// The calls in the database: written down by those who ask, made by workers.
public struct DeviceBitsStore: Sendable {
  /// Rung when a call was written down, or a team's turn is free.
  public static let askedChannel = "assay_device_bits_asked"
  static let endedChannel = "assay_device_bits_ended"

  /// A call that waits.
  public struct Waiting: Sendable, Hashable {
    /// Whose it is.
    public let tenant: Int64
    /// Its number.
    public let number: Int64
  }

  private let pool: PostgresPool

  /// The calls of a database.
  public init(pool: PostgresPool) {
    self.pool = pool
  }

  // MARK: Those who ask

  /// Writes a call down; answers its number. Throws `Refusal`.
  func ask(_ question: DeviceBitsQuestion, seconds: Double) async throws -> Int64 {
    let (kind, bit0, bit1) = Self.columns(question.call)
    let ask = PostgresStatement(
      "SELECT assay.ask_device_bits($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
      [
        .int8(question.tenant), .int8(question.app.app), .text(question.app.identifier.prefix),
        .int2(question.environment.number), .int2(kind), bit0.map(PostgresValue.bool) ?? .null,
        bit1.map(PostgresValue.bool) ?? .null, .bytes(question.deviceToken), .double(seconds),
        .text(question.correlationID),
      ])
    do {
      return try await pool.transaction(tenant: question.tenant, [ask])[0].single().decode(0)
    } catch let error as PostgresError {
      switch error.sqlState {
      case "AS426": throw Refusal.overloaded
      case "AS427": throw Refusal.deviceBits(.unusableKey(code: TeamKeyError.missing.code), isUpdate: false)
      default: throw error
      }
    }
  }

  /// What has become of a call.
  enum Standing: Sendable {
    /// No worker has begun it.
    case waits
    /// A worker is at it.
    case underWay
    case ended(DeviceBitsOutcome)
    /// It was cleared away: nobody was thought to wait any more.
    case gone
  }

  /// Takes the outcome, if there is one. With `isLast` a call that still waits is withdrawn.
  func take(tenant: Int64, call: Int64, isLast: Bool) async throws -> Standing {
    let take = PostgresStatement(
      "SELECT state, answer FROM assay.take_device_bits($1, $2, $3)", [.int8(tenant), .int8(call), .bool(isLast)])
    guard let row = try await pool.transaction(tenant: tenant, [take])[0].first else { return .gone }
    if let answer: String = try row.decodeIfPresent("answer") { return .ended(try DeviceBitsOutcome(json: answer)) }
    return try row.decode("state", as: Int16.self) == 0 ? .waits : .underWay
  }

  // MARK: Workers

  /// The calls that could be begun, of all tenants, the oldest first: of the updates of a team only the first one, and none
  /// while another is under way. Only the worker's role sees them.
  public func waiting(limit: Int) async throws -> [Waiting] {
    let rows = try await pool.withConnection { connection in
      try await connection.query(
        """
        SELECT tenant_id, call_id FROM assay.device_bits_calls c
        WHERE state = 0 AND expires_at > now() AND NOT (kind = 2 AND EXISTS (
          SELECT FROM assay.device_bits_calls o
          WHERE o.team_id = c.team_id AND o.environment = c.environment AND o.kind = 2
            AND (o.state = 0 AND o.expires_at > now() AND o.call_id < c.call_id
              OR o.state = 1 AND o.lease_expires_at > now())))
        ORDER BY call_id LIMIT $1
        """, [.int8(Int64(limit))])
    }
    return try rows.map { Waiting(tenant: try $0.decode("tenant_id"), number: try $0.decode("call_id")) }
  }

  /// Takes a call; nil when it is not to be had now.
  public func begin(_ call: Waiting, owner: String, leaseSeconds: Double) async throws -> DeviceBitsCallRecord? {
    let begin = PostgresStatement(
      """
      SELECT team_id, environment, kind, bit0, bit1, device_token, correlation_id, seconds_left
      FROM assay.begin_device_bits($1, $2, $3, $4)
      """, [.int8(call.tenant), .int8(call.number), .text(owner), .double(leaseSeconds)])
    return try await pool.transaction(tenant: call.tenant, [begin])[0].first.map { try Self.record($0, call) }
  }

  /// Ends a call; false when its lease was lost, and then nothing is written. `key` is Apple's name of the team's key.
  public func end(
    _ call: DeviceBitsCallRecord, owner: String, key: String, with outcome: DeviceBitsOutcome
  ) async throws -> Bool {
    let end = PostgresStatement(
      "SELECT assay.end_device_bits($1, $2, $3, $4, $5, $6)",
      [
        .int8(call.tenant), .int8(call.number), .text(owner), .text(key), .json(try outcome.json),
        .bool(outcome.isUpdated),
      ])
    return try await pool.transaction(tenant: call.tenant, [end])[0].single().decode(0)
  }

  /// Ends calls whose worker was lost with them, of all tenants; gives how many. They are not made again: whether Apple has
  /// heard of them is not known.
  public func abandonLost() async throws -> Int {
    let rows = try await pool.withConnection { connection in
      try await connection.query(
        """
        SELECT tenant_id, call_id FROM assay.device_bits_calls
        WHERE state = 1 AND lease_expires_at < now() ORDER BY call_id LIMIT 64
        """)
    }
    var count = 0
    for row in rows {
      let (tenant, call): (Int64, Int64) = (try row.decode(0), try row.decode(1))
      let abandon = PostgresStatement("SELECT assay.abandon_device_bits($1, $2)", [.int8(tenant), .int8(call)])
      // Another worker may have found it as well.
      if try await pool.transaction(tenant: tenant, [abandon])[0].single().decode(0) { count += 1 }
    }
    return count
  }

  /// Clears away what nobody waits for any more, of all tenants; device tokens with it.
  public func sweep() async throws {
    _ = try await pool.withConnection { connection in
      try await connection.query(
        "DELETE FROM assay.device_bits_calls WHERE expires_at < now() - interval '1 minute' AND state <> 1")
    }
  }

  private static func columns(_ call: DeviceBitsCall) -> (kind: Int16, bit0: Bool?, bit1: Bool?) {
    switch call {
    case .query: (1, nil, nil)
    case .update(let bit0, let bit1): (2, bit0, bit1)
    }
  }

  private static func record(_ row: PostgresRow, _ call: Waiting) throws -> DeviceBitsCallRecord {
    let number: Int16 = try row.decode("environment")
    guard let environment = DeviceEnvironment.allCases.first(where: { $0.number == number }) else {
      throw DamagedRecord("device_bits_calls.environment")
    }
    let isQuery = try row.decode("kind", as: Int16.self) == 1
    return DeviceBitsCallRecord(
      tenant: call.tenant, number: call.number, team: try row.decode("team_id"), environment: environment,
      call: isQuery
        ? .query : .update(bit0: try row.decodeIfPresent("bit0"), bit1: try row.decodeIfPresent("bit1")),
      deviceToken: try row.decode("device_token"), correlationID: try row.decode("correlation_id"),
      secondsLeft: try row.decode("seconds_left"))
  }
}
