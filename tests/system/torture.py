#!/usr/bin/env python3
"""Kills a running study at random instants, breaks what it needs, and holds it to its promise: what was committed
is kept, and the end is that of a run which nothing happened to.

    tests/system/torture.py --gbho build/release/gbho [--kills 50] [--seed 0]
"""
import argparse
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

# Long enough that a store is written many times on the way: some seconds each.
STUDIES = {
    "gbho": ["mnist-1k-2hp", "--method", "gbho", "--set", "gbho.inner_steps=300"],
    "two_sided": ["mnist-1k-2hp", "--method", "two_sided", "--set", "two_sided.gradients=always"],
    "hyperband": ["mnist-1k-1hp", "--method", "hyperband"],
}


class Torture:
    def __init__(self, gbho, kills, seed):
        self.gbho = os.path.abspath(gbho)
        self.kills = kills
        self.random = random.Random(seed)
        self.folder = tempfile.mkdtemp(prefix="gbho-torture-")
        self.environment = dict(os.environ, XDG_DATA_HOME=os.path.join(self.folder, "xdg"), NO_COLOR="1")
        self.failures = 0
        self.reference = {}

    # Running the program.

    def path(self, name):
        return os.path.join(self.folder, name)

    def command(self, *arguments, threads="1"):
        return [self.gbho, *arguments, "--threads", threads, "--progress", "none"]

    def start(self, *arguments, **settings):
        return subprocess.Popen(self.command(*arguments, **settings), env=self.environment, cwd=self.folder,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run(self, *arguments, prefix=(), **settings):
        return subprocess.run([*prefix, *self.command(*arguments, **settings)], env=self.environment,
                              cwd=self.folder, capture_output=True, text=True, check=False)

    def begin(self, method, store):
        return ["tune", *STUDIES[method], "--store", store, "--name", method, "--json", self.path("result.json")]

    def resume(self, method, store):
        return ["resume", method, "--store", store, "--json", self.path("result.json")]

    # Judging.

    def check(self, what, good, details=""):
        print(f"{'ok  ' if good else 'FAIL'} {what}", flush=True)
        if not good:
            self.failures += 1
            print("     " + str(details).strip().replace("\n", "\n     "))

    def check_refused(self, what, done, *texts, status=(2, 3)):
        lines = done.stderr.strip().splitlines()
        errors = [line for line in lines if line.startswith("gbho: error:")]
        good = done.returncode in status and len(errors) == 1 and all(text in errors[0] for text in texts)
        self.check(what, good, f"status {done.returncode}: {done.stderr}")

    @staticmethod
    def without_times(path):
        with open(path, encoding="utf-8") as file:
            summary = json.load(file)
        for key in ("seconds", "seconds_lower", "peak_rss_mb"):
            summary["cost"].pop(key)
        for phase in summary["phases"]:
            phase.pop("seconds")
        return summary

    def check_result(self, what, method):
        try:
            same = self.without_times(self.path("result.json")) == self.reference[method]
        except (OSError, ValueError) as error:
            return self.check(what, False, error)
        return self.check(what, same, "the summary differs from the uninterrupted run's")

    # The trials.

    def measure(self):
        """One run of each method that nothing happens to."""
        seconds = {}
        for method in STUDIES:
            began = time.monotonic()
            done = self.run(*self.begin(method, self.path("reference.db")))
            seconds[method] = time.monotonic() - began
            self.check(f"{method}: a run that nothing happens to ({seconds[method]:.1f} s)", done.returncode == 0,
                       done.stderr)
            self.reference[method] = self.without_times(self.path("result.json"))
        return seconds

    def kill_again_and_again(self, seconds):
        kills = 0
        round_number = 0
        while kills < self.kills:
            for method in STUDIES:
                store = self.path(f"killed-{method}-{round_number}.db")
                if os.path.exists(self.path("result.json")):
                    os.remove(self.path("result.json"))
                arguments = self.begin(method, store)
                often = self.random.choice([[], ["--checkpoint", "0.1"]])
                while True:
                    process = self.start(*arguments, *often)
                    patience = self.random.uniform(0, 0.7 * seconds[method]) if kills < self.kills else None
                    sent = self.random.choice([signal.SIGKILL] * 3 + [signal.SIGINT, signal.SIGTERM])
                    try:
                        _, errors = process.communicate(timeout=patience)
                        break
                    except subprocess.TimeoutExpired:
                        fair = (0, 130) if self.catches(process, sent) else (0, 130, -sent)
                        process.send_signal(sent)
                        _, errors = process.communicate()
                        kills += 1
                    if sent != signal.SIGKILL and process.returncode not in fair:
                        self.check(f"{method}: {sent.name}", False, f"status {process.returncode}: {errors}")
                    shown = self.run_show(method, store)
                    if shown == 0:
                        arguments = self.resume(method, store)
                self.check_result(f"{method}: after {kills} kills in all", method)
            round_number += 1

    @staticmethod
    def catches(process, sent):
        """Whether the program is far enough to have its handler: before that, a signal ends it like any program."""
        try:
            with open(f"/proc/{process.pid}/status", encoding="utf-8") as file:
                caught = next(line for line in file if line.startswith("SigCgt:"))
        except (OSError, StopIteration):
            return False
        return bool(int(caught.split()[1], 16) >> (sent - 1) & 1)

    def run_show(self, method, store):
        return subprocess.run([self.gbho, "show", method, "--store", store], env=self.environment,
                              cwd=self.folder, capture_output=True, check=False).returncode

    def interrupted(self, store, method="two_sided", trials=6):
        """A study that was killed on its way, with so many trials committed."""
        process = self.start(*self.begin(method, store), "--checkpoint", "0.1")
        while process.poll() is None and self.committed(store) < trials:
            time.sleep(0.02)
        running = process.poll() is None
        process.kill()
        process.communicate()
        self.check("killed on its way", running and self.committed(store) >= trials)

    @staticmethod
    def committed(store):
        if not os.path.exists(store):
            return 0
        database = sqlite3.connect(store)
        try:
            return database.execute("SELECT count(*) FROM trial").fetchone()[0]
        except sqlite3.OperationalError:  # the tables are still to be made
            return 0
        finally:
            database.close()

    def break_database(self):
        store = self.path("broken.db")
        self.interrupted(store)
        copy = self.path("copy.db")

        def fresh():
            for suffix in ("", "-wal", "-shm", ".weights", ".lock"):
                if os.path.isdir(copy + suffix):
                    shutil.rmtree(copy + suffix)
                elif os.path.exists(copy + suffix):
                    os.remove(copy + suffix)
            for suffix in ("", "-wal", "-shm"):
                if os.path.exists(store + suffix):
                    shutil.copy(store + suffix, copy + suffix)
            shutil.copytree(store + ".weights", copy + ".weights")

        # As one file, so that there is no log to repair it from.
        database = sqlite3.connect(store)
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.close()

        fresh()
        with open(copy, "r+b") as file:
            file.truncate(os.path.getsize(copy) // 2)
        self.check_refused("a truncated database is refused", self.run(*self.resume("two_sided", copy)), copy)

        fresh()
        with open(copy, "r+b") as file:
            file.seek(0)
            file.write(b"no database at all, sorry")
        self.check_refused("a file that is no database is refused", self.run(*self.resume("two_sided", copy)), copy)

        fresh()
        database = sqlite3.connect(copy)
        database.execute("UPDATE trial SET validation_loss = validation_loss + 1e-9 WHERE number = 2")
        database.commit()
        database.close()
        self.check_refused("a changed record is refused", self.run(*self.resume("two_sided", copy)), "damaged")
        done = self.run(*self.resume("two_sided", copy), "--rebuild")
        self.check("… and --rebuild goes on", done.returncode == 0, done.stderr)
        self.check_result("… to the same end", "two_sided")

        fresh()
        database = sqlite3.connect(copy)
        database.execute("PRAGMA user_version = 99")
        database.close()
        before = open(copy, "rb").read()
        self.check_refused("a database of a newer gbho is refused", self.run(*self.resume("two_sided", copy)), "newer")
        self.check("… and left as it was", open(copy, "rb").read() == before)

        for what in ("truncated", "bit-flipped"):
            fresh()
            for folder, _, files in os.walk(copy + ".weights"):
                for name in files:
                    with open(os.path.join(folder, name), "r+b") as file:
                        size = os.path.getsize(file.name)
                        if what == "truncated":
                            file.truncate(size // 2)
                        else:
                            file.seek(size // 2)
                            byte = file.read(1)[0]
                            file.seek(size // 2)
                            file.write(bytes([byte ^ 4]))
            done = self.run(*self.resume("two_sided", copy))
            if done.returncode != 0:
                self.check_refused(f"weights that are {what} are refused", done, "weights file")
                done = self.run(*self.resume("two_sided", copy), "--rebuild")
            self.check(f"weights that are {what}: the study goes on", done.returncode == 0, done.stderr)
            self.check_result("… to the same end", "two_sided")

        # A clock that was set back: what is in the store comes from the future.
        fresh()
        database = sqlite3.connect(copy)
        database.execute("UPDATE study SET created = '2199-01-01T00:00:00.000000', updated = created")
        database.execute("UPDATE trial SET finished = '2199-01-01T00:00:00.000000'")
        database.commit()
        database.close()
        done = self.run(*self.resume("two_sided", copy))
        self.check("the clock was set back: the study goes on", done.returncode == 0, done.stderr)
        self.check_result("… to the same end", "two_sided")

    def two_at_once(self):
        store = self.path("twice.db")
        self.interrupted(store, "gbho")
        first = self.start(*self.resume("gbho", store))
        time.sleep(1)
        running = first.poll() is None
        second = self.run(*self.resume("gbho", store))
        readers = [self.run_show("gbho", store) for _ in range(5)]
        first.communicate()
        self.check("two at once: the first was still running", running)
        self.check_refused("two at once: the second is refused", second, "another process")
        self.check("two at once: readers are served meanwhile", readers == [0] * 5, readers)
        self.check("two at once: the first ends", first.returncode == 0)
        self.check_result("… as it should", "gbho")

    def change_data(self):
        table = self.path("table.csv")
        with open(table, "w", encoding="utf-8") as file:
            for row in range(300):
                values = [self.random.gauss(row % 3, 1) for _ in range(6)]
                file.write(",".join(f"{value:.3f}" for value in values) + f",{row % 3}\n")
        study = self.path("table.toml")
        with open(study, "w", encoding="utf-8") as file:
            file.write('name = "table"\nmethod = "random"\n[data]\npath = "table.csv"\n[[hyperparameter]]\n'
                       'name = "l2"\nlow = -8\nhigh = 0\n[lower]\nepochs = 400\n[random]\npoints = 400\n')
        store = self.path("table.db")
        process = self.start("tune", study, "--store", store)
        while process.poll() is None and self.run_show("table", store) != 0:
            time.sleep(0.02)
        process.kill()
        process.communicate()
        with open(table, "a", encoding="utf-8") as file:
            file.write("0,0,0,0,0,0,1\n")
        self.check_refused("changed data is refused", self.run("resume", "table", "--store", store), "not what it began")

    def fill_disk(self):
        """On a small disk of our own, in a name space of our own."""
        script = ("mount -t tmpfs -o size=600k tmpfs disk && "
                  + " ".join(self.command(*self.begin("hyperband", "disk/studies.db"))) + "; status=$?; "
                  "cp -r disk kept; exit $status")
        os.makedirs(self.path("disk"), exist_ok=True)
        done = subprocess.run(["unshare", "-rm", "sh", "-c", script], env=self.environment, cwd=self.folder,
                              capture_output=True, text=True, check=False)
        if "unshare" in done.stderr or "mount:" in done.stderr:
            self.check("a full disk", False, "name spaces are not allowed here: " + done.stderr)
            return
        self.check_refused("a full disk ends the run with a message", done, "space", status=(3,))
        done = self.run(*self.resume("hyperband", self.path("kept/studies.db")))
        self.check("… and it goes on where there is room", done.returncode == 0, done.stderr)
        self.check_result("… to the same end", "hyperband")

    def forbid_writing(self):
        os.makedirs(self.path("locked"), exist_ok=True)
        script = ("mount -t tmpfs -o ro tmpfs locked && "
                  + " ".join(self.command(*self.begin("two_sided", "locked/studies.db"))))
        done = subprocess.run(["unshare", "-rm", "sh", "-c", script], env=self.environment, cwd=self.folder,
                              capture_output=True, text=True, check=False)
        self.check_refused("a folder that cannot be written is refused", done, "locked/studies.db", status=(2,))
        self.check_refused("a folder that others may not write is refused", self.run_as_nobody(
            *self.begin("two_sided", self.path("others/studies.db"))), "others/studies.db", status=(2,))
        os.makedirs(self.path("folder.db"), exist_ok=True)
        done = self.run(*self.begin("two_sided", self.path("folder.db")))
        self.check_refused("a folder in place of the store is refused", done, "folder", status=(2,))

    def run_as_nobody(self, *arguments):
        """As somebody who may not write into the folder "others"."""
        os.makedirs(self.path("others"), mode=0o555, exist_ok=True)
        if os.geteuid() != 0:
            return self.run(*arguments)
        os.chmod(self.folder, 0o755)
        program = shutil.copy(self.gbho, self.path("gbho"))
        command = [program, *self.command(*[a for a in arguments if a not in ("--json", self.path("result.json"))])[1:]]
        return subprocess.run(command, env=self.environment, cwd=self.folder, capture_output=True, text=True,
                              check=False, user=65534, group=65534, extra_groups=[])

    def refuse_names(self):
        store = self.path("names.db")
        short = ["--set", "lower.epochs=1", "--set", "two_sided.evaluations=7"]
        self.run("tune", *short, "--store", store)
        done = self.run("tune", *short, "--store", store)
        self.check_refused("a name that is taken is refused", done, "--replace", status=(2,))
        done = self.run("tune", *short, "--store", store, "--replace")
        self.check("… unless it is to be replaced", done.returncode == 0, done.stderr)

    def everything(self):
        try:
            seconds = self.measure()
            self.refuse_names()
            self.forbid_writing()
            self.fill_disk()
            self.change_data()
            self.two_at_once()
            self.break_database()
            self.kill_again_and_again(seconds)
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)
        print(f"torture: {self.failures} failures" if self.failures else "torture: survived")
        return 1 if self.failures else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gbho", default=os.environ.get("GBHO", "build/release/gbho"))
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    return Torture(arguments.gbho, arguments.kills, arguments.seed).everything()


if __name__ == "__main__":
    sys.exit(main())
