-- The programs may make partitions, but not of any century: each is locked by every statement on its table, and one that
-- nobody expects would stand for ever.

create or replace function assay.make_partitions(p_now timestamptz default now()) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_made integer := 0;
  v_from timestamptz;
  v_step record;
  v_name text;
begin
  if p_now is null or p_now not between pg_catalog.now() - interval '31 days' and pg_catalog.now() + interval '31 days' then
    raise exception using errcode = 'AS400', message = 'partitions are made within a month of now';
  end if;
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
  'Makes the partitions of the days around the instant, which lies within a month of now (AS400); safe to call at any time
   and from many sessions. Returns how many were new.';
