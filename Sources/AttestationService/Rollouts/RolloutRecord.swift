import Foundation
import Pacing
import Postgres

/// A rollout as people look at it.
public struct RolloutRecord: Sendable {
  /// Its number, and its stream's.
  public let id: Int64
  /// The app's number.
  public let app: Int64
  /// What people call it.
  public let name: String
  /// As its events make it.
  public let rollout: Rollout
  /// The version of its stream.
  public let version: Int64
  /// The revision of its last change.
  public let revision: Int64
  /// The pace in force.
  public let pace: PaceRate
  /// The controller's last word.
  public let decision: String
  /// When that was.
  public let decidedAt: Date
  /// Slots given out.
  public let granted: Int64
  /// Installations that came through.
  public let registered: Int64
  /// Attestations that were refused.
  public let refused: Int64
  /// Admissions that ran out.
  public let noShows: Int64
  /// Reports of `serverUnavailable`.
  public let throttled: Int64
  /// Who waits now, as far as the replicas know.
  public let waiting: Int64
  /// What was used today of the app's budget.
  public let usedToday: Int64
  /// The most that may be used in a day; nil: no limit.
  public let dailyLimit: Int64?
  /// The team whose apps share Apple's limit.
  public let team: String
  /// The lowest of the budgets above the rollout.
  public let hardLimit: PaceRate

  static let query = """
    SELECT r.rollout_id, r.app_pk, r.name, r.document, r.version, r.revision, r.granted_milli, r.decision, r.decided_at,
      l.granted, r.registered, r.refused, r.no_shows, l.throttled, r.team,
      (SELECT coalesce(sum((p.waiting ->> r.rollout_id::text)::bigint), 0)::bigint FROM assay.rollout_replicas p
        WHERE p.tenant_id = $1 AND p.seen_at > clock_timestamp() - interval '3 seconds') AS waiting,
      CASE WHEN a.day = extract(epoch from clock_timestamp())::bigint / 86400 THEN a.used_today ELSE 0 END AS used_today,
      a.daily_limit, least(a.rate_milli, t.rate_milli) AS hard_milli
    FROM assay.rollouts r
    JOIN assay.rollout_lines l ON l.tenant_id = r.tenant_id AND l.rollout_id = r.rollout_id
    JOIN assay.budgets a ON a.tenant_id = r.tenant_id AND a.scope = 'app:' || r.app_pk
    JOIN assay.budgets t ON t.tenant_id = r.tenant_id AND t.scope = 'team:' || r.team
    WHERE r.tenant_id = $1
    """

  init(_ row: PostgresRow) throws {
    id = try row.decode("rollout_id")
    app = try row.decode("app_pk")
    name = try row.decode("name")
    rollout = try JSONDecoder().decode(Rollout.self, from: Data(try row.decode("document", as: String.self).utf8))
    version = try row.decode("version")
    revision = try row.decode("revision")
    pace = PaceRate(milli: try row.decode("granted_milli"))
    decision = try row.decode("decision")
    decidedAt = try row.decode("decided_at")
    granted = try row.decode("granted")
    registered = try row.decode("registered")
    refused = try row.decode("refused")
    noShows = try row.decode("no_shows")
    throttled = try row.decode("throttled")
    waiting = try row.decode("waiting")
    usedToday = try row.decode("used_today")
    dailyLimit = try row.decodeIfPresent("daily_limit")
    team = try row.decode("team")
    hardLimit = PaceRate(milli: try row.decode("hard_milli"))
  }

  /// Whether a command would be taken, as things stand.
  public func check(_ command: RolloutCommand) throws(Refusal) {
    do { _ = try rollout.decide(command, hardLimit: hardLimit) } catch { throw .rollout(error) }
  }

  /// Days until the whole share is in at the pace in force; nil where nothing can be said.
  public var daysLeft: Double? {
    guard let population = rollout.definition.population, pace > .zero else { return nil }
    return max(0, Double(population - registered)) / pace.effective.perSecond / 86_400
  }
}
