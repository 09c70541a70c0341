-- The device API: apps that talk to Assay without a backend between them. Sites, settings, accounts, tokens.
--
-- A device account keeps its attested key itself: the token is the credential, the key makes one account, and is free again
-- when the account is deleted. Keys that sign requests stand in assay.keys.

-- Which app a host name or a path prefix belongs to. A name belongs to one app of one tenant, so the names stand together
-- under tenant 0.
create table assay.device_sites (
  tenant_id bigint not null default 0 check (tenant_id = 0),
  name text not null check (name ~ '^(host:[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?|path:(/[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,62}){1,4})$'),
  site_tenant bigint not null,
  app_pk bigint not null,
  app_id text not null,
  created_at timestamptz not null,
  primary key (tenant_id, name)
);

-- Each check is off until it is configured: no app ids, no secrets.
create table assay.device_settings (
  tenant_id bigint not null,
  app_pk bigint not null,
  stream bigint not null, -- of the refusals and changes that belong to no account
  attestation_app_ids text[] not null default '{}',
  attestation_environment smallint check (attestation_environment in (1, 2)), -- 1 production, 2 development
  code_secrets bytea[] not null default '{}' check (cardinality(code_secrets) <= 2),
  updated_at timestamptz not null,
  primary key (tenant_id, app_pk),
  check ((cardinality(attestation_app_ids) = 0) = (attestation_environment is null)),
  foreign key (tenant_id, app_pk) references assay.apps (tenant_id, app_pk)
);

create table assay.device_accounts (
  tenant_id bigint not null,
  account_pk bigint not null,
  app_pk bigint not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  key_id bytea check (length(key_id) = 32),
  public_key bytea check (length(public_key) = 65), -- X9.63 point
  counter bigint check (counter between 0 and 4294967295),
  environment smallint check (environment in (1, 2)),
  validation_category bigint,
  bundle_version text,
  is_lab boolean not null default false,
  receipt_verdict text check (receipt_verdict in ('accepted', 'missing', 'refused')),
  receipt bytea,
  primary key (tenant_id, account_pk),
  check (key_id = sha256(public_key)),
  check ((key_id is null) = (public_key is null) and (key_id is null) = (counter is null)
    and (key_id is null) = (environment is null) and (key_id is null) = (receipt_verdict is null)),
  foreign key (tenant_id, app_pk) references assay.apps (tenant_id, app_pk)
);
-- One attested key makes one account, and another one after that account is gone.
create unique index device_accounts_key on assay.device_accounts (tenant_id, app_pk, key_id)
  where deleted_at is null and key_id is not null;
create index device_accounts_app on assay.device_accounts (tenant_id, app_pk, account_pk);

create table assay.device_tokens (
  tenant_id bigint not null,
  token_id bigint not null,
  account_pk bigint not null,
  token_hash bytea not null check (length(token_hash) = 32), -- SHA-256 of the token
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (tenant_id, token_id),
  foreign key (tenant_id, account_pk) references assay.device_accounts (tenant_id, account_pk)
);
create index device_tokens_account on assay.device_tokens (tenant_id, account_pk);

-- Answers to requests with an Idempotency-Key, for a day. The token is sealed under that key, which is not kept.
create table assay.device_creations (
  tenant_id bigint not null,
  key_hash bytea not null check (length(key_hash) = 32),
  request_digest bytea not null check (length(request_digest) = 32),
  account_pk bigint not null,
  sealed_token bytea not null,
  created_at timestamptz not null,
  primary key (tenant_id, key_hash),
  foreign key (tenant_id, account_pk) references assay.device_accounts (tenant_id, account_pk)
);
create index device_creations_age on assay.device_creations (tenant_id, created_at);

insert into assay.event_types (type, name) values
  (140, 'device_account_created'), (141, 'device_account_deleted'), (142, 'device_token_issued'),
  (143, 'device_token_revoked'), (144, 'device_attestation_refused'), (145, 'device_settings_changed');

do $$
declare
  v_table text;
begin
  foreach v_table in array array['device_sites', 'device_settings', 'device_accounts', 'device_tokens', 'device_creations']
  loop
    execute format('alter table assay.%I enable row level security', v_table);
    execute format(
      $policy$create policy tenant_rows on assay.%I
        using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint)$policy$, v_table);
  end loop;
end $$;

grant select on assay.device_sites, assay.device_settings to assay_api, assay_worker;
grant select on assay.device_accounts to assay_api, assay_worker, assay_analyst;
grant select (tenant_id, app_pk, stream, attestation_app_ids, attestation_environment, updated_at) on assay.device_settings
  to assay_analyst;
grant select (tenant_id, token_id, account_pk, created_at, revoked_at) on assay.device_tokens
  to assay_api, assay_worker, assay_analyst;
grant select, insert, delete on assay.device_sites, assay.device_creations to assay_definer;
grant select, insert, update on assay.device_settings, assay.device_accounts, assay.device_tokens to assay_definer;
