import Foundation
import Pacing
import Postgres

/// One line of a rollout's history.
public struct RecordedRolloutEvent: Sendable {
  /// Its place in the stream.
  public let version: Int64
  /// When.
  public let at: Date
  /// What.
  public let event: RolloutEvent
  /// Who.
  public let by: String
  /// Why.
  public let reason: String?

  private struct Audit: Decodable {
    let by: String?
    let reason: String?
  }

  init(_ row: PostgresRow) throws {
    version = try row.decode("version")
    at = try row.decode("at")
    let data = Data(try row.decode("data", as: String.self).utf8)
    event = try JSONDecoder().decode(RolloutEvent.self, from: data)
    let audit = try JSONDecoder().decode(Audit.self, from: data)
    by = audit.by ?? "unknown"
    reason = audit.reason
  }
}
