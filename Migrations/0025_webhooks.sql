-- Webhooks: a tenant's events sent to addresses of the tenant's own. Each delivery is a row here and a job in the queue
-- 'webhooks'; its body is fixed when it is made, so that every attempt and every replay sends the same bytes.

insert into assay.event_types (type, name) values
  (65, 'webhook_added'), (66, 'webhook_removed'), (67, 'webhook_delivery_failed');

create table assay.webhooks (
  tenant_id bigint not null,
  webhook_pk bigint not null,
  public_id text not null check (public_id ~ '^whk_[0-9a-f]{20}$'),
  url text not null check (url ~ '^https://[^/]' and length(url) <= 2048),
  types smallint[] not null, -- of events; none stands for all
  sealed bytea not null, -- the signing secret
  master_key text not null, -- the fingerprint of the master key under which it is sealed
  created_at timestamptz not null default now(),
  primary key (tenant_id, webhook_pk),
  unique (tenant_id, public_id),
  foreign key (tenant_id) references assay.tenants (tenant_id)
);

create table assay.webhook_deliveries (
  tenant_id bigint not null,
  delivery_pk bigint not null,
  webhook_pk bigint not null,
  -- The event's place in the feed; null for a test.
  epoch integer,
  xid xid8,
  seq bigint,
  type smallint not null, -- 0 is a test
  body text not null,
  state smallint not null default 0 check (state in (0, 1, 2)), -- waiting, delivered, dead
  attempts integer not null default 0 check (attempts >= 0),
  last_answer text, -- a status, or what kept the message from being sent
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, delivery_pk),
  unique (tenant_id, webhook_pk, epoch, xid, seq), -- an event goes to a webhook once
  foreign key (tenant_id, webhook_pk) references assay.webhooks (tenant_id, webhook_pk),
  check ((state = 0) = (ended_at is null))
) with (fillfactor = 80);
create index webhook_deliveries_dead on assay.webhook_deliveries (tenant_id, webhook_pk, delivery_pk) where state = 2;
create index webhook_deliveries_ended on assay.webhook_deliveries (tenant_id, ended_at) where state <> 0;

do $$
declare
  v_table text;
begin
  foreach v_table in array array['webhooks', 'webhook_deliveries'] loop
    execute format('alter table assay.%I enable row level security', v_table);
    execute format(
      $policy$create policy tenant_rows on assay.%I
        using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint)$policy$, v_table);
    execute format('grant select, insert, update, delete on assay.%I to assay_definer', v_table);
  end loop;
end $$;
-- The worker serves all tenants: it sees whose turn it is.
create policy worker_rows on assay.webhooks for select to assay_worker using (true);
grant select on assay.webhooks to assay_worker;
grant select (tenant_id, webhook_pk, public_id, url, types, master_key, created_at) on assay.webhooks
  to assay_api, assay_analyst;
grant select on assay.webhook_deliveries to assay_api, assay_worker, assay_analyst;
grant delete on assay.jobs, assay.feed_checkpoints to assay_definer;

-- Everything before this place is final: no transaction that is still running can put an event there. No row while the
-- tenant's rows have come to another system and nothing has been written there yet.
create function assay.feed_horizon(p_tenant bigint) returns table (epoch integer, xid xid8)
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform assay.require_tenant(p_tenant);
  return query
    select t.feed_epoch, pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot())
    from assay.tenants t where t.tenant_id = p_tenant and t.system_identifier = assay.this_system();
end $$;

-- Adds a webhook. It is told of what happens from now on.
create function assay.add_webhook(
  p_tenant bigint, p_public_id text, p_url text, p_types smallint[], p_sealed bytea, p_master text
) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id bigint := pg_catalog.nextval('assay.id_seq');
begin
  perform assay.require_tenant(p_tenant);
  perform assay.require_sealing_key(p_master);
  if (select pg_catalog.count(*) from assay.webhooks where tenant_id = p_tenant) >= 16 then
    raise exception using errcode = 'AS425', message = 'the tenant has 16 webhooks already';
  end if;
  insert into assay.webhooks (tenant_id, webhook_pk, public_id, url, types, sealed, master_key)
  values (p_tenant, v_id, p_public_id, p_url, p_types, p_sealed, p_master);
  insert into assay.feed_checkpoints (tenant_id, reader, epoch, xid, seq)
  values (p_tenant, 'webhook/' || v_id, assay.feed_epoch(p_tenant),
    pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot()), 0);
  perform assay.advance_stream(p_tenant, v_id, 0, 1);
  perform assay.write_event(p_tenant, v_id, 1, pg_catalog.clock_timestamp(), 65::smallint, 0::smallint, null, null, null,
    null, pg_catalog.jsonb_build_object('webhook_id', p_public_id));
  return v_id;
end $$;

create function assay.remove_webhook(p_tenant bigint, p_public_id text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id bigint;
  v_version bigint;
begin
  perform assay.require_tenant(p_tenant);
  select webhook_pk into v_id from assay.webhooks where tenant_id = p_tenant and public_id = p_public_id for update;
  if v_id is null then
    return false;
  end if;
  delete from assay.jobs j using assay.webhook_deliveries d
  where j.tenant_id = p_tenant and j.queue = 'webhooks' and d.tenant_id = p_tenant and d.webhook_pk = v_id
    and j.subject = d.delivery_pk;
  delete from assay.webhook_deliveries where tenant_id = p_tenant and webhook_pk = v_id;
  delete from assay.webhooks where tenant_id = p_tenant and webhook_pk = v_id;
  delete from assay.feed_checkpoints where tenant_id = p_tenant and reader = 'webhook/' || v_id;
  v_version := assay.advance_stream(p_tenant, v_id, null, 1);
  perform assay.write_event(p_tenant, v_id, v_version + 1, pg_catalog.clock_timestamp(), 66::smallint, 0::smallint, null,
    null, null, null, pg_catalog.jsonb_build_object('webhook_id', p_public_id));
  return true;
end $$;

-- Takes events of the feed in for one webhook and moves its checkpoint, together. Workers that do it at once make each
-- delivery once; a checkpoint never goes back.
create function assay.take_for_webhook(
  p_tenant bigint, p_webhook bigint, p_epochs integer[], p_xids xid8[], p_seqs bigint[], p_types smallint[],
  p_bodies text[], p_epoch integer, p_xid xid8, p_seq bigint
) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ids bigint[];
begin
  perform assay.require_tenant(p_tenant);
  -- Removing it waits for this row, so that no delivery is left without a webhook.
  perform from assay.webhooks where tenant_id = p_tenant and webhook_pk = p_webhook for share;
  if not found then
    return 0;
  end if;
  with made as (
    insert into assay.webhook_deliveries (tenant_id, delivery_pk, webhook_pk, epoch, xid, seq, type, body)
    select p_tenant, pg_catalog.nextval('assay.id_seq'), p_webhook, e.epoch, e.xid, e.seq, e.type, e.body
    from unnest(p_epochs, p_xids, p_seqs, p_types, p_bodies) e (epoch, xid, seq, type, body)
    on conflict (tenant_id, webhook_pk, epoch, xid, seq) do nothing
    returning delivery_pk)
  select coalesce(array_agg(delivery_pk order by delivery_pk), '{}') into v_ids from made;
  insert into assay.jobs (tenant_id, queue, subject, run_at, due_at)
  select p_tenant, 'webhooks', i.id, pg_catalog.now(), pg_catalog.now() from unnest(v_ids) i (id);
  update assay.feed_checkpoints c set epoch = p_epoch, xid = p_xid, seq = p_seq
  where c.tenant_id = p_tenant and c.reader = 'webhook/' || p_webhook
    and (c.epoch, c.xid, c.seq) < (p_epoch, p_xid, p_seq);
  return pg_catalog.cardinality(v_ids);
end $$;

-- A message without an event, to try a webhook.
create function assay.test_webhook(p_tenant bigint, p_public_id text, p_body text) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id bigint := pg_catalog.nextval('assay.id_seq');
begin
  perform assay.require_tenant(p_tenant);
  insert into assay.webhook_deliveries (tenant_id, delivery_pk, webhook_pk, type, body)
  select p_tenant, v_id, w.webhook_pk, 0, p_body from assay.webhooks w
  where w.tenant_id = p_tenant and w.public_id = p_public_id;
  if not found then
    return null;
  end if;
  insert into assay.jobs (tenant_id, queue, subject, priority, run_at, due_at)
  values (p_tenant, 'webhooks', v_id, 0, pg_catalog.now(), pg_catalog.now());
  return v_id;
end $$;

-- Stores what came of attempts. Rows whose lease is no longer the caller's are left alone, whole.
-- Kinds: 1 delivered, 2 dead, 3 again at p_next (an attempt is counted), 4 not tried, again at p_next.
create function assay.finish_deliveries(
  p_tenant bigint, p_deliveries bigint[], p_leases bigint[], p_kinds smallint[], p_next timestamptz[], p_answers text[]
) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_held bigint[];
  v_dead record;
  v_version bigint;
begin
  perform assay.require_tenant(p_tenant);
  with ended as (
    update assay.jobs j
    set state = case c.kind when 1 then 1 when 2 then 2 else 0 end,
        run_at = case when c.kind in (3, 4) then c.next else pg_catalog.now() end,
        attempts = j.attempts + case when c.kind = 4 then 0 else 1 end,
        snoozes = j.snoozes + case when c.kind = 4 then 1 else 0 end,
        last_error = case when c.kind in (2, 3) then c.answer end,
        lease_owner = null, lease_expires_at = null, lease_epoch = j.lease_epoch + 1
    from unnest(p_deliveries, p_leases, p_kinds, p_next, p_answers) c (delivery, lease, kind, next, answer)
    where j.tenant_id = p_tenant and j.queue = 'webhooks' and j.subject = c.delivery and j.lease_epoch = c.lease
      and j.lease_owner is not null
    returning j.subject)
  select coalesce(array_agg(subject), '{}') into v_held from ended;
  update assay.webhook_deliveries d
  set state = case c.kind when 1 then 1 when 2 then 2 else 0 end,
      attempts = d.attempts + case when c.kind = 4 then 0 else 1 end,
      last_answer = case when c.kind = 4 then d.last_answer else c.answer end,
      ended_at = case when c.kind in (1, 2) then pg_catalog.now() end
  from unnest(p_deliveries, p_kinds, p_answers) c (delivery, kind, answer)
  where d.tenant_id = p_tenant and d.delivery_pk = c.delivery and c.delivery = any (v_held);
  for v_dead in
    select d.webhook_pk, pg_catalog.count(*) as count, w.public_id, max(c.answer) as answer
    from unnest(p_deliveries, p_kinds, p_answers) c (delivery, kind, answer)
    join assay.webhook_deliveries d on d.tenant_id = p_tenant and d.delivery_pk = c.delivery
    join assay.webhooks w on w.tenant_id = p_tenant and w.webhook_pk = d.webhook_pk
    where c.kind = 2 and c.delivery = any (v_held)
    group by d.webhook_pk, w.public_id order by d.webhook_pk
  loop
    v_version := assay.advance_stream(p_tenant, v_dead.webhook_pk, null, 1);
    perform assay.write_event(p_tenant, v_dead.webhook_pk, v_version + 1, pg_catalog.clock_timestamp(), 67::smallint,
      0::smallint, null, null, v_dead.answer, null,
      pg_catalog.jsonb_build_object('webhook_id', v_dead.public_id, 'deliveries', v_dead.count));
  end loop;
  return pg_catalog.cardinality(v_held);
end $$;

-- Sends dead deliveries again with all their attempts: those that are named, or all of the webhook's.
create function assay.replay_deliveries(p_tenant bigint, p_public_id text, p_deliveries bigint[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ids bigint[];
begin
  perform assay.require_tenant(p_tenant);
  with again as (
    update assay.webhook_deliveries d set state = 0, attempts = 0, ended_at = null
    from assay.webhooks w
    where w.tenant_id = p_tenant and w.public_id = p_public_id and d.tenant_id = p_tenant
      and d.webhook_pk = w.webhook_pk and d.state = 2 and (p_deliveries is null or d.delivery_pk = any (p_deliveries))
    returning d.delivery_pk)
  select coalesce(array_agg(delivery_pk), '{}') into v_ids from again;
  update assay.jobs j
  set state = 0, run_at = pg_catalog.now(), due_at = pg_catalog.now(), attempts = 0, last_error = null,
      lease_owner = null, lease_expires_at = null, lease_epoch = j.lease_epoch + 1
  where j.tenant_id = p_tenant and j.queue = 'webhooks' and j.subject = any (v_ids);
  return pg_catalog.cardinality(v_ids);
end $$;

-- Forgets deliveries that ended before an instant, with their jobs.
create function assay.sweep_deliveries(p_tenant bigint, p_delivered timestamptz, p_dead timestamptz) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ids bigint[];
begin
  perform assay.require_tenant(p_tenant);
  with old as (
    delete from assay.webhook_deliveries d
    where d.tenant_id = p_tenant and ((d.state = 1 and d.ended_at < p_delivered) or (d.state = 2 and d.ended_at < p_dead))
    returning d.delivery_pk)
  select coalesce(array_agg(delivery_pk), '{}') into v_ids from old;
  delete from assay.jobs j where j.tenant_id = p_tenant and j.queue = 'webhooks' and j.subject = any (v_ids);
  return pg_catalog.cardinality(v_ids);
end $$;

create function assay.reseal_webhook(p_tenant bigint, p_public_id text, p_old bytea, p_sealed bytea, p_master text)
returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform assay.require_tenant(p_tenant);
  update assay.webhooks set sealed = p_sealed, master_key = p_master
  where tenant_id = p_tenant and public_id = p_public_id and sealed = p_old;
  return found;
end $$;

grant execute on function assay.add_webhook, assay.remove_webhook, assay.test_webhook, assay.replay_deliveries
  to assay_api, assay_worker;
grant execute on function assay.feed_horizon, assay.take_for_webhook, assay.finish_deliveries, assay.sweep_deliveries, assay.reseal_webhook
  to assay_worker;
alter function assay.feed_horizon owner to assay_definer;
alter function assay.add_webhook owner to assay_definer;
alter function assay.remove_webhook owner to assay_definer;
alter function assay.test_webhook owner to assay_definer;
alter function assay.take_for_webhook owner to assay_definer;
alter function assay.finish_deliveries owner to assay_definer;
alter function assay.replay_deliveries owner to assay_definer;
alter function assay.sweep_deliveries owner to assay_definer;
alter function assay.reseal_webhook owner to assay_definer;

-- On a database with the Citus extension these are distributed as well; elsewhere this does nothing.
do $$
declare
  v_name text;
begin
  if not exists (select from pg_extension where extname = 'citus') then
    return;
  end if;
  foreach v_name in array array['sealing_keys', 'webhooks', 'webhook_deliveries'] loop
    perform create_distributed_table('assay.' || v_name, 'tenant_id', colocate_with => 'assay.tenants');
  end loop;
  foreach v_name in array array['feed_horizon', 'add_webhook', 'remove_webhook', 'test_webhook', 'take_for_webhook',
    'finish_deliveries', 'replay_deliveries', 'sweep_deliveries', 'reseal_webhook']
  loop
    perform create_distributed_function(
      (select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = 'assay' and p.proname = v_name),
      'p_tenant', colocate_with => 'assay.tenants', force_delegation => true);
  end loop;
end $$;
