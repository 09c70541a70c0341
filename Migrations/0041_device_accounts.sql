-- What the device API writes. Further SQLSTATEs:
--   AS424  the name of a device API site belongs to another app
--   AS425  the app has two app-code secrets already, or lacks the one named

-- Makes an account, its token and its events in one transaction; the verification has been done.
--
-- Outcome: created; repeated (the first answer to this Idempotency-Key, with its sealed token); key_taken;
-- idempotency_key_reused; account_deleted (the first answer's account is gone).
create function assay.create_device_account(
  p_tenant bigint, p_app bigint, p_token_hash bytea, p_key_id bytea, p_public_key bytea, p_environment smallint,
  p_category bigint, p_bundle_version text, p_is_lab boolean, p_receipt_verdict text, p_receipt bytea,
  p_idempotency bytea, p_digest bytea, p_account bigint, p_token bigint, p_sealed_token bytea, p_correlation text
) returns table (outcome text, account_pk bigint, created_at timestamptz, sealed_token bytea)
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_at timestamptz := pg_catalog.clock_timestamp();
  v_first record;
begin
  perform assay.require_tenant(p_tenant);
  if p_idempotency is not null then
    -- Two requests with one Idempotency-Key meet here, so that the later one finds the first one's answer.
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(pg_catalog.encode(p_idempotency, 'hex'), p_tenant));
    delete from assay.device_creations c where c.tenant_id = p_tenant and c.created_at < v_at - interval '1 day';
    select c.request_digest, c.account_pk, c.sealed_token, a.created_at, a.deleted_at into v_first
    from assay.device_creations c
    join assay.device_accounts a on a.tenant_id = c.tenant_id and a.account_pk = c.account_pk
    where c.tenant_id = p_tenant and c.key_hash = p_idempotency;
    if found then
      return query select
        case when v_first.request_digest <> p_digest then 'idempotency_key_reused'
          when v_first.deleted_at is not null then 'account_deleted' else 'repeated' end,
        v_first.account_pk, v_first.created_at, v_first.sealed_token;
      return;
    end if;
  end if;

  insert into assay.device_accounts (tenant_id, account_pk, app_pk, created_at, key_id, public_key, counter, environment,
    validation_category, bundle_version, is_lab, receipt_verdict, receipt)
  values (p_tenant, p_account, p_app, v_at, p_key_id, p_public_key, case when p_key_id is null then null else 0 end,
    p_environment, p_category, p_bundle_version, p_is_lab, p_receipt_verdict, p_receipt)
  on conflict (tenant_id, app_pk, key_id) where deleted_at is null and key_id is not null do nothing;
  if not found then
    return query select 'key_taken'::text, null::bigint, null::timestamptz, null::bytea;
    return;
  end if;
  insert into assay.device_tokens (tenant_id, token_id, account_pk, token_hash, created_at)
  values (p_tenant, p_token, p_account, p_token_hash, v_at);
  if p_idempotency is not null then
    insert into assay.device_creations (tenant_id, key_hash, request_digest, account_pk, sealed_token, created_at)
    values (p_tenant, p_idempotency, p_digest, p_account, p_sealed_token, v_at);
  end if;
  perform assay.append_device_events(p_tenant, p_account, array[140, 142]::smallint[], array[p_app, p_token],
    array[
      pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
        'key_id', pg_catalog.encode(p_key_id, 'base64'), 'environment', p_environment, 'validation_category', p_category,
        'bundle_version', p_bundle_version, 'receipt', p_receipt_verdict, 'lab', p_is_lab)),
      'null'::jsonb], p_correlation);
  return query select 'created'::text, p_account, v_at, null::bytea;
end $$;

-- Appends to an account's stream and wakes those who follow it.
create function assay.append_device_events(
  p_tenant bigint, p_stream bigint, p_types smallint[], p_subjects bigint[], p_data jsonb[], p_correlation text
) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform assay.append_events(p_tenant, p_stream, null, p_types, p_subjects,
    array(select '' from unnest(p_types))::text[], p_data, p_correlation);
  perform pg_catalog.pg_notify('assay_device_events', p_tenant || ':' || p_stream);
end $$;

-- Two fresh numbers: an account's and its token's.
create function assay.device_numbers(p_tenant bigint) returns table (account_pk bigint, token_id bigint)
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform assay.require_tenant(p_tenant);
  return query select pg_catalog.nextval('assay.id_seq'), pg_catalog.nextval('assay.id_seq');
end $$;

-- The account that a token stands for, if the token is right and the account is there.
create function assay.device_credential(p_tenant bigint, p_app bigint, p_token bigint, p_hash bytea)
returns table (account_pk bigint, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform assay.require_tenant(p_tenant);
  return query
    select a.account_pk, a.created_at
    from assay.device_tokens t
    join assay.device_accounts a on a.tenant_id = t.tenant_id and a.account_pk = t.account_pk
    where t.tenant_id = p_tenant and t.token_id = p_token and t.token_hash = p_hash and t.revoked_at is null
      and a.app_pk = p_app and a.deleted_at is null;
end $$;

-- Deletes an account: its tokens end, its key is free. False when it was not there.
create function assay.delete_device_account(p_tenant bigint, p_app bigint, p_account bigint, p_correlation text)
returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_at timestamptz := pg_catalog.clock_timestamp();
begin
  perform assay.require_tenant(p_tenant);
  update assay.device_accounts set deleted_at = v_at
  where tenant_id = p_tenant and account_pk = p_account and app_pk = p_app and deleted_at is null;
  if not found then
    return false;
  end if;
  update assay.device_tokens set revoked_at = v_at
  where tenant_id = p_tenant and account_pk = p_account and revoked_at is null;
  perform assay.append_device_events(p_tenant, p_account, array[141]::smallint[], array[p_app], array['null'::jsonb],
    p_correlation);
  return true;
end $$;

-- A further token of an account. False when the account is not there.
create function assay.issue_device_token(
  p_tenant bigint, p_app bigint, p_account bigint, p_token bigint, p_token_hash bytea, p_correlation text
) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform assay.require_tenant(p_tenant);
  perform from assay.device_accounts
  where tenant_id = p_tenant and account_pk = p_account and app_pk = p_app and deleted_at is null for no key update;
  if not found then
    return false;
  end if;
  insert into assay.device_tokens (tenant_id, token_id, account_pk, token_hash, created_at)
  values (p_tenant, p_token, p_account, p_token_hash, pg_catalog.clock_timestamp());
  perform assay.append_device_events(p_tenant, p_account, array[142]::smallint[], array[p_token], array['null'::jsonb],
    p_correlation);
  return true;
end $$;

-- Ends a token. False when the account has no such token; a repeat changes nothing.
create function assay.revoke_device_token(
  p_tenant bigint, p_app bigint, p_account bigint, p_token bigint, p_correlation text
) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_revoked timestamptz;
begin
  perform assay.require_tenant(p_tenant);
  select t.revoked_at into v_revoked from assay.device_tokens t
  join assay.device_accounts a on a.tenant_id = t.tenant_id and a.account_pk = t.account_pk
  where t.tenant_id = p_tenant and t.token_id = p_token and t.account_pk = p_account and a.app_pk = p_app
  for no key update of t;
  if not found then
    return false;
  end if;
  if v_revoked is null then
    update assay.device_tokens set revoked_at = pg_catalog.clock_timestamp()
    where tenant_id = p_tenant and token_id = p_token;
    perform assay.append_device_events(p_tenant, p_account, array[143]::smallint[], array[p_token], array['null'::jsonb],
      p_correlation);
  end if;
  return true;
end $$;

-- Records an attestation that made no account, on the stream of the app's device API.
create function assay.refuse_device_attestation(
  p_tenant bigint, p_app bigint, p_refusal text, p_is_lab boolean, p_correlation text
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_stream bigint;
begin
  perform assay.require_tenant(p_tenant);
  select stream into v_stream from assay.device_settings where tenant_id = p_tenant and app_pk = p_app;
  if found then
    perform assay.append_events(p_tenant, v_stream, null, array[144]::smallint[], array[p_app], array[p_refusal],
      array[pg_catalog.jsonb_build_object('lab', p_is_lab)], p_correlation);
  end if;
end $$;

-- The settings of an app's device API, made when they are new. Null leaves what is there.
create function assay.change_device_settings(
  p_tenant bigint, p_app bigint, p_app_ids text[], p_environment smallint, p_code_secrets bytea[], p_data jsonb,
  p_correlation text
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_stream bigint;
begin
  perform assay.require_tenant(p_tenant);
  insert into assay.device_settings (tenant_id, app_pk, stream, updated_at)
  values (p_tenant, p_app, pg_catalog.nextval('assay.id_seq'), pg_catalog.clock_timestamp())
  on conflict (tenant_id, app_pk) do nothing;
  update assay.device_settings set
    attestation_app_ids = coalesce(p_app_ids, attestation_app_ids),
    attestation_environment = case when p_app_ids is null then attestation_environment else p_environment end,
    code_secrets = coalesce(p_code_secrets, code_secrets),
    updated_at = pg_catalog.clock_timestamp()
  where tenant_id = p_tenant and app_pk = p_app
  returning stream into v_stream;
  perform assay.append_events(p_tenant, v_stream, null, array[145]::smallint[], array[p_app], array[''], array[p_data],
    p_correlation);
end $$;

-- Gives a site's name to an app, or takes it away.
create function assay.change_device_site(p_tenant bigint, p_app bigint, p_name text, p_is_added boolean)
returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_app_id text;
  v_holder record;
  v_is_changed boolean;
begin
  perform assay.require_tenant(p_tenant);
  select app_id into v_app_id from assay.apps where tenant_id = p_tenant and app_pk = p_app and deleted_at is null;
  if not found then
    raise exception using errcode = 'AS404', message = 'no such app';
  end if;
  perform pg_catalog.set_config('app.tenant', '0', true);
  if p_is_added then
    insert into assay.device_sites (name, site_tenant, app_pk, app_id, created_at)
    values (p_name, p_tenant, p_app, v_app_id, pg_catalog.clock_timestamp())
    on conflict (tenant_id, name) do nothing;
    v_is_changed := found;
    select site_tenant, app_pk into v_holder from assay.device_sites where tenant_id = 0 and name = p_name;
    if v_holder.site_tenant <> p_tenant or v_holder.app_pk <> p_app then
      raise exception using errcode = 'AS424', message = 'this name belongs to another app';
    end if;
  else
    delete from assay.device_sites
    where tenant_id = 0 and name = p_name and site_tenant = p_tenant and app_pk = p_app;
    v_is_changed := found;
  end if;
  perform pg_catalog.set_config('app.tenant', p_tenant::text, true);
  return v_is_changed;
end $$;

comment on function assay.change_device_site is
  'Names are host:NAME or path:/PREFIX. True when something changed; AS424 when the name belongs to another app.';

grant execute on function assay.create_device_account, assay.device_numbers, assay.device_credential,
  assay.delete_device_account, assay.issue_device_token, assay.revoke_device_token, assay.refuse_device_attestation
  to assay_api, assay_worker;
-- append_device_events is called by functions of assay_definer only.
alter function assay.append_device_events owner to assay_definer;
alter function assay.create_device_account owner to assay_definer;
alter function assay.device_numbers owner to assay_definer;
alter function assay.device_credential owner to assay_definer;
alter function assay.delete_device_account owner to assay_definer;
alter function assay.issue_device_token owner to assay_definer;
alter function assay.revoke_device_token owner to assay_definer;
alter function assay.refuse_device_attestation owner to assay_definer;
alter function assay.change_device_settings owner to assay_definer;
alter function assay.change_device_site owner to assay_definer;
