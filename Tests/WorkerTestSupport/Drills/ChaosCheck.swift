import Postgres

/// What may never be true of the database after workers were killed. Each is a number that must be zero, and each comes
/// with a way to spoil the database so that it is not: a check that cannot fail proves nothing.
enum ChaosCheck: String, CaseIterable {
  case lost
  case olderOverNewer = "older_over_newer"
  case storedTwice = "stored_twice"
  case versionGaps = "version_gaps"
  case strandedLeases = "stranded_leases"

  private struct Undone: Error {
    let found: Int
  }

  /// How many such faults there are.
  func count(_ stage: WorkerStage) async throws -> Int { try await stage.number(sql) }

  /// Whether the check sees a fault that is made for it. Nothing stays changed.
  func seesItsFault(_ stage: WorkerStage) async throws -> Bool {
    do {
      _ = try await stage.pool.withTransaction(tenant: nil) { transaction -> Int in
        try await transaction.query(spoiling)
        throw Undone(found: try await transaction.query(sql).single().decode(0))
      }
      return false
    } catch let undone as Undone {
      return undone.found == 1
    }
  }

  private var sql: String {
    switch self {
    case .lost:
      "select count(*) from assay.receipts where risk_metric is null"
    case .olderOverNewer:
      // Every receipt that Apple gave has its own creation time; the stored one is the last that was observed.
      """
      select count(*) from assay.receipts r
      where r.created_at < (select max(o.created_at) from assay.risk_observations o
                            where o.tenant_id = r.tenant_id and o.key_pk = r.key_pk)
      """
    case .storedTwice:
      "select count(*) from (select from assay.risk_observations group by tenant_id, key_pk having count(*) > 1) d"
    case .versionGaps:
      """
      select count(*) from (
        select from assay.events e join assay.key_state k on k.tenant_id = e.tenant_id and k.key_pk = e.stream
        group by e.tenant_id, e.stream, k.version
        having max(e.version) <> k.version or count(distinct e.version) <> k.version - 2) g
      """
    case .strandedLeases:
      "select count(*) from assay.jobs where queue = 'receipts' and (lease_owner is not null or state <> 0)"
    }
  }

  private var spoiling: String {
    switch self {
    case .lost: "update assay.receipts set risk_metric = null where key_pk = (select min(key_pk) from assay.receipts)"
    case .olderOverNewer:
      """
      update assay.receipts set created_at = created_at - interval '1 second'
      where key_pk = (select min(key_pk) from assay.receipts)
      """
    case .storedTwice:
      """
      insert into assay.risk_observations (tenant_id, key_pk, created_at, app_pk, account_pk, metric, observed_at)
      select tenant_id, key_pk, created_at + interval '1 second', app_pk, account_pk, metric, now()
      from assay.risk_observations where key_pk = (select min(key_pk) from assay.risk_observations)
      """
    case .versionGaps:
      """
      update assay.key_state set version = version + 1
      where key_pk = (select min(stream) from assay.events where type = 51)
      """
    case .strandedLeases:
      """
      update assay.jobs set lease_owner = 'nobody', lease_expires_at = now()
      where subject = (select min(subject) from assay.jobs where queue = 'receipts')
      """
    }
  }
}
