-- What analysts read with their own SQL (docs/analysts.md), one tenant at a time: set app.tenant first.
-- A view reads as its owner, to whom row-level security does not apply: each repeats the expression.
-- No metric is null. A metric that Apple no longer confirms is shown with freshness 'stale'. Neither is zero.

create view assay.risk_keys with (security_barrier) as
  select k.tenant_id, a.app_id, c.account_id, k.key_pk, k.key_id, k.environment, k.registered_at,
    r.risk_metric as metric,
    case when r.risk_metric is null then 'missing'
         when f.state = 0 then 'fresh' else 'stale' end as freshness,
    r.created_at as metric_at,
    case f.state when 0 then 'current' when 1 then 'stale' when 2 then 'quarantined' when 3 then 'expired'
                 when 4 then 'held' end as receipt_state,
    f.reason, f.last_answer, f.last_asked_at, f.is_above as above_threshold, j.due_at as next_due_at
  from assay.keys k
  join assay.apps a on a.tenant_id = k.tenant_id and a.app_pk = k.app_pk
  join assay.accounts c on c.tenant_id = k.tenant_id and c.account_pk = k.account_pk
  left join assay.receipts r on r.tenant_id = k.tenant_id and r.key_pk = k.key_pk
  left join assay.receipt_refresh f on f.tenant_id = k.tenant_id and f.key_pk = k.key_pk
  left join assay.jobs j on j.tenant_id = k.tenant_id and j.queue = 'receipts' and j.subject = k.key_pk and j.state = 0
  where k.tenant_id = nullif(current_setting('app.tenant', true), '')::bigint and k.revoked_at is null;

create view assay.risk_history with (security_barrier) as
  select o.tenant_id, a.app_id, c.account_id, k.key_id, o.metric, o.previous, o.metric - o.previous as change,
    o.created_at, o.observed_at
  from assay.risk_observations o
  join assay.keys k on k.tenant_id = o.tenant_id and k.key_pk = o.key_pk
  join assay.apps a on a.tenant_id = o.tenant_id and a.app_pk = o.app_pk
  join assay.accounts c on c.tenant_id = o.tenant_id and c.account_pk = o.account_pk
  where o.tenant_id = nullif(current_setting('app.tenant', true), '')::bigint;

create view assay.risk_days with (security_barrier) as
  select o.tenant_id, a.app_id, date_trunc('day', o.observed_at, 'UTC') as day, count(*) as observations,
    count(distinct o.key_pk) as keys, avg(o.metric)::float8 as average, max(o.metric) as highest,
    count(*) filter (where o.metric > o.previous) as rises
  from assay.risk_observations o
  join assay.apps a on a.tenant_id = o.tenant_id and a.app_pk = o.app_pk
  where o.tenant_id = nullif(current_setting('app.tenant', true), '')::bigint
  group by 1, 2, 3;

create view assay.risk_accounts with (security_barrier) as
  select k.tenant_id, a.app_id, c.account_id, count(*) as keys,
    count(*) filter (where k.registered_at > now() - interval '30 days') as keys_30_days,
    max(r.risk_metric) as highest_metric, max(k.registered_at) as newest_key_at
  from assay.keys k
  join assay.apps a on a.tenant_id = k.tenant_id and a.app_pk = k.app_pk
  join assay.accounts c on c.tenant_id = k.tenant_id and c.account_pk = k.account_pk
  left join assay.receipts r on r.tenant_id = k.tenant_id and r.key_pk = k.key_pk
  where k.tenant_id = nullif(current_setting('app.tenant', true), '')::bigint and k.revoked_at is null
  group by 1, 2, 3;

grant select on assay.risk_keys, assay.risk_history, assay.risk_days, assay.risk_accounts
  to assay_api, assay_worker, assay_analyst;
