#!/usr/bin/python3
"""Efficiency of a run that is spread over ranks of MPI: work done per core-second, against one process with one thread.
    GBHO=build/release/gbho bench/cluster/efficiency.py --networks 192 --epochs 40 --workers 1 2 4 8 16 --out results.json
    GBHO=build/release/gbho bench/cluster/efficiency.py --method bayes --batch 16 --networks 38 --workers 2 4 8 16
Core-seconds are user and system time of all processes together, waiting for messages and starting included. So neighbours
and fewer processors than workers hardly matter, as they would for the time on the clock, which is printed beside it. What a
rank takes to start (`--networks` of next to no work) is measured, too, and told apart: it is paid once, however long a run is."""

import argparse
import json
import os
import resource
import statistics
import subprocess
import time

GBHO = os.environ.get("GBHO", "build/release/gbho")


def used():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(workers, settings, method):
    """Core-seconds of all processes, and seconds on the clock."""
    launcher = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", str(workers + 1)] if workers else []
    command = [*launcher, GBHO, "tune", "--method", method, "--no-store", "--threads", "1", "--progress", "none", "--json", "-"]
    for setting in settings:
        command += ["--set", setting]
    before, began = used(), time.monotonic()
    summary = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return used() - before, time.monotonic() - began, summary["models"]


def settings_of(arguments, networks, epochs):
    own = {"grid": [f"grid.points={networks}"],
           "bayes": [f"bayes.trials={networks}", f"bayes.batch={arguments.batch}", "bayes.initial=6"]}[arguments.method]
    return [*own, f"lower.epochs={epochs}", f"model.hidden=[{arguments.hidden}]", f"data.size={arguments.size}", "lower.learning_rate=0.1"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--method", choices=["grid", "bayes"], default="grid")
    parser.add_argument("--networks", type=int, default=192)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--hidden", type=int, default=100)
    parser.add_argument("--size", type=int, default=1000)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4, 8, 16])
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--out")
    arguments = parser.parse_args()
    work = settings_of(arguments, arguments.networks, arguments.epochs)
    start = settings_of(arguments, 8, 1)
    rows, models = {}, None
    for _ in range(arguments.rounds):
        for workers in [0, *arguments.workers]:
            begun = run(workers, start, arguments.method)[0]
            took, clock, found = run(workers, work, arguments.method)
            models = models or found
            assert found == models, "another result"
            rows.setdefault(workers, []).append((took, begun, clock))
            print(f"{workers} workers: {took:.2f} core-seconds, of them {begun:.2f} to start; {clock:.1f} s on the clock", flush=True)
    results = []
    medians = {workers: [statistics.median(column) for column in zip(*row)] for workers, row in rows.items()}
    alone = medians[0][0] - medians[0][1]
    for workers, (took, begun, clock) in medians.items():
        results.append({"workers": workers, "core_seconds": took, "start": begun, "clock": clock, "efficiency": medians[0][0] / took,
                        "efficiency_without_start": alone / (took - begun)})
        print(f"{workers:3} workers: efficiency {medians[0][0] / took:.1%}, without starting {alone / (took - begun):.1%}")
    if arguments.out:
        with open(arguments.out, "w", encoding="utf-8") as file:
            json.dump({"arguments": vars(arguments), "rows": results}, file, indent=1)


main()
