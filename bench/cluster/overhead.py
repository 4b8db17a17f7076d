#!/usr/bin/python3
"""What a piece of work costs beside its training: the same study in one process and with one worker behind MPI, in turns.
    GBHO=build/release/gbho bench/cluster/overhead.py --networks 400 --rounds 5
A grid of networks that train for a blink (one epoch on 60 rows) makes the pieces cost as little as they can; `--epochs` and
`--hidden` make them longer.
"""
import argparse
import json
import os
import statistics
import subprocess

GBHO = os.path.abspath(os.environ.get("GBHO", "build/release/gbho"))


def seconds(ranks, settings):
    launcher = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", str(ranks)] if ranks > 1 else []
    command = [*launcher, GBHO, "tune", "--method", "grid", "--no-store", "--threads", "1", "--progress", "none", "--json", "-"]
    for setting in settings:
        command += ["--set", setting]
    summary = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    search = [phase["seconds"] for phase in summary["phases"] if phase["name"] == "search"]
    return search[0], summary["cost"]["seconds_lower"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--networks", type=int, default=400)
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--hidden", type=int, default=100)
    parser.add_argument("--size", type=int, default=1000)
    parser.add_argument("--workers", type=int, nargs="+", default=[1])
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    settings = [f"grid.points={arguments.networks}", f"lower.epochs={arguments.epochs}", f"model.hidden=[{arguments.hidden}]",
                f"data.size={arguments.size}", "lower.learning_rate=0.1"]
    pieces = -(-arguments.networks // 8)
    rows = {count: [] for count in [0, *arguments.workers]}
    for _ in range(arguments.rounds):
        for count in rows:
            rows[count].append(seconds(count + 1 if count else 1, settings)[0])
    alone = statistics.median(rows[0])
    print(f"{arguments.networks} networks, {pieces} pieces; one process, one thread: {alone:.3f} s")
    for count in arguments.workers:
        wall = statistics.median(rows[count])
        print(f"{count} workers: {wall:.3f} s, {1000 * alone / pieces:.1f} ms of work a piece, overhead "
              f"{1000 * (count * wall - alone) / pieces:.2f} ms a piece, efficiency {alone / (count * wall):.1%}")


main()
