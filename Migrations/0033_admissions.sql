-- Admissions: who may attest now. Asked in batches; only those who are let in, or get one of the near moments, are written.

-- Gives the next moments of a rollout to those of the batch who have none, at a little more than the pace, since some do
-- not come. Moments are given two minutes ahead; beyond that nothing is written, however many ask.
create function assay.give_moments(
  p_tenant bigint, p_rollout bigint, p_apps bigint[], p_installations bytea[], p_rollouts bigint[]
) returns void
language plpgsql volatile set search_path = '' as $$
declare
  v_now bigint := assay.clock_microseconds();
  v_next bigint;
  v_spacing bigint;
  v_given integer;
begin
  select m.next_due into v_next from assay.rollout_moments m
  where m.tenant_id = p_tenant and m.rollout_id = p_rollout;
  if v_next is null or v_next >= v_now + 120000000 then
    return;
  end if;
  select m.next_due, 970000000 / nullif(assay.rate_in_force(r.granted_milli, r.decided_at), 0) into v_next, v_spacing
  from assay.rollout_moments m join assay.rollouts r on r.tenant_id = p_tenant and r.rollout_id = p_rollout
  where m.tenant_id = p_tenant and m.rollout_id = p_rollout
  for no key update of m;
  if v_spacing is null then
    return;
  end if;
  v_next := greatest(v_next, v_now + 1000000);
  insert into assay.admissions as a (tenant_id, app_pk, installation, rollout_id, state, due)
  select p_tenant, f.app, f.installation, p_rollout, 1, v_next + (f.number - 1) * v_spacing
  from (
    select i.app, i.installation, pg_catalog.row_number() over (order by i.installation) as number
    from unnest(p_apps, p_installations, p_rollouts) i (app, installation, rollout)
    left join assay.admissions k on k.tenant_id = p_tenant and k.app_pk = i.app and k.installation = i.installation
    where i.rollout = p_rollout and (k.installation is null or k.state in (4, 5))) f
  where f.number <= (v_now + 120000000 - v_next) / v_spacing
  order by f.installation
  on conflict (tenant_id, app_pk, installation) do update
  set rollout_id = excluded.rollout_id, state = 1, due = excluded.due
  where a.state in (4, 5);
  get diagnostics v_given = row_count;
  update assay.rollout_moments m set next_due = v_next + v_given * v_spacing
  where m.tenant_id = p_tenant and m.rollout_id = p_rollout;
end $$;

-- What is known of each installation. Standing: 0 nothing, 1 waits for its moment, 2 let in and not yet through,
-- 3 registered, 4 registered once and its key is lost, 5 its receipt is lost.
create function assay.ask_admissions(
  p_tenant bigint, p_apps bigint[], p_installations bytea[], p_devices text[], p_rollouts bigint[],
  p_errors text[], p_accounts text[]
) returns table (
  place bigint, standing smallint, due bigint, rollout_id bigint, registered_at bigint, challenge bytea, listed text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_rollout bigint;
begin
  perform assay.require_tenant(p_tenant);
  if exists (select from unnest(p_errors) e where e <> '') then
    insert into assay.admission_reports (tenant_id, report_id, at, app_pk, rollout_id, installation, account_id, kind)
    select p_tenant, pg_catalog.nextval('assay.id_seq'), pg_catalog.clock_timestamp(), i.app, a.rollout_id, i.installation,
      nullif(i.account, ''), i.error
    from unnest(p_apps, p_installations, p_errors, p_accounts) i (app, installation, error, account)
    left join assay.admissions a on a.tenant_id = p_tenant and a.app_pk = i.app and a.installation = i.installation
    where i.error <> '';
    update assay.rollout_lines l set throttled = l.throttled + t.reports
    from (
      select a.rollout_id, pg_catalog.count(*) as reports
      from unnest(p_apps, p_installations, p_errors) i (app, installation, error)
      join assay.admissions a on a.tenant_id = p_tenant and a.app_pk = i.app and a.installation = i.installation
      where i.error = 'serverUnavailable' and a.state = 2
      group by 1) t
    where l.tenant_id = p_tenant and l.rollout_id = t.rollout_id;
  end if;
  for v_rollout in select distinct r from unnest(p_rollouts) r where r > 0 order by r loop
    perform assay.give_moments(p_tenant, v_rollout, p_apps, p_installations, p_rollouts);
  end loop;
  return query
    select i.place,
      case
        when s.key_pk is not null or k.key_pk is not null then
          case when exists (
              select from assay.receipts r
              where r.tenant_id = p_tenant and r.key_pk = coalesce(s.key_pk, k.key_pk) and r.verdict = 'accepted')
            then 3 else 5 end
        when a.state = 3 and not exists (
            select from assay.keys g where g.tenant_id = p_tenant and g.key_pk = a.key_pk) then 4
        when a.state = 2 and a.expires_at > pg_catalog.clock_timestamp() then 2
        when a.state = 1 then 1
        else 0
      end::smallint,
      a.due, a.rollout_id, (extract(epoch from coalesce(a.ended_at, a.admitted_at)) * 1000000)::bigint,
      case when a.state = 2 and a.expires_at > pg_catalog.clock_timestamp() then a.challenge end,
      pg_catalog.array_to_string(array(
        select t.rollout_id from assay.rollout_targets t join assay.rollouts r using (tenant_id, rollout_id)
        where t.tenant_id = p_tenant and t.installation = i.installation and r.state = 2), ',')
    from unnest(p_apps, p_installations, p_devices) with ordinality i (app, installation, device, place)
    left join assay.admissions a on a.tenant_id = p_tenant and a.app_pk = i.app and a.installation = i.installation
    left join lateral (
      select m.key_pk from assay.attestation_submissions m
      join assay.key_state z on z.tenant_id = p_tenant and z.key_pk = m.key_pk and z.status = 1
      where a.challenge_id is not null and m.tenant_id = p_tenant and m.challenge_id = a.challenge_id
      limit 1) s on true
    left join lateral (
      select y.key_pk from assay.keys y
      join assay.key_state z on z.tenant_id = p_tenant and z.key_pk = y.key_pk and z.status = 1
      where s.key_pk is null and y.tenant_id = p_tenant and y.app_pk = i.app and y.device_id = i.device
      order by y.key_pk desc limit 1) k on true
    order by i.place;
end $$;

-- Lets installations in: takes slots for them in their order, and gives each its moment and its challenge. One that is
-- let in already keeps its challenge, so that the app can try again with the same key and the same hash.
create function assay.admit(
  p_tenant bigint, p_rollout bigint, p_is_open boolean, p_installations bytea[], p_challenges bytea[],
  p_challenge_ids bigint[], p_expiries timestamptz[]
) returns table (place integer, moment bigint, challenge bytea, expires_at timestamptz, clock bigint)
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_moments bigint[];
  v_app bigint;
begin
  perform assay.require_tenant(p_tenant);
  v_moments := assay.take_slots(p_tenant, p_rollout, pg_catalog.cardinality(p_installations), p_is_open);
  select r.app_pk into v_app from assay.rollouts r where r.tenant_id = p_tenant and r.rollout_id = p_rollout;
  for i in 1 .. pg_catalog.cardinality(v_moments) loop
    insert into assay.admissions as a (tenant_id, app_pk, installation, rollout_id, state, admitted_at, expires_at,
      challenge, challenge_id, attempts, admissions)
    values (p_tenant, v_app, p_installations[i], p_rollout, 2, pg_catalog.clock_timestamp(), p_expiries[i],
      p_challenges[i], p_challenge_ids[i], 1, 1)
    on conflict (tenant_id, app_pk, installation) do update
    set attempts = a.attempts + 1
    where a.state = 2 and a.expires_at > pg_catalog.clock_timestamp();
    if not found then
      update assay.admissions a
      set rollout_id = p_rollout, state = 2, due = null, admitted_at = pg_catalog.clock_timestamp(),
        expires_at = p_expiries[i], challenge = p_challenges[i], challenge_id = p_challenge_ids[i], key_pk = null,
        attempts = 1, admissions = a.admissions + 1, ended_at = null
      where a.tenant_id = p_tenant and a.app_pk = v_app and a.installation = p_installations[i];
    end if;
    return query
      select i, v_moments[i], a.challenge, a.expires_at, assay.clock_microseconds() from assay.admissions a
      where a.tenant_id = p_tenant and a.app_pk = v_app and a.installation = p_installations[i];
  end loop;
end $$;

-- Settles the admissions whose outcome is known now, and says what the controller needs: totals, never differences, so
-- that a new leader goes on where the old one ended.
create function assay.sweep_rollout(p_tenant bigint, p_rollout bigint)
returns table (
  clock bigint, granted bigint, registered bigint, refused bigint, no_shows bigint, throttled bigint,
  latency_seconds double precision, waiting bigint)
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := pg_catalog.clock_timestamp();
  v_registered bigint;
  v_refused bigint;
  v_expired bigint;
  v_latency double precision;
begin
  perform assay.require_tenant(p_tenant);
  with settled as (
    update assay.admissions a
    set state = case when s.key_pk is not null then 3 else 4 end, key_pk = s.key_pk, ended_at = s.at
    from assay.attestation_submissions s
    where a.tenant_id = p_tenant and a.rollout_id = p_rollout and a.state = 2
      and s.tenant_id = p_tenant and s.challenge_id = a.challenge_id
    returning a.state, s.at - a.admitted_at as took)
  select pg_catalog.count(*) filter (where t.state = 3), pg_catalog.count(*) filter (where t.state = 4),
    pg_catalog.percentile_cont(0.95) within group (order by extract(epoch from t.took)) filter (where t.state = 3)
  into v_registered, v_refused, v_latency from settled t;
  update assay.admissions a set state = 5, ended_at = v_now
  where a.tenant_id = p_tenant and a.rollout_id = p_rollout and a.state = 2 and a.expires_at <= v_now;
  get diagnostics v_expired = row_count;
  -- A moment that nobody came for is somebody else's.
  delete from assay.admissions a
  where a.tenant_id = p_tenant and a.rollout_id = p_rollout and a.state = 1
    and a.due < (extract(epoch from v_now) * 1000000)::bigint - 60000000;
  if v_registered + v_refused + v_expired > 0 then
    update assay.rollouts r
    set registered = r.registered + v_registered, refused = r.refused + v_refused, no_shows = r.no_shows + v_expired,
      latency_seconds = coalesce(v_latency, r.latency_seconds)
    where r.tenant_id = p_tenant and r.rollout_id = p_rollout;
  end if;
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

-- Analysts: reports of unsupported devices and of errors, by account and day.
create view assay.admission_reports_by_account with (security_barrier) as
  select q.tenant_id, q.app_pk, q.account_id, q.kind, pg_catalog.date_trunc('day', q.at) as day,
    pg_catalog.count(*) as reports, pg_catalog.max(q.at) as last_at
  from assay.admission_reports q
  where q.tenant_id = nullif(current_setting('app.tenant', true), '')::bigint
  group by 1, 2, 3, 4, 5;
grant select on assay.admission_reports_by_account to assay_api, assay_worker, assay_analyst;

-- Always by key: a table that has just filled has no statistics yet, and a plan that reads all of it would stand for a
-- minute of the opening rush.
alter function assay.ask_admissions set enable_seqscan = off;
alter function assay.ask_admissions set enable_hashjoin = off;
alter function assay.ask_admissions set enable_mergejoin = off;
alter function assay.sweep_rollout set enable_seqscan = off;
alter function assay.sweep_rollout set enable_hashjoin = off;
alter function assay.sweep_rollout set enable_mergejoin = off;

grant execute on function assay.ask_admissions, assay.admit to assay_api;
grant execute on function assay.give_moments to assay_definer;
grant execute on function assay.sweep_rollout to assay_worker;
alter function assay.ask_admissions owner to assay_definer;
alter function assay.admit owner to assay_definer;
alter function assay.sweep_rollout owner to assay_definer;
