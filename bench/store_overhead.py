#!/usr/bin/env python3
"""What keeping a study costs: the same runs with a store and without, alternating, medians.

    bench/store_overhead.py --gbho build/release/gbho [--repeats 9]
"""
import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time

RUNS = {
    "gbho, 2 hyperparameters": ["mnist-1k-2hp", "--method", "gbho", "--set", "gbho.inner_steps=600"],
    "two_sided, gradients": ["mnist-1k-2hp", "--method", "two_sided", "--set", "two_sided.gradients=always"],
    "hyperband": ["mnist-1k-1hp", "--method", "hyperband"],
    "hyperband, 300 epochs": ["mnist-1k-1hp", "--method", "hyperband", "--set", "hyperband.epochs=300"],
    "tpe, 1,000 small trials": ["mnist-1k-1hp", "--method", "tpe", "--set", "tpe.trials=1000", "--set", "lower.epochs=4",
                                "--set", "model.hidden=[8]"],
}


def timed(gbho, arguments, folder):
    began = time.monotonic()
    subprocess.run([gbho, "tune", *arguments, "--progress", "none", "--json", os.path.join(folder, "result.json")],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.monotonic() - began


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gbho", default="build/release/gbho")
    parser.add_argument("--repeats", type=int, default=9)
    parser.add_argument("--only", default="", help="runs whose name holds this")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = ["--store", os.path.join(folder, "studies.db"), "--replace"]
        for name, run in RUNS.items():
            if arguments.only not in name:
                continue
            pairs = []
            for repeat in range(arguments.repeats):
                order = [[*store], ["--no-store"]]
                seconds = {}
                for kept in order if repeat % 2 else reversed(order):
                    seconds[kept[0]] = timed(arguments.gbho, [*run, *kept], folder)
                pairs.append((seconds["--store"], seconds["--no-store"]))
            ratios = sorted(kept / free for kept, free in pairs)
            print(json.dumps({
                "run": name,
                "seconds_without": round(statistics.median(free for _, free in pairs), 2),
                "ratio": round(statistics.median(ratios), 4),
                "quartiles": [round(ratios[len(ratios) // 4], 4), round(ratios[-1 - len(ratios) // 4], 4)],
                "repeats": arguments.repeats,
            }), flush=True)


if __name__ == "__main__":
    main()
