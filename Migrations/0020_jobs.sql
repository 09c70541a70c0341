-- The worker's queue: one row for each (tenant, queue, subject), moved along by compare-and-set on lease_epoch.

create table assay.jobs (
  tenant_id bigint not null,
  queue text not null check (queue ~ '^[a-z][a-z_]{0,31}$'),
  subject bigint not null,
  -- Smaller goes first.
  priority smallint not null default 1,
  -- Not before; while a lease runs, its end: a job whose worker is gone is ready again by itself.
  run_at timestamptz not null,
  -- Since when the job is due; a retry or a snooze does not move it.
  due_at timestamptz not null,
  -- 0 waiting or under way, 1 completed, 2 discarded.
  state smallint not null default 0 check (state in (0, 1, 2)),
  attempts integer not null default 0 check (attempts >= 0),
  snoozes integer not null default 0 check (snoozes >= 0),
  last_error text,
  lease_owner text,
  lease_expires_at timestamptz,
  lease_epoch bigint not null default 0,
  primary key (tenant_id, queue, subject),
  check ((lease_owner is null) = (lease_expires_at is null)),
  check (lease_owner is null or state = 0)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

create index jobs_ready on assay.jobs (tenant_id, queue, priority, run_at) where state = 0;
create index jobs_due on assay.jobs (queue, due_at) where state = 0;

-- Queues that stand still; tenant 0 stands for all tenants.
create table assay.queue_pauses (
  tenant_id bigint not null,
  queue text not null,
  paused_by text not null,
  reason text not null,
  paused_at timestamptz not null default now(),
  primary key (tenant_id, queue)
);

-- Worker processes that are alive: the total rate is shared among them. tenant_id is 0: they serve all tenants.
create table assay.workers (
  tenant_id bigint not null default 0 check (tenant_id = 0),
  worker text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (tenant_id, worker)
);

alter table assay.jobs enable row level security;
alter table assay.queue_pauses enable row level security;
alter table assay.workers enable row level security;
create policy tenant_rows on assay.jobs using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);
create policy tenant_rows on assay.queue_pauses
  using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);
-- The worker serves all tenants: it sees whose turn it is. What a job is about it reads as that tenant.
create policy worker_rows on assay.jobs to assay_worker using (true) with check (true);
create policy worker_rows on assay.queue_pauses for select to assay_worker using (true);
create policy worker_rows on assay.workers to assay_worker using (true) with check (true);
create policy worker_rows on assay.tenants for select to assay_worker using (true);

grant select, insert, update, delete on assay.jobs to assay_worker;
grant select, insert, update on assay.jobs to assay_definer;
grant select on assay.jobs, assay.queue_pauses to assay_analyst, assay_api;
grant select on assay.queue_pauses to assay_worker;
grant select, insert, update, delete on assay.workers to assay_worker;
