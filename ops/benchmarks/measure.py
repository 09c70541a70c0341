"""What every benchmark needs: this machine's own signature rate, processor time of processes, medians, tables."""
import os
import pathlib
import re
import statistics
import subprocess
import time

TOP = pathlib.Path(__file__).resolve().parents[2]
TICK = os.sysconf("SC_CLK_TCK")


def verify_rate(seconds=3, cores=None):
    """P-256 verifications a second of `openssl speed` on so many cores (all of them unless said otherwise)."""
    cores = cores or os.cpu_count()
    command = ["openssl", "speed", "-seconds", str(seconds)]
    if cores > 1:
        command += ["-multi", str(cores)]
    output = subprocess.run(command + ["ecdsap256"], check=True, capture_output=True, text=True).stdout
    line = next(line for line in output.splitlines() if "ecdsa" in line and "256" in line)
    return float(line.split()[-1])


def processor_seconds(pid):
    """User and system time of one process, its ended children included; 0 when it is gone."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return sum(int(value) for value in fields[11:15]) / TICK


def children_of(pid):
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = entry.read_text().rsplit(")", 1)[1].split()[1]
        except OSError:
            continue
        if parent == str(pid):
            found.append(int(entry.parent.name))
    return found


def tree_seconds(pid):
    """Processor time of a process and of its children (PostgreSQL's server processes)."""
    return processor_seconds(pid) + sum(processor_seconds(child) for child in children_of(pid))


def await_ended(pid, known, seconds=5):
    """Waits until the children that are not among the known ones have ended: only then is their time their parent's."""
    deadline = time.monotonic() + seconds
    while set(children_of(pid)) - set(known) and time.monotonic() < deadline:
        time.sleep(0.02)


def resident_mebibytes(pid):
    text = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+)", text).group(1)) / 1024


def median_run(runs, key):
    """The run whose figure is the median: its other figures belong to it, so that a row is one run that happened."""
    ordered = sorted(runs, key=lambda run: run[key])
    return ordered[(len(ordered) - 1) // 2]


def spread(values):
    return statistics.median(values), min(values), max(values)


def table(title, headings, rows):
    cells = [[str(cell) for cell in row] for row in [headings] + rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(headings))]
    print(f"\n{title}")
    for index, row in enumerate(cells):
        print("  " + "  ".join(cell.rjust(width) for cell, width in zip(row, widths)))
        if index == 0:
            print("  " + "  ".join("-" * width for width in widths))
