#!/usr/bin/python3
"""Races whole tuning runs: `gbho tune` with all defaults against Optuna's TPE, each a process from start to end.

Both tune the penalty of the same network on the same 600 + 400 digits of MNIST-1K, train the model to take home on all
1,000 and score it on the test part. Optuna gets 60 trials, one after another on one thread; we get what the default
study says, the method two_sided, and the machine's threads. So the times are those of answers to one
question, not of one computation; the test losses stand beside them. Every round runs both, in turning order, on a seed of
its own.

race.py runs this as one of its cases. By itself it puts its entry into an existing race.json.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import results

HERE = Path(__file__).resolve().parent
DATA = HERE.parent.parent / "data"
PYTHON = "/usr/bin/python3"  # Debian's: the one that has python3-optuna and python3-torch
CASE = "tune-mnist-1k-1hp"
TRIALS = 60


def others_since(start: tuple = None):
    """A reading to start from, or the cores that other programs kept busy on average since then."""
    fields = [int(value) for value in Path("/proc/stat").read_text().split("\n")[0].split()[1:9]]
    busy = (sum(fields) - fields[3] - fields[4]) / os.sysconf("SC_CLK_TCK")  # all but idle and waiting for disks
    now = (busy - sum(os.times()[:4]), time.monotonic())  # less our own time and that of the programs we ran
    return now if start is None else max(0.0, (now[0] - start[0]) / (now[1] - start[1]))


def timed(command: list, environment: dict = None) -> tuple:
    start = time.monotonic()
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, text=True,
                          env={**os.environ, **(environment or {})})
    seconds = time.monotonic() - start
    if done.returncode != 0:
        sys.exit(f"race: {command[0]} ended with status {done.returncode}; its message is above")
    return seconds, json.loads(done.stdout)


def run_ours(build: Path, seed: int) -> tuple:
    seconds, summary = timed([build / "gbho", "tune", "--seed", seed, "--progress", "none", "--json", "-"])
    return seconds, summary["models"]["refit"]["test_loss"], summary["lambda"][0], summary["cost"]["lower_solves"]


def run_optuna(seed: int) -> tuple:
    one_thread = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    seconds, reply = timed([PYTHON, HERE / "optuna_peer.py", DATA, "--seed", seed, "--trials", TRIALS], one_thread)
    return seconds, reply["test_loss"], reply["lambda"]


def play(build: Path, repeats: int) -> dict:
    """The entry of race.json."""
    outcomes = {"ours": [], "optuna": []}
    start = others_since()
    for turn in range(repeats):
        for name in (["ours", "optuna"], ["optuna", "ours"])[turn % 2]:
            outcomes[name].append(run_ours(build, turn) if name == "ours" else run_optuna(turn))
        ours, theirs = outcomes["ours"][-1], outcomes["optuna"][-1]
        print(f"race: {CASE}, seed {turn}: ours {ours[0]:.2f} s, λ = {ours[2]:.2f}, test loss of the refit {ours[1]:.4f}; "
              f"optuna {theirs[0]:.2f} s, λ = {theirs[2]:.2f}, {theirs[1]:.4f}", file=sys.stderr)
    seconds = {name: [outcome[0] for outcome in rows] for name, rows in outcomes.items()}
    losses = {name: [outcome[1] for outcome in rows] for name, rows in outcomes.items()}
    return results.entry(CASE, "optuna", seconds["ours"], seconds["optuna"],
                         ours_lower_solves=outcomes["ours"][-1][3], peer_trials=TRIALS,
                         other_load_cores=round(others_since(start), 2),
                         ours_test_loss=round(median(losses["ours"]), 5),
                         peer_test_loss=round(median(losses["optuna"]), 5))


def print_entry(entry: dict) -> None:
    print(f"\n{entry['case']}: ours {entry['ours_seconds']:.2f} s, {entry['peer']} {entry['peer_seconds']:.2f} s, ratio "
          f"{entry['ratio']:.2f} ({min(entry['ratios']):.2f} to {max(entry['ratios']):.2f}); median test loss of the refit: "
          f"ours {entry['ours_test_loss']:.4f}, {entry['peer']} {entry['peer_test_loss']:.4f}; other programs on "
          f"{entry['other_load_cores']:.2f} cores")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", type=Path, default=Path("build/release"), help="folder of the program gbho")
    parser.add_argument("--out", type=Path, default=Path("bench/results/race.json"), help="where the entry goes")
    parser.add_argument("--repeats", type=int, default=5, help="rounds (5)")
    arguments = parser.parse_args()
    if arguments.repeats < 1:
        parser.error("--repeats must be at least 1")
    entry = play(arguments.build.resolve(), arguments.repeats)
    print_entry(entry)
    others = json.loads(arguments.out.read_text()) if arguments.out.exists() else []
    kept = [other for other in others if (other["case"], other["peer"]) != (CASE, "optuna")]
    results.write_json(arguments.out, kept + [entry])
    return 0


if __name__ == "__main__":
    sys.exit(main())
