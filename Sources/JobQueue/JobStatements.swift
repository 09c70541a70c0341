/// The queue's SQL. Statements over arrays name tenants and subjects to the table once more (`any`), so that a planner
/// without statistics looks rows up instead of reading a queue.
enum JobStatements {
  /// The due jobs of every tenant whose queue is not paused, at most a share for each, the tenants in turn.
  static let candidates = """
    select ready.tenant_id, ready.subject, ready.lease_epoch
      from assay.tenants t
     cross join lateral (
       select j.tenant_id, j.subject, j.lease_epoch, j.priority, j.run_at,
              row_number() over (order by j.priority, j.run_at) as turn
         from assay.jobs j
        where j.tenant_id = t.tenant_id and j.queue = $1 and j.state = 0 and j.run_at <= now()
        order by j.priority, j.run_at
        limit $3) ready
     where not exists (
       select from assay.queue_pauses p where p.tenant_id = t.tenant_id and p.queue = $1)
       and not exists (
       select from assay.queue_pauses p where p.tenant_id = 0 and p.queue = $1)
     order by ready.turn, ready.run_at
     limit $2
    """

  static let claim = """
    update assay.jobs j
       set lease_owner = $2, lease_expires_at = now() + make_interval(secs => $3),
           run_at = now() + make_interval(secs => $3), lease_epoch = j.lease_epoch + 1
      from unnest($4::bigint[], $5::bigint[], $6::bigint[]) as c (tenant_id, subject, epoch)
     where j.tenant_id = c.tenant_id and j.queue = $1 and j.subject = c.subject and j.lease_epoch = c.epoch
       and j.tenant_id = any ($4) and j.subject = any ($5) and j.state = 0 and j.run_at <= now()
    returning j.tenant_id, j.subject, j.lease_epoch, j.attempts, j.priority, j.due_at
    """

  /// One tenant's held jobs, locked in the order in which every statement over several of them locks: two that do the
  /// same rows in different orders would wait for each other.
  private static let held = """
    with held as (
      select j.subject from assay.jobs j
       where j.tenant_id = $2 and j.queue = $1 and j.subject = any ($3) and j.lease_owner is not null
       order by j.subject
         for no key update)
    """

  static let heartbeat = """
    \(held)
    update assay.jobs j
       set lease_expires_at = now() + make_interval(secs => $5), run_at = now() + make_interval(secs => $5)
      from held h join unnest($3::bigint[], $4::bigint[]) as c (subject, epoch) on c.subject = h.subject
     where j.tenant_id = $2 and j.queue = $1 and j.subject = h.subject and j.subject = any ($3)
       and j.lease_epoch = c.epoch and j.lease_owner is not null
    returning j.tenant_id, j.subject
    """

  /// Kinds: 0 complete, 1 retry, 2 snooze, 3 discard. A completed job leaves its row to a later sweep, so that its
  /// epoch can never be used a second time.
  static let finish = """
    \(held)
    update assay.jobs j
       set state = case c.kind when 0 then 1 when 3 then 2 else 0 end,
           run_at = case when c.kind in (1, 2) then c.at else now() end,
           attempts = case c.kind when 1 then j.attempts + 1 when 0 then 0 else j.attempts end,
           snoozes = j.snoozes + case c.kind when 2 then 1 else 0 end,
           last_error = case when c.kind in (1, 3) then c.error else null end,
           lease_owner = null, lease_expires_at = null, lease_epoch = j.lease_epoch + 1
      from held h
      join unnest($3::bigint[], $4::bigint[], $5::smallint[], $6::timestamptz[], $7::text[])
           as c (subject, epoch, kind, at, error) on c.subject = h.subject
     where j.tenant_id = $2 and j.queue = $1 and j.subject = h.subject and j.subject = any ($3)
       and j.lease_epoch = c.epoch and j.lease_owner is not null
    returning j.tenant_id, j.subject
    """

  /// A subject that waits is moved forward, one that is under way or gone is put in anew.
  static let enqueue = """
    insert into assay.jobs as j (tenant_id, queue, subject, priority, run_at, due_at)
    select c.tenant_id, $1, c.subject, c.priority, c.at, c.at
      from unnest($2::bigint[], $3::bigint[], $4::smallint[], $5::timestamptz[]) as c (tenant_id, subject, priority, at)
    on conflict (tenant_id, queue, subject) do update
       set run_at = case when j.state = 0 and j.lease_owner is null then least(j.run_at, excluded.run_at)
                         when j.state = 0 then j.run_at else excluded.run_at end,
           due_at = case when j.state = 0 then least(j.due_at, excluded.due_at) else excluded.due_at end,
           priority = least(j.priority, excluded.priority), state = 0,
           attempts = case when j.state = 0 then j.attempts else 0 end
    """

  static let requeue = """
    update assay.jobs j
       set state = 0, run_at = now(), due_at = now(), attempts = 0, last_error = null, lease_owner = null,
           lease_expires_at = null, lease_epoch = j.lease_epoch + 1
     where j.tenant_id = $2 and j.queue = $1 and j.subject = any($3::bigint[])
    returning j.subject
    """

  static let sweep = """
    delete from assay.jobs j
     where j.queue = $1 and j.state = 1 and j.run_at < now() - make_interval(secs => $2)
    """

  static let depth = """
    select count(*) filter (where j.state = 0 and j.due_at <= now()) as due,
           count(*) filter (where j.state = 0 and j.lease_owner is not null and j.lease_expires_at > now()) as leased,
           count(*) filter (where j.state = 2) as discarded,
           count(*) as total,
           coalesce(extract(epoch from now() - min(j.due_at) filter (where j.state = 0 and j.due_at <= now())), 0)::float8
             as oldest_due_age
      from assay.jobs j
     where j.queue = $1
    """

  static let pause = "select assay.pause_queue($1, $2, $3, $4)"

  static let resume = "select assay.resume_queue($1, $2)"

  static let pauses = """
    select tenant_id, queue, paused_by, reason, paused_at from assay.queue_pauses order by tenant_id, queue
    """
}
