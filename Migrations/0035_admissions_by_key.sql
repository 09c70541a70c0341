-- Each installation of a batch is looked up by its key, whatever the planner believes of a table that has just filled:
-- an OFFSET keeps the look-up from becoming a join over all that the table holds.

create or replace function assay.give_moments(
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
  -- Should the server lose power, whoever was given a moment in its last fraction of a second waits like a newcomer.
  perform pg_catalog.set_config('synchronous_commit', 'off', true);
  insert into assay.admissions as a (tenant_id, app_pk, installation, rollout_id, state, due)
  select p_tenant, f.app, f.installation, p_rollout, 1, v_next + (f.number - 1) * v_spacing
  from (
    select i.app, i.installation, pg_catalog.row_number() over (order by i.installation) as number
    from unnest(p_apps, p_installations, p_rollouts) i (app, installation, rollout)
    left join lateral (
      select n.installation, n.state from assay.admissions n
      where n.tenant_id = p_tenant and n.app_pk = i.app and n.installation = i.installation offset 0) k on true
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

create or replace function assay.ask_admissions(
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
    select p_tenant, pg_catalog.nextval('assay.id_seq'), pg_catalog.clock_timestamp(), i.app, a.rollout_id,
      i.installation, nullif(i.account, ''), i.error
    from unnest(p_apps, p_installations, p_errors, p_accounts) i (app, installation, error, account)
    left join lateral (
      select n.* from assay.admissions n
      where n.tenant_id = p_tenant and n.app_pk = i.app and n.installation = i.installation offset 0) a on true
    where i.error <> '';
    update assay.rollout_lines l set throttled = l.throttled + t.reports
    from (
      select a.rollout_id, pg_catalog.count(*) as reports
      from unnest(p_apps, p_installations, p_errors) i (app, installation, error)
      cross join lateral (
        select n.rollout_id, n.state from assay.admissions n
        where n.tenant_id = p_tenant and n.app_pk = i.app and n.installation = i.installation offset 0) a
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
    left join lateral (
      select n.* from assay.admissions n
      where n.tenant_id = p_tenant and n.app_pk = i.app and n.installation = i.installation offset 0) a on true
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

-- A replaced function has lost its settings.
alter function assay.ask_admissions set enable_seqscan = off;
alter function assay.ask_admissions set enable_hashjoin = off;
alter function assay.ask_admissions set enable_mergejoin = off;
alter function assay.ask_admissions set enable_material = off;
alter function assay.sweep_rollout set enable_material = off;
