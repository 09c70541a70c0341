-- Rollouts: what on-call decided, what the controller made of it, and who was let in.

create sequence assay.rollout_revision_seq as bigint;

-- Which tenants have rollouts: ids only, so that the controller, who works for all, can ask each in turn.
create table assay.rollout_tenants (
  tenant_id bigint not null,
  primary key (tenant_id)
);

-- The projection of each rollout's stream, and the controller's word.
create table assay.rollouts (
  tenant_id bigint not null,
  rollout_id bigint not null,
  app_pk bigint not null,
  team text not null, -- the Apple team, whose apps share Apple's limit
  name text not null,
  kind smallint not null check (kind in (1, 2, 3)), -- 1 first rollout, 2 recovery, 3 surge
  state smallint not null check (state in (1, 2, 3, 4, 5)), -- 1 draft, 2 running, 3 paused, 4 completed, 5 aborted
  version bigint not null, -- of the stream
  revision bigint not null, -- rises with every change, over all rollouts: what replicas acknowledge
  salt bytea not null check (length(salt) = 32),
  target jsonb not null default '{}', -- a recovery's: which installations it means
  document jsonb not null, -- the rollout as its events make it
  granted_milli bigint not null check (granted_milli >= 0), -- thousandths a second, the controller's word
  decided_at timestamptz not null, -- when the controller said so last
  decision text not null default 'none',
  created_at timestamptz not null,
  changed_at timestamptz not null,
  registered bigint not null default 0,
  refused bigint not null default 0,
  no_shows bigint not null default 0,
  latency_seconds double precision,
  primary key (tenant_id, rollout_id),
  foreign key (tenant_id, app_pk) references assay.apps (tenant_id, app_pk)
);
-- At most one rollout of a kind at a time: a first rollout and a surge stand until they are aborted.
create unique index rollouts_standing on assay.rollouts (tenant_id, app_pk, kind)
  where state in (1, 2, 3) or (state = 4 and kind <> 2);

-- The installations that a recovery by list means.
create table assay.rollout_targets (
  tenant_id bigint not null,
  rollout_id bigint not null,
  installation bytea not null check (length(installation) = 16),
  primary key (tenant_id, rollout_id, installation)
);

-- The hot state of a rollout's own pace: one timestamp, the day's count and the total.
create table assay.rollout_lines (
  tenant_id bigint not null,
  rollout_id bigint not null,
  arrival bigint not null default 0, -- microseconds since 1970
  day bigint not null default 0,
  used_today bigint not null default 0,
  granted bigint not null default 0,
  throttled bigint not null default 0, -- reports of serverUnavailable by those let in
  primary key (tenant_id, rollout_id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

-- The next moment that somebody who must wait is given. Read by every question, written only while moments are to be had.
create table assay.rollout_moments (
  tenant_id bigint not null,
  rollout_id bigint not null,
  next_due bigint not null default 0, -- microseconds since 1970
  primary key (tenant_id, rollout_id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

-- Budgets that rollouts share: 'team:…', 'app:…', and 'service' under tenant 0.
create table assay.budgets (
  tenant_id bigint not null,
  scope text not null,
  rate_milli bigint not null check (rate_milli between 0 and 1000000000),
  daily_limit bigint check (daily_limit >= 0),
  day bigint not null default 0,
  used_today bigint not null default 0,
  ticks bigint[] not null default '{}', -- the slots given out lately, in ticks of five milliseconds, sorted
  primary key (tenant_id, scope)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
insert into assay.budgets (tenant_id, scope, rate_milli, daily_limit) values (0, 'service', 1000000, null);

-- One row for each installation that waits for its moment, was let in, or has come through.
create table assay.admissions (
  tenant_id bigint not null,
  app_pk bigint not null,
  installation bytea not null check (length(installation) = 16), -- SHA-256 of its identifier, first half
  rollout_id bigint not null,
  state smallint not null check (state in (1, 2, 3, 4, 5)), -- 1 waits, 2 admitted, 3 registered, 4 refused, 5 no-show
  due bigint, -- microseconds since 1970: the moment that a waiting one was given
  admitted_at timestamptz,
  expires_at timestamptz,
  challenge bytea,
  challenge_id bigint,
  key_pk bigint,
  attempts integer not null default 0, -- times that it was let call Apple within this admission
  admissions integer not null default 0, -- admissions that it was given
  ended_at timestamptz,
  primary key (tenant_id, app_pk, installation),
  check ((state = 1) = (due is not null)),
  check (state = 1 or admitted_at is not null)
) with (fillfactor = 70);
create index admissions_open on assay.admissions (tenant_id, rollout_id, state) where state in (1, 2);

-- What apps report when they ask: unsupported devices, and errors of the last attempt.
create table assay.admission_reports (
  tenant_id bigint not null,
  report_id bigint not null,
  at timestamptz not null,
  app_pk bigint not null,
  rollout_id bigint,
  installation bytea not null,
  account_id text,
  kind text not null, -- 'unsupported', or the error that the app saw
  primary key (tenant_id, report_id)
);
create index admission_reports_time on assay.admission_reports (tenant_id, at);
create index admission_reports_account on assay.admission_reports (tenant_id, app_pk, account_id, at);

-- What each replica serves: its last sign of life, the revision that it has put in force, and who waits with it.
create table assay.rollout_replicas (
  tenant_id bigint not null,
  replica text not null,
  seen_at timestamptz not null,
  revision bigint not null,
  revision_at timestamptz not null,
  waiting jsonb not null default '{}', -- rollout id: installations that wait there now
  primary key (tenant_id, replica)
) with (fillfactor = 50);

-- A tenant's change freeze over all its rollouts.
create table assay.rollout_freezes (
  tenant_id bigint not null,
  frozen boolean not null,
  revision bigint not null,
  reason text not null,
  by_whom text not null,
  at timestamptz not null,
  stream bigint not null,
  primary key (tenant_id)
);

-- The controller's leader, under tenant 0.
create table assay.controller_leases (
  tenant_id bigint not null default 0 check (tenant_id = 0),
  name text not null,
  owner text not null,
  epoch bigint not null,
  expires_at timestamptz not null,
  primary key (tenant_id, name)
);

insert into assay.event_types (type, name) values
  (100, 'rollout_created'), (101, 'rollout_started'), (102, 'rollout_paused'), (103, 'rollout_resumed'),
  (104, 'rollout_aborted'), (105, 'rollout_rate_set'), (106, 'rollout_pace_changed'), (107, 'rollout_share_grew'),
  (108, 'rollout_completed'), (109, 'rollouts_frozen'), (110, 'rollouts_unfrozen');

create index if not exists attestation_submissions_challenge
  on assay.attestation_submissions (tenant_id, challenge_id);
create index if not exists keys_device on assay.keys (tenant_id, app_pk, device_id) where device_id is not null;

do $$
declare
  v_table text;
begin
  foreach v_table in array array[
    'rollouts', 'rollout_targets', 'rollout_lines', 'rollout_moments', 'budgets', 'admissions', 'admission_reports', 'rollout_replicas',
    'rollout_freezes', 'controller_leases']
  loop
    execute format('alter table assay.%I enable row level security', v_table);
    execute format(
      $policy$create policy tenant_rows on assay.%I
        using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint)$policy$, v_table);
    execute format('grant select on assay.%I to assay_api, assay_worker, assay_analyst', v_table);
    execute format('grant select, insert, update on assay.%I to assay_definer', v_table);
  end loop;
end $$;
grant delete on assay.admissions, assay.rollout_replicas, assay.rollout_targets, assay.admission_reports to assay_definer;
grant select on assay.attestation_submissions, assay.accounts, assay.receipts to assay_definer;
grant select, insert on assay.rollout_tenants to assay_definer;
grant select on assay.rollout_tenants to assay_worker;
grant usage on sequence assay.rollout_revision_seq to assay_definer;
