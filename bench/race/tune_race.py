#!/usr/bin/python3
"""Races whole runs, each a process from start to end: `gbho tune` against Optuna on one-thread PyTorch.

Both tune the penalty of the same network on the same 600 + 400 digits of MNIST-1K, train the model to take home on all
1,000 and score it on the test part. Optuna's trials run one after another on one thread; we get the machine's threads.
Every round runs both, in turning order, on a seed of its own.

tune-mnist-1k-1hp   all our defaults (the method two_sided) against 60 trials of Optuna's TPE: answers to one question, not
                    one computation, so the test losses stand beside the times
grid-mnist-1k-1hp   the same grid of 100 values of λ on both sides (Optuna: GridSampler)

race.py runs these as two of its cases. By itself this puts its entries into an existing race.json.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import results

HERE = Path(__file__).resolve().parent
DATA = HERE.parent.parent / "data"
PYTHON = "/usr/bin/python3"  # Debian's: the one that has python3-optuna and python3-torch


@dataclass(frozen=True)
class Case:
    name: str
    ours: tuple  # arguments of gbho tune
    sampler: str
    trials: int
    target: float = 0  # the ratio to reach; 0: none


CASES = [Case("tune-mnist-1k-1hp", (), "tpe", 60),
         Case("grid-mnist-1k-1hp", ("--method", "grid", "--set", "grid.points=100"), "grid", 100, 5)]
NAMES = [case.name for case in CASES]


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


def run_ours(case: Case, build: Path, seed: int) -> tuple:
    seconds, summary = timed([build / "gbho", "tune", "--seed", seed, "--progress", "none", "--json", "-", *case.ours])
    return seconds, summary["models"]["refit"]["test_loss"], summary["lambda"][0], summary["cost"]["lower_solves"]


def run_optuna(case: Case, seed: int) -> tuple:
    one_thread = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    seconds, reply = timed([PYTHON, HERE / "optuna_peer.py", DATA, "--seed", seed, "--trials", case.trials,
                            "--sampler", case.sampler], one_thread)
    return seconds, reply["test_loss"], reply["lambda"]


def play(case: Case, build: Path, repeats: int) -> dict:
    """The entry of race.json."""
    outcomes = {"ours": [], "optuna": []}
    start = others_since()
    for turn in range(repeats):
        for name in (["ours", "optuna"], ["optuna", "ours"])[turn % 2]:
            outcomes[name].append(run_ours(case, build, turn) if name == "ours" else run_optuna(case, turn))
        ours, theirs = outcomes["ours"][-1], outcomes["optuna"][-1]
        print(f"race: {case.name}, seed {turn}: ours {ours[0]:.2f} s, λ = {ours[2]:.2f}, test loss of the refit "
              f"{ours[1]:.4f}; optuna {theirs[0]:.2f} s, λ = {theirs[2]:.2f}, {theirs[1]:.4f}", file=sys.stderr)
    seconds = {name: [outcome[0] for outcome in rows] for name, rows in outcomes.items()}
    losses = {name: [outcome[1] for outcome in rows] for name, rows in outcomes.items()}
    target = {"target": case.target} if case.target else {}
    return results.entry(case.name, "optuna", seconds["ours"], seconds["optuna"], **target,
                         ours_lower_solves=outcomes["ours"][-1][3], peer_trials=case.trials,
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
    parser.add_argument("--cases", default=",".join(NAMES), help="some of: " + ", ".join(NAMES))
    arguments = parser.parse_args()
    unknown = set(arguments.cases.split(",")) - set(NAMES)
    if unknown:
        parser.error(f"--cases: no case {', '.join(sorted(unknown))}")
    if arguments.repeats < 1:
        parser.error("--repeats must be at least 1")
    for case in CASES:
        if case.name not in arguments.cases.split(","):
            continue
        entry = play(case, arguments.build.resolve(), arguments.repeats)
        print_entry(entry)
        others = json.loads(arguments.out.read_text()) if arguments.out.exists() else []
        kept = [other for other in others if (other["case"], other["peer"]) != (case.name, "optuna")]
        results.write_json(arguments.out, kept + [entry])
    return 0


if __name__ == "__main__":
    sys.exit(main())
