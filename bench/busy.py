#!/usr/bin/env python3
"""How long runs take beside busy neighbours: every method of `gbho methods` on the default study, alone on a few cores, and
beside processes that never wait on the same cores, alternating; medians.

    bench/busy.py --gbho build/release/gbho --cores 0,1 [--neighbours 4] [--repeats 3] [--methods a,b] [--out FILE]

The fair share is what a scheduler gives who waits for nobody: time alone × (neighbours + threads)/cores, with the threads
that the run kept busy alone (processor time/time, at least one). A ratio above --limit (1.5) is a failure: exit status 1.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

STUDY = "mnist-1k-1hp"


def methods_of(gbho):
    lines = subprocess.run([gbho, "methods"], check=True, capture_output=True, text=True).stdout.splitlines()
    names = [line.split()[0] for line in lines if line.startswith("  ") and not line.startswith("   ")]
    return [name for name in names if name != "method"]  # the heading


class Busy:
    def __init__(self, arguments, folder):
        self.arguments = arguments
        self.cores = {int(core) for core in arguments.cores.split(",")}
        self.environment = dict(os.environ, XDG_DATA_HOME=folder)
        self.environment.pop("OMP_WAIT_POLICY", None)  # the program sets it by itself

    def start(self, command, **options):
        return subprocess.Popen(["taskset", "-c", self.arguments.cores, *command], env=self.environment, **options)

    def run(self, method):
        """Seconds, and seconds of processor time."""
        command = [os.path.abspath(self.arguments.gbho), "tune", STUDY, "--method", method, "--no-store",
                   "--progress", "none"]
        for setting in self.arguments.set:
            command += ["--set", setting]
        began = time.monotonic()
        process = self.start(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        errors = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit(f"busy: {' '.join(command)}: status {process.returncode}: {errors.decode()}")
        return time.monotonic() - began, usage.ru_utime + usage.ru_stime

    def run_among_neighbours(self, method):
        spin = [sys.executable, "-c", "while True: pass"]
        neighbours = [self.start(spin) for _ in range(self.arguments.neighbours)]
        try:
            time.sleep(0.5)
            return self.run(method)
        finally:
            for neighbour in neighbours:
                neighbour.kill()
                neighbour.wait()

    def measure(self, method):
        alone, beside = [], []
        for _ in range(self.arguments.repeats):
            alone.append(self.run(method))
            beside.append(self.run_among_neighbours(method))
        seconds, processor = (statistics.median(values) for values in zip(*alone))
        threads = min(max(processor / seconds, 1), len(self.cores))
        busy, busy_processor = (statistics.median(values) for values in zip(*beside))
        fair = seconds * max(1, (self.arguments.neighbours + threads) / len(self.cores))
        return [STUDY, seconds, threads, busy, busy_processor / processor, fair, busy / fair]


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
    lines = ["| method | study | alone, s | threads busy | beside, s | processor time, beside/alone | fair share, s | ratio |",
             "|---|---|---|---|---|---|---|---|"]
    print("\n".join(lines), flush=True)
    slow = []
    with tempfile.TemporaryDirectory() as folder:
        busy = Busy(arguments, folder)
        for method in arguments.methods.split(",") if arguments.methods else methods_of(arguments.gbho):
            study, *numbers = busy.measure(method)
            lines.append(f"| `{method}` | {study} | " + " | ".join(f"{number:.2f}" for number in numbers) + " |")
            print(lines[-1], flush=True)
            if numbers[-1] > arguments.limit:
                slow.append(method)
    if arguments.out:
        with open(arguments.out, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    print(f"\n{len(lines) - 2} methods, {arguments.neighbours} neighbours, cores {arguments.cores}, median of "
          f"{arguments.repeats}: " + (f"above {arguments.limit}: {', '.join(slow)}" if slow else f"none above {arguments.limit}"))
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
