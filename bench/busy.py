#!/usr/bin/env python3
"""How long runs take beside busy neighbours: every method of `gbho methods` on the default study, by itself on a few cores, and
beside processes that never wait on the same cores, alternating; medians.

    bench/busy.py --gbho build/release/gbho --cores 0,1 [--neighbours 4] [--repeats 3] [--methods a,b] [--out FILE]

The fair share is what a run gets that waits for nobody: its processor time alone, on as many threads as it has work for, at the
rate at which the neighbours, who wait for nobody, got their processor time beside it. Nothing in it is the time of a run that
was not to be disturbed: other work on the machine slows both, and leaves the ratio. A ratio above --limit (1.5) is a failure:
exit status 1. Threads that spin show as more processor time, threads that sleep and wait for each other as a ratio above one.
"""
import argparse
import collections
import os
import statistics
import subprocess
import sys
import tempfile
import time

STUDY = "mnist-1k-1hp"
PACE = 0.02  # seconds between looks at a run's threads

Run = collections.namedtuple("Run", "seconds processor threads")


def methods_of(gbho):
    lines = subprocess.run([gbho, "methods"], check=True, capture_output=True, text=True).stdout.splitlines()
    names = [line.split()[0] for line in lines if line.startswith("  ") and not line.startswith("   ")]
    return [name for name in names if name != "method"]  # the heading


def scheduled(path):
    """Seconds on a processor and seconds of waiting for one; of a thread that has ended, nothing."""
    try:
        with open(path, encoding="ascii") as file:
            on, waited = file.read().split()[:2]
    except (FileNotFoundError, ProcessLookupError):
        return None
    return int(on) / 1e9, int(waited) / 1e9


class Threads:
    """How many threads of a process wanted a processor, on average: it does not matter whether they got one."""

    def __init__(self, pid):
        self.folder = f"/proc/{pid}/task"
        self.wanted = {}

    def look(self):
        try:
            threads = os.listdir(self.folder)
        except (FileNotFoundError, ProcessLookupError):
            return
        for thread in threads:
            times = scheduled(f"{self.folder}/{thread}/schedstat")
            if times is not None:
                self.wanted[thread] = sum(times)

    def mean(self, seconds):
        return sum(self.wanted.values()) / seconds


class Busy:
    def __init__(self, arguments, folder):
        self.arguments = arguments
        self.cores = {int(core) for core in arguments.cores.split(",")}
        self.environment = dict(os.environ, XDG_DATA_HOME=folder)
        self.environment.pop("OMP_WAIT_POLICY", None)  # the program sets it by itself

    def start(self, command, **options):
        return subprocess.Popen(["taskset", "-c", self.arguments.cores, *command], env=self.environment, **options)

    def run(self, method):
        command = [os.path.abspath(self.arguments.gbho), "tune", STUDY, "--method", method, "--no-store",
                   "--progress", "none"]
        for setting in self.arguments.set:
            command += ["--set", setting]
        with tempfile.TemporaryFile() as errors:
            began = time.monotonic()
            process = self.start(command, stdout=subprocess.DEVNULL, stderr=errors)
            threads = Threads(process.pid)
            ended = 0
            while ended == 0:
                time.sleep(PACE)
                threads.look()
                ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            seconds = time.monotonic() - began
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode != 0:
                errors.seek(0)
                sys.exit(f"busy: {' '.join(command)}: status {process.returncode}: {errors.read().decode()}")
        busy = min(max(threads.mean(seconds), 1), len(self.cores))
        return Run(seconds, usage.ru_utime + usage.ru_stime, busy)

    def run_among_neighbours(self, method):
        """The run, and the part of a processor that a neighbour had meanwhile."""
        spin = [sys.executable, "-c", "while True: pass"]
        neighbours = [self.start(spin) for _ in range(self.arguments.neighbours)]

        def used():
            return [scheduled(f"/proc/{neighbour.pid}/schedstat")[0] for neighbour in neighbours]

        try:
            time.sleep(0.5)
            before = used()
            run = self.run(method)
            shares = [(now - then) / run.seconds for then, now in zip(before, used())]
            return run, statistics.mean(shares)
        finally:
            for neighbour in neighbours:
                neighbour.kill()
                neighbour.wait()

    def measure(self, method):
        """Medians, in the order of the table's columns."""
        rows = []
        for _ in range(self.arguments.repeats):
            alone = self.run(method)
            beside, share = self.run_among_neighbours(method)
            fair = alone.processor / alone.threads / share
            rows.append([alone.processor, alone.threads, share, beside.processor / alone.processor, fair,
                         beside.seconds, beside.seconds / fair])
        return [statistics.median(column) for column in zip(*rows)]


COLUMNS = ["processor time alone, s", "threads", "a neighbour's share", "processor time, beside/alone",
           "fair share, s", "beside, s", "ratio"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gbho", default="build/release/gbho")
    parser.add_argument("--cores", default="0,1")
    parser.add_argument("--neighbours", type=int, default=4)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--methods", default="", help="all of them when left out")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="passed on to gbho tune")
    parser.add_argument("--limit", type=float, default=1.5)
    parser.add_argument("--out", help="write the table into this file too")
    arguments = parser.parse_args()
    lines = ["| method | " + " | ".join(COLUMNS) + " |", "|---|" + "---:|" * len(COLUMNS)]
    print("\n".join(lines), flush=True)
    slow = []
    with tempfile.TemporaryDirectory() as folder:
        busy = Busy(arguments, folder)
        for method in arguments.methods.split(",") if arguments.methods else methods_of(arguments.gbho):
            numbers = busy.measure(method)
            lines.append(f"| `{method}` | " + " | ".join(f"{number:.2f}" for number in numbers) + " |")
            print(lines[-1], flush=True)
            if numbers[-1] > arguments.limit:
                slow.append(method)
    if arguments.out:
        with open(arguments.out, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    print(f"\n{len(lines) - 2} methods on {STUDY}, {arguments.neighbours} neighbours, cores {arguments.cores}, median of "
          f"{arguments.repeats}: " + (f"above {arguments.limit}: {', '.join(slow)}" if slow else f"none above {arguments.limit}"))
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
