"""The benchmarks of Assay: what `ops/bench` runs. Every figure is the median of several runs on the machine at hand."""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys

import database
import measure
import stack
import steady

PARTS = ["core", "database", "end-to-end", "receipts"]
CONNECTIONS = [1, 8, 64, 256]


def arguments():
    parser = argparse.ArgumentParser(prog="ops/bench")
    parser.add_argument("--binaries", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--only", action="append", choices=PARTS, default=[])
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--keys", type=int, default=10_000)
    parser.add_argument("--connections", type=int, action="append", default=[])
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--steady", action="store_true")
    parser.add_argument("--short", action="store_true")
    options = parser.parse_args()
    if options.seconds <= 0 or options.runs < 1:
        parser.error("--seconds and --runs take numbers above zero")
    if options.short:
        options.seconds, options.runs, options.keys = 1, 1, 1_000
        options.connections = options.connections or [8, 64]
    if options.large:
        options.keys = 10_000_000
    options.connections = options.connections or CONNECTIONS
    options.only = options.only or PARTS
    return options


def core(options, figures):
    text = subprocess.run(
        [options.binaries / "assay-bench", measure.TOP / "Fixtures/apple-sample-attestation.base64",
         str(max(options.seconds, 2))], check=True, capture_output=True, text=True).stdout
    found = figures["core"] = json.loads(text)
    measure.table("The core alone, one core, caches warm", ["what", "a second", "note"], [
        ["bare P-256 check", f"{found['bare_verifications_per_second']:,.0f}", ""],
        ["assertion", f"{found['assertions_per_second']:,.0f}",
         f"{found['assertion_to_bare_ratio']:.2f} times the bare check"],
        ["attestation with receipt", f"{found['attestations_with_receipt_per_second']:,.0f}",
         f"{found['attestation_with_receipt_milliseconds']:.2f} ms"],
        ["receipt", f"{found['receipts_per_second']:,.0f}", ""],
    ])


def signature_rate(options):
    return measure.verify_rate(1 if options.short else 2)


def row_of(run, rate):
    return {
        "connections": run["connections"],
        "accepted_per_second": round(run["accepted_per_second"], 1),
        "verify_per_second": round(rate, 1),
        "ratio_to_verify": round(run["accepted_per_second"] / rate, 4),
        "p50_ms": run["p50_ms"], "p99_ms": run["p99_ms"],
        "worst_second_p99_ms": run["worst_second_p99_ms"],
        "api_us": round(run["api_us"], 1), "postgres_us": round(run["postgres_us"], 1),
        "generator_us": round(run["generator_us_per_accepted"], 1),
        "refused": sum(run["refused"].values()), "errors": sum(run["errors"].values()), "lost": run["lost"],
    }


def loaded(bench, options, mode, connections):
    """The median run of several, with what all of them lost: a lost answer in any run must show. What the machine can do
    changes within minutes, so the rate that the run is compared with is measured around each of the runs."""
    runs, rates = [], [signature_rate(options)]
    for _ in range(options.runs):
        runs.append(bench.load(mode, connections, options.seconds))
        rates.append(signature_rate(options))
    row = row_of(measure.median_run(runs, "accepted_per_second"), statistics.median(rates))
    row["lost"] = sum(run["lost"] for run in runs)
    return row


def show_load(title, rows):
    measure.table(title, ["connections", "accepted/s", "verify/s", "ratio", "p50 ms", "p99 ms", "API µs", "PostgreSQL µs", "generator µs", "lost"], [
        [row["connections"], f"{row['accepted_per_second']:,.0f}", f"{row['verify_per_second']:,.0f}", f"{row['ratio_to_verify']:.3f}", f"{row['p50_ms']:.1f}",
         f"{row['p99_ms']:.1f}", f"{row['api_us']:.0f}", f"{row['postgres_us']:.0f}", f"{row['generator_us']:.0f}", row["lost"]]
        for row in rows])


def end_to_end(options, figures):
    with stack.Stack(measure.TOP / ".assay/bench", options.binaries, options.keys) as bench:
        if options.large:
            bench.load_history(5)
        bench.load("assert", 8, min(options.seconds, 2))
        figures["end_to_end"] = [loaded(bench, options, "assert", count) for count in options.connections]
        figures["pairs"] = loaded(bench, options, "pairs", max(options.connections))
        figures["api_peak_mebibytes"] = round(measure.resident_mebibytes(bench.api.pid), 1)
        figures["keys"] = options.keys
        if options.steady:
            figures["steady"] = steady.run(bench, options, figures)
    show_load(f"Signed requests, verified and durably committed, {options.keys:,} keys, generator on the same cores", figures["end_to_end"])
    show_load("Challenge issued and signed request verified, in pairs", [figures["pairs"]])
    print(f"\n  memory of the API at its peak: {figures['api_peak_mebibytes']} MiB")


def receipts(options, figures):
    """One worker process against the lab's Apple. Short runs only show that it works: their rate is not judged."""
    number = 500 if options.short else 20_000
    program = [measure.TOP / "ops/benchmarks/receipts", str(number)]
    run = subprocess.run(program, stdout=subprocess.PIPE, text=True)
    if run.returncode not in (0, 1):
        sys.exit("ops/bench: the drill of receipts failed")
    found = figures["receipts"] = json.loads(run.stdout)
    parts = [(part, found[f"{part}_processor_microseconds_per_receipt"]) for part in ("worker", "database", "lab")]
    measure.table("Receipts refreshed by one worker process, the lab's Apple and PostgreSQL on the same machine",
                  ["what", "value"], [
        ["receipts a second", f"{found['receipts_per_second']:,.0f}"],
        ["requests a second, busiest second", f"{found['peak_requests_per_second']:,.0f}"],
        ["processor time per receipt", f"{found['processor_microseconds_per_receipt']:,.0f} us"],
    ] + [[f"  of which {part}", f"{cost:,.0f} us"] for part, cost in parts])
    if run.returncode and not options.short:
        sys.exit(f"ops/bench: fewer than {found['wanted_per_second']:,.0f} receipts a second"
                 if found["receipts_per_second"] < found["wanted_per_second"]
                 else f"ops/bench: {found['requests']:,.0f} requests for {found['receipts']:,.0f} receipts")


def main():
    options = arguments()
    figures = {"cores": os.cpu_count(), "verify_per_second_all_cores": signature_rate(options)}
    print(f"P-256 verifications a second, all {figures['cores']} cores: {figures['verify_per_second_all_cores']:,.0f}")
    parts = {"core": core, "database": database.run, "end-to-end": end_to_end, "receipts": receipts}
    for name in PARTS:
        if name in options.only:
            parts[name](options, figures)
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2) + "\n")
    lost = sum(row["lost"] for row in figures.get("end_to_end", []) + [figures.get("pairs", {"lost": 0})])
    if lost:
        sys.exit(f"{lost} accepted answers have no event")


main()
