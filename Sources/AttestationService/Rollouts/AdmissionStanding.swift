import Pacing
import Postgres

/// What the database knows of an installation that asks.
struct AdmissionStanding: Sendable {
  enum Standing: Int16, Sendable {
    case unknown = 0
    case waits
    case admitted
    case registered
    case keyLost
    case receiptLost
  }

  let standing: Standing
  /// The moment that a waiting one was given.
  let due: Microseconds?
  let rollout: Int64?
  let registeredAt: Microseconds?
  /// The challenge of one that is let in and not yet through.
  let challenge: [UInt8]?
  /// Running recoveries whose list names it.
  let listed: [Int64]

  init(_ row: PostgresRow) throws(PostgresError) {
    standing = Standing(rawValue: try row.decode("standing")) ?? .unknown
    due = try row.decodeIfPresent("due")
    rollout = try row.decodeIfPresent("rollout_id")
    registeredAt = try row.decodeIfPresent("registered_at")
    challenge = try row.decodeIfPresent("challenge")
    listed = try row.decode("listed", as: String.self).split(separator: ",").compactMap { Int64($0) }
  }
}
