-- Challenges by the day of their expiry. A batch of assertions updates challenges, and to that end PostgreSQL opens every
-- partition, claimed from or not: some 15 microseconds each. Six hours wide, with the two days that a challenge may live
-- and the three that it is kept, they were twenty-five; a day wide they are eight.

create function assay.make_partition(p_parent text, p_name text, p_from timestamptz, p_to timestamptz) returns integer
language plpgsql set search_path = '' as $$
begin
  if pg_catalog.to_regclass('assay.' || p_name) is not null then
    return 0;
  end if;
  execute pg_catalog.format('create table assay.%I partition of assay.%I for values from (%L) to (%L)',
    p_name, p_parent, p_from, p_to);
  if p_parent = 'challenges' then
    execute pg_catalog.format('alter table assay.%I set (fillfactor = 50, autovacuum_enabled = false)', p_name);
  end if;
  return 1;
end $$;

create or replace function assay.make_partitions(p_now timestamptz default now()) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_today timestamptz := pg_catalog.date_bin('1 day', p_now, '2020-01-01 00:00:00+00');
  v_day timestamptz;
  v_hours integer;
  v_name text;
  v_made integer := 0;
begin
  if p_now is null or p_now not between pg_catalog.now() - interval '31 days' and pg_catalog.now() + interval '31 days' then
    raise exception using errcode = 'AS400', message = 'partitions are made within a month of now';
  end if;
  perform pg_catalog.pg_advisory_xact_lock(7302144, 1);
  for i in -1 .. 8 loop
    v_day := v_today + i * interval '24 hours';
    v_name := pg_catalog.to_char(v_day at time zone 'UTC', '_YYYYMMDD');
    v_made := v_made
      + assay.make_partition('events', 'events' || v_name || '00', v_day, v_day + interval '24 hours');
    continue when i > 3;
    -- A day that has partitions of six hours, as they once were, is filled up with such.
    v_hours := case when exists (
      select from unnest(array['00', '06', '12', '18']) h
      where pg_catalog.to_regclass('assay.challenges' || v_name || h) is not null) then 6 else 24 end;
    for j in 0 .. 24 / v_hours - 1 loop
      v_made := v_made + assay.make_partition('challenges',
        'challenges' || v_name || case when v_hours = 6 then pg_catalog.to_char(j * v_hours, 'FM00') else '' end,
        v_day + j * v_hours * interval '1 hour', v_day + (j + 1) * v_hours * interval '1 hour');
    end loop;
  end loop;
  return v_made;
end $$;

-- Those of six hours go where nothing is in them yet; the others are dropped when their time comes.
lock table assay.challenges in access exclusive mode;
do $$
declare
  v_partition regclass;
  v_is_used boolean;
begin
  for v_partition in select inhrelid::regclass from pg_inherits where inhparent = 'assay.challenges'::regclass loop
    execute format('select exists (select from %s)', v_partition) into v_is_used;
    if not v_is_used then
      execute format('drop table %s', v_partition);
    end if;
  end loop;
end $$;
select assay.make_partitions();
