-- Appending to streams, and the feed.
--
-- SQLSTATEs that these and all later functions raise:
--   AS400  an argument is wrong: arrays of different lengths, a key or a challenge twice in a batch
--   AS403  the call is for another tenant than app.tenant
--   AS404  the entity does not exist in this tenant
--   AS409  the stream is not at the expected version
--   AS421  the tenant already has an app of this id
--   AS422  the app still has keys that are not revoked
--   AS423  the idempotency key was used with another request

create function assay.require_tenant(p_tenant bigint) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_tenant is null or p_tenant is distinct from nullif(current_setting('app.tenant', true), '')::bigint then
    raise exception using errcode = 'AS403', message = 'the call is for another tenant than the session''s';
  end if;
end $$;

-- Which database system this is; asked once a session, because the control file is read for it.
create function assay.this_system() returns bigint
language plpgsql volatile set search_path = '' as $$
declare
  v_known text := current_setting('assay.system', true);
  v_system bigint;
begin
  if v_known <> '' then
    return v_known::bigint;
  end if;
  select system_identifier into v_system from pg_catalog.pg_control_system();
  perform pg_catalog.set_config('assay.system', v_system::text, false);
  return v_system;
end $$;

-- The tenant's epoch, raised first when the rows have come to another system. Concurrent first writers meet at the row.
create function assay.feed_epoch(p_tenant bigint) returns integer
language plpgsql volatile set search_path = '' as $$
declare
  v_system bigint := assay.this_system();
  v_epoch integer;
  v_recorded bigint;
begin
  select feed_epoch, system_identifier into v_epoch, v_recorded from assay.tenants where tenant_id = p_tenant;
  if not found then
    raise exception using errcode = 'AS404', message = 'no such tenant';
  end if;
  if v_recorded = v_system then
    return v_epoch;
  end if;
  update assay.tenants set feed_epoch = feed_epoch + 1, system_identifier = v_system
  where tenant_id = p_tenant and system_identifier is distinct from v_system;
  select feed_epoch into v_epoch from assay.tenants where tenant_id = p_tenant;
  return v_epoch;
end $$;

-- Writes one event whose version the caller has reserved.
create function assay.write_event(
  p_tenant bigint, p_stream bigint, p_version bigint, p_at timestamptz, p_type smallint, p_flags smallint,
  p_counter bigint, p_subject bigint, p_refusal text, p_correlation text, p_data jsonb
) returns void
language plpgsql volatile set search_path = '' as $$
declare
  v_epoch integer := assay.feed_epoch(p_tenant);
begin
  insert into assay.events (tenant_id, stream, version, at, seq, xid, epoch, type, flags, counter, subject, refusal,
    correlation_id, data)
  values (p_tenant, p_stream, p_version, p_at, pg_catalog.nextval('assay.event_seq'), pg_catalog.pg_current_xact_id(),
    v_epoch, p_type, p_flags, p_counter, p_subject, p_refusal, p_correlation, p_data);
end $$;

-- Takes the next versions of a stream that is not a key's, and keeps it locked until the transaction ends.
create function assay.advance_stream(p_tenant bigint, p_stream bigint, p_expected bigint, p_count integer)
returns bigint
language plpgsql volatile set search_path = '' as $$
declare
  v_version bigint;
begin
  if coalesce(p_expected, 0) = 0 then
    insert into assay.streams (tenant_id, stream, version) values (p_tenant, p_stream, 0)
    on conflict (tenant_id, stream) do nothing;
  end if;
  select version into v_version from assay.streams where tenant_id = p_tenant and stream = p_stream for no key update;
  if p_expected is not null and coalesce(v_version, 0) <> p_expected then
    raise exception using errcode = 'AS409',
      message = format('the stream is at version %s', coalesce(v_version, 0));
  end if;
  update assay.streams set version = v_version + p_count where tenant_id = p_tenant and stream = p_stream;
  return v_version;
end $$;

create function assay.append_events(
  p_tenant bigint, p_stream bigint, p_expected bigint, p_types smallint[], p_subjects bigint[], p_refusals text[],
  p_data jsonb[], p_correlation text
) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_count integer := pg_catalog.cardinality(p_types);
  v_version bigint;
  v_epoch integer;
  v_at timestamptz;
  v_xid xid8;
begin
  perform assay.require_tenant(p_tenant);
  if v_count = 0 or v_count <> pg_catalog.cardinality(p_data) or v_count <> pg_catalog.cardinality(p_subjects)
    or v_count <> pg_catalog.cardinality(p_refusals) or exists (
      select from assay.keys where tenant_id = p_tenant and key_pk = p_stream)
  then
    raise exception using errcode = 'AS400', message = 'arrays of one length are needed, and no key''s stream';
  end if;
  v_epoch := assay.feed_epoch(p_tenant);
  v_version := assay.advance_stream(p_tenant, p_stream, p_expected, v_count);
  v_at := pg_catalog.clock_timestamp();
  v_xid := pg_catalog.pg_current_xact_id();
  insert into assay.events (tenant_id, stream, version, at, seq, xid, epoch, type, subject, refusal, correlation_id, data)
  select p_tenant, p_stream, v_version + e.position, v_at, pg_catalog.nextval('assay.event_seq'), v_xid, v_epoch, e.type,
    nullif(e.subject, 0), nullif(e.refusal, ''), p_correlation, nullif(e.data, 'null'::jsonb)
  from unnest(p_types, p_subjects, p_refusals, p_data) with ordinality e (type, subject, refusal, data, position);
  return v_version + v_count;
end $$;

comment on function assay.append_events is
  'Appends to a stream at an expected version (null: any; 0: new) and returns the new version; AS409 when it is not there.
   Subject 0, refusal '''' and data null stand for none.';

-- The tenant's events after a cursor, in cursor order, held back at the oldest running transaction so that no late
-- commit is skipped. Events of earlier epochs, and all of them while no writer has yet come to a new system, are final.
create function assay.read_feed(
  p_tenant bigint, p_epoch integer, p_xid xid8, p_seq bigint, p_limit integer, p_types smallint[] default null
) returns table (
  epoch integer, xid xid8, seq bigint, stream bigint, version bigint, at timestamptz, type smallint, flags smallint,
  counter bigint, subject bigint, refusal text, correlation_id text, data jsonb)
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_system bigint;
begin
  perform assay.require_tenant(p_tenant);
  v_system := assay.this_system();
  return query
    select e.epoch, e.xid, e.seq, e.stream, e.version, e.at, e.type, e.flags, e.counter, e.subject, e.refusal,
      e.correlation_id, e.data
    from assay.events e
    where e.tenant_id = p_tenant
      and (e.epoch, e.xid, e.seq) > (p_epoch, p_xid, p_seq)
      and (e.xid < pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot())
        or e.epoch < (select t.feed_epoch from assay.tenants t where t.tenant_id = p_tenant)
        or v_system is distinct from (select t.system_identifier from assay.tenants t where t.tenant_id = p_tenant))
      and (p_types is null or e.type = any (p_types))
    order by e.epoch, e.xid, e.seq
    limit least(greatest(p_limit, 1), 10000);
end $$;

comment on function assay.read_feed is
  'Up to p_limit events after the cursor (epoch, xid, seq); begin with (0, 0, 0). Nothing that commits late is skipped.';

create view assay.named_events with (security_barrier) as
  select e.tenant_id, e.stream, e.version, e.at, t.name as type, e.flags & 1 = 1 as is_lab, e.counter, e.subject,
    e.refusal, e.correlation_id, e.data
  from assay.events e join assay.event_types t using (type)
  -- A view reads as its owner, to whom row-level security does not apply: the same expression stands here.
  where e.tenant_id = nullif(current_setting('app.tenant', true), '')::bigint;
grant select on assay.named_events to assay_api, assay_worker, assay_analyst;

grant execute on function assay.append_events, assay.read_feed to assay_api, assay_worker;
grant execute on function assay.read_feed to assay_analyst;
-- Helpers run inside the functions above, as their owner.
grant execute on function assay.require_tenant, assay.this_system, assay.feed_epoch, assay.write_event,
  assay.advance_stream to assay_definer;
alter function assay.append_events owner to assay_definer;
alter function assay.read_feed owner to assay_definer;
