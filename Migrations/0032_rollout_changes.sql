-- Changes of rollouts: an expected version, the events, and the projection, in one transaction. Every change raises the
-- revision, which every live replica acknowledges; NOTIFY only makes that quicker.
--
-- SQLSTATE AS424: another rollout of this kind stands in the app.

create function assay.write_rollout_events(
  p_tenant bigint, p_stream bigint, p_version bigint, p_types smallint[], p_data jsonb[], p_correlation text
) returns void
language plpgsql volatile set search_path = '' as $$
begin
  for i in 1 .. pg_catalog.cardinality(p_types) loop
    perform assay.write_event(p_tenant, p_stream, p_version + i, pg_catalog.clock_timestamp(), p_types[i], 0::smallint,
      null, null, null, p_correlation, p_data[i]);
  end loop;
end $$;

create function assay.create_rollout(
  p_tenant bigint, p_app bigint, p_team text, p_name text, p_kind smallint, p_salt bytea, p_target jsonb,
  p_document jsonb, p_granted_milli bigint, p_event jsonb, p_installations bytea[], p_correlation text
) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id bigint := pg_catalog.nextval('assay.id_seq');
  v_now timestamptz := pg_catalog.clock_timestamp();
begin
  perform assay.require_tenant(p_tenant);
  insert into assay.budgets (tenant_id, scope, rate_milli, daily_limit)
  values (p_tenant, 'app:' || p_app, 100000, 8640000), (p_tenant, 'team:' || p_team, 100000, 8640000)
  on conflict do nothing;
  insert into assay.rollout_tenants (tenant_id) values (p_tenant) on conflict do nothing;
  insert into assay.rollouts (tenant_id, rollout_id, app_pk, team, name, kind, state, version, revision, salt, target,
    document, granted_milli, decided_at, created_at, changed_at)
  values (p_tenant, v_id, p_app, p_team, p_name, p_kind, 1, 1, pg_catalog.nextval('assay.rollout_revision_seq'), p_salt,
    p_target, p_document, p_granted_milli, v_now, v_now, v_now);
  insert into assay.rollout_lines (tenant_id, rollout_id) values (p_tenant, v_id);
  insert into assay.rollout_moments (tenant_id, rollout_id) values (p_tenant, v_id);
  insert into assay.rollout_targets (tenant_id, rollout_id, installation)
  select distinct p_tenant, v_id, i from unnest(p_installations) i;
  perform assay.write_rollout_events(
    p_tenant, v_id, assay.advance_stream(p_tenant, v_id, 0, 1), array[100::smallint], array[p_event], p_correlation);
  perform pg_catalog.pg_notify('assay_rollouts', p_tenant::text);
  return v_id;
exception when unique_violation then
  raise exception using errcode = 'AS424', message = 'another rollout of this kind stands in the app';
end $$;

create function assay.change_rollout(
  p_tenant bigint, p_rollout bigint, p_version bigint, p_state smallint, p_document jsonb, p_granted_milli bigint,
  p_decision text, p_types smallint[], p_data jsonb[], p_correlation text
) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_count integer := pg_catalog.cardinality(p_types);
  v_revision bigint := pg_catalog.nextval('assay.rollout_revision_seq');
begin
  perform assay.require_tenant(p_tenant);
  perform assay.advance_stream(p_tenant, p_rollout, p_version, v_count);
  perform assay.write_rollout_events(p_tenant, p_rollout, p_version, p_types, p_data, p_correlation);
  update assay.rollouts r
  set state = p_state, document = p_document, granted_milli = p_granted_milli, version = p_version + v_count,
    revision = v_revision, decision = p_decision, decided_at = pg_catalog.clock_timestamp(),
    changed_at = pg_catalog.clock_timestamp()
  where r.tenant_id = p_tenant and r.rollout_id = p_rollout;
  perform pg_catalog.pg_notify('assay_rollouts', p_tenant::text);
  return v_revision;
exception when unique_violation then
  raise exception using errcode = 'AS424', message = 'another rollout of this kind stands in the app';
end $$;

-- The controller confirms its word, or moves the pace, without a change that people would look for in the history.
create function assay.keep_pace(p_tenant bigint, p_rollout bigint, p_version bigint, p_granted_milli bigint, p_decision text)
returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform assay.require_tenant(p_tenant);
  update assay.rollouts r
  set granted_milli = p_granted_milli, decision = p_decision, decided_at = pg_catalog.clock_timestamp()
  where r.tenant_id = p_tenant and r.rollout_id = p_rollout and r.version = p_version;
  return found;
end $$;

create function assay.freeze_rollouts(
  p_tenant bigint, p_frozen boolean, p_reason text, p_by text, p_correlation text
) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_revision bigint := pg_catalog.nextval('assay.rollout_revision_seq');
  v_stream bigint;
begin
  perform assay.require_tenant(p_tenant);
  insert into assay.rollout_freezes (tenant_id, frozen, revision, reason, by_whom, at, stream)
  values (p_tenant, p_frozen, v_revision, p_reason, p_by, pg_catalog.clock_timestamp(), pg_catalog.nextval('assay.id_seq'))
  on conflict (tenant_id) do update
  set frozen = excluded.frozen, revision = excluded.revision, reason = excluded.reason, by_whom = excluded.by_whom,
    at = excluded.at
  returning stream into v_stream;
  perform assay.write_rollout_events(p_tenant, v_stream, assay.advance_stream(p_tenant, v_stream, null, 1),
    array[case when p_frozen then 109 else 110 end::smallint],
    array[pg_catalog.jsonb_build_object('reason', p_reason, 'by', p_by)], p_correlation);
  perform pg_catalog.pg_notify('assay_rollouts', p_tenant::text);
  return v_revision;
end $$;

-- A replica's sign of life, with the revision that it has put in force and who waits with it; gives what is in force now.
create function assay.poll_rollouts(p_tenant bigint, p_replica text, p_revision bigint, p_waiting jsonb)
returns table (
  clock bigint, frozen boolean, revision bigint, rollout_id bigint, app_pk bigint, kind smallint, state smallint,
  salt bytea, target jsonb, document jsonb, granted_milli bigint, replicas integer)
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_frozen boolean;
  v_revision bigint;
  v_replicas integer;
begin
  perform assay.require_tenant(p_tenant);
  insert into assay.rollout_replicas as p (tenant_id, replica, seen_at, revision, revision_at, waiting)
  values (p_tenant, p_replica, pg_catalog.clock_timestamp(), p_revision, pg_catalog.clock_timestamp(), p_waiting)
  on conflict (tenant_id, replica) do update
  set seen_at = excluded.seen_at, waiting = excluded.waiting, revision = excluded.revision,
    revision_at = case when p.revision = excluded.revision then p.revision_at else excluded.revision_at end;
  select coalesce(pg_catalog.bool_or(f.frozen), false), coalesce(pg_catalog.max(f.revision), 0)
  into v_frozen, v_revision from assay.rollout_freezes f where f.tenant_id = p_tenant;
  select greatest(v_revision, coalesce(pg_catalog.max(r.revision), 0)) into v_revision
  from assay.rollouts r where r.tenant_id = p_tenant;
  select pg_catalog.count(*)::integer into v_replicas from assay.rollout_replicas p
  where p.tenant_id = p_tenant and p.seen_at > pg_catalog.clock_timestamp() - interval '3 seconds';
  return query
    select assay.clock_microseconds(), v_frozen, v_revision, r.rollout_id, r.app_pk, r.kind, r.state, r.salt, r.target,
      r.document, assay.rate_in_force(r.granted_milli, r.decided_at), v_replicas
    from (select 1) one
    left join assay.rollouts r on r.tenant_id = p_tenant and r.state in (1, 2, 3, 4);
end $$;

create function assay.lead(p_tenant bigint, p_name text, p_owner text, p_seconds double precision) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_epoch bigint;
  v_until timestamptz := pg_catalog.clock_timestamp() + p_seconds * interval '1 second';
begin
  perform assay.require_tenant(p_tenant);
  insert into assay.controller_leases as l (tenant_id, name, owner, epoch, expires_at)
  values (p_tenant, p_name, p_owner, 1, v_until)
  on conflict (tenant_id, name) do update
  set owner = excluded.owner, expires_at = excluded.expires_at,
    epoch = l.epoch + case when l.owner = excluded.owner then 0 else 1 end
  where l.owner = excluded.owner or l.expires_at < pg_catalog.clock_timestamp()
  returning epoch into v_epoch;
  return v_epoch;
end $$;
comment on function assay.lead is 'The epoch of the lease when this owner holds it now; null when somebody else does.';

grant execute on function assay.create_rollout, assay.change_rollout, assay.freeze_rollouts, assay.poll_rollouts
  to assay_api, assay_worker;
grant execute on function assay.keep_pace, assay.lead to assay_worker;
grant execute on function assay.write_rollout_events to assay_definer;
alter function assay.create_rollout owner to assay_definer;
alter function assay.change_rollout owner to assay_definer;
alter function assay.keep_pace owner to assay_definer;
alter function assay.freeze_rollouts owner to assay_definer;
alter function assay.poll_rollouts owner to assay_definer;
alter function assay.lead owner to assay_definer;
