"""A private stack for measurements: PostgreSQL with the benchmark profile, the API, one tenant, one app, many keys."""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time
import urllib.request

import measure

APP = "BENCH12345.com.example.load"
SEED = "assay-bench"
EXPECTED = {1: 4_000, 8: 12_000}  # assertions a second to prepare for; more connections get the generator's own default


class Stack:
    """Started by `with`; everything is stopped and, unless kept, removed at the end."""

    def __init__(self, folder, binaries, keys):
        self.folder = pathlib.Path(folder)
        self.binaries = pathlib.Path(binaries)
        self.keys = keys
        self.api = None

    def __enter__(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.postgres("start", "--bench")
        self.superuser = self.postgres("url").strip()
        self.owner = self.superuser.replace("user=postgres", "user=assay_owner")
        self.assay("migrate", "--bootstrap", "--database", self.superuser)
        self.tenant = json.loads(self.assay("tenant", "create", "Benchmark", "--json"))["tenant"]
        secret = self.assay("tenant", "secret", "add", self.tenant, "--name", "bench", "--scopes", "verify,manage", "--json")
        self.secret = self.folder / "secret"
        self.secret.write_text(json.loads(secret)["secret"])
        self.assay("app", "create", APP, "--tenant", self.tenant)
        self.load_keys()
        self.start_api()
        return self

    def __exit__(self, *_):
        self.stop_api()
        with contextlib.suppress(subprocess.CalledProcessError):
            self.postgres("stop")

    def run(self, *command, **options):
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout

    def postgres(self, verb, *options):
        return self.run(measure.TOP / "ops/postgres", verb, self.folder / "postgres", *options)

    def assay(self, *words):
        named = [] if "--database" in words else ["--database", self.owner]
        return self.run(self.binaries / "assay", *words, *named, "--yes")

    def sql(self, text):
        return self.run("psql", self.superuser, "-v", "ON_ERROR_STOP=1", "-qAt", input=text).strip()

    def load_keys(self):
        """Keys that the load generator can derive again from the seed; loaded in bulk, as no API call could for millions."""
        listing = self.folder / "keys.csv"
        self.run(self.binaries / "assay-lab", "provision", "--list", listing, "--seed", SEED, "--keys", self.keys, "--app-id", APP)
        script = (measure.TOP / "ops/benchmarks/load-keys.sql").read_text().replace("LISTING", str(listing))
        self.sql(f"set assay.bench_app = '{APP}';\n" + script)
        listing.unlink()

    def tenant_number(self):
        return self.sql(f"select tenant_id from assay.tenants where public_id = '{self.tenant}'")

    def load_history(self, events_a_key):
        """Past assertions of every key, so that the tables and their indexes have the size of a service in use."""
        self.sql(f"""
            insert into assay.events (tenant_id, stream, version, at, epoch, type, counter, subject, correlation_id)
            select k.tenant_id, k.key_pk, v + 1, now() - interval '1 minute', 1, 40, v, k.key_pk, md5(k.key_pk::text)
            from bench_keys k, generate_series(1, {events_a_key}) v;
            update assay.key_state set version = {events_a_key} + 1;""")
        self.sql("vacuum full assay.key_state")
        self.sql("vacuum analyze assay.events")

    def start_api(self):
        self.port, self.operations_port = free_port(), free_port()
        environment = os.environ | {
            "ASSAY_DATABASE_URL": self.superuser.replace("user=postgres", "user=assay_api"),
            "ASSAY_LISTEN": f"127.0.0.1:{self.port}",
            "ASSAY_OPERATIONS_LISTEN": f"127.0.0.1:{self.operations_port}",
            "ASSAY_LOG_LEVEL": "warning",
        }
        self.log = open(self.folder / "assay-api.log", "ab")
        self.api = subprocess.Popen([self.binaries / "assay-api"], env=environment, stdout=self.log, stderr=self.log)
        self.await_ready()

    def await_ready(self, seconds=30):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if self.api.poll() is not None:
                raise SystemExit(f"assay-api ended:\n{(self.folder / 'assay-api.log').read_text()[-2000:]}")
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{self.operations_port}/readyz", timeout=2).read()
                return
            time.sleep(0.05)
        raise SystemExit("assay-api did not become ready")

    def stop_api(self):
        if self.api and self.api.poll() is None:
            self.api.send_signal(signal.SIGTERM)
            self.api.wait(30)

    def server_process(self):
        """The postmaster, whose children serve the connections."""
        return int(self.sql("select pg_read_file('postmaster.pid')").split()[0])

    def load(self, mode, connections, seconds):
        """One run of the load generator, with the processor time that API and PostgreSQL spent meanwhile."""
        accepted, report = self.folder / "accepted.csv", self.folder / "report.json"
        server = self.server_process()
        generator = subprocess.Popen(
            [str(word) for word in (
                self.binaries / "assay-lab", "load", "--api", f"http://127.0.0.1:{self.port}", "--secret-file", self.secret,
                "--app-id", APP, "--seed", SEED, "--keys", self.keys, "--mode", mode, "--connections", connections,
                "--seconds", seconds, "--expected-per-second", EXPECTED.get(connections, 20_000),
                "--accepted", accepted, "--json", report)],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        # It says when its preparation is done: what the servers spent on that is not counted.
        said = generator.stderr.readline()
        before = measure.processor_seconds(self.api.pid), measure.tree_seconds(server)
        said += generator.stderr.read()
        if generator.wait() != 0:
            raise SystemExit(f"the load generator ended with {generator.returncode}: {said}")
        run = json.loads(report.read_text())
        spent = measure.processor_seconds(self.api.pid) - before[0], measure.tree_seconds(server) - before[1]
        count = max(run["accepted"], 1)
        run["api_us"], run["postgres_us"] = (value * 1e6 / count for value in spent)
        run["lost"] = self.lost(accepted)
        return run

    def lost(self, accepted):
        """Accepted answers that have no event: each line of the generator's list is looked up."""
        return int(self.sql(f"""
            create temp table accepted (key_index bigint, counter bigint);
            \\copy accepted from '{accepted}' with (format csv)
            select count(*) from accepted a join bench_keys b on b.key_index = a.key_index
            where not exists (select from assay.events e where e.tenant_id = b.tenant_id and e.stream = b.key_pk
              and e.type = 40 and e.counter = a.counter);"""))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
