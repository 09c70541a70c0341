-- DeviceCheck's two bits: calls that the API writes down and a worker makes, because only a worker opens team keys.
--   AS426  too many calls of the tenant wait
--   AS427  the team has no key with which Apple could be asked
--
-- The device token lives for seconds, and so does a call: whoever asked waits for the answer, and a call whose time is over
-- is never made. A call that was begun is never begun again: whether Apple has heard of it is not known.

create table assay.device_bits_calls (
  tenant_id bigint not null,
  call_id bigint not null,
  app_pk bigint not null,
  team_id text not null check (team_id ~ '^[A-Z0-9]{10}$'),
  environment smallint not null check (environment in (1, 2)), -- 1 production, 2 development
  kind smallint not null check (kind in (1, 2)), -- 1 query, 2 update
  bit0 boolean,
  bit1 boolean,
  device_token bytea, -- kept until the call has ended
  correlation_id text not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null, -- nobody waits for the answer any more
  state smallint not null default 0 check (state in (0, 1, 2)), -- 0 waits, 1 under way, 2 ended
  lease_owner text,
  lease_expires_at timestamptz,
  answer jsonb,
  ended_at timestamptz,
  primary key (tenant_id, call_id),
  check ((state = 1) = (lease_owner is not null) and (state = 1) = (lease_expires_at is not null)),
  check ((state = 2) = (answer is not null) and (state = 2) = (ended_at is not null)),
  check ((state = 2) = (device_token is null)),
  check (case kind when 1 then bit0 is null and bit1 is null else bit0 is not null or bit1 is not null end),
  foreign key (tenant_id, app_pk) references assay.apps (tenant_id, app_pk)
);
create index device_bits_waiting on assay.device_bits_calls (call_id) where state = 0;
create index device_bits_updates on assay.device_bits_calls (team_id, environment, call_id) where kind = 2 and state < 2;
create index device_bits_open on assay.device_bits_calls (tenant_id, call_id) where state < 2;

-- Whose update of a team's bits is under way: one at a time, over all tenants that share the team and over all workers.
-- Apple has no compare-and-set, so that two at a time would leave it to chance which one stays.
create table assay.device_bits_turns (
  tenant_id bigint not null default 0 check (tenant_id = 0),
  team_id text not null,
  environment smallint not null,
  holder_tenant bigint not null,
  holder_call bigint not null,
  lease_expires_at timestamptz not null,
  primary key (tenant_id, team_id, environment)
);

insert into assay.event_types (type, name) values (146, 'device_bits_updated'), (147, 'device_bits_update_failed');

do $$
declare
  v_table text;
begin
  foreach v_table in array array['device_bits_calls', 'device_bits_turns'] loop
    execute format('alter table assay.%I enable row level security', v_table);
    execute format(
      $policy$create policy tenant_rows on assay.%I
        using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint)$policy$, v_table);
  end loop;
end $$;
-- A worker serves all tenants: it sees which calls wait, and clears away those that nobody waits for.
create policy worker_rows on assay.device_bits_calls to assay_worker using (true);
grant select (tenant_id, call_id, app_pk, team_id, environment, kind, correlation_id, asked_at, expires_at, state, lease_owner,
  lease_expires_at, answer, ended_at) on assay.device_bits_calls to assay_worker;
grant delete on assay.device_bits_calls to assay_worker;
grant select, insert, update, delete on assay.device_bits_calls, assay.device_bits_turns to assay_definer;

-- Writes a call down and wakes a worker. Answers its number.
create function assay.ask_device_bits(
  p_tenant bigint, p_app bigint, p_team text, p_environment smallint, p_kind smallint, p_bit0 boolean, p_bit1 boolean,
  p_device_token bytea, p_seconds double precision, p_correlation text
) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_at timestamptz := pg_catalog.clock_timestamp();
  v_call bigint := pg_catalog.nextval('assay.id_seq');
begin
  perform assay.require_tenant(p_tenant);
  perform from assay.team_keys where tenant_id = p_tenant and team_id = p_team;
  if not found then
    raise exception using errcode = 'AS427', message = 'the team has no key';
  end if;
  if (select pg_catalog.count(*) from (
      select from assay.device_bits_calls where tenant_id = p_tenant and state < 2 limit 1000) w) >= 1000
  then
    raise exception using errcode = 'AS426', message = 'too many calls wait';
  end if;
  insert into assay.device_bits_calls (tenant_id, call_id, app_pk, team_id, environment, kind, bit0, bit1, device_token,
    correlation_id, asked_at, expires_at)
  values (p_tenant, v_call, p_app, p_team, p_environment, p_kind, p_bit0, p_bit1, p_device_token, p_correlation, v_at,
    v_at + pg_catalog.make_interval(secs => p_seconds));
  perform pg_catalog.pg_notify('assay_device_bits_asked', '');
  return v_call;
end $$;

-- Takes a waiting call for a worker. No row when it is not to be had: withdrawn, begun by another worker, out of time, or
-- an update while an older one of its team waits or one is under way.
create function assay.begin_device_bits(p_tenant bigint, p_call bigint, p_owner text, p_lease_seconds double precision)
returns table (
  app_pk bigint, team_id text, environment smallint, kind smallint, bit0 boolean, bit1 boolean, device_token bytea,
  correlation_id text, seconds_left double precision)
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_at timestamptz := pg_catalog.clock_timestamp();
  v_call record;
  v_has_turn boolean;
begin
  perform assay.require_tenant(p_tenant);
  select * into v_call from assay.device_bits_calls c
  where c.tenant_id = p_tenant and c.call_id = p_call and c.state = 0 and c.expires_at > v_at
  for update skip locked;
  if not found then
    return;
  end if;
  if v_call.kind = 2 then
    perform from assay.device_bits_calls c
    where c.tenant_id = p_tenant and c.call_id < p_call and c.state = 0 and c.kind = 2 and c.expires_at > v_at
      and c.team_id = v_call.team_id and c.environment = v_call.environment;
    if found then
      return;
    end if;
    perform pg_catalog.set_config('app.tenant', '0', true);
    insert into assay.device_bits_turns as t (team_id, environment, holder_tenant, holder_call, lease_expires_at)
    values (v_call.team_id, v_call.environment, p_tenant, p_call, v_at + pg_catalog.make_interval(secs => p_lease_seconds))
    on conflict (tenant_id, team_id, environment) do update
    set holder_tenant = excluded.holder_tenant, holder_call = excluded.holder_call,
      lease_expires_at = excluded.lease_expires_at
    where t.lease_expires_at < pg_catalog.clock_timestamp();
    v_has_turn := found;
    perform pg_catalog.set_config('app.tenant', p_tenant::text, true);
    if not v_has_turn then
      return;
    end if;
  end if;
  update assay.device_bits_calls c
  set state = 1, lease_owner = p_owner, lease_expires_at = v_at + pg_catalog.make_interval(secs => p_lease_seconds)
  where c.tenant_id = p_tenant and c.call_id = p_call;
  return query select v_call.app_pk, v_call.team_id, v_call.environment, v_call.kind, v_call.bit0, v_call.bit1,
    v_call.device_token, v_call.correlation_id, extract(epoch from v_call.expires_at - v_at)::double precision;
end $$;

-- Ends a call that the worker holds: the device token goes, the turn is free, an update is recorded with the team's key,
-- and whoever waits is woken. False when the lease was lost: nothing is written then.
create function assay.end_device_bits(
  p_tenant bigint, p_call bigint, p_owner text, p_key text, p_answer jsonb, p_is_updated boolean
) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_call record;
  v_stream bigint;
begin
  perform assay.require_tenant(p_tenant);
  update assay.device_bits_calls c
  set state = 2, answer = p_answer, ended_at = pg_catalog.clock_timestamp(), device_token = null, lease_owner = null,
    lease_expires_at = null
  where c.tenant_id = p_tenant and c.call_id = p_call and c.state = 1 and c.lease_owner = p_owner
    and c.lease_expires_at > pg_catalog.clock_timestamp()
  returning * into v_call;
  if not found then
    return false;
  end if;
  if v_call.kind = 2 then
    select k.team_key_pk into v_stream from assay.team_keys k
    where k.tenant_id = p_tenant and k.team_id = v_call.team_id and k.key_id = p_key;
    if found then
      perform assay.append_events(p_tenant, v_stream, null,
        array[case when p_is_updated then 146 else 147 end]::smallint[], array[v_call.app_pk],
        array[coalesce(case when not p_is_updated then coalesce(p_answer->>'code', p_answer->>'answer') end, '')],
        array[pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
          'environment', v_call.environment, 'bit0', v_call.bit0, 'bit1', v_call.bit1))], v_call.correlation_id);
    end if;
    perform pg_catalog.set_config('app.tenant', '0', true);
    delete from assay.device_bits_turns t
    where t.tenant_id = 0 and t.team_id = v_call.team_id and t.environment = v_call.environment
      and t.holder_tenant = p_tenant and t.holder_call = p_call;
    perform pg_catalog.set_config('app.tenant', p_tenant::text, true);
    perform pg_catalog.pg_notify('assay_device_bits_asked', '');
  end if;
  perform pg_catalog.pg_notify('assay_device_bits_ended', p_tenant || ':' || p_call);
  return true;
end $$;

-- What has become of a call, for whoever asked. An ended one goes with this; with p_is_last, one that still waits as well,
-- so that it is never made.
create function assay.take_device_bits(p_tenant bigint, p_call bigint, p_is_last boolean)
returns table (state smallint, answer jsonb)
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform assay.require_tenant(p_tenant);
  return query
    delete from assay.device_bits_calls c
    where c.tenant_id = p_tenant and c.call_id = p_call and (c.state = 2 or p_is_last and c.state = 0)
    returning c.state, c.answer;
  if not found then
    return query select c.state, c.answer from assay.device_bits_calls c
      where c.tenant_id = p_tenant and c.call_id = p_call;
  end if;
end $$;

grant execute on function assay.ask_device_bits, assay.take_device_bits to assay_api;
grant execute on function assay.begin_device_bits, assay.end_device_bits to assay_worker;
alter function assay.ask_device_bits owner to assay_definer;
alter function assay.begin_device_bits owner to assay_definer;
alter function assay.end_device_bits owner to assay_definer;
alter function assay.take_device_bits owner to assay_definer;

-- On a database with the Citus extension: as the tables and functions of the device API.
do $$
declare
  v_name text;
begin
  if not exists (select from pg_extension where extname = 'citus') then
    return;
  end if;
  foreach v_name in array array['device_bits_calls', 'device_bits_turns'] loop
    execute format(
      $sql$select create_distributed_table('assay.%1$I', 'tenant_id', colocate_with => 'assay.tenants')$sql$, v_name);
  end loop;
  -- Not the two that write under tenant 0 as well: they run where they are called.
  foreach v_name in array array['ask_device_bits', 'take_device_bits'] loop
    execute format(
      $sql$select create_distributed_function(%L, 'p_tenant', colocate_with => 'assay.tenants', force_delegation => true)$sql$,
      (select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = 'assay' and p.proname = v_name));
  end loop;
end $$;
