"""The database alone: batches of assertions through the hot function, without a signature check or a request."""
import re

import measure
import stack

BATCH = 64
CLIENTS = [1, 2, 4]
ROWS_PER_SECOND = 50_000  # more than two cores can do, so that no run is out of batches

SETUP = """
drop table if exists bench_batches;
drop sequence if exists bench_no;
create sequence bench_no;
create unlogged table bench_batches as
with rows as (
  select (n - 1) / {batch} as no, n, k.tenant_id, k.app_pk, k.key_pk, k.account_id, nextval('assay.id_seq') as challenge_id,
    sha256(int8send(n)) as secret, date_trunc('second', now()) + interval '15 minutes' as expires_at,
    {base} + (n - 1) / {keys} + 1 as counter
  from generate_series(1, {rows}) n join bench_keys k on k.key_index = (n - 1) % {keys}),
issued as (
  insert into assay.assertion_challenges (tenant_id, challenge_id, expires_at, app_pk, account_id, operation, secret)
  select tenant_id, challenge_id, expires_at, app_pk, account_id, 'load', secret from rows)
select no + 1 as no, array_agg(key_pk) as keys, array_agg(challenge_id) as challenges, array_agg(expires_at) as expiries,
  array_agg(secret) as secrets, array_agg(app_pk) as apps, array_agg(account_id) as accounts,
  array_agg('load'::text) as operations, array_agg(counter::bigint) as counters, array_agg(''::text) as refusals,
  array_agg(false) as extensions, array_agg(md5(n::text)) as correlations
from rows group by no;
create unique index on bench_batches (no);
grant select on bench_batches to assay_api;
grant usage on sequence bench_no to assay_api;
vacuum analyze bench_batches;
"""

SCRIPT = """select nextval('bench_no') as no \\gset
begin;
set local app.tenant = '{tenant}';
select count(*) filter (where r.refusal is null) as accepted from bench_batches b,
  lateral assay.record_assertions({tenant}, b.keys, b.challenges, b.expiries, b.secrets, b.apps, b.accounts, b.operations,
    b.counters, b.refusals, b.extensions, b.correlations) r
  where b.no = :no;
commit;
"""


def one_run(bench, clients, seconds, base):
    rows = int(ROWS_PER_SECOND * seconds) // (BATCH * clients) * BATCH * clients
    bench.sql(SETUP.format(batch=BATCH, rows=rows, keys=bench.keys, base=base))
    script = bench.folder / "batch.sql"
    script.write_text(SCRIPT.format(tenant=bench.tenant_number()))
    events = "select count(*) from assay.events where type = 40"
    server, known = bench.server_process(), int(bench.sql(events))
    before, children = measure.tree_seconds(server), measure.children_of(server)
    url = bench.superuser.replace("user=postgres", "user=assay_api")
    output = bench.run("pgbench", "-n", "-M", "prepared", "-c", clients, "-j", 1, "-T", max(int(seconds), 1), "-f", script, url)
    measure.await_ended(server, children)
    spent = measure.tree_seconds(server) - before
    batches = int(re.search(r"actually processed: (\d+)", output).group(1))
    accepted = int(bench.sql(events)) - known
    if accepted < batches * BATCH:
        raise SystemExit(f"the database accepted {accepted} of {batches * BATCH} rows")
    rate = float(re.search(r"tps = ([\d.]+)", output).group(1)) * BATCH
    return {"clients": clients, "rows_per_second": round(rate), "postgres_us": round(spent * 1e6 / accepted, 1),
            "used": batches * BATCH}


def run(options, figures):
    rows, base = [], 0
    with stack.Stack(measure.TOP / ".assay/bench", options.binaries, options.keys) as bench:
        for clients in CLIENTS:
            runs = []
            for _ in range(options.runs):
                runs.append(one_run(bench, clients, options.seconds, base))
                base += int(ROWS_PER_SECOND * options.seconds) // bench.keys + 1
            rows.append(measure.median_run(runs, "rows_per_second"))
    figures["database"] = {"batch": BATCH, "runs": rows}
    measure.table(f"The database alone, batches of {BATCH}, one durable commit each", ["clients", "rows/s", "PostgreSQL µs a row"],
                  [[row["clients"], f"{row['rows_per_second']:,}", row["postgres_us"]] for row in rows])
