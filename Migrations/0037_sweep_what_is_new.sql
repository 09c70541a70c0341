-- The sweep looks at what is new, not at all who are still out: with a hundred thousand of them it read every one, and
-- looked each up among the submissions, once a second.

-- Each question has one index that can answer it: a predicate says what the question must name. Without statistics, in a
-- table that has just filled, the planner finds all of them equally good.
drop index assay.admissions_open;
create index admissions_waiting on assay.admissions (tenant_id, rollout_id, due) where state = 1;
create index admissions_expiry on assay.admissions (tenant_id, rollout_id, expires_at)
  where state = 2 and expires_at is not null;
create index admissions_challenge on assay.admissions (tenant_id, challenge_id)
  where state = 2 and challenge_id is not null;
create index attestation_submissions_time on assay.attestation_submissions (tenant_id, at);

-- Up to when a rollout's outcomes are known. Before this column the controller swept whenever it decided.
alter table assay.rollouts add column swept_at timestamptz;
update assay.rollouts set swept_at = decided_at;

-- The outcome of one admission: 3 registered, 4 refused, 5 no-show, 0 when it was settled before.
create function assay.settle_admission(
  p_tenant bigint, p_app bigint, p_installation bytea, p_challenge bigint, p_key bigint, p_at timestamptz,
  p_state smallint, out outcome smallint, out took double precision
) language plpgsql volatile set search_path = '' as $$
begin
  update assay.admissions a set state = p_state, key_pk = p_key, ended_at = p_at
  where a.tenant_id = p_tenant and a.app_pk = p_app and a.installation = p_installation and a.state = 2
    and a.challenge_id = p_challenge
  returning a.state, extract(epoch from p_at - a.admitted_at) into outcome, took;
  outcome := coalesce(outcome, 0);
end $$;

-- As before, but from the submissions of the time since the last sweep, and ten seconds more, since a transaction may
-- commit late and clocks differ. Nothing is lost of what comes later still: an admission that runs out is looked up by
-- its challenge before it counts as a no-show.
create or replace function assay.sweep_rollout(p_tenant bigint, p_rollout bigint)
returns table (
  clock bigint, granted bigint, registered bigint, refused bigint, no_shows bigint, throttled bigint,
  latency_seconds double precision, waiting bigint)
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := pg_catalog.clock_timestamp();
  v_since timestamptz;
  v_end record;
  v_settled record;
  v_outcomes smallint[] := '{}';
  v_times double precision[] := '{}';
  v_latency double precision;
begin
  perform assay.require_tenant(p_tenant);
  select coalesce(r.swept_at, r.created_at) - interval '10 seconds' into v_since from assay.rollouts r
  where r.tenant_id = p_tenant and r.rollout_id = p_rollout;
  -- Each side by its own index, whatever the planner believes of tables that have just filled: an OFFSET keeps the
  -- look-ups from becoming a join over all that they hold.
  for v_end in
    select a.app_pk, a.installation, s.challenge_id, s.key_pk, s.at,
      case when s.key_pk is not null then 3 else 4 end::smallint as state
    from (
      select m.challenge_id, m.key_pk, m.at from assay.attestation_submissions m
      where m.tenant_id = p_tenant and m.at > v_since offset 0) s
    cross join lateral (
      select n.app_pk, n.installation, n.rollout_id from assay.admissions n
      where n.tenant_id = p_tenant and n.challenge_id = s.challenge_id and n.state = 2 offset 0) a
    where a.rollout_id = p_rollout
    union all
    select a.app_pk, a.installation, a.challenge_id, s.key_pk, coalesce(s.at, v_now),
      case when s.key_pk is not null then 3 when s.at is not null then 4 else 5 end::smallint
    from (
      select n.app_pk, n.installation, n.challenge_id from assay.admissions n
      where n.tenant_id = p_tenant and n.rollout_id = p_rollout and n.state = 2 and n.expires_at <= v_now offset 0) a
    left join lateral (
      select m.key_pk, m.at from assay.attestation_submissions m
      where m.tenant_id = p_tenant and m.challenge_id = a.challenge_id order by m.at limit 1) s on true
  loop
    v_settled := assay.settle_admission(
      p_tenant, v_end.app_pk, v_end.installation, v_end.challenge_id, v_end.key_pk, v_end.at, v_end.state);
    v_outcomes := v_outcomes || v_settled.outcome;
    if v_settled.outcome = 3 then
      v_times := v_times || v_settled.took;
    end if;
  end loop;
  -- A moment that nobody came for is somebody else's.
  delete from assay.admissions a
  where a.tenant_id = p_tenant and a.rollout_id = p_rollout and a.state = 1
    and a.due < (extract(epoch from v_now) * 1000000)::bigint - 60000000;
  select pg_catalog.percentile_cont(0.95) within group (order by t) into v_latency from unnest(v_times) t;
  update assay.rollouts r
  set registered = r.registered + o.registered, refused = r.refused + o.refused, no_shows = r.no_shows + o.no_shows,
    latency_seconds = coalesce(v_latency, r.latency_seconds), swept_at = v_now
  from (
    select pg_catalog.count(*) filter (where t = 3) as registered, pg_catalog.count(*) filter (where t = 4) as refused,
      pg_catalog.count(*) filter (where t = 5) as no_shows
    from unnest(v_outcomes) t) o
  where r.tenant_id = p_tenant and r.rollout_id = p_rollout
    and (o.registered + o.refused + o.no_shows > 0 or r.swept_at is null or r.swept_at < v_now - interval '5 seconds');
  return query
    select assay.clock_microseconds(), l.granted, r.registered, r.refused, r.no_shows,
      l.throttled,
      r.latency_seconds,
      (select coalesce(pg_catalog.sum((p.waiting ->> p_rollout::text)::bigint), 0)::bigint from assay.rollout_replicas p
        where p.tenant_id = p_tenant and p.seen_at > v_now - interval '3 seconds')
        + (select pg_catalog.count(*) from assay.admissions a
          where a.tenant_id = p_tenant and a.rollout_id = p_rollout and a.state = 1)
    from assay.rollouts r join assay.rollout_lines l on l.tenant_id = r.tenant_id and l.rollout_id = r.rollout_id
    where r.tenant_id = p_tenant and r.rollout_id = p_rollout;
end $$;

-- A replaced function has lost its settings.
alter function assay.sweep_rollout set enable_seqscan = off;
alter function assay.sweep_rollout set enable_hashjoin = off;
alter function assay.sweep_rollout set enable_mergejoin = off;
alter function assay.sweep_rollout set enable_material = off;
grant execute on function assay.settle_admission to assay_definer;
