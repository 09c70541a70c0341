-- Tenants, their secrets, their apps, and the ledger of idempotency keys.

create function assay.next_id() returns bigint
language sql volatile set search_path = '' as $$ select pg_catalog.nextval('assay.id_seq') $$;

create function assay.create_tenant(p_tenant bigint, p_public_id text, p_name text, p_correlation text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_at timestamptz := pg_catalog.clock_timestamp();
begin
  perform assay.require_tenant(p_tenant);
  insert into assay.tenants (tenant_id, public_id, name, created_at, system_identifier)
  values (p_tenant, p_public_id, p_name, v_at, assay.this_system());
  perform assay.advance_stream(p_tenant, p_tenant, 0, 1);
  perform assay.write_event(p_tenant, p_tenant, 1, v_at, 1::smallint, 0::smallint, null, null, null, p_correlation,
    pg_catalog.jsonb_build_object('public_id', p_public_id, 'name', p_name));
end $$;

comment on function assay.create_tenant is 'Makes a tenant under an id drawn from assay.next_id(), with app.tenant set to it.';

create function assay.set_tenant_status(p_tenant bigint, p_status smallint, p_correlation text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_version bigint;
begin
  perform assay.require_tenant(p_tenant);
  v_version := assay.advance_stream(p_tenant, p_tenant, null, 1);
  update assay.tenants set status = p_status where tenant_id = p_tenant;
  if not found then
    raise exception using errcode = 'AS404', message = 'no such tenant';
  end if;
  perform assay.write_event(p_tenant, p_tenant, v_version + 1, pg_catalog.clock_timestamp(), 2::smallint, 0::smallint,
    null, null, null, p_correlation, pg_catalog.jsonb_build_object('status', p_status));
end $$;

create function assay.create_secret(
  p_tenant bigint, p_secret bigint, p_hash bytea, p_name text, p_scopes integer, p_correlation text
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_at timestamptz := pg_catalog.clock_timestamp();
begin
  perform assay.require_tenant(p_tenant);
  insert into assay.tenant_secrets (tenant_id, secret_id, secret_hash, name, scopes, created_at)
  values (p_tenant, p_secret, p_hash, p_name, p_scopes, v_at);
  perform assay.advance_stream(p_tenant, p_secret, 0, 1);
  -- The hash stays out of the feed; it is the one column that events do not hold.
  perform assay.write_event(p_tenant, p_secret, 1, v_at, 3::smallint, 0::smallint, null, null, null, p_correlation,
    pg_catalog.jsonb_build_object('name', p_name, 'scopes', p_scopes));
end $$;

create function assay.revoke_secret(p_tenant bigint, p_secret bigint, p_correlation text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_at timestamptz := pg_catalog.clock_timestamp();
  v_version bigint;
begin
  perform assay.require_tenant(p_tenant);
  perform from assay.tenant_secrets where tenant_id = p_tenant and secret_id = p_secret;
  if not found then
    raise exception using errcode = 'AS404', message = 'no such secret';
  end if;
  v_version := assay.advance_stream(p_tenant, p_secret, null, 1);
  update assay.tenant_secrets set revoked_at = v_at
  where tenant_id = p_tenant and secret_id = p_secret and revoked_at is null;
  if found then
    perform assay.write_event(p_tenant, p_secret, v_version + 1, v_at, 4::smallint, 0::smallint, null, null, null,
      p_correlation, null);
  else
    update assay.streams set version = v_version where tenant_id = p_tenant and stream = p_secret;
  end if;
end $$;

comment on function assay.revoke_secret is 'Revokes a secret; a repeat changes nothing, AS404 when there is none.';

create function assay.authenticate_secret(p_tenant bigint, p_secret bigint, p_hash bytea)
returns table (public_id text, scopes integer, tenant_status smallint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform assay.require_tenant(p_tenant);
  return query
    select t.public_id, s.scopes, t.status
    from assay.tenant_secrets s join assay.tenants t on t.tenant_id = s.tenant_id
    where s.tenant_id = p_tenant and t.tenant_id = p_tenant and s.secret_id = p_secret and s.secret_hash = p_hash
      and s.revoked_at is null;
end $$;

comment on function assay.authenticate_secret is
  'The secret''s scopes and its tenant''s status, or no row. p_hash is SHA-256 of the whole secret.';

create function assay.create_app(
  p_tenant bigint, p_app_id text, p_environments text[], p_platforms text[], p_policy jsonb, p_correlation text
) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_app bigint := pg_catalog.nextval('assay.id_seq');
  v_at timestamptz := pg_catalog.clock_timestamp();
begin
  perform assay.require_tenant(p_tenant);
  insert into assay.apps (tenant_id, app_pk, app_id, environments, platforms, policy, version, created_at, updated_at)
  values (p_tenant, v_app, p_app_id, p_environments, p_platforms, p_policy, 1, v_at, v_at);
  perform assay.advance_stream(p_tenant, v_app, 0, 1);
  perform assay.write_event(p_tenant, v_app, 1, v_at, 10::smallint, 0::smallint, null, null, null, p_correlation,
    pg_catalog.jsonb_build_object('app_id', p_app_id, 'environments', p_environments, 'platforms', p_platforms,
      'policy', p_policy));
  return v_app;
exception when unique_violation then
  raise exception using errcode = 'AS421', message = 'the tenant already has this app';
end $$;

-- Null leaves a column as it is.
create function assay.change_app(
  p_tenant bigint, p_app bigint, p_expected bigint, p_environments text[], p_platforms text[], p_policy jsonb,
  p_correlation text
) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_at timestamptz;
  v_version bigint;
begin
  perform assay.require_tenant(p_tenant);
  perform from assay.apps where tenant_id = p_tenant and app_pk = p_app and deleted_at is null;
  if not found then
    raise exception using errcode = 'AS404', message = 'no such app';
  end if;
  v_version := assay.advance_stream(p_tenant, p_app, p_expected, 1) + 1;
  v_at := pg_catalog.clock_timestamp();
  update assay.apps
  set environments = coalesce(p_environments, environments), platforms = coalesce(p_platforms, platforms),
    policy = coalesce(p_policy, policy), version = v_version, updated_at = v_at
  where tenant_id = p_tenant and app_pk = p_app and deleted_at is null;
  if not found then
    raise exception using errcode = 'AS404', message = 'no such app';
  end if;
  perform assay.write_event(p_tenant, p_app, v_version, v_at, 11::smallint, 0::smallint, null, null, null, p_correlation,
    pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object('environments', p_environments, 'platforms', p_platforms,
      'policy', p_policy)));
  return v_version;
end $$;

create function assay.delete_app(p_tenant bigint, p_app bigint, p_correlation text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_at timestamptz;
  v_version bigint;
begin
  perform assay.require_tenant(p_tenant);
  perform from assay.apps where tenant_id = p_tenant and app_pk = p_app and deleted_at is null;
  if not found then
    raise exception using errcode = 'AS404', message = 'no such app';
  end if;
  v_version := assay.advance_stream(p_tenant, p_app, null, 1) + 1;
  -- Waits for the registrations that hold the row; only the next statement sees their keys.
  perform from assay.apps where tenant_id = p_tenant and app_pk = p_app for no key update;
  if exists (select from assay.keys where tenant_id = p_tenant and app_pk = p_app and revoked_at is null) then
    raise exception using errcode = 'AS422', message = 'the app still has keys that are not revoked';
  end if;
  v_at := pg_catalog.clock_timestamp();
  update assay.apps set deleted_at = v_at, updated_at = v_at, version = v_version
  where tenant_id = p_tenant and app_pk = p_app and deleted_at is null;
  if not found then
    raise exception using errcode = 'AS404', message = 'no such app';
  end if;
  perform assay.write_event(p_tenant, p_app, v_version, v_at, 12::smallint, 0::smallint, null, null, null, p_correlation,
    null);
end $$;

-- Begins a request under an idempotency key. A request left under way for longer than p_patience may be begun again.
create function assay.begin_idempotent(p_tenant bigint, p_key_hash bytea, p_digest bytea, p_patience interval)
returns table (state text, status smallint, content_type text, body bytea)
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_entry assay.idempotency_keys%rowtype;
begin
  perform assay.require_tenant(p_tenant);
  delete from assay.idempotency_keys
  where tenant_id = p_tenant and key_hash = p_key_hash and status is null
    and created_at < pg_catalog.clock_timestamp() - p_patience;
  insert into assay.idempotency_keys (tenant_id, key_hash, request_digest, created_at)
  values (p_tenant, p_key_hash, p_digest, pg_catalog.clock_timestamp())
  on conflict (tenant_id, key_hash) do nothing;
  if found then
    return query select 'begun'::text, null::smallint, null::text, null::bytea;
    return;
  end if;
  select * into v_entry from assay.idempotency_keys where tenant_id = p_tenant and key_hash = p_key_hash;
  if v_entry.request_digest <> p_digest then
    raise exception using errcode = 'AS423', message = 'the idempotency key was used with another request';
  end if;
  return query select case when v_entry.status is null then 'under_way' else 'answered' end, v_entry.status,
    v_entry.content_type, v_entry.body;
end $$;

create function assay.finish_idempotent(
  p_tenant bigint, p_key_hash bytea, p_digest bytea, p_status smallint, p_content_type text, p_body bytea
) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform assay.require_tenant(p_tenant);
  update assay.idempotency_keys set status = p_status, content_type = p_content_type, body = p_body
  where tenant_id = p_tenant and key_hash = p_key_hash and request_digest = p_digest and status is null;
end $$;

-- Gives an idempotency key back after a transient fault, so that the repeat is a first attempt.
create function assay.abandon_idempotent(p_tenant bigint, p_key_hash bytea, p_digest bytea) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform assay.require_tenant(p_tenant);
  delete from assay.idempotency_keys
  where tenant_id = p_tenant and key_hash = p_key_hash and request_digest = p_digest and status is null;
end $$;

create function assay.forget_idempotent(p_tenant bigint, p_before timestamptz) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_gone bigint;
begin
  perform assay.require_tenant(p_tenant);
  delete from assay.idempotency_keys where tenant_id = p_tenant and created_at < p_before;
  get diagnostics v_gone = row_count;
  return v_gone;
end $$;

grant execute on function assay.authenticate_secret, assay.create_app, assay.change_app, assay.delete_app,
  assay.begin_idempotent, assay.finish_idempotent, assay.abandon_idempotent to assay_api;
grant execute on function assay.forget_idempotent to assay_worker;
-- Tenants and their secrets are the operator's: assay_owner calls these.
grant execute on function assay.next_id to assay_owner;

alter function assay.create_tenant owner to assay_definer;
alter function assay.set_tenant_status owner to assay_definer;
alter function assay.create_secret owner to assay_definer;
alter function assay.revoke_secret owner to assay_definer;
alter function assay.authenticate_secret owner to assay_definer;
alter function assay.create_app owner to assay_definer;
alter function assay.change_app owner to assay_definer;
alter function assay.delete_app owner to assay_definer;
alter function assay.begin_idempotent owner to assay_definer;
alter function assay.finish_idempotent owner to assay_definer;
alter function assay.abandon_idempotent owner to assay_definer;
alter function assay.forget_idempotent owner to assay_definer;
