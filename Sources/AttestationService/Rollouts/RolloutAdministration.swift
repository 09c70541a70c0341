import EventStore
import Foundation
import Pacing
import Postgres

/// What on-call does with rollouts.
public struct RolloutAdministration: Sendable {
  private let store: RolloutStore
  private let pool: PostgresPool

  /// Works on the database behind the pool.
  public init(pool: PostgresPool) {
    self.pool = pool
    store = RolloutStore(pool: pool)
  }

  /// What a new rollout is asked to be.
  public struct Plan: Sendable {
    /// What people call it.
    public var name: String
    /// What it is.
    public var definition: RolloutDefinition
    /// A recovery's installations.
    public var target: RecoveryTarget?
    /// A recovery's list of installations, by the tenant's names.
    public var installations: [String]

    /// A plan.
    public init(
      name: String, definition: RolloutDefinition, target: RecoveryTarget? = nil, installations: [String] = []
    ) {
      self.name = name
      self.definition = definition
      self.target = target
      self.installations = installations
    }
  }

  /// The instant on the database's clock, in microseconds since 1970.
  public func clock(tenant: Int64) async throws -> Microseconds { try await store.clock(tenant: tenant) }

  /// Checks a plan as `create` would, and changes nothing.
  public func check(tenant: Int64, app: AppRecord, _ plan: Plan) async throws {
    _ = try await events(tenant: tenant, app: app, plan)
    let standing = try await store.list(tenant: tenant, app: app.app)
    let kind = plan.definition.kind
    if standing.contains(where: { $0.rollout.definition.kind == kind && $0.rollout.stands }) {
      throw Refusal.rolloutsOverlap
    }
  }

  /// Creates a rollout as a draft.
  public func create(tenant: Int64, app: AppRecord, _ plan: Plan, audit: RolloutAudit) async throws -> RolloutRecord {
    let events = try await events(tenant: tenant, app: app, plan)
    guard let rollout = Rollout(events), let event = events.first else { throw Refusal.internalFault }
    let id = try await store.create(
      tenant: tenant, app: app, name: plan.name, rollout: rollout, event: event, target: plan.target,
      installations: plan.installations.map(InstallationKey.init(identifier:)), audit: audit)
    return try await store.find(tenant: tenant, rollout: id)
  }

  private func events(tenant: Int64, app: AppRecord, _ plan: Plan) async throws -> [RolloutEvent] {
    let limit = try await store.hardLimit(tenant: tenant, app: app)
    let now = try await store.clock(tenant: tenant)
    do { return try Rollout.create(plan.definition, hardLimit: limit, at: now) } catch { throw Refusal.rollout(error) }
  }

  /// All rollouts of an app.
  public func list(tenant: Int64, app: AppRecord) async throws -> [RolloutRecord] {
    try await store.list(tenant: tenant, app: app.app)
  }

  /// One rollout of an app.
  public func find(tenant: Int64, app: AppRecord, rollout: Int64) async throws -> RolloutRecord {
    let record = try await store.find(tenant: tenant, rollout: rollout)
    guard record.app == app.app else { throw Refusal.unknownRollout }
    return record
  }

  /// Gives a command to a rollout. The controller may change it at the same moment: then it is said again.
  public func command(
    tenant: Int64, app: AppRecord, rollout: Int64, _ command: RolloutCommand, audit: RolloutAudit
  ) async throws -> RolloutRecord {
    for attempt in 0..<5 {
      let record = try await find(tenant: tenant, app: app, rollout: rollout)
      let events: [RolloutEvent]
      do { events = try record.rollout.decide(command, hardLimit: record.hardLimit) } catch {
        throw Refusal.rollout(error)
      }
      guard !events.isEmpty else { return record }
      do {
        _ = try await store.change(
          tenant: tenant, record, events: events, granted: nil, decision: "operator", audit: audit)
        return try await store.find(tenant: tenant, rollout: rollout)
      } catch let refusal as Refusal where refusal == .rolloutChanged && attempt < 4 { continue }
    }
    throw Refusal.rolloutChanged
  }

  /// Freezes all rollouts of a tenant, or lets them go on.
  /// - Returns: the revision that replicas acknowledge.
  public func freeze(tenant: Int64, _ frozen: Bool, audit: RolloutAudit) async throws -> Int64 {
    let given = audit.reason?.contains { !$0.isWhitespace } ?? false
    guard frozen || given else { throw Refusal.unfreezeNeedsReason }
    return try await store.freeze(tenant: tenant, frozen, audit: audit)
  }

  /// Whether a freeze holds.
  public func isFrozen(tenant: Int64) async throws -> Bool {
    let read = PostgresStatement("SELECT frozen FROM assay.rollout_freezes WHERE tenant_id = $1", [.int8(tenant)])
    return try await pool.transaction(tenant: tenant, [read])[0].first.map { try $0.decode(0) } ?? false
  }

  /// A replica that has put a revision in force, and how long that took.
  public struct Confirmation: Sendable {
    /// The replica's name.
    public let replica: String
    /// Seconds since the change; nil: not yet.
    public let seconds: Double?
  }

  /// Which live replicas have put a revision in force.
  public func confirmations(tenant: Int64, revision: Int64, since: Microseconds) async throws -> [Confirmation] {
    let read = PostgresStatement(
      """
      SELECT replica, revision >= $2 AS done, (extract(epoch from revision_at) * 1000000)::bigint AS at
      FROM assay.rollout_replicas WHERE tenant_id = $1 AND seen_at > clock_timestamp() - interval '3 seconds'
      ORDER BY replica
      """, [.int8(tenant), .int8(revision)])
    return try await pool.transaction(tenant: tenant, [read])[0].map { row in
      let at: Int64 = try row.decode("at")
      return Confirmation(
        replica: try row.decode("replica"),
        seconds: try row.decode("done") ? max(0, Microseconds(at - since).inSeconds) : nil)
    }
  }

  /// The rollout's events, in order.
  public func history(tenant: Int64, rollout: Int64) async throws -> [RecordedRolloutEvent] {
    let read = PostgresStatement(
      """
      SELECT version, at, data FROM assay.events WHERE tenant_id = $1 AND stream = $2 ORDER BY version
      """, [.int8(tenant), .int8(rollout)])
    return try await pool.transaction(tenant: tenant, [read])[0].map(RecordedRolloutEvent.init)
  }
}
