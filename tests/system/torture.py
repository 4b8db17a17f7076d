#!/usr/bin/env python3
"""Kills a running study at random instants, breaks what it needs, and holds it to its promise: what was committed
is kept, and the end is that of a run which nothing happened to.

    tests/system/torture.py --gbho build/release/gbho [--kills 50] [--methods a,b|all] [--jobs N] [--seed 0] [--no-faults]

Faults come first, one after another; then the kills, several methods at a time, and a table of them. Python is all it needs,
and for the faults leave to mount (unshare).
"""
import argparse
import os
import shutil
import sqlite3
import subprocess
import sys
import time

from kills import kill_all
from studies import STUDIES, Studies

# Those that faults are tried on.
METHODS = ["gbho", "two_sided", "hyperband"]


class Torture(Studies):
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
        shutil.copy(os.path.join(os.path.dirname(os.path.realpath(self.gbho)), "gbho-core"), self.folder)
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
            for method in METHODS:
                self.measure(method)
            self.refuse_names()
            self.forbid_writing()
            self.fill_disk()
            self.change_data()
            self.two_at_once()
            self.break_database()
        finally:
            self.remove()
        return self.failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gbho", default=os.environ.get("GBHO", "build/release/gbho"))
    parser.add_argument("--kills", type=int, default=50, help="in all")
    parser.add_argument("--methods", default=",".join(METHODS), help="that are killed; all: every one")
    parser.add_argument("--jobs", type=int, default=1, help="methods at a time")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--no-faults", action="store_true", help="nothing but kills")
    arguments = parser.parse_args()
    methods = list(STUDIES) if arguments.methods == "all" else arguments.methods.split(",")
    unknown = [method for method in methods if method not in STUDIES]
    if unknown:
        parser.error(f"--methods {','.join(unknown)}: choose from {', '.join(STUDIES)}, or all")
    failures = 0 if arguments.no_faults else Torture(arguments.gbho, arguments.seed).everything()
    failures += kill_all(arguments.gbho, methods, arguments.kills, arguments.jobs, arguments.seed)
    print(f"torture: {failures} failures" if failures else "torture: survived")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
