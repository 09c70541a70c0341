-- Slots on a finer grid: ticks of one millisecond, a budget's second of 1027 of them, so that requests up to 26 ms late
-- never bring more than the rate into one second; given out 0.15 s ahead, which is what a dying replica can lose.
-- A slot that its replica is late for comes back, and a line whose pace is that of its budgets catches it up: there the
-- budgets hold the second.

-- The slots remembered so far are counted in the old ticks.
update assay.budgets set ticks = '{}';
comment on column assay.budgets.ticks is 'The slots given out lately, in ticks of one millisecond, sorted.';

create or replace function assay.window_has_room(p_ticks bigint[], p_tick bigint, p_limit integer) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  v_count integer := pg_catalog.cardinality(p_ticks);
  v_place integer;
  v_first bigint;
  v_last bigint;
begin
  if p_limit <= 0 then
    return false;
  end if;
  if v_count = 0 or p_tick >= p_ticks[v_count] then
    return v_count < p_limit or p_ticks[v_count - p_limit + 1] <= p_tick - 1027;
  end if;
  v_place := v_count; -- slots that stand before the new one
  while v_place > 0 and p_ticks[v_place] > p_tick loop
    v_place := v_place - 1;
  end loop;
  for i in greatest(1, v_place + 1 - p_limit) .. v_place + 1 loop
    exit when i + p_limit - 1 > v_count;
    v_first := case when i = v_place + 1 then p_tick else p_ticks[i] end;
    v_last := case when i + p_limit = v_place + 1 then p_tick else p_ticks[i + p_limit - 1] end;
    if v_last - v_first < 1027 then
      return false;
    end if;
  end loop;
  return true;
end $$;

-- The first tick after this one that can have room: none before it has.
create function assay.window_next(p_ticks bigint[], p_tick bigint, p_limit integer) returns bigint
language plpgsql immutable set search_path = '' as $$
declare
  v_count integer := pg_catalog.cardinality(p_ticks);
begin
  if p_limit <= 0 or v_count < p_limit or p_tick < p_ticks[v_count] then
    return p_tick + 1;
  end if;
  return greatest(p_tick + 1, p_ticks[v_count - p_limit + 1] + 1027);
end $$;

create or replace function assay.slot_spacing(p_milli bigint) returns bigint
language sql immutable set search_path = '' as $$
  select case when e.milli > 0 then (1000000000 + e.milli - 1) / e.milli end
  from (select p_milli * 1000000 / 1027000 as milli) e
$$;

-- How unevenly a line may go, in microseconds. Below its budgets' pace evenness is all that holds its second.
create function assay.line_tolerance(p_milli bigint, p_team_limit integer, p_app_limit integer) returns bigint
language sql immutable set search_path = '' as $$
  select case when p_milli >= 1000::bigint * least(p_team_limit, p_app_limit) then 100000 else 1000 end
$$;

create or replace function assay.lay_slots(
  p_now bigint, p_count integer, p_arrival bigint, p_milli bigint, p_team bigint[], p_team_limit integer,
  p_app bigint[], p_app_limit integer,
  out moments bigint[], out arrival bigint, out team bigint[], out app bigint[]
) language plpgsql immutable set search_path = '' as $$
declare
  v_spacing bigint := assay.slot_spacing(p_milli);
  v_tolerance bigint := assay.line_tolerance(p_milli, p_team_limit, p_app_limit);
  v_moment bigint := greatest(p_now, p_arrival - v_tolerance);
  v_tick bigint;
begin
  moments := '{}';
  arrival := p_arrival;
  team := p_team;
  app := p_app;
  if v_spacing is null then
    return;
  end if;
  while pg_catalog.cardinality(moments) < p_count and v_moment <= p_now + 150000 loop
    v_tick := v_moment / 1000;
    if assay.window_has_room(team, v_tick, p_team_limit) and assay.window_has_room(app, v_tick, p_app_limit) then
      team := assay.window_with(team, v_tick);
      app := assay.window_with(app, v_tick);
      moments := moments || v_moment;
      arrival := greatest(arrival, v_moment) + v_spacing;
      v_moment := greatest(v_moment, arrival - v_tolerance);
    else
      v_moment := 1000 * greatest(
        assay.window_next(team, v_tick, p_team_limit), assay.window_next(app, v_tick, p_app_limit));
    end if;
  end loop;
end $$;

-- Takes slots of one rollout. Locks the team's budget, then the app's, then the line, always in this order.
create or replace function assay.take_slots(p_tenant bigint, p_rollout bigint, p_count integer, p_is_open boolean)
returns bigint[]
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
  v_now := assay.clock_microseconds() + 2000;
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

-- Gives slots back that nobody will use: what lies ahead can be laid out again, the day's count gets all of it, and a
-- line at its budgets' pace catches it up.
create or replace function assay.refund_slots(p_tenant bigint, p_rollout bigint, p_moments bigint[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_count integer := pg_catalog.cardinality(p_moments);
  v_scope text;
  v_rate bigint;
  v_limits integer[] := '{}';
  v_ticks bigint[];
  v_place integer;
  v_moment bigint;
  v_milli bigint;
  v_tolerance bigint;
begin
  perform assay.require_tenant(p_tenant);
  for v_scope in
    select s.scope
    from assay.rollouts r, unnest(array['team:' || r.team, 'app:' || r.app_pk]) with ordinality s (scope, ord)
    where r.tenant_id = p_tenant and r.rollout_id = p_rollout order by s.ord
  loop
    select b.ticks, b.rate_milli into v_ticks, v_rate from assay.budgets b
    where b.tenant_id = p_tenant and b.scope = v_scope for no key update;
    v_limits := v_limits || ((v_rate + 999) / 1000)::integer;
    foreach v_moment in array p_moments loop
      v_place := pg_catalog.array_position(v_ticks, v_moment / 1000);
      if v_place is not null then
        v_ticks := v_ticks[1:v_place - 1] || v_ticks[v_place + 1:pg_catalog.cardinality(v_ticks)];
      end if;
    end loop;
    update assay.budgets b
    set ticks = v_ticks, used_today = greatest(0, b.used_today - v_count)
    where b.tenant_id = p_tenant and b.scope = v_scope;
  end loop;
  select assay.rate_in_force(r.granted_milli, r.decided_at) into v_milli
  from assay.rollouts r where r.tenant_id = p_tenant and r.rollout_id = p_rollout;
  v_tolerance := assay.line_tolerance(v_milli, v_limits[1], v_limits[2]);
  update assay.rollout_lines l
  set used_today = greatest(0, l.used_today - v_count), granted = greatest(0, l.granted - v_count),
    arrival = case
      when v_tolerance > 1000 then
        greatest(
          l.arrival - v_count * coalesce(assay.slot_spacing(v_milli), 0),
          least(l.arrival, assay.clock_microseconds() - v_tolerance))
      else l.arrival
    end
  where l.tenant_id = p_tenant and l.rollout_id = p_rollout;
end $$;

-- The service's own budget, in its own transaction: which of these moments it grants. Tenant 0.
create or replace function assay.use_service_budget(p_tenant bigint, p_moments bigint[]) returns boolean[]
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_budget assay.budgets%rowtype;
  v_granted boolean[] := '{}';
  v_moment bigint;
  v_day bigint := assay.clock_microseconds() / 86400000000;
  v_used integer := 0;
begin
  perform assay.require_tenant(p_tenant);
  select b.* into v_budget from assay.budgets b where b.tenant_id = p_tenant and b.scope = 'service' for no key update;
  if v_budget.day <> v_day then v_budget.used_today := 0; end if;
  foreach v_moment in array p_moments loop
    if assay.window_has_room(v_budget.ticks, v_moment / 1000, ((v_budget.rate_milli + 999) / 1000)::integer)
      and v_budget.used_today + v_used < coalesce(v_budget.daily_limit, 9223372036854775807)
    then
      v_budget.ticks := assay.window_with(v_budget.ticks, v_moment / 1000);
      v_used := v_used + 1;
      v_granted := v_granted || true;
    else
      v_granted := v_granted || false;
    end if;
  end loop;
  update assay.budgets b
  set day = v_day, used_today = v_budget.used_today + v_used,
    ticks = array(select t from unnest(v_budget.ticks) t where t > assay.clock_microseconds() / 1000 - 2560 order by t)
  where b.tenant_id = p_tenant and b.scope = 'service';
  return v_granted;
end $$;

grant execute on function assay.window_next, assay.line_tolerance to assay_definer;
