-- Refreshing fraud receipts: what is known of each receipt's life, its metrics, and the one function that stores answers.

insert into assay.event_types (type, name) values
  (51, 'receipt_verified'), (52, 'risk_metric_observed'), (53, 'receipt_stale'), (54, 'receipt_revived'),
  (55, 'receipt_quarantined'), (56, 'receipt_refused'), (57, 'receipt_expired'), (58, 'receipt_held'),
  (60, 'risk_threshold_crossed'), (61, 'team_key_added'), (62, 'team_key_removed'),
  (63, 'apple_credential_refused'), (64, 'apple_credential_restored');

-- The standing of each key's receipt towards Apple. The receipt itself stands in assay.receipts.
create table assay.receipt_refresh (
  tenant_id bigint not null,
  key_pk bigint not null,
  app_pk bigint not null,
  account_pk bigint not null,
  state smallint not null default 0 check (state between 0 and 4), -- current, stale, quarantined, expired, held
  reason text,
  attested_at timestamptz not null,
  attempts integer not null default 0,
  asked integer not null default 0,
  last_answer text,
  last_asked_at timestamptz,
  -- Above the app's threshold, until the metric falls to the lower mark.
  is_above boolean not null default false,
  primary key (tenant_id, key_pk),
  check ((state in (2, 4)) = (reason is not null))
) with (fillfactor = 80);
create index receipt_refresh_account on assay.receipt_refresh (tenant_id, account_pk);
create index receipt_refresh_state on assay.receipt_refresh (tenant_id, state) where state in (2, 4);

-- Every metric that Apple gave, in order: a metric falls as well as rises.
create table assay.risk_observations (
  tenant_id bigint not null,
  key_pk bigint not null,
  created_at timestamptz not null, -- field 12 of the receipt that said it
  app_pk bigint not null,
  account_pk bigint not null,
  metric integer not null check (metric >= 1),
  previous integer, -- null where there was none, which is not zero
  observed_at timestamptz not null,
  primary key (tenant_id, key_pk, created_at)
);
create index risk_observations_app on assay.risk_observations (tenant_id, app_pk, observed_at);

create table assay.risk_thresholds (
  tenant_id bigint not null,
  app_pk bigint not null,
  raise_at integer not null check (raise_at >= 1),
  clear_at integer not null check (clear_at >= 0),
  primary key (tenant_id, app_pk),
  check (clear_at < raise_at),
  foreign key (tenant_id, app_pk) references assay.apps (tenant_id, app_pk)
);

-- How far a reader of the feed has come.
create table assay.feed_checkpoints (
  tenant_id bigint not null,
  reader text not null,
  epoch integer not null,
  xid xid8 not null,
  seq bigint not null,
  primary key (tenant_id, reader)
);

do $$
declare
  v_table text;
begin
  foreach v_table in array array['receipt_refresh', 'risk_observations', 'risk_thresholds', 'feed_checkpoints'] loop
    execute format('alter table assay.%I enable row level security', v_table);
    execute format(
      $policy$create policy tenant_rows on assay.%I
        using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint)$policy$, v_table);
    execute format('grant select on assay.%I to assay_api, assay_worker, assay_analyst', v_table);
    execute format('grant select, insert, update on assay.%I to assay_definer', v_table);
  end loop;
end $$;
grant delete on assay.risk_thresholds to assay_definer;

-- Takes newly registered receipts into the schedule, wakes the silent receipts of the same accounts, moves the checkpoint.
create function assay.enrol_receipts(
  p_tenant bigint, p_keys bigint[], p_attested timestamptz[], p_due timestamptz[], p_wake_age double precision,
  p_epoch integer, p_xid xid8, p_seq bigint
) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_woken integer;
begin
  perform assay.require_tenant(p_tenant);
  insert into assay.receipt_refresh (tenant_id, key_pk, app_pk, account_pk, attested_at)
  select p_tenant, k.key_pk, k.app_pk, k.account_pk, c.attested
  from unnest(p_keys, p_attested) c (key_pk, attested)
  join assay.keys k on k.tenant_id = p_tenant and k.key_pk = c.key_pk
  on conflict (tenant_id, key_pk) do nothing;
  insert into assay.jobs (tenant_id, queue, subject, priority, run_at, due_at)
  select p_tenant, 'receipts', c.key_pk, 1, c.due, c.due from unnest(p_keys, p_due) c (key_pk, due)
  on conflict (tenant_id, queue, subject) do nothing;
  update assay.jobs j
  set run_at = greatest(pg_catalog.now(), coalesce(w.not_before, pg_catalog.now())),
      due_at = greatest(pg_catalog.now(), coalesce(w.not_before, pg_catalog.now())), priority = 0
  from (
    select distinct r.key_pk, s.not_before
    from unnest(p_keys) c (key_pk)
    join assay.receipt_refresh n on n.tenant_id = p_tenant and n.key_pk = c.key_pk
    join assay.receipt_refresh r on r.tenant_id = p_tenant and r.account_pk = n.account_pk and r.key_pk <> n.key_pk
    join assay.receipts s on s.tenant_id = p_tenant and s.key_pk = r.key_pk
    where not r.key_pk = any (p_keys) and (r.state = 1 or (r.state = 0
      and r.attested_at <= pg_catalog.now() - pg_catalog.make_interval(secs => p_wake_age)))) w
  where j.tenant_id = p_tenant and j.queue = 'receipts' and j.subject = w.key_pk and j.state = 0
    and j.lease_owner is null;
  get diagnostics v_woken = row_count;
  insert into assay.feed_checkpoints (tenant_id, reader, epoch, xid, seq)
  values (p_tenant, 'receipts', p_epoch, p_xid, p_seq)
  on conflict (tenant_id, reader) do update set epoch = excluded.epoch, xid = excluded.xid, seq = excluded.seq;
  return v_woken;
end $$;

-- Stores what came of a batch of questions. Rows whose lease is no longer the caller's are left alone, whole: a worker
-- that was fenced off changes nothing. A receipt is replaced only by one that is newer (field 12).
create function assay.store_refreshes(
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
    where j.lease_owner is not null
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
    where r.tenant_id = p_tenant and r.key_pk = n.key_pk and (r.created_at is null or r.created_at < n.created)
    returning r.key_pk)
  select coalesce(array_agg(c.key_pk), '{}') into v_replaced from changed c;

  insert into assay.risk_observations (tenant_id, key_pk, created_at, app_pk, account_pk, metric, previous, observed_at)
  select p_tenant, c.key_pk, c.created, f.app_pk, f.account_pk, c.metric,
    (select o.metric from assay.risk_observations o where o.tenant_id = p_tenant and o.key_pk = c.key_pk
     order by o.created_at desc limit 1), v_now
  from unnest(p_keys, p_created, p_metrics) c (key_pk, created, metric)
  join assay.receipt_refresh f on f.tenant_id = p_tenant and f.key_pk = c.key_pk
  where c.key_pk = any (v_replaced)
  on conflict do nothing;

  v_epoch := assay.feed_epoch(p_tenant);
  v_xid := pg_catalog.pg_current_xact_id();
  with crossed as (
    select f.key_pk, f.is_above, c.metric, t.raise_at, t.clear_at
    from unnest(p_keys, p_metrics) c (key_pk, metric)
    join assay.receipt_refresh f on f.tenant_id = p_tenant and f.key_pk = c.key_pk
    join assay.risk_thresholds t on t.tenant_id = p_tenant and t.app_pk = f.app_pk
    where c.key_pk = any (v_replaced)
      and ((not f.is_above and c.metric >= t.raise_at) or (f.is_above and c.metric <= t.clear_at))),
  marked as (
    update assay.receipt_refresh f set is_above = not c.is_above from crossed c
    where f.tenant_id = p_tenant and f.key_pk = c.key_pk)
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
  where k.tenant_id = p_tenant and k.key_pk = n.key_pk;

  update assay.receipt_refresh f
  set state = c.state, reason = nullif(c.reason, ''), attested_at = c.attested, attempts = c.attempts, asked = c.asked,
      last_answer = c.answer, last_asked_at = v_now
  from unnest(p_keys, p_states, p_reasons, p_attested, p_attempts, p_asked, p_answers)
    c (key_pk, state, reason, attested, attempts, asked, answer)
  where f.tenant_id = p_tenant and f.key_pk = c.key_pk and c.key_pk = any (v_held);

  update assay.jobs j
  set state = case when c.next = 'infinity' then 2 else 0 end,
      run_at = case when c.next = 'infinity' then v_now else c.next end,
      due_at = case when c.settled and c.next <> 'infinity' then c.next else j.due_at end,
      priority = c.priority, attempts = c.attempts, last_error = nullif(c.reason, ''),
      lease_owner = null, lease_expires_at = null, lease_epoch = j.lease_epoch + 1
  from unnest(p_keys, p_next, p_settled, p_priorities, p_attempts, p_reasons)
    c (key_pk, next, settled, priority, attempts, reason)
  where j.tenant_id = p_tenant and j.queue = 'receipts' and j.subject = c.key_pk and c.key_pk = any (v_held);
  return query select h.key_pk, h.key_pk = any (v_replaced) from unnest(v_held) h (key_pk);
end $$;

comment on function assay.store_refreshes is
  'Stores the outcomes of a batch of receipt refreshes; returns the keys whose lease still stood, and whether their
   receipt was replaced. next infinity: not again; not_before -infinity: none; metric 0: no new receipt.
   Events of types 51, 52 and 54 are written only for replaced receipts.';

-- Brings receipts back that wait for a person.
create function assay.requeue_receipts(p_tenant bigint, p_keys bigint[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_count integer;
begin
  perform assay.require_tenant(p_tenant);
  update assay.receipt_refresh set state = 0, reason = null, attempts = 0
  where tenant_id = p_tenant and key_pk = any (p_keys) and state in (2, 4);
  update assay.jobs j
  set state = 0, run_at = greatest(pg_catalog.now(), coalesce(r.not_before, pg_catalog.now())),
      due_at = greatest(pg_catalog.now(), coalesce(r.not_before, pg_catalog.now())), attempts = 0, last_error = null,
      priority = 0, lease_owner = null, lease_expires_at = null, lease_epoch = j.lease_epoch + 1
  from assay.receipts r
  where j.tenant_id = p_tenant and j.queue = 'receipts' and j.subject = any (p_keys)
    and r.tenant_id = p_tenant and r.key_pk = j.subject;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

create function assay.set_risk_threshold(p_tenant bigint, p_app bigint, p_raise integer, p_clear integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform assay.require_tenant(p_tenant);
  if p_raise is null then
    delete from assay.risk_thresholds where tenant_id = p_tenant and app_pk = p_app;
    return;
  end if;
  insert into assay.risk_thresholds (tenant_id, app_pk, raise_at, clear_at) values (p_tenant, p_app, p_raise, p_clear)
  on conflict (tenant_id, app_pk) do update set raise_at = excluded.raise_at, clear_at = excluded.clear_at;
end $$;

-- Stops a tenant's queue, or lets it run again.
create function assay.pause_queue(p_tenant bigint, p_queue text, p_by text, p_reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform assay.require_tenant(p_tenant);
  insert into assay.queue_pauses (tenant_id, queue, paused_by, reason) values (p_tenant, p_queue, p_by, p_reason)
  on conflict (tenant_id, queue) do update set paused_by = excluded.paused_by, reason = excluded.reason;
end $$;

create function assay.resume_queue(p_tenant bigint, p_queue text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform assay.require_tenant(p_tenant);
  delete from assay.queue_pauses where tenant_id = p_tenant and queue = p_queue;
  return found;
end $$;
grant select, insert, update, delete on assay.queue_pauses to assay_definer;

grant execute on function assay.enrol_receipts, assay.store_refreshes to assay_worker;
grant execute on function assay.requeue_receipts, assay.set_risk_threshold, assay.pause_queue, assay.resume_queue
  to assay_api, assay_worker;
alter function assay.enrol_receipts owner to assay_definer;
alter function assay.store_refreshes owner to assay_definer;
alter function assay.requeue_receipts owner to assay_definer;
alter function assay.set_risk_threshold owner to assay_definer;
alter function assay.pause_queue owner to assay_definer;
alter function assay.resume_queue owner to assay_definer;
