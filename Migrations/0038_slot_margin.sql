-- A budget's second of 1024 ticks instead of 1027: three tenths of a percent more of the rate is used, and requests up to
-- 23 ms late still never bring more than the rate into one second. Slots that were given out under the longer second
-- satisfy the shorter one, so nothing that is remembered changes.

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
    return v_count < p_limit or p_ticks[v_count - p_limit + 1] <= p_tick - 1024;
  end if;
  v_place := v_count; -- slots that stand before the new one
  while v_place > 0 and p_ticks[v_place] > p_tick loop
    v_place := v_place - 1;
  end loop;
  for i in greatest(1, v_place + 1 - p_limit) .. v_place + 1 loop
    exit when i + p_limit - 1 > v_count;
    v_first := case when i = v_place + 1 then p_tick else p_ticks[i] end;
    v_last := case when i + p_limit = v_place + 1 then p_tick else p_ticks[i + p_limit - 1] end;
    if v_last - v_first < 1024 then
      return false;
    end if;
  end loop;
  return true;
end $$;

create or replace function assay.window_next(p_ticks bigint[], p_tick bigint, p_limit integer) returns bigint
language plpgsql immutable set search_path = '' as $$
declare
  v_count integer := pg_catalog.cardinality(p_ticks);
begin
  if p_limit <= 0 or v_count < p_limit or p_tick < p_ticks[v_count] then
    return p_tick + 1;
  end if;
  return greatest(p_tick + 1, p_ticks[v_count - p_limit + 1] + 1024);
end $$;

create or replace function assay.slot_spacing(p_milli bigint) returns bigint
language sql immutable set search_path = '' as $$
  select case when e.milli > 0 then (1000000000 + e.milli - 1) / e.milli end
  from (select p_milli * 1000000 / 1024000 as milli) e
$$;
