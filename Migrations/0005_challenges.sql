-- Challenges: issued in batches; an attestation's is claimed here, an assertion's in record_assertions.

create function assay.issue_challenges(
  p_tenant bigint, p_apps bigint[], p_purposes smallint[], p_accounts text[], p_operations text[],
  p_expiries timestamptz[], p_secrets bytea[]
) returns table (challenge_id bigint)
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_count integer := pg_catalog.cardinality(p_apps);
  v_now timestamptz := pg_catalog.clock_timestamp();
  v_ids bigint[];
begin
  perform assay.require_tenant(p_tenant);
  if v_count <> pg_catalog.cardinality(p_purposes) or v_count <> pg_catalog.cardinality(p_accounts)
    or v_count <> pg_catalog.cardinality(p_operations) or v_count <> pg_catalog.cardinality(p_expiries)
    or v_count <> pg_catalog.cardinality(p_secrets)
  then
    raise exception using errcode = 'AS400', message = 'the arrays differ in length';
  end if;
  select pg_catalog.array_agg(pg_catalog.nextval('assay.id_seq')) into v_ids
  from pg_catalog.generate_series(1, v_count);
  insert into assay.challenges
    (tenant_id, challenge_id, expires_at, app_pk, purpose, account_id, operation, secret, issued_at)
  select p_tenant, c.id, c.expiry, c.app, c.purpose, c.account, c.operation, c.secret, v_now
  from unnest(v_ids, p_expiries, p_apps, p_purposes, p_accounts, p_operations, p_secrets)
    c (id, expiry, app, purpose, account, operation, secret);
  return query select unnest(v_ids);
end $$;

comment on function assay.issue_challenges is
  'Records challenges and returns their ids in the order of the arrays. Purpose 1 attestation, 2 assertion.';

-- Claims an attestation's challenge for one submission, before anything is verified. The same submission may come again,
-- whatever became of the first: Apple''s back-off and lost answers make apps repeat themselves.
create function assay.claim_attestation_challenge(
  p_tenant bigint, p_app bigint, p_challenge bigint, p_expiry timestamptz, p_secret bytea, p_account text,
  p_submission bytea
) returns table (verdict text, key_pk bigint, refusal text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_submission assay.attestation_submissions%rowtype;
  v_challenge assay.challenges%rowtype;
begin
  perform assay.require_tenant(p_tenant);
  select c.* into v_challenge from assay.challenges c
  where c.tenant_id = p_tenant and c.challenge_id = p_challenge and c.expires_at = p_expiry
  for no key update;
  select s.* into v_submission from assay.attestation_submissions s
  where s.tenant_id = p_tenant and s.submission = p_submission;
  if v_submission.submission is not null then
    return query select 'repeated'::text, v_submission.key_pk, v_submission.refusal;
  elsif v_challenge.challenge_id is null or v_challenge.purpose <> 1 or v_challenge.app_pk <> p_app
    or v_challenge.account_id <> p_account or v_challenge.secret <> p_secret
  then
    return query select 'challenge_unknown'::text, null::bigint, null::text;
  elsif v_challenge.claimed_at is not null then
    return query select case when v_challenge.claim = p_submission then 'claimed' else 'challenge_already_claimed' end,
      null::bigint, null::text;
  elsif p_expiry <= pg_catalog.clock_timestamp() then
    return query select 'challenge_expired'::text, null::bigint, null::text;
  else
    update assay.challenges c set claimed_at = pg_catalog.clock_timestamp(), claim = p_submission
    where c.tenant_id = p_tenant and c.challenge_id = p_challenge and c.expires_at = p_expiry;
    return query select 'claimed'::text, null::bigint, null::text;
  end if;
end $$;

comment on function assay.claim_attestation_challenge is
  'Verdict claimed: verify now (also when this very submission had claimed it and its outcome is not yet known);
   repeated: the outcome is in key_pk or refusal; otherwise the refusal''s code.';

create function assay.enter_challenge_mac_key(
  p_tenant bigint, p_number integer, p_key bytea, p_active_from timestamptz, p_retire_after timestamptz
) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform assay.require_tenant(p_tenant);
  delete from assay.challenge_mac_keys where tenant_id = p_tenant and retire_after < pg_catalog.now() - interval '7 days';
  insert into assay.challenge_mac_keys (tenant_id, number, key, active_from, retire_after)
  values (p_tenant, p_number, p_key, p_active_from, p_retire_after)
  on conflict (tenant_id, number) do nothing;
  return found;
end $$;

comment on function assay.enter_challenge_mac_key is
  'Enters the next service key under tenant 0; false when another replica was first, whose key stands.';

create function assay.read_challenge_mac_keys(p_tenant bigint)
returns table (number integer, key bytea, active_from timestamptz, retire_after timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform assay.require_tenant(p_tenant);
  return query
    select k.number, k.key, k.active_from, k.retire_after from assay.challenge_mac_keys k
    where k.tenant_id = p_tenant and k.retire_after > pg_catalog.now()
    order by k.number;
end $$;

grant execute on function assay.issue_challenges, assay.claim_attestation_challenge, assay.enter_challenge_mac_key,
  assay.read_challenge_mac_keys to assay_api, assay_worker;
alter function assay.issue_challenges owner to assay_definer;
alter function assay.claim_attestation_challenge owner to assay_definer;
alter function assay.enter_challenge_mac_key owner to assay_definer;
alter function assay.read_challenge_mac_keys owner to assay_definer;
