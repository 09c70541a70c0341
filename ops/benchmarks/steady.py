"""Ten minutes at 70 % of the maximum, checkpoints and autovacuum going: no second may be bad, no table may swell."""
import json
import subprocess

import measure

MINUTES = 10
TABLES = ["key_state", "keys", "accounts", "challenges", "events"]


def sizes(bench):
    """Bytes of each table with its partitions and indexes."""
    return {table: int(bench.sql(f"""
        select coalesce(sum(pg_total_relation_size(c.oid)), 0) from pg_class c
        where c.oid = 'assay.{table}'::regclass or c.oid in
          (select inhrelid from pg_inherits where inhparent = 'assay.{table}'::regclass)""")) for table in TABLES}


def activity(bench):
    row = bench.sql("""select (select checkpoints_timed + checkpoints_req from pg_stat_bgwriter) || ' ' ||
      (select coalesce(sum(autovacuum_count), 0) from pg_stat_all_tables where schemaname = 'assay')""").split()
    return {"checkpoints": int(row[0]), "autovacuums": int(row[1])}


def run(bench, options, figures):
    best = max(row["accepted_per_second"] for row in figures["end_to_end"])
    bench.sql("alter system set checkpoint_timeout = '2min'")
    bench.sql("select pg_reload_conf()")
    before, started = sizes(bench), activity(bench)
    report = bench.folder / "steady.json"
    bench.run(
        bench.binaries / "assay-lab", "load", "--api", f"http://127.0.0.1:{bench.port}", "--secret-file", bench.secret,
        "--app-id", "BENCH12345.com.example.load", "--seed", "assay-bench", "--keys", bench.keys, "--mode", "pairs",
        "--connections", 64, "--seconds", MINUTES * 60, "--rate", round(best * 0.7 * 0.75), "--json", report)
    found = json.loads(report.read_text())
    after, ended = sizes(bench), activity(bench)
    steady = {
        "minutes": MINUTES, "accepted_per_second": found["accepted_per_second"], "p99_ms": found["p99_ms"],
        "worst_second_p99_ms": found["worst_second_p99_ms"],
        "checkpoints": ended["checkpoints"] - started["checkpoints"],
        "autovacuums": ended["autovacuums"] - started["autovacuums"],
        "bytes_before": before, "bytes_after": after,
    }
    measure.table("Ten minutes at 70 % of the maximum", ["what", "value"], [
        ["accepted/s", f"{steady['accepted_per_second']:,.0f}"], ["p99 ms", steady["p99_ms"]],
        ["worst second's p99 ms", steady["worst_second_p99_ms"]], ["checkpoints", steady["checkpoints"]],
        ["autovacuums", steady["autovacuums"]],
        *[[f"{name} MiB", f"{before[name] / 2**20:,.0f} → {after[name] / 2**20:,.0f}"] for name in TABLES]])
    return steady
