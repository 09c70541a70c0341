-- Challenges of assertions in a table of their own, and claiming one deletes it.
--
-- They come and go with every request and live an hour at most; those of attestations are few and live for days. Apart,
-- a batch opens the partitions of three or four days instead of eight, and a row holds only what is compared. Deleted
-- when it is claimed, a row leaves its room to the next: the table stays as large as what is outstanding, however long
-- the service runs. Nothing is lost with it: the event of the assertion names the challenge.
--
-- A challenge of which nothing is left has been claimed. It cannot be an invented one, because only tokens with the
-- service's MAC come here, and a MAC is made for a row that is durable; nor one that is over, because that is seen first.

create table assay.assertion_challenges (
  tenant_id bigint not null,
  challenge_id bigint not null,
  expires_at timestamptz not null,
  app_pk bigint not null,
  account_id text not null,
  operation text not null,
  secret bytea not null check (length(secret) = 32), -- the random bytes, or the SHA-256 of a planted challenge
  primary key (tenant_id, challenge_id, expires_at)
) partition by range (expires_at);

alter table assay.assertion_challenges enable row level security;
create policy tenant_rows on assay.assertion_challenges
  using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);
grant select, insert, delete on assay.assertion_challenges to assay_definer;

do $$
begin
  if exists (select from pg_extension where extname = 'citus') then
    execute $sql$select create_distributed_table('assay.assertion_challenges', 'tenant_id',
      colocate_with => 'assay.tenants')$sql$;
  end if;
end $$;

-- Partitions of assertions' challenges are vacuumed early and often, so that the room of claimed ones is used again before
-- the table grows, and are never truncated, which would stop everybody. They get no statistics: every row is looked up by
-- its whole key, and plans should not change in the middle of the day.
create or replace function assay.make_partition(p_parent text, p_name text, p_from timestamptz, p_to timestamptz)
returns integer
language plpgsql set search_path = '' as $$
begin
  if pg_catalog.to_regclass('assay.' || p_name) is not null then
    return 0;
  end if;
  execute pg_catalog.format('create table assay.%I partition of assay.%I for values from (%L) to (%L)',
    p_name, p_parent, p_from, p_to);
  if p_parent = 'challenges' then
    execute pg_catalog.format('alter table assay.%I set (fillfactor = 50, autovacuum_enabled = false)', p_name);
  elsif p_parent = 'assertion_challenges' then
    execute pg_catalog.format(
      'alter table assay.%I set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
        autovacuum_vacuum_insert_threshold = -1, autovacuum_vacuum_cost_delay = 0,
        autovacuum_analyze_threshold = 2147483647, vacuum_truncate = off)', p_name);
  end if;
  return 1;
end $$;

create or replace function assay.make_partitions(p_now timestamptz default now()) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_today timestamptz := pg_catalog.date_bin('1 day', p_now, '2020-01-01 00:00:00+00');
  v_day timestamptz;
  v_hours integer;
  v_name text;
  v_made integer := 0;
begin
  if p_now is null or p_now not between pg_catalog.now() - interval '31 days' and pg_catalog.now() + interval '31 days' then
    raise exception using errcode = 'AS400', message = 'partitions are made within a month of now';
  end if;
  perform pg_catalog.pg_advisory_xact_lock(7302144, 1);
  for i in -1 .. 8 loop
    v_day := v_today + i * interval '24 hours';
    v_name := pg_catalog.to_char(v_day at time zone 'UTC', '_YYYYMMDD');
    v_made := v_made
      + assay.make_partition('events', 'events' || v_name || '00', v_day, v_day + interval '24 hours');
    if i between 0 and 2 then
      v_made := v_made + assay.make_partition('assertion_challenges', 'assertion_challenges' || v_name, v_day,
        v_day + interval '24 hours');
    end if;
    continue when i > 3;
    -- A day that has partitions of six hours, as they once were, is filled up with such.
    v_hours := case when exists (
      select from unnest(array['00', '06', '12', '18']) h
      where pg_catalog.to_regclass('assay.challenges' || v_name || h) is not null) then 6 else 24 end;
    for j in 0 .. 24 / v_hours - 1 loop
      v_made := v_made + assay.make_partition('challenges',
        'challenges' || v_name || case when v_hours = 6 then pg_catalog.to_char(j * v_hours, 'FM00') else '' end,
        v_day + j * v_hours * interval '1 hour', v_day + (j + 1) * v_hours * interval '1 hour');
    end loop;
  end loop;
  return v_made;
end $$;

create or replace function assay.drop_partitions(p_parent text, p_before timestamptz) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_dropped integer := 0;
  v_name text;
begin
  if p_parent not in ('events', 'challenges', 'assertion_challenges') then
    raise exception using errcode = 'AS400', message = 'no partitioned table of that name';
  end if;
  if p_before > pg_catalog.now() - interval '1 hour' then
    raise exception using errcode = 'AS400', message = 'partitions in use are not dropped';
  end if;
  perform pg_catalog.pg_advisory_xact_lock(7302144, 1);
  for v_name in
    select c.relname
    from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = ('assay.' || p_parent)::pg_catalog.regclass
      and pg_catalog.substring(pg_catalog.pg_get_expr(c.relpartbound, c.oid), $r$TO \('([^']+)'\)$r$)::timestamptz <= p_before
    order by c.relname
  loop
    execute pg_catalog.format('drop table assay.%I', v_name);
    v_dropped := v_dropped + 1;
  end loop;
  return v_dropped;
end $$;

select assay.make_partitions();

-- What is outstanding moves. A call of the functions as they were, which waits for this lock, then finds nothing to claim.
lock table assay.challenges in share row exclusive mode;
with moved as (
  delete from assay.challenges where purpose = 2 and claimed_at is null and expires_at > now()
  returning tenant_id, challenge_id, expires_at, app_pk, account_id, operation, secret)
insert into assay.assertion_challenges (tenant_id, challenge_id, expires_at, app_pk, account_id, operation, secret)
select * from moved;
-- Those that were claimed leave with their partitions.
alter table assay.challenges add constraint challenges_of_attestations check (purpose = 1) not valid;

create or replace function assay.issue_challenges(
  p_tenant bigint, p_apps bigint[], p_purposes smallint[], p_accounts text[], p_operations text[],
  p_expiries timestamptz[], p_secrets bytea[]
) returns table (challenge_id bigint)
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_count constant integer := pg_catalog.cardinality(p_apps);
  v_now constant timestamptz := pg_catalog.clock_timestamp();
  v_ids bigint[];
begin
  if p_tenant is distinct from nullif(pg_catalog.current_setting('app.tenant', true), '')::bigint then
    perform assay.require_tenant(p_tenant);
  end if;
  if v_count <> pg_catalog.cardinality(p_purposes) or v_count <> pg_catalog.cardinality(p_accounts)
    or v_count <> pg_catalog.cardinality(p_operations) or v_count <> pg_catalog.cardinality(p_expiries)
    or v_count <> pg_catalog.cardinality(p_secrets)
  then
    raise exception using errcode = 'AS400', message = 'the arrays differ in length';
  end if;
  -- The usual batch with one statement. One scan of one function feeds the insert, so that the ids come back in the order
  -- of the arrays.
  if 2 = all (p_purposes) then
    return query
      insert into assay.assertion_challenges as c
        (tenant_id, challenge_id, expires_at, app_pk, account_id, operation, secret)
      select p_tenant, pg_catalog.nextval('assay.id_seq'), p_expiries[u.row], u.app, p_accounts[u.row],
        p_operations[u.row], p_secrets[u.row]
      from unnest(p_apps) with ordinality u (app, row)
      returning c.challenge_id;
    return;
  end if;
  v_ids := array(select pg_catalog.nextval('assay.id_seq') from pg_catalog.generate_series(1, v_count));
  insert into assay.assertion_challenges
    (tenant_id, challenge_id, expires_at, app_pk, account_id, operation, secret)
  select p_tenant, v_ids[u.row], p_expiries[u.row], u.app, p_accounts[u.row], p_operations[u.row], p_secrets[u.row]
  from unnest(p_apps) with ordinality u (app, row)
  where p_purposes[u.row] = 2;
  insert into assay.challenges
    (tenant_id, challenge_id, expires_at, app_pk, purpose, account_id, operation, secret, issued_at)
  select p_tenant, v_ids[u.row], p_expiries[u.row], u.app, p_purposes[u.row], p_accounts[u.row], p_operations[u.row],
    p_secrets[u.row], v_now
  from unnest(p_apps) with ordinality u (app, row)
  where p_purposes[u.row] is distinct from 2;
  return query select u.id from unnest(v_ids) u (id);
end $$;

drop function assay.challenge_refusals;

-- Why challenges were not claimed: a code for each row, null for those that this call claimed.
create function assay.challenge_refusals(
  p_tenant bigint, p_now timestamptz, p_claimed integer[], p_challenges bigint[], p_expiries timestamptz[]
) returns text[]
language plpgsql volatile set search_path = '' as $$
begin
  if (select pg_catalog.count(distinct u.id) <> pg_catalog.count(*) from unnest(p_challenges) u (id)) then
    raise exception using errcode = 'AS400', message = 'a challenge stands twice in the batch';
  end if;
  return (
    select pg_catalog.array_agg(
      case
        when r.position = any (p_claimed) then null
        when r.expiry <= p_now then 'challenge_expired'
        -- Outstanding, but not for this app, account or operation, or not with this secret or expiry.
        when exists (select from assay.assertion_challenges c where c.tenant_id = p_tenant and c.challenge_id = r.id)
          then 'challenge_unknown'
        else 'challenge_already_claimed'
      end order by r.position)
    from unnest(p_challenges, p_expiries) with ordinality r (id, expiry, position));
end $$;

grant execute on function assay.challenge_refusals to assay_definer;

-- As before, but claiming is deleting. A delete waits as a lock does, and leaves alone what another batch has deleted
-- meanwhile.
create or replace function assay.record_assertions(
  p_tenant bigint, p_keys bigint[], p_challenges bigint[], p_expiries timestamptz[], p_secrets bytea[], p_apps bigint[],
  p_accounts text[], p_operations text[], p_counters bigint[], p_refusals text[], p_extensions boolean[],
  p_correlations text[]
) returns table (refusal text, key_counter bigint, stream_version bigint)
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  v_count constant integer := pg_catalog.cardinality(p_keys);
  v_epoch integer;
  v_system bigint;
  v_now timestamptz;
  v_xid xid8;
  -- Of the known keys, in key order: the row of the batch that each belongs to, and its state.
  k_rows integer[]; k_counters bigint[]; k_versions bigint[]; k_active boolean[]; k_extensions boolean[]; k_labs boolean[];
  -- Of the rows of the batch.
  v_claimed integer[];
  v_refusals text[]; v_streams bigint[]; v_versions bigint[]; v_counters bigint[]; v_flags smallint[];
  v_rows integer;
  v_known integer;
  i integer;
begin
  if p_tenant is distinct from nullif(pg_catalog.current_setting('app.tenant', true), '')::bigint then
    perform assay.require_tenant(p_tenant);
  end if;
  if (v_count = all (array[
    pg_catalog.cardinality(p_challenges), pg_catalog.cardinality(p_expiries), pg_catalog.cardinality(p_secrets),
    pg_catalog.cardinality(p_apps), pg_catalog.cardinality(p_accounts), pg_catalog.cardinality(p_operations),
    pg_catalog.cardinality(p_counters), pg_catalog.cardinality(p_refusals), pg_catalog.cardinality(p_extensions),
    pg_catalog.cardinality(p_correlations)])) is not true
  then
    raise exception using errcode = 'AS400', message = 'the arrays differ in length';
  end if;
  select t.feed_epoch, t.system_identifier into v_epoch, v_system from assay.tenants t where t.tenant_id = p_tenant;
  -- As assay.feed_epoch does when the session knows its system already.
  if (v_system = nullif(pg_catalog.current_setting('assay.system', true), '')::bigint) is not true then
    v_epoch := assay.feed_epoch(p_tenant);
  end if;

  select pg_catalog.array_agg(s.row), pg_catalog.array_agg(s.counter), pg_catalog.array_agg(s.version),
    pg_catalog.array_agg(s.status = 1), pg_catalog.array_agg(s.shows_extension), pg_catalog.array_agg(s.is_lab)
  into k_rows, k_counters, k_versions, k_active, k_extensions, k_labs
  from (
    select r.row, l.* from (
      select u.key, u.row::integer from unnest(p_keys) with ordinality u (key, row) where u.key <> 0 order by u.key) r
    cross join lateral (
      select counter, version, status, shows_extension, is_lab from assay.key_state
      where tenant_id = p_tenant and key_pk = r.key for no key update) l) s;

  -- Behind the locks, so that the times of a stream rise with its versions.
  v_now := pg_catalog.clock_timestamp();
  v_xid := pg_catalog.pg_current_xact_id();

  with claimed as (
    delete from assay.assertion_challenges c
    using (
      select u.id, u.row::integer, p_expiries[u.row] as expiry, p_secrets[u.row] as secret, p_apps[u.row] as app,
        p_accounts[u.row] as account, p_operations[u.row] as operation
      from unnest(p_challenges) with ordinality u (id, row) order by u.id limit v_count) r
    where c.tenant_id = p_tenant and c.challenge_id = r.id and c.expires_at = r.expiry and c.app_pk = r.app
      and c.account_id = r.account and c.operation = r.operation and c.secret = r.secret and r.expiry > v_now
    returning r.row)
  select pg_catalog.array_agg(claimed.row) into v_claimed from claimed;
  v_refusals := case when pg_catalog.cardinality(v_claimed) = v_count
    then pg_catalog.array_fill(null::text, array[v_count])
    else assay.challenge_refusals(p_tenant, v_now, v_claimed, p_challenges, p_expiries) end;

  v_known := coalesce(pg_catalog.cardinality(k_rows), 0);
  v_streams := pg_catalog.array_fill(null::bigint, array[v_count]);
  v_versions := pg_catalog.array_fill(1::bigint, array[v_count]);
  v_counters := v_streams;
  v_flags := pg_catalog.array_fill(0::smallint, array[v_count]);
  for j in 1 .. v_known loop
    i := k_rows[j];
    v_streams[i] := p_keys[i];
    v_versions[i] := k_versions[j] + 1;
    if k_labs[j] then
      v_flags[i] := 1;
    end if;
    if v_refusals[i] is not null then
      null; -- the challenge's
    elsif not k_active[j] then
      v_refusals[i] := 'key_revoked';
    elsif p_refusals[i] <> '' then
      v_refusals[i] := p_refusals[i];
    elsif p_counters[i] <= k_counters[j] or p_counters[i] > 4294967295 then
      v_refusals[i] := 'counter_not_greater';
    elsif k_extensions[j] and not p_extensions[i] then
      v_refusals[i] := 'extensions_no_longer_shown';
    else
      k_counters[j] := p_counters[i];
      if p_extensions[i] then
        k_extensions[j] := true;
      end if;
    end if;
    v_counters[i] := k_counters[j];
  end loop;
  -- Without a key, an event goes to the stream of the challenge that its row spends, as the only one there.
  if v_known < v_count then
    for i in 1 .. v_count loop
      if v_streams[i] is null and v_refusals[i] is null then
        v_refusals[i] := coalesce(nullif(p_refusals[i], ''), 'key_unknown');
        v_streams[i] := p_challenges[i];
      end if;
    end loop;
  end if;

  if v_known > 0 then
    update assay.key_state s
    set counter = k_counters[u.place] + 0, version = s.version + 1, shows_extension = k_extensions[u.place] is true
    from (select k.row, k.place from unnest(k_rows) with ordinality k (row, place) limit v_known) u
    where s.tenant_id = p_tenant and s.key_pk = p_keys[u.row];
    get diagnostics v_rows = row_count;
    if v_rows <> v_known then
      raise exception using errcode = 'AS400', message = 'a key stands twice in the batch';
    end if;
  end if;

  insert into assay.events
    (tenant_id, stream, version, at, seq, xid, epoch, type, flags, counter, subject, refusal, correlation_id)
  select p_tenant, v_streams[u.row], v_versions[u.row], v_now, pg_catalog.nextval('assay.event_seq'), v_xid, v_epoch,
    (case when v_refusals[u.row] is null then 40 else 41 end)::smallint,
    (v_flags[u.row] + case when p_extensions[u.row] then 2 else 0 end)::smallint,
    p_counters[u.row], u.challenge, v_refusals[u.row], p_correlations[u.row]
  from unnest(p_challenges) with ordinality u (challenge, row)
  where v_streams[u.row] is not null;

  return query select v_refusals[u.row], v_counters[u.row], case when v_streams[u.row] is not null then u.version end
  from unnest(v_versions) with ordinality u (version, row);
end $$;

-- Planned once a session, as before; a distributed database cannot plan this way.
do $$
begin
  if not exists (select from pg_extension where extname = 'citus') then
    alter function assay.record_assertions set plan_cache_mode = force_generic_plan;
  end if;
end $$;
