-- Slots. The database's clock decides, in microseconds since 1970. The same algorithm stands in the target Pacing, and a
-- test holds the two against each other. Constants: ticks of 5 ms; a budget's second is 205 ticks (1.025 s), so that
-- requests up to 20 ms late never bring more than the rate into one second; slots are given out 0.3 s ahead.

-- Whether one more slot in a tick leaves every window of a budget's second at or below the limit: of limit + 1 slots in
-- a row the first and the last must lie a whole window apart. p_ticks is sorted.
create function assay.window_has_room(p_ticks bigint[], p_tick bigint, p_limit integer) returns boolean
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
    return v_count < p_limit or p_ticks[v_count - p_limit + 1] <= p_tick - 205;
  end if;
  v_place := v_count; -- slots that stand before the new one
  while v_place > 0 and p_ticks[v_place] > p_tick loop
    v_place := v_place - 1;
  end loop;
  for i in greatest(1, v_place + 1 - p_limit) .. v_place + 1 loop
    exit when i + p_limit - 1 > v_count;
    v_first := case when i = v_place + 1 then p_tick else p_ticks[i] end;
    v_last := case when i + p_limit = v_place + 1 then p_tick else p_ticks[i + p_limit - 1] end;
    if v_last - v_first < 205 then
      return false;
    end if;
  end loop;
  return true;
end $$;

create function assay.window_with(p_ticks bigint[], p_tick bigint) returns bigint[]
language plpgsql immutable set search_path = '' as $$
declare
  v_count integer := pg_catalog.cardinality(p_ticks);
  v_place integer := v_count;
begin
  if v_count = 0 or p_tick >= p_ticks[v_count] then
    return p_ticks || p_tick;
  end if;
  while v_place > 0 and p_ticks[v_place] > p_tick loop
    v_place := v_place - 1;
  end loop;
  return p_ticks[1:v_place] || p_tick || p_ticks[v_place + 1:v_count];
end $$;

-- The distance between two slots of a pace, so that no sliding second exceeds it although a slot may be 20 ms late.
create function assay.slot_spacing(p_milli bigint) returns bigint
language sql immutable set search_path = '' as $$
  select case when e.milli > 0 then (1000000000 + e.milli - 1) / e.milli end
  from (select p_milli * 1000000 / 1025000 as milli) e
$$;

-- Lays out up to p_count slots from p_now on, all or nothing at each: in the team's budget, the app's, and the line's.
create function assay.lay_slots(
  p_now bigint, p_count integer, p_arrival bigint, p_milli bigint, p_team bigint[], p_team_limit integer,
  p_app bigint[], p_app_limit integer,
  out moments bigint[], out arrival bigint, out team bigint[], out app bigint[]
) language plpgsql immutable set search_path = '' as $$
declare
  v_spacing bigint := assay.slot_spacing(p_milli);
  v_moment bigint := greatest(p_now, p_arrival - 5000);
  v_tick bigint;
begin
  moments := '{}';
  arrival := p_arrival;
  team := p_team;
  app := p_app;
  if v_spacing is null then
    return;
  end if;
  while pg_catalog.cardinality(moments) < p_count and v_moment <= p_now + 300000 loop
    v_tick := v_moment / 5000;
    if assay.window_has_room(team, v_tick, p_team_limit) and assay.window_has_room(app, v_tick, p_app_limit) then
      team := assay.window_with(team, v_tick);
      app := assay.window_with(app, v_tick);
      moments := moments || v_moment;
      arrival := greatest(arrival, v_moment) + v_spacing;
      v_moment := greatest(v_moment, arrival - 5000);
    else
      v_moment := (v_tick + 1) * 5000;
    end if;
  end loop;
end $$;

create function assay.clock_microseconds() returns bigint
language sql volatile set search_path = '' as $$
  select (extract(epoch from pg_catalog.clock_timestamp()) * 1000000)::bigint
$$;

-- What is in force of the controller's word: for five seconds as it was given, then a trickle of one a second.
create function assay.rate_in_force(p_milli bigint, p_decided timestamptz) returns bigint
language sql volatile set search_path = '' as $$
  select case when pg_catalog.clock_timestamp() - p_decided <= interval '5 seconds' then p_milli else least(p_milli, 1000) end
$$;

-- Takes slots of one rollout. Locks the team's budget, then the app's, then the line, always in this order.
create function assay.take_slots(p_tenant bigint, p_rollout bigint, p_count integer, p_is_open boolean) returns bigint[]
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
  if v_rollout.rollout_id is null or not p_is_open or not (v_rollout.state = 2 or v_rollout.state = 4 and v_rollout.kind <> 2)
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
    ticks = array(select t from unnest(v_laid.team) t where t > v_now / 5000 - 512 order by t)
  where b.tenant_id = p_tenant and b.scope = v_team.scope;
  update assay.budgets b
  set day = v_day, used_today = v_app.used_today + v_used,
    ticks = array(select t from unnest(v_laid.app) t where t > v_now / 5000 - 512 order by t)
  where b.tenant_id = p_tenant and b.scope = v_app.scope;
  update assay.rollout_lines l
  set arrival = v_laid.arrival, day = v_day, used_today = v_line.used_today + v_used, granted = l.granted + v_used
  where l.tenant_id = p_tenant and l.rollout_id = p_rollout;
  return v_laid.moments;
end $$;

-- Gives slots back that nobody will use: what lies ahead can be laid out again, the day's count gets all of it.
create function assay.refund_slots(p_tenant bigint, p_rollout bigint, p_moments bigint[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_scope text;
  v_ticks bigint[];
  v_place integer;
  v_moment bigint;
begin
  perform assay.require_tenant(p_tenant);
  for v_scope in
    select s.scope from assay.rollouts r, unnest(array['team:' || r.team, 'app:' || r.app_pk]) with ordinality s (scope, ord)
    where r.tenant_id = p_tenant and r.rollout_id = p_rollout order by s.ord
  loop
    select b.ticks into v_ticks from assay.budgets b where b.tenant_id = p_tenant and b.scope = v_scope for no key update;
    foreach v_moment in array p_moments loop
      v_place := pg_catalog.array_position(v_ticks, v_moment / 5000);
      if v_place is not null then
        v_ticks := v_ticks[1:v_place - 1] || v_ticks[v_place + 1:pg_catalog.cardinality(v_ticks)];
      end if;
    end loop;
    update assay.budgets b
    set ticks = v_ticks, used_today = greatest(0, b.used_today - pg_catalog.cardinality(p_moments))
    where b.tenant_id = p_tenant and b.scope = v_scope;
  end loop;
  update assay.rollout_lines l
  set used_today = greatest(0, l.used_today - pg_catalog.cardinality(p_moments)),
    granted = greatest(0, l.granted - pg_catalog.cardinality(p_moments))
  where l.tenant_id = p_tenant and l.rollout_id = p_rollout;
end $$;

-- The service's own budget, in its own transaction: which of these moments it grants. Tenant 0.
create function assay.use_service_budget(p_tenant bigint, p_moments bigint[]) returns boolean[]
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
    if assay.window_has_room(v_budget.ticks, v_moment / 5000, ((v_budget.rate_milli + 999) / 1000)::integer)
      and v_budget.used_today + v_used < coalesce(v_budget.daily_limit, 9223372036854775807)
    then
      v_budget.ticks := assay.window_with(v_budget.ticks, v_moment / 5000);
      v_used := v_used + 1;
      v_granted := v_granted || true;
    else
      v_granted := v_granted || false;
    end if;
  end loop;
  update assay.budgets b
  set day = v_day, used_today = v_budget.used_today + v_used,
    ticks = array(select t from unnest(v_budget.ticks) t where t > assay.clock_microseconds() / 5000 - 512 order by t)
  where b.tenant_id = p_tenant and b.scope = 'service';
  return v_granted;
end $$;

create function assay.set_budget(p_tenant bigint, p_scope text, p_rate_milli bigint, p_daily_limit bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform assay.require_tenant(p_tenant);
  insert into assay.budgets (tenant_id, scope, rate_milli, daily_limit)
  values (p_tenant, p_scope, p_rate_milli, p_daily_limit)
  on conflict (tenant_id, scope) do update set rate_milli = excluded.rate_milli, daily_limit = excluded.daily_limit;
end $$;

grant execute on function assay.refund_slots, assay.use_service_budget to assay_api, assay_worker;
grant execute on function assay.set_budget to assay_worker;
grant execute on function assay.window_has_room, assay.window_with, assay.slot_spacing, assay.lay_slots,
  assay.clock_microseconds, assay.rate_in_force, assay.take_slots to assay_definer;
alter function assay.refund_slots owner to assay_definer;
alter function assay.use_service_budget owner to assay_definer;
alter function assay.set_budget owner to assay_definer;
