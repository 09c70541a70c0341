-- The hot function: many assertions of one tenant, one commit, a verdict each.
--
-- Separate statements, because a data-modifying CTE is slow on a distributed database. Keys are locked in key order, then
-- challenges in theirs, so that overlapping batches wait for each other and never for ever. The locks return the newest
-- versions of the rows, the verdicts are computed from those, and only then is anything written. Each row is looked up by
-- its whole key, one by one: partitions of challenges have no statistics, and a plan that reads them by tenant and expiry
-- with the ids as a filter took 60 milliseconds a batch. The bounds of the expiries change no result: known when a
-- statement starts, they spare it the set-up of all partitions but one or two. The update has no bounds: there they
-- bring the slow plan back.

create function assay.record_assertions(
  p_tenant bigint, p_keys bigint[], p_challenges bigint[], p_expiries timestamptz[], p_secrets bytea[], p_apps bigint[],
  p_accounts text[], p_operations text[], p_counters bigint[], p_refusals text[], p_extensions boolean[],
  p_correlations text[]
) returns table (refusal text, key_counter bigint, stream_version bigint)
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  v_count integer := pg_catalog.cardinality(p_keys);
  v_epoch integer;
  v_now timestamptz;
  v_xid xid8;
  v_spent_expiries timestamptz[];
  v_first timestamptz; v_last timestamptz;
  k_pks bigint[]; k_counters bigint[]; k_versions bigint[]; k_active boolean[]; k_extensions boolean[]; k_labs boolean[];
  c_ids bigint[]; c_apps bigint[]; c_accounts text[]; c_operations text[]; c_secrets bytea[]; c_claimed boolean[];
  v_refusals text[]; v_spent bigint[]; v_streams bigint[]; v_versions bigint[]; v_counters bigint[]; v_labs boolean[];
  v_known bigint[]; v_known_counters bigint[]; v_known_extensions boolean[];
  v_rows integer;
begin
  perform assay.require_tenant(p_tenant);
  if v_count is null or not (v_count = all (array[
    pg_catalog.cardinality(p_challenges), pg_catalog.cardinality(p_expiries), pg_catalog.cardinality(p_secrets),
    pg_catalog.cardinality(p_apps), pg_catalog.cardinality(p_accounts), pg_catalog.cardinality(p_operations),
    pg_catalog.cardinality(p_counters), pg_catalog.cardinality(p_refusals), pg_catalog.cardinality(p_extensions),
    pg_catalog.cardinality(p_correlations)]))
  then
    raise exception using errcode = 'AS400', message = 'the arrays differ in length';
  end if;
  v_epoch := assay.feed_epoch(p_tenant);
  select pg_catalog.min(e), pg_catalog.max(e) into v_first, v_last from unnest(p_expiries) e;

  select pg_catalog.array_agg(s.key_pk), pg_catalog.array_agg(s.counter), pg_catalog.array_agg(s.version),
    pg_catalog.array_agg(s.status = 1), pg_catalog.array_agg(s.shows_extension), pg_catalog.array_agg(s.is_lab)
  into k_pks, k_counters, k_versions, k_active, k_extensions, k_labs
  from (
    select l.* from (select k from unnest(p_keys) k where k <> 0 order by k) r
    cross join lateral (
      select key_pk, counter, version, status, shows_extension, is_lab from assay.key_state
      where tenant_id = p_tenant and key_pk = r.k for no key update) l) s;

  select pg_catalog.array_agg(s.challenge_id), pg_catalog.array_agg(s.app_pk), pg_catalog.array_agg(s.account_id),
    pg_catalog.array_agg(s.operation), pg_catalog.array_agg(s.secret), pg_catalog.array_agg(s.claimed)
  into c_ids, c_apps, c_accounts, c_operations, c_secrets, c_claimed
  from (
    select l.* from (select id, expiry from unnest(p_challenges, p_expiries) u (id, expiry) order by id) r
    cross join lateral (
      select challenge_id, app_pk, account_id, operation, secret, claimed_at is not null as claimed from assay.challenges
      where tenant_id = p_tenant and challenge_id = r.id and expires_at = r.expiry and purpose = 2
        and expires_at between v_first and v_last
      for no key update) l) s;

  -- Behind the locks, so that the times of a stream rise with its versions.
  v_now := pg_catalog.clock_timestamp();
  v_xid := pg_catalog.pg_current_xact_id();

  -- An event goes to the key's stream; without a key, to the stream of the challenge that this row spends, as its only one.
  select pg_catalog.array_agg(j.refusal order by j.position),
    pg_catalog.array_agg(j.challenge) filter (where j.is_spent),
    pg_catalog.array_agg(j.expiry) filter (where j.is_spent),
    pg_catalog.array_agg(case when j.key_pk is not null then j.key_pk when j.is_spent then j.challenge end
      order by j.position),
    pg_catalog.array_agg(coalesce(j.version, 0) + 1 order by j.position),
    pg_catalog.array_agg(case when j.refusal is null then j.asserted else j.counter end order by j.position),
    pg_catalog.array_agg(coalesce(j.is_lab, false) order by j.position),
    pg_catalog.array_agg(j.key_pk) filter (where j.key_pk is not null),
    pg_catalog.array_agg(case when j.refusal is null then j.asserted else j.counter end)
      filter (where j.key_pk is not null),
    pg_catalog.array_agg(j.shows_extension or (j.refusal is null and j.extension)) filter (where j.key_pk is not null)
  into v_refusals, v_spent, v_spent_expiries, v_streams, v_versions, v_counters, v_labs, v_known, v_known_counters, v_known_extensions
  from (
    select r.position, r.challenge, r.expiry, r.asserted, r.extension, k.key_pk, k.counter, k.version, k.shows_extension, k.is_lab,
      c.is_open is true as is_spent,
      case
        when c.is_open is null then
          case when r.expiry <= v_now then 'challenge_expired' else 'challenge_unknown' end
        when not c.is_open then 'challenge_already_claimed'
        when k.key_pk is null then coalesce(nullif(r.proof, ''), 'key_unknown')
        when not k.is_active then 'key_revoked'
        when r.proof <> '' then r.proof
        when r.asserted <= k.counter or r.asserted > 4294967295 then 'counter_not_greater'
        when k.shows_extension and not r.extension then 'extensions_no_longer_shown'
      end as refusal
    from unnest(p_keys, p_challenges, p_expiries, p_secrets, p_apps, p_accounts, p_operations, p_counters, p_refusals,
        p_extensions) with ordinality
      r (key_pk, challenge, expiry, secret, app, account, operation, asserted, proof, extension, position)
    left join unnest(k_pks, k_counters, k_versions, k_active, k_extensions, k_labs)
      k (key_pk, counter, version, is_active, shows_extension, is_lab) on k.key_pk = r.key_pk
    left join lateral (
      select not l.claimed as is_open
      from unnest(c_ids, c_apps, c_accounts, c_operations, c_secrets, c_claimed)
        l (id, app, account, operation, secret, claimed)
      where l.id = r.challenge and l.app = r.app and l.account = r.account and l.operation = r.operation
        and l.secret = r.secret and r.expiry > v_now) c on true) j;

  if v_spent is not null then
    update assay.challenges c set claimed_at = v_now
    from unnest(v_spent, v_spent_expiries) u (id, expiry)
    where c.tenant_id = p_tenant and c.challenge_id = u.id and c.expires_at = u.expiry;
    get diagnostics v_rows = row_count;
    if v_rows <> pg_catalog.cardinality(v_spent) then
      raise exception using errcode = 'AS400', message = 'a challenge stands twice in the batch';
    end if;
  end if;

  if v_known is not null then
    update assay.key_state s
    set counter = u.counter, version = s.version + 1, shows_extension = u.shows_extension
    from unnest(v_known, v_known_counters, v_known_extensions) u (key_pk, counter, shows_extension)
    where s.tenant_id = p_tenant and s.key_pk = u.key_pk;
    get diagnostics v_rows = row_count;
    if v_rows <> pg_catalog.cardinality(v_known) then
      raise exception using errcode = 'AS400', message = 'a key stands twice in the batch';
    end if;
  end if;

  insert into assay.events
    (tenant_id, stream, version, at, seq, xid, epoch, type, flags, counter, subject, refusal, correlation_id)
  select p_tenant, e.stream, e.version, v_now, pg_catalog.nextval('assay.event_seq'), v_xid, v_epoch,
    (case when e.refusal is null then 40 else 41 end)::smallint,
    ((case when e.is_lab then 1 else 0 end) + (case when e.extension then 2 else 0 end))::smallint,
    e.counter, e.challenge, e.refusal, e.correlation
  from unnest(v_streams, v_versions, v_refusals, v_labs, p_extensions, p_counters, p_challenges, p_correlations)
    e (stream, version, refusal, is_lab, extension, counter, challenge, correlation)
  where e.stream is not null;

  return query select u.refusal, u.counter, case when u.known then u.version end
  from unnest(v_refusals, v_counters, v_versions, v_streams) u0 (refusal, counter, version, stream)
  cross join lateral (select u0.refusal, u0.counter, u0.version, u0.stream is not null as known) u;
end $$;

comment on function assay.record_assertions is
  'Judges and records assertions whose signatures were checked before: refusals[i] is '''' or the code found then; key 0 is
   an unknown key. Each key (other than 0) and each challenge stands at most once (AS400). Returns in input order: the
   refusal or null for accepted, the key''s counter afterwards, the version of the stream the event went to or null when
   none was written. A challenge of this scope is spent whatever the verdict.';

grant execute on function assay.record_assertions to assay_api;
alter function assay.record_assertions owner to assay_definer;

-- Planned once a session: planning anew for each batch costs three times what the batch itself does. A distributed
-- database cannot plan this way.
do $$
begin
  if not exists (select from pg_extension where extname = 'citus') then
    alter function assay.record_assertions set plan_cache_mode = force_generic_plan;
  end if;
end $$;
