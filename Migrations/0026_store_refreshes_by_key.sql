-- As in 0021, and each statement names the keys to the table as well: without statistics (a queue that was empty when it
-- was last looked at) the planner read a whole tenant's jobs for every batch, which cost six times the rest.

create or replace function assay.store_refreshes(
  p_tenant bigint, p_keys bigint[], p_epochs bigint[], p_states smallint[], p_reasons text[], p_attested timestamptz[],
  p_attempts integer[], p_asked integer[], p_answers text[], p_next timestamptz[], p_settled boolean[],
  p_priorities smallint[], p_receipts bytea[], p_created timestamptz[], p_not_before timestamptz[],
  p_expires timestamptz[], p_metrics integer[], p_event_keys bigint[], p_event_types smallint[],
  p_event_refusals text[], p_event_data jsonb[]
) returns table (key_pk bigint, is_replaced boolean)
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_now timestamptz := pg_catalog.clock_timestamp();
  v_held bigint[];
  v_keys bigint[];
  v_versions bigint[];
  v_lab boolean[];
  v_replaced bigint[];
  v_epoch integer;
  v_xid xid8;
begin
  perform assay.require_tenant(p_tenant);
  select coalesce(array_agg(h.subject), '{}') into v_held from (
    select j.subject
    from unnest(p_keys, p_epochs) c (key_pk, epoch)
    join assay.jobs j on j.tenant_id = p_tenant and j.queue = 'receipts' and j.subject = c.key_pk
      and j.lease_epoch = c.epoch
    where j.subject = any (p_keys) and j.lease_owner is not null
    order by j.subject for update of j) h;
  if pg_catalog.cardinality(v_held) = 0 then
    return;
  end if;
  select array_agg(s.key_pk), array_agg(s.version), array_agg(s.is_lab) into v_keys, v_versions, v_lab from (
    select k.key_pk, k.version, k.is_lab from assay.key_state k
    where k.tenant_id = p_tenant and k.key_pk = any (v_held) order by k.key_pk for no key update) s;

  with news as (
    select c.* from unnest(p_keys, p_receipts, p_created, p_not_before, p_expires, p_metrics)
      c (key_pk, receipt, created, not_before, expires, metric)
    where c.key_pk = any (v_held) and c.metric > 0),
  changed as (
    update assay.receipts r
    set verdict = 'accepted', refusal = null, receipt = n.receipt, receipt_type = 'RECEIPT', risk_metric = n.metric,
        created_at = n.created, not_before = nullif(n.not_before, '-infinity'), expires_at = n.expires, stored_at = v_now
    from news n
    where r.tenant_id = p_tenant and r.key_pk = n.key_pk and r.key_pk = any (v_held) and (r.created_at is null or r.created_at < n.created)
    returning r.key_pk)
  select coalesce(array_agg(c.key_pk), '{}') into v_replaced from changed c;

  insert into assay.risk_observations (tenant_id, key_pk, created_at, app_pk, account_pk, metric, previous, observed_at)
  select p_tenant, c.key_pk, c.created, f.app_pk, f.account_pk, c.metric,
    (select o.metric from assay.risk_observations o where o.tenant_id = p_tenant and o.key_pk = c.key_pk
     order by o.created_at desc limit 1), v_now
  from unnest(p_keys, p_created, p_metrics) c (key_pk, created, metric)
  join assay.receipt_refresh f on f.tenant_id = p_tenant and f.key_pk = c.key_pk
  where f.key_pk = any (v_replaced)
  on conflict do nothing;

  v_epoch := assay.feed_epoch(p_tenant);
  v_xid := pg_catalog.pg_current_xact_id();
  with crossed as (
    select f.key_pk, f.is_above, c.metric, t.raise_at, t.clear_at
    from unnest(p_keys, p_metrics) c (key_pk, metric)
    join assay.receipt_refresh f on f.tenant_id = p_tenant and f.key_pk = c.key_pk
    join assay.risk_thresholds t on t.tenant_id = p_tenant and t.app_pk = f.app_pk
    where f.key_pk = any (v_replaced)
      and ((not f.is_above and c.metric >= t.raise_at) or (f.is_above and c.metric <= t.clear_at))),
  marked as (
    update assay.receipt_refresh f set is_above = not c.is_above from crossed c
    where f.tenant_id = p_tenant and f.key_pk = c.key_pk and f.key_pk = any (v_replaced))
  select p_event_keys || coalesce(array_agg(c.key_pk), '{}'),
    p_event_types || coalesce(array_agg(60::smallint), '{}'),
    p_event_refusals || coalesce(array_agg(''::text), '{}'),
    p_event_data || coalesce(array_agg(pg_catalog.jsonb_build_object(
      'direction', case when c.is_above then 'cleared' else 'raised' end, 'metric', c.metric,
      'raise_at', c.raise_at, 'clear_at', c.clear_at)), '{}')
  into p_event_keys, p_event_types, p_event_refusals, p_event_data from crossed c;

  insert into assay.events (tenant_id, stream, version, at, seq, xid, epoch, type, flags, refusal, data)
  select p_tenant, e.key_pk, s.version + pg_catalog.row_number() over (partition by e.key_pk order by e.position), v_now,
    pg_catalog.nextval('assay.event_seq'), v_xid, v_epoch, e.type, (case when s.is_lab then 1 else 0 end)::smallint,
    nullif(e.refusal, ''), nullif(e.data, 'null'::jsonb)
  from unnest(p_event_keys, p_event_types, p_event_refusals, p_event_data)
    with ordinality e (key_pk, type, refusal, data, position)
  join unnest(v_keys, v_versions, v_lab) s (key_pk, version, is_lab) on s.key_pk = e.key_pk
  where e.key_pk = any (v_held) and (e.type not in (51, 52, 54) or e.key_pk = any (v_replaced));
  update assay.key_state k set version = k.version + n.added
  from (
    select e.key_pk, pg_catalog.count(*) as added from unnest(p_event_keys, p_event_types) e (key_pk, type)
    where e.key_pk = any (v_held) and (e.type not in (51, 52, 54) or e.key_pk = any (v_replaced))
    group by e.key_pk) n
  where k.tenant_id = p_tenant and k.key_pk = n.key_pk and k.key_pk = any (v_held);

  update assay.receipt_refresh f
  set state = c.state, reason = nullif(c.reason, ''), attested_at = c.attested, attempts = c.attempts, asked = c.asked,
      last_answer = c.answer, last_asked_at = v_now
  from unnest(p_keys, p_states, p_reasons, p_attested, p_attempts, p_asked, p_answers)
    c (key_pk, state, reason, attested, attempts, asked, answer)
  where f.tenant_id = p_tenant and f.key_pk = c.key_pk and f.key_pk = any (v_held);

  update assay.jobs j
  set state = case when c.next = 'infinity' then 2 else 0 end,
      run_at = case when c.next = 'infinity' then v_now else c.next end,
      due_at = case when c.settled and c.next <> 'infinity' then c.next else j.due_at end,
      priority = c.priority, attempts = c.attempts, last_error = nullif(c.reason, ''),
      lease_owner = null, lease_expires_at = null, lease_epoch = j.lease_epoch + 1
  from unnest(p_keys, p_next, p_settled, p_priorities, p_attempts, p_reasons)
    c (key_pk, next, settled, priority, attempts, reason)
  where j.tenant_id = p_tenant and j.queue = 'receipts' and j.subject = c.key_pk and j.subject = any (v_held);
  return query select h.key_pk, h.key_pk = any (v_replaced) from unnest(v_held) h (key_pk);
end $$;
