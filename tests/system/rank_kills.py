#!/usr/bin/python3
"""Kills MPI jobs at random instants, goes on with another number of ranks each time, and compares the end with that of one
process.
    GBHO=build/release/gbho tests/system/rank_kills.py --kills 50
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time

GBHO = os.path.abspath(os.environ.get("GBHO", "build/release/gbho"))
STUDY = ["--method", "random", "--set", "random.points=48", "--set", "lower.epochs=25", "--set", "lower.learning_rate=0.1"]
MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n"]
COMMON = ["--progress", "none", "--threads", "1"]


def without_times(text):
    summary = json.loads(text)
    for key in ("seconds", "seconds_lower", "peak_rss_mb"):
        summary["cost"].pop(key)
    for phase in summary["phases"]:
        phase.pop("seconds")
    return summary


def ranks_of(launcher):
    listed = subprocess.run(["pgrep", "-P", str(launcher)], capture_output=True, text=True, check=False).stdout
    return [int(pid) for pid in listed.split()]


def live(command, ranks, chance, longest):
    """Runs, and kills one of the ranks after a while. True when the job had ended by then; and how many kills there were."""
    started = [*MPIRUN, str(ranks)] if ranks > 1 else []
    process = subprocess.Popen([*started, GBHO, *command, *COMMON], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        process.wait(timeout=chance.uniform(0.3, longest))
        return process.returncode == 0, 0
    except subprocess.TimeoutExpired:
        pass
    victims = ranks_of(process.pid) if ranks > 1 else [process.pid]
    signal = chance.choice(["-KILL", "-KILL", "-TERM"])
    if signal == "-TERM":
        victims = [process.pid]
    subprocess.run(["kill", signal, str(chance.choice(victims or [process.pid]))], check=False)
    process.wait()
    return False, 1


def one_run(store, name, chance, longest):
    kills = 0
    command = ["tune", *STUDY, "--name", name, "--store", store, "--checkpoint", "0"]
    while True:
        ended, killed = live(command, chance.choice([1, 2, 3, 4]), chance, longest)
        kills += killed
        if ended:
            break
        known = subprocess.run([GBHO, "show", name, "--store", store], capture_output=True, check=False).returncode == 0
        if known:
            command = ["resume", name, "--store", store, "--checkpoint", "0"]
        longest *= 1.1
        time.sleep(0.2)
    result = subprocess.run([GBHO, "resume", name, "--store", store, "--json", "-", "--progress", "none"], capture_output=True,
                            text=True, check=True)
    return without_times(result.stdout), kills


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=float, default=3.0, help="seconds until a kill, at most")
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory() as folder:
        alone = subprocess.run([GBHO, "tune", *STUDY, "--no-store", "--json", "-", *COMMON], capture_output=True, text=True, check=True)
        expected = without_times(alone.stdout)
        kills = runs = different = 0
        while kills < arguments.kills:
            runs += 1
            found, own = one_run(os.path.join(folder, "studies.db"), f"run{runs}", chance, arguments.longest)
            kills += own
            different += found != expected
            print(f"run {runs}: {own} kills, {kills} in all, {different} differing results", flush=True)
    return 1 if different else 0


sys.exit(main())
