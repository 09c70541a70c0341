-- The functions of the hot path again, with the same verdicts for less processor time.
--
-- Most of what a batch of four cost was starting statements, and most of what a row cost was taking arrays apart and
-- sorting them again. So: a challenge is claimed by the one statement that also checks it, and only when some row was not
-- claimed does a second one say why; verdicts are computed in a loop over the arrays, and statements take one array apart
-- and read the others by subscript. What the helpers check is written out here for the usual case, because calling one
-- costs as much as a statement.

-- Why challenges were not claimed: a code for each row, null for those that this call claimed at p_now. Another transaction
-- may claim one in the same microsecond, so the transaction that wrote the row is compared as well.
create function assay.challenge_refusals(
  p_tenant bigint, p_now timestamptz, p_claimed integer, p_challenges bigint[], p_expiries timestamptz[],
  p_secrets bytea[], p_apps bigint[], p_accounts text[], p_operations text[]
) returns text[]
language plpgsql volatile set search_path = '' as $$
declare
  v_refusals text[];
begin
  select pg_catalog.array_agg(
    case
      when r.expiry <= p_now then 'challenge_expired'
      when c.claimed_at is null then 'challenge_unknown'
      when c.claimed_at <> p_now or not c.is_ours then 'challenge_already_claimed'
    end order by r.position)
  into v_refusals
  from unnest(p_challenges, p_expiries, p_secrets, p_apps, p_accounts, p_operations) with ordinality
    r (id, expiry, secret, app, account, operation, position)
  left join lateral (
    select l.claimed_at, l.xmin = pg_catalog.pg_current_xact_id()::pg_catalog.xid as is_ours from assay.challenges l
    where l.tenant_id = p_tenant and l.challenge_id = r.id and l.expires_at = r.expiry and l.purpose = 2
      and l.app_pk = r.app and l.account_id = r.account and l.operation = r.operation and l.secret = r.secret
    limit 1) c on true;
  if p_claimed + pg_catalog.cardinality(pg_catalog.array_remove(v_refusals, null)) <> pg_catalog.cardinality(v_refusals) then
    raise exception using errcode = 'AS400', message = 'a challenge stands twice in the batch';
  end if;
  return v_refusals;
end $$;

grant execute on function assay.challenge_refusals to assay_definer;

-- Keys are locked in key order, then challenges in theirs, so that overlapping batches wait for each other and never for
-- ever. An update waits as a lock does, looks again at the newest version of the row, and leaves alone what another batch
-- has claimed meanwhile. The rows come to it sorted and behind a limit: of so few rows, as the planner takes them for, each
-- is looked up by its whole key. Partitions of challenges have no statistics, and a plan that reads them by tenant
-- took 60 milliseconds a batch.
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

  update assay.challenges c set claimed_at = v_now
  from (
    select u.id, p_expiries[u.row] as expiry, p_secrets[u.row] as secret, p_apps[u.row] as app,
      p_accounts[u.row] as account, p_operations[u.row] as operation
    from unnest(p_challenges) with ordinality u (id, row) order by u.id limit v_count) r
  where c.tenant_id = p_tenant and c.challenge_id = r.id and c.expires_at = r.expiry and c.purpose = 2
    and c.claimed_at is null and c.app_pk = r.app and c.account_id = r.account and c.operation = r.operation
    and c.secret = r.secret and r.expiry > v_now;
  get diagnostics v_rows = row_count;
  v_refusals := case when v_rows = v_count then pg_catalog.array_fill(null::text, array[v_count])
    else assay.challenge_refusals(p_tenant, v_now, v_rows, p_challenges, p_expiries, p_secrets, p_apps, p_accounts,
      p_operations) end;

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

create or replace function assay.issue_challenges(
  p_tenant bigint, p_apps bigint[], p_purposes smallint[], p_accounts text[], p_operations text[],
  p_expiries timestamptz[], p_secrets bytea[]
) returns table (challenge_id bigint)
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_count constant integer := pg_catalog.cardinality(p_apps);
  v_now constant timestamptz := pg_catalog.clock_timestamp();
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
  -- One scan of one function feeds the insert, so that the ids come back in the order of the arrays.
  return query
    insert into assay.challenges as c
      (tenant_id, challenge_id, expires_at, app_pk, purpose, account_id, operation, secret, issued_at)
    select p_tenant, pg_catalog.nextval('assay.id_seq'), p_expiries[u.row], u.app, p_purposes[u.row], p_accounts[u.row],
      p_operations[u.row], p_secrets[u.row], v_now
    from unnest(p_apps) with ordinality u (app, row)
    returning c.challenge_id;
end $$;
