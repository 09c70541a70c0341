-- A value that is being stored while another master key is put in force is stored before, and then the rotation sees it, or
-- is refused. Until now it could be judged before and committed after the rotation had looked: it stayed sealed for the old
-- key, which no worker has after its restart.

-- As before (0024), but whoever seals holds a lock to the end of its transaction that putting a key in force waits for. The
-- lock comes first and the look at the keys has a snapshot of its own after it, so this is volatile.
create or replace function assay.require_sealing_key(p_fingerprint text) returns void
language plpgsql volatile set search_path = '' as $$
declare
  v_newest text;
begin
  perform pg_catalog.pg_advisory_xact_lock_shared(7302144, 2);
  select k.fingerprint into v_newest from assay.sealing_keys k where k.tenant_id = 0
  order by k.published_at desc limit 1;
  if v_newest is not null and v_newest <> p_fingerprint then
    raise exception using errcode = 'AS424', message = 'it is sealed for another master key than the one in force';
  end if;
end $$;

-- Publishes a key. One that was published before stays where it was in the order, unless it is to replace what is in force.
-- It comes behind all others also when the clock was set back in between.
create function assay.publish_sealing_key(p_fingerprint text, p_public bytea, p_replacing boolean) returns void
language plpgsql volatile set search_path = '' as $$
declare
  v_at timestamptz;
begin
  perform pg_catalog.pg_advisory_xact_lock(7302144, 2);
  select greatest(pg_catalog.clock_timestamp(), max(k.published_at) + interval '1 microsecond') into v_at
  from assay.sealing_keys k where k.tenant_id = 0;
  insert into assay.sealing_keys as k (fingerprint, public_key, published_at) values (p_fingerprint, p_public, v_at)
  on conflict (tenant_id, fingerprint) do update set published_at = excluded.published_at where p_replacing;
end $$;
grant execute on function assay.publish_sealing_key to assay_worker;
