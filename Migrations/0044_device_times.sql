-- The accounts of the device API as projections of their events: their times are those of the events, and the events say
-- what is needed to rebuild them.

-- As append_device_events, and answers the time of the events.
create function assay.record_device_events(
  p_tenant bigint, p_stream bigint, p_types smallint[], p_subjects bigint[], p_data jsonb[], p_correlation text
) returns timestamptz
language plpgsql volatile set search_path = '' as $$
declare
  v_version bigint;
begin
  v_version := assay.append_events(p_tenant, p_stream, null, p_types, p_subjects,
    array(select '' from unnest(p_types))::text[], p_data, p_correlation);
  perform pg_catalog.pg_notify('assay_device_events', p_tenant || ':' || p_stream);
  return (select e.at from assay.events e
    where e.tenant_id = p_tenant and e.stream = p_stream and e.version = v_version);
end $$;
alter function assay.record_device_events owner to assay_definer;

create or replace function assay.create_device_account(
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
  v_at := assay.record_device_events(p_tenant, p_account, array[140, 142]::smallint[], array[p_app, p_token],
    array[
      pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
        'key_id', pg_catalog.encode(p_key_id, 'base64'), 'public_key', pg_catalog.encode(p_public_key, 'base64'),
        'environment', p_environment, 'validation_category', p_category, 'bundle_version', p_bundle_version,
        'receipt', p_receipt_verdict, 'lab', p_is_lab)),
      'null'::jsonb], p_correlation);
  update assay.device_accounts a set created_at = v_at where a.tenant_id = p_tenant and a.account_pk = p_account;
  insert into assay.device_tokens (tenant_id, token_id, account_pk, token_hash, created_at)
  values (p_tenant, p_token, p_account, p_token_hash, v_at);
  if p_idempotency is not null then
    insert into assay.device_creations (tenant_id, key_hash, request_digest, account_pk, sealed_token, created_at)
    values (p_tenant, p_idempotency, p_digest, p_account, p_sealed_token, v_at);
  end if;
  return query select 'created'::text, p_account, v_at, null::bytea;
end $$;

create or replace function assay.delete_device_account(p_tenant bigint, p_app bigint, p_account bigint, p_correlation text)
returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_at timestamptz;
begin
  perform assay.require_tenant(p_tenant);
  perform from assay.device_accounts
  where tenant_id = p_tenant and account_pk = p_account and app_pk = p_app and deleted_at is null for update;
  if not found then
    return false;
  end if;
  v_at := assay.record_device_events(p_tenant, p_account, array[141]::smallint[], array[p_app], array['null'::jsonb],
    p_correlation);
  update assay.device_accounts set deleted_at = v_at where tenant_id = p_tenant and account_pk = p_account;
  update assay.device_tokens set revoked_at = v_at
  where tenant_id = p_tenant and account_pk = p_account and revoked_at is null;
  return true;
end $$;

create or replace function assay.issue_device_token(
  p_tenant bigint, p_app bigint, p_account bigint, p_token bigint, p_token_hash bytea, p_correlation text
) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_at timestamptz;
begin
  perform assay.require_tenant(p_tenant);
  perform from assay.device_accounts
  where tenant_id = p_tenant and account_pk = p_account and app_pk = p_app and deleted_at is null for no key update;
  if not found then
    return false;
  end if;
  v_at := assay.record_device_events(p_tenant, p_account, array[142]::smallint[], array[p_token], array['null'::jsonb],
    p_correlation);
  insert into assay.device_tokens (tenant_id, token_id, account_pk, token_hash, created_at)
  values (p_tenant, p_token, p_account, p_token_hash, v_at);
  return true;
end $$;

create or replace function assay.revoke_device_token(
  p_tenant bigint, p_app bigint, p_account bigint, p_token bigint, p_correlation text
) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_revoked timestamptz;
  v_at timestamptz;
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
    v_at := assay.record_device_events(p_tenant, p_account, array[143]::smallint[], array[p_token], array['null'::jsonb],
      p_correlation);
    update assay.device_tokens set revoked_at = v_at where tenant_id = p_tenant and token_id = p_token;
  end if;
  return true;
end $$;

drop function assay.append_device_events;

-- What stands already takes the times of its events.
update assay.device_accounts a set created_at = e.at
from assay.events e
where e.tenant_id = a.tenant_id and e.stream = a.account_pk and e.type = 140 and e.at <> a.created_at;
update assay.device_accounts a set deleted_at = e.at
from assay.events e
where e.tenant_id = a.tenant_id and e.stream = a.account_pk and e.type = 141 and e.at <> a.deleted_at;
update assay.device_tokens t set created_at = e.at
from assay.events e
where e.tenant_id = t.tenant_id and e.stream = t.account_pk and e.type = 142 and e.subject = t.token_id
  and e.at <> t.created_at;
update assay.device_tokens t set revoked_at = e.at
from assay.events e
where e.tenant_id = t.tenant_id and e.stream = t.account_pk
  and (e.type = 143 and e.subject = t.token_id or e.type = 141 and not exists (
    select from assay.events r
    where r.tenant_id = t.tenant_id and r.stream = t.account_pk and r.type = 143 and r.subject = t.token_id))
  and e.at <> t.revoked_at;
