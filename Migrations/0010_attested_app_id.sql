-- The App ID that a key was attested for. An app may have several (a Mac build has its own), and an assertion must be for
-- the one of its key. Keys that were registered before this column have none: they are held to any App ID of their app.

alter table assay.keys add column attested_app_id text check (length(attested_app_id) between 1 and 300);

create function assay.record_attestation(
  p_tenant bigint, p_app bigint, p_account text, p_challenge bigint, p_expiry timestamptz, p_submission bytea,
  p_key_id bytea, p_public_key bytea, p_environment smallint, p_category bigint, p_bundle_version text,
  p_os_version text, p_device text, p_shows_extension boolean, p_is_lab boolean, p_receipt_verdict text,
  p_receipt_refusal text, p_receipt bytea, p_receipt_fields jsonb, p_correlation text, p_attested_app_id text
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
    bundle_version, os_version, device_id, is_lab, submission, registered_at, attested_app_id)
  values (p_tenant, v_key, p_app, v_account, p_key_id, p_public_key, p_environment, p_category, p_bundle_version,
    p_os_version, p_device, p_is_lab, p_submission, v_at, p_attested_app_id)
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
      'submission', pg_catalog.encode(p_submission, 'base64'), 'challenge', p_challenge,
      'attested_app_id', p_attested_app_id)));

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

comment on function assay.record_attestation(bigint, bigint, text, bigint, timestamptz, bytea, bytea, bytea, smallint,
  bigint, text, text, text, boolean, boolean, text, text, bytea, jsonb, text, text) is
  'Registers a verified key for the submission that claimed the challenge: account, key, state, receipt and events in one
   transaction. Returns refusal null and the key; or key_of_another_account, key_already_registered (both recorded),
   challenge_unknown (the challenge was not claimed by this submission), unknown_app (it was deleted meanwhile). A repeat returns the first outcome.
   p_receipt_fields: receipt_type, environment, risk_metric, created_at, not_before, expires_at.';

-- For programs that run on while this is migrated.
create or replace function assay.record_attestation(
  p_tenant bigint, p_app bigint, p_account text, p_challenge bigint, p_expiry timestamptz, p_submission bytea,
  p_key_id bytea, p_public_key bytea, p_environment smallint, p_category bigint, p_bundle_version text,
  p_os_version text, p_device text, p_shows_extension boolean, p_is_lab boolean, p_receipt_verdict text,
  p_receipt_refusal text, p_receipt bytea, p_receipt_fields jsonb, p_correlation text
) returns table (refusal text, key_pk bigint, is_repeat boolean)
language plpgsql volatile security definer set search_path = '' as $$
begin
  return query select r.refusal, r.key_pk, r.is_repeat from assay.record_attestation(
    p_tenant, p_app, p_account, p_challenge, p_expiry, p_submission, p_key_id, p_public_key, p_environment, p_category,
    p_bundle_version, p_os_version, p_device, p_shows_extension, p_is_lab, p_receipt_verdict, p_receipt_refusal, p_receipt,
    p_receipt_fields, p_correlation, null) r;
end $$;

revoke all on function assay.record_attestation(bigint, bigint, text, bigint, timestamptz, bytea, bytea, bytea, smallint,
  bigint, text, text, text, boolean, boolean, text, text, bytea, jsonb, text, text) from public;
grant execute on function assay.record_attestation(bigint, bigint, text, bigint, timestamptz, bytea, bytea, bytea, smallint,
  bigint, text, text, text, boolean, boolean, text, text, bytea, jsonb, text, text) to assay_api, assay_definer;
alter function assay.record_attestation(bigint, bigint, text, bigint, timestamptz, bytea, bytea, bytea, smallint,
  bigint, text, text, text, boolean, boolean, text, text, bytea, jsonb, text, text) owner to assay_definer;

-- On a distributed database the function runs on its tenant's node, as its sisters do.
do $$
begin
  if exists (select from pg_extension where extname = 'citus') then
    perform create_distributed_function(
      'assay.record_attestation(bigint, bigint, text, bigint, timestamptz, bytea, bytea, bytea, smallint, bigint, text,
       text, text, boolean, boolean, text, text, bytea, jsonb, text, text)',
      'p_tenant', colocate_with => 'assay.tenants', force_delegation => true);
  end if;
end $$;
