-- Partitions are made ahead by whoever starts (API, worker, migration) and dropped by the worker.
-- Events by day, challenges by six hours of their expiry: few enough that every statement can lock all of them cheaply.

create function assay.make_partitions(p_now timestamptz default now()) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_made integer := 0;
  v_from timestamptz;
  v_step record;
  v_name text;
begin
  perform pg_catalog.pg_advisory_xact_lock(7302144, 1);
  for v_step in
    select * from (values ('events', interval '1 day', 8), ('challenges', interval '6 hours', 12)) s (parent, width, ahead)
  loop
    for i in -1 .. v_step.ahead loop
      v_from := pg_catalog.date_bin(v_step.width, p_now, timestamptz '2020-01-01 00:00:00+00') + i * v_step.width;
      v_name := v_step.parent || pg_catalog.to_char(v_from at time zone 'UTC', '_YYYYMMDDHH24');
      if pg_catalog.to_regclass('assay.' || v_name) is null then
        execute pg_catalog.format(
          'create table assay.%I partition of assay.%I for values from (%L) to (%L)',
          v_name, v_step.parent, v_from, v_from + v_step.width);
        if v_step.parent = 'challenges' then
          execute pg_catalog.format('alter table assay.%I set (fillfactor = 50, autovacuum_enabled = false)', v_name);
        end if;
        v_made := v_made + 1;
      end if;
    end loop;
  end loop;
  return v_made;
end $$;

comment on function assay.make_partitions is
  'Makes the partitions of the coming days; safe to call at any time and from many sessions. Returns how many were new.';

create function assay.drop_partitions(p_parent text, p_before timestamptz) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_dropped integer := 0;
  v_name text;
begin
  if p_parent not in ('events', 'challenges') then
    raise exception using errcode = 'AS400', message = 'no partitioned table of that name';
  end if;
  if p_before > pg_catalog.now() - interval '1 hour' then
    raise exception using errcode = 'AS400', message = 'partitions in use are not dropped';
  end if;
  perform pg_catalog.pg_advisory_xact_lock(7302144, 1);
  for v_name in
    select c.relname
    from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = ('assay.' || p_parent)::pg_catalog.regclass
      and pg_catalog.substring(pg_catalog.pg_get_expr(c.relpartbound, c.oid), $r$TO \('([^']+)'\)$r$)::timestamptz <= p_before
    order by c.relname
  loop
    execute pg_catalog.format('drop table assay.%I', v_name);
    v_dropped := v_dropped + 1;
  end loop;
  return v_dropped;
end $$;

comment on function assay.drop_partitions is
  'Drops the partitions of events or challenges that end at or before the instant, which lies in the past.';

select assay.make_partitions();
