-- Admissions are durable before anybody learns of them, so that no loss of power lets an installation in twice. A commit that
-- waits for the disk takes longer than one that does not, and how long is the machine's affair: whoever takes slots says
-- how much time it needs, and gets none that would have passed when it learns of it.

drop function assay.admit(bigint, bigint, boolean, bytea[], bytea[], bigint[], timestamptz[]);
drop function assay.take_slots(bigint, bigint, integer, boolean);

-- As before, and no slot lies nearer than the caller needs to learn of it.
create function assay.take_slots(
  p_tenant bigint, p_rollout bigint, p_count integer, p_is_open boolean, p_lead bigint
) returns bigint[]
language plpgsql volatile set search_path = '' as $$
declare
  v_rollout assay.rollouts%rowtype;
  v_team assay.budgets%rowtype;
  v_app assay.budgets%rowtype;
  v_line assay.rollout_lines%rowtype;
  v_now bigint;
  v_day bigint;
  v_left bigint := p_count;
  v_laid record;
  v_used integer;
begin
  select b.* into v_team from assay.budgets b, assay.rollouts r
  where r.tenant_id = p_tenant and r.rollout_id = p_rollout and b.tenant_id = p_tenant and b.scope = 'team:' || r.team
  for no key update of b;
  select b.* into v_app from assay.budgets b, assay.rollouts r
  where r.tenant_id = p_tenant and r.rollout_id = p_rollout and b.tenant_id = p_tenant and b.scope = 'app:' || r.app_pk
  for no key update of b;
  select l.* into v_line from assay.rollout_lines l where l.tenant_id = p_tenant and l.rollout_id = p_rollout
  for no key update;
  -- Read after the locks: whoever stopped the rollout before this instant is obeyed.
  select r.* into v_rollout from assay.rollouts r where r.tenant_id = p_tenant and r.rollout_id = p_rollout;
  if v_rollout.rollout_id is null or not p_is_open
    or not (v_rollout.state = 2 or v_rollout.state = 4 and v_rollout.kind <> 2)
    or exists (select from assay.rollout_freezes f where f.tenant_id = p_tenant and f.frozen)
  then
    return '{}';
  end if;
  v_now := assay.clock_microseconds() + greatest(2000, least(p_lead, 100000));
  v_day := v_now / 86400000000;
  if v_team.day <> v_day then v_team.used_today := 0; end if;
  if v_app.day <> v_day then v_app.used_today := 0; end if;
  if v_line.day <> v_day then v_line.used_today := 0; end if;
  v_left := least(v_left, v_team.daily_limit - v_team.used_today, v_app.daily_limit - v_app.used_today);
  if v_left <= 0 then
    return '{}';
  end if;
  select * into v_laid from assay.lay_slots(
    v_now, v_left::integer, v_line.arrival, assay.rate_in_force(v_rollout.granted_milli, v_rollout.decided_at),
    v_team.ticks, ((v_team.rate_milli + 999) / 1000)::integer, v_app.ticks, ((v_app.rate_milli + 999) / 1000)::integer);
  v_used := pg_catalog.cardinality(v_laid.moments);
  if v_used = 0 then
    return '{}';
  end if;
  update assay.budgets b
  set day = v_day, used_today = v_team.used_today + v_used,
    ticks = array(select t from unnest(v_laid.team) t where t > v_now / 1000 - 2560 order by t)
  where b.tenant_id = p_tenant and b.scope = v_team.scope;
  update assay.budgets b
  set day = v_day, used_today = v_app.used_today + v_used,
    ticks = array(select t from unnest(v_laid.app) t where t > v_now / 1000 - 2560 order by t)
  where b.tenant_id = p_tenant and b.scope = v_app.scope;
  update assay.rollout_lines l
  set arrival = v_laid.arrival, day = v_day, used_today = v_line.used_today + v_used, granted = l.granted + v_used
  where l.tenant_id = p_tenant and l.rollout_id = p_rollout;
  return v_laid.moments;
end $$;

-- Lets installations in: takes slots for them in their order, and gives each its moment and its challenge. One that is
-- let in already keeps its challenge, so that the app can try again with the same key and the same hash.
create function assay.admit(
  p_tenant bigint, p_rollout bigint, p_is_open boolean, p_installations bytea[], p_challenges bytea[],
  p_challenge_ids bigint[], p_expiries timestamptz[], p_lead bigint default 2000
) returns table (place integer, moment bigint, challenge bytea, expires_at timestamptz, clock bigint)
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_moments bigint[];
  v_app bigint;
begin
  perform assay.require_tenant(p_tenant);
  v_moments := assay.take_slots(p_tenant, p_rollout, pg_catalog.cardinality(p_installations), p_is_open, p_lead);
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

-- Moments are given in the transactions that also write reports down, which must not be lost either.
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

grant execute on function assay.take_slots to assay_definer;
grant execute on function assay.admit to assay_api;
alter function assay.admit owner to assay_definer;
