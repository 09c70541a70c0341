-- The tables. Every key begins with tenant_id, so that the schema can be distributed by tenant without change:
-- no triggers, no ON DELETE actions, a primary key everywhere, uniqueness only within a tenant.
-- Entities of every kind draw their ids from one sequence; an entity's event stream has its id as number.

create schema assay;
create sequence assay.id_seq as bigint start 1000;
create sequence assay.event_seq as bigint cache 32;

create table assay.tenants (
  tenant_id bigint not null,
  public_id text not null,
  name text not null,
  status smallint not null default 1 check (status in (1, 2)), -- 1 active, 2 suspended
  created_at timestamptz not null,
  -- The feed's cursor is (epoch, xid, seq). The epoch rises when the rows find themselves on another database system,
  -- where transaction ids start elsewhere.
  feed_epoch integer not null default 1,
  system_identifier bigint,
  primary key (tenant_id)
);

create table assay.tenant_secrets (
  tenant_id bigint not null,
  secret_id bigint not null,
  secret_hash bytea not null check (length(secret_hash) = 32), -- SHA-256 of the secret
  name text not null,
  scopes integer not null, -- bits: 1 verify, 2 manage, 4 risk, 8 rollout
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (tenant_id, secret_id),
  foreign key (tenant_id) references assay.tenants (tenant_id)
);

create table assay.apps (
  tenant_id bigint not null,
  app_pk bigint not null,
  app_id text not null,
  environments text[] not null,
  platforms text[] not null,
  policy jsonb not null,
  version bigint not null, -- the version of the app's stream that these columns show
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (tenant_id, app_pk),
  foreign key (tenant_id) references assay.tenants (tenant_id)
);
create unique index apps_app_id on assay.apps (tenant_id, app_id) where deleted_at is null;

create table assay.accounts (
  tenant_id bigint not null,
  account_pk bigint not null,
  app_pk bigint not null,
  account_id text not null,
  created_at timestamptz not null,
  primary key (tenant_id, account_pk),
  unique (tenant_id, app_pk, account_id),
  foreign key (tenant_id, app_pk) references assay.apps (tenant_id, app_pk)
);

-- What never changes of a key, and its end. One account a key: the key id is the hash of the public key.
create table assay.keys (
  tenant_id bigint not null,
  key_pk bigint not null,
  app_pk bigint not null,
  account_pk bigint not null,
  key_id bytea not null check (length(key_id) = 32),
  public_key bytea not null check (length(public_key) = 65), -- X9.63 point
  environment smallint not null check (environment in (1, 2)), -- 1 production, 2 development
  validation_category bigint,
  bundle_version text,
  os_version text,
  device_id text,
  is_lab boolean not null,
  submission bytea not null check (length(submission) = 32),
  registered_at timestamptz not null,
  revoked_at timestamptz,
  revocation_reason text,
  primary key (tenant_id, key_pk),
  unique (tenant_id, app_pk, key_id),
  check (key_id = sha256(public_key)),
  check ((revoked_at is null) = (revocation_reason is null)),
  foreign key (tenant_id, account_pk) references assay.accounts (tenant_id, account_pk)
);
create index keys_account on assay.keys (tenant_id, account_pk);

-- What every assertion changes: narrow, with room on each page for updates in place.
create table assay.key_state (
  tenant_id bigint not null,
  key_pk bigint not null,
  counter bigint not null check (counter between 0 and 4294967295),
  version bigint not null, -- of the key's stream
  status smallint not null check (status in (1, 2)), -- 1 active, 2 revoked
  shows_extension boolean not null, -- a key that has shown its extensions must keep showing them
  is_lab boolean not null,
  primary key (tenant_id, key_pk)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000,
        autovacuum_vacuum_cost_delay = 0);

-- Challenges are operational: they leave with their partition after they have expired, and are not rebuilt from events.
create table assay.challenges (
  tenant_id bigint not null,
  challenge_id bigint not null,
  expires_at timestamptz not null,
  app_pk bigint not null,
  purpose smallint not null check (purpose in (1, 2)), -- 1 attestation, 2 assertion
  account_id text not null,
  operation text not null,
  secret bytea not null check (length(secret) = 32), -- the random bytes, or the SHA-256 of a planted challenge
  issued_at timestamptz not null,
  claimed_at timestamptz,
  claim bytea, -- an attestation's: the digest of the submission that claimed it
  primary key (tenant_id, challenge_id, expires_at),
  check (claim is null or claimed_at is not null)
) partition by range (expires_at);

-- Outcomes of attestations by the digest of the whole submission, so that a repeat gets the same answer.
create table assay.attestation_submissions (
  tenant_id bigint not null,
  submission bytea not null check (length(submission) = 32),
  challenge_id bigint not null,
  key_pk bigint,
  refusal text,
  at timestamptz not null,
  primary key (tenant_id, submission),
  check ((key_pk is null) <> (refusal is null))
);

-- The current receipt of each key. No metric is null, never zero.
create table assay.receipts (
  tenant_id bigint not null,
  key_pk bigint not null,
  verdict text not null check (verdict in ('accepted', 'missing', 'refused')),
  refusal text,
  receipt bytea, -- as it came, BER
  receipt_type text,
  environment text,
  risk_metric integer,
  created_at timestamptz, -- field 12
  not_before timestamptz, -- field 19
  expires_at timestamptz, -- field 21
  stored_at timestamptz not null,
  primary key (tenant_id, key_pk),
  check ((verdict = 'refused') = (refusal is not null)),
  foreign key (tenant_id, key_pk) references assay.keys (tenant_id, key_pk)
);

-- Versions of the streams that are not keys'.
create table assay.streams (
  tenant_id bigint not null,
  stream bigint not null,
  version bigint not null,
  primary key (tenant_id, stream)
) with (fillfactor = 80);

create table assay.event_types (
  type smallint not null primary key,
  name text not null unique
);

create table assay.events (
  tenant_id bigint not null,
  stream bigint not null,
  version bigint not null,
  at timestamptz not null,
  seq bigint not null default nextval('assay.event_seq'),
  xid xid8 not null default pg_current_xact_id(),
  epoch integer not null,
  type smallint not null,
  flags smallint not null default 0, -- 1: lab roots were accepted; 2: an assertion showed its extensions
  counter bigint,
  subject bigint, -- the other entity concerned: an assertion's challenge, a key's account
  refusal text, -- why, when something was refused
  correlation_id text,
  data jsonb, -- what the type needs beyond the columns; absent on the hot path
  primary key (tenant_id, stream, version, at)
) partition by range (at);
create index events_feed on assay.events (tenant_id, epoch, xid, seq);

create table assay.idempotency_keys (
  tenant_id bigint not null,
  key_hash bytea not null check (length(key_hash) = 32),
  request_digest bytea not null check (length(request_digest) = 32),
  created_at timestamptz not null,
  status smallint, -- of HTTP; null while the first request is under way
  content_type text,
  body bytea,
  primary key (tenant_id, key_hash),
  check ((status is null) = (body is null))
);
create index idempotency_keys_age on assay.idempotency_keys (tenant_id, created_at);

-- Service-wide keys of the challenges' MAC, kept under tenant 0.
create table assay.challenge_mac_keys (
  tenant_id bigint not null default 0 check (tenant_id = 0),
  number integer not null check (number between 1 and 65535),
  key bytea not null check (length(key) = 32),
  active_from timestamptz not null,
  retire_after timestamptz not null,
  primary key (tenant_id, number),
  check (active_from < retire_after)
);

insert into assay.event_types (type, name) values
  (1, 'tenant_created'), (2, 'tenant_changed'), (3, 'secret_created'), (4, 'secret_revoked'),
  (10, 'app_created'), (11, 'app_changed'), (12, 'app_deleted'),
  (20, 'account_created'),
  (30, 'key_registered'), (31, 'attestation_refused'), (32, 'key_revoked'),
  (40, 'assertion_accepted'), (41, 'assertion_refused'),
  (50, 'receipt_stored');
