/// The risk reports.
public enum RiskReport: String, Sendable, CaseIterable {
  /// How many keys have a fresh, a stale and no metric, and how high they are.
  case summary
  /// How many keys show each metric; keys without one are counted apart.
  case histogram
  /// Day by day: observations, their average, the highest, and how many rose.
  case trend
  /// The keys with the highest metrics.
  case top
  /// The keys whose metric jumped.
  case jumps
  /// What was observed, newest first.
  case history
  /// The accounts with the most keys.
  case accounts
  /// Accounts whose devices report that they have no App Attest; the lower bound is one of reports.
  case unsupported
  /// Every key.
  case keys

  var sql: String {
    switch self {
    case .summary:
      """
      select count(*) as keys, count(*) filter (where freshness = 'fresh') as fresh,
        count(*) filter (where freshness = 'stale') as stale, count(*) filter (where freshness = 'missing') as missing,
        count(*) filter (where receipt_state in ('quarantined', 'held')) as waiting_for_a_person,
        count(*) filter (where above_threshold) as above_threshold, max(metric) as highest_metric,
        avg(metric)::float8 as average_metric
      from assay.risk_keys where app_id = $1 and registered_at >= $2 and registered_at < $3
        and ($4::integer is null or metric >= $4) limit $5
      """
    case .histogram:
      """
      select metric, freshness, count(*) as keys from assay.risk_keys
      where app_id = $1 and registered_at >= $2 and registered_at < $3 and ($4::integer is null or metric >= $4)
      group by metric, freshness order by metric nulls first, freshness limit $5
      """
    case .trend:
      """
      select day, observations, keys, average, highest, rises from assay.risk_days
      where app_id = $1 and day >= $2 and day < $3 and ($4::integer is null or highest >= $4) order by day limit $5
      """
    case .top:
      """
      select encode(key_id, 'base64') as key_id, account_id, metric, freshness, metric_at, receipt_state, above_threshold
      from assay.risk_keys where app_id = $1 and metric is not null and metric_at >= $2 and metric_at < $3
        and ($4::integer is null or metric >= $4)
      order by metric desc, metric_at desc limit $5
      """
    case .jumps:
      """
      select encode(key_id, 'base64') as key_id, account_id, previous, metric, change, observed_at
      from assay.risk_history where app_id = $1 and observed_at >= $2 and observed_at < $3 and change > 0
        and ($4::integer is null or metric >= $4)
      order by change desc, observed_at desc limit $5
      """
    case .history:
      """
      select observed_at, encode(key_id, 'base64') as key_id, account_id, metric, previous, change, created_at
      from assay.risk_history where app_id = $1 and observed_at >= $2 and observed_at < $3
        and ($4::integer is null or metric >= $4)
      order by observed_at desc limit $5
      """
    case .accounts:
      """
      select account_id, keys, keys_30_days, highest_metric, newest_key_at from assay.risk_accounts
      where app_id = $1 and newest_key_at >= $2 and newest_key_at < $3 and ($4::integer is null or highest_metric >= $4)
      order by keys desc, highest_metric desc nulls last limit $5
      """
    case .unsupported:
      """
      select q.account_id, count(*) as reports, count(distinct q.installation) as installations,
        min(q.at) as first_at, max(q.at) as last_at
      from assay.admission_reports q join assay.apps a on a.tenant_id = q.tenant_id and a.app_pk = q.app_pk
      where q.tenant_id = nullif(current_setting('app.tenant', true), '')::bigint and q.kind = 'unsupported'
        and a.app_id = $1 and q.at >= $2 and q.at < $3
      group by q.account_id having $4::integer is null or count(*) >= $4
      order by reports desc, last_at desc limit $5
      """
    case .keys:
      """
      select encode(key_id, 'base64') as key_id, account_id, registered_at, metric, freshness, metric_at, receipt_state,
        reason, last_answer, last_asked_at, above_threshold, next_due_at
      from assay.risk_keys where app_id = $1 and registered_at >= $2 and registered_at < $3
        and ($4::integer is null or metric >= $4)
      order by registered_at limit $5
      """
    }
  }
}
