-- Keys: registered with everything that follows from it in one transaction, refused, revoked.

-- The account of a name, made when it is new. On a conflict the other transaction's row is read.
create function assay.account_of(p_tenant bigint, p_app bigint, p_account text, p_at timestamptz, p_correlation text)
returns bigint
language plpgsql volatile set search_path = '' as $$
declare
  v_account bigint;
begin
  select account_pk into v_account from assay.accounts
  where tenant_id = p_tenant and app_pk = p_app and account_id = p_account;
  if found then
    return v_account;
  end if;
  insert into assay.accounts (tenant_id, account_pk, app_pk, account_id, created_at)
  values (p_tenant, pg_catalog.nextval('assay.id_seq'), p_app, p_account, p_at)
  on conflict (tenant_id, app_pk, account_id) do nothing
  returning account_pk into v_account;
  if v_account is null then
    select account_pk into v_account from assay.accounts
    where tenant_id = p_tenant and app_pk = p_app and account_id = p_account;
    return v_account;
  end if;
  perform assay.advance_stream(p_tenant, v_account, 0, 1);
  perform assay.write_event(p_tenant, v_account, 1, p_at, 20::smallint, 0::smallint, null, p_app, null, p_correlation,
    pg_catalog.jsonb_build_object('account_id', p_account));
  return v_account;
end $$;

-- Remembers a refusal for repeats of the submission and records it on the challenge's stream.
create function assay.refuse_attestation(
  p_tenant bigint, p_challenge bigint, p_submission bytea, p_refusal text, p_is_lab boolean, p_correlation text,
  p_data jsonb
) returns void
language plpgsql volatile set search_path = '' as $$
declare
  v_version bigint;
begin
  insert into assay.attestation_submissions (tenant_id, submission, challenge_id, refusal, at)
  values (p_tenant, p_submission, p_challenge, p_refusal, pg_catalog.clock_timestamp())
  on conflict (tenant_id, submission) do nothing;
  if not found then
    return;
  end if;
  v_version := assay.advance_stream(p_tenant, p_challenge, null, 1);
  perform assay.write_event(p_tenant, p_challenge, v_version + 1, pg_catalog.clock_timestamp(), 31::smallint,
    (case when p_is_lab then 1 else 0 end)::smallint, null, null, p_refusal, p_correlation, p_data);
end $$;

create function assay.record_attestation_refusal(
  p_tenant bigint, p_challenge bigint, p_submission bytea, p_refusal text, p_is_lab boolean, p_correlation text,
  p_data jsonb
) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform assay.require_tenant(p_tenant);
  perform assay.refuse_attestation(p_tenant, p_challenge, p_submission, p_refusal, p_is_lab, p_correlation, p_data);
end $$;

create function assay.record_attestation(
  p_tenant bigint, p_app bigint, p_account text, p_challenge bigint, p_expiry timestamptz, p_submission bytea,
  p_key_id bytea, p_public_key bytea, p_environment smallint, p_category bigint, p_bundle_version text,
  p_os_version text, p_device text, p_shows_extension boolean, p_is_lab boolean, p_receipt_verdict text,
  p_receipt_refusal text, p_receipt bytea, p_receipt_fields jsonb, p_correlation text
) returns table (refusal text, key_pk bigint, is_repeat boolean)
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_at timestamptz;
  v_claim bytea;
  v_account bigint;
  v_key bigint;
  v_existing record;
  v_flags smallint := (case when p_is_lab then 1 else 0 end)::smallint;
  v_receipt assay.receipts%rowtype;
  v_refusal text;
begin
  perform assay.require_tenant(p_tenant);
  select claim into v_claim from assay.challenges
  where tenant_id = p_tenant and challenge_id = p_challenge and expires_at = p_expiry for no key update;
  select s.key_pk, s.refusal into v_existing from assay.attestation_submissions s
  where s.tenant_id = p_tenant and s.submission = p_submission;
  if found then
    return query select v_existing.refusal, v_existing.key_pk, true;
    return;
  end if;
  if v_claim is distinct from p_submission then
    return query select 'challenge_unknown'::text, null::bigint, false;
    return;
  end if;
  -- Held until the commit: a key is never registered in an app that is being deleted.
  perform from assay.apps where tenant_id = p_tenant and app_pk = p_app and deleted_at is null for share;
  if not found then
    return query select 'unknown_app'::text, null::bigint, false;
    return;
  end if;

  v_at := pg_catalog.clock_timestamp();
  v_account := assay.account_of(p_tenant, p_app, p_account, v_at, p_correlation);
  v_key := pg_catalog.nextval('assay.id_seq');
  insert into assay.keys (tenant_id, key_pk, app_pk, account_pk, key_id, public_key, environment, validation_category,
    bundle_version, os_version, device_id, is_lab, submission, registered_at)
  values (p_tenant, v_key, p_app, v_account, p_key_id, p_public_key, p_environment, p_category, p_bundle_version,
    p_os_version, p_device, p_is_lab, p_submission, v_at)
  on conflict (tenant_id, app_pk, key_id) do nothing;
  if not found then
    select case when account_pk = v_account then 'key_already_registered' else 'key_of_another_account' end
    into v_refusal from assay.keys where tenant_id = p_tenant and app_pk = p_app and key_id = p_key_id;
    perform assay.refuse_attestation(p_tenant, p_challenge, p_submission, v_refusal, p_is_lab, p_correlation,
      pg_catalog.jsonb_build_object('key_id', pg_catalog.encode(p_key_id, 'base64')));
    return query select v_refusal, null::bigint, false;
    return;
  end if;

  insert into assay.key_state (tenant_id, key_pk, counter, version, status, shows_extension, is_lab)
  values (p_tenant, v_key, 0, 2, 1, p_shows_extension, p_is_lab);
  insert into assay.attestation_submissions (tenant_id, submission, challenge_id, key_pk, at)
  values (p_tenant, p_submission, p_challenge, v_key, v_at);
  perform assay.write_event(p_tenant, v_key, 1, v_at, 30::smallint, v_flags, 0, v_account, null, p_correlation,
    pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
      'app', p_app, 'key_id', pg_catalog.encode(p_key_id, 'base64'),
      'public_key', pg_catalog.translate(pg_catalog.encode(p_public_key, 'base64'), E'\n', ''),
      'environment', p_environment, 'validation_category', p_category, 'bundle_version', p_bundle_version,
      'os_version', p_os_version, 'device_id', p_device, 'shows_extension', p_shows_extension,
      'submission', pg_catalog.encode(p_submission, 'base64'), 'challenge', p_challenge)));

  v_receipt := pg_catalog.jsonb_populate_record(null::assay.receipts, coalesce(p_receipt_fields, '{}'::jsonb));
  insert into assay.receipts (tenant_id, key_pk, verdict, refusal, receipt, receipt_type, environment, risk_metric,
    created_at, not_before, expires_at, stored_at)
  values (p_tenant, v_key, p_receipt_verdict, p_receipt_refusal, p_receipt, v_receipt.receipt_type,
    v_receipt.environment, v_receipt.risk_metric, v_receipt.created_at, v_receipt.not_before, v_receipt.expires_at, v_at);
  perform assay.write_event(p_tenant, v_key, 2, v_at, 50::smallint, v_flags, null, null, p_receipt_refusal,
    p_correlation, pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
      'verdict', p_receipt_verdict, 'sha256', pg_catalog.encode(pg_catalog.sha256(p_receipt), 'hex'),
      'receipt_type', v_receipt.receipt_type, 'environment', v_receipt.environment,
      'risk_metric', v_receipt.risk_metric, 'created_at', v_receipt.created_at, 'not_before', v_receipt.not_before,
      'expires_at', v_receipt.expires_at)));
  return query select null::text, v_key, false;
end $$;

comment on function assay.record_attestation is
  'Registers a verified key for the submission that claimed the challenge: account, key, state, receipt and events in one
   transaction. Returns refusal null and the key; or key_of_another_account, key_already_registered (both recorded),
   challenge_unknown (the challenge was not claimed by this submission), unknown_app (it was deleted meanwhile). A repeat returns the first outcome.
   p_receipt_fields: receipt_type, environment, risk_metric, created_at, not_before, expires_at.';

create function assay.revoke_key(p_tenant bigint, p_app bigint, p_key_id bytea, p_reason text, p_correlation text)
returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_key bigint;
  v_state assay.key_state%rowtype;
  v_at timestamptz;
begin
  perform assay.require_tenant(p_tenant);
  select key_pk into v_key from assay.keys where tenant_id = p_tenant and app_pk = p_app and key_id = p_key_id;
  if not found then
    raise exception using errcode = 'AS404', message = 'no such key';
  end if;
  select * into v_state from assay.key_state where tenant_id = p_tenant and key_pk = v_key for no key update;
  if v_state.status = 2 then
    return v_key;
  end if;
  v_at := pg_catalog.clock_timestamp();
  update assay.key_state set status = 2, version = version + 1 where tenant_id = p_tenant and key_pk = v_key;
  update assay.keys set revoked_at = v_at, revocation_reason = p_reason where tenant_id = p_tenant and key_pk = v_key;
  perform assay.write_event(p_tenant, v_key, v_state.version + 1, v_at, 32::smallint,
    (case when v_state.is_lab then 1 else 0 end)::smallint, null, null, null, p_correlation,
    pg_catalog.jsonb_build_object('reason', p_reason));
  return v_key;
end $$;

comment on function assay.revoke_key is
  'Revokes a key and returns its id; a repeat changes nothing, AS404 when there is none. Every batch that commits later refuses it.';

grant execute on function assay.record_attestation, assay.record_attestation_refusal, assay.revoke_key to assay_api;
grant execute on function assay.account_of, assay.refuse_attestation to assay_definer;
alter function assay.record_attestation owner to assay_definer;
alter function assay.record_attestation_refusal owner to assay_definer;
alter function assay.revoke_key owner to assay_definer;
