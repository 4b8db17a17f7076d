"""Races data hyper-cleaning, 5,000 weights of examples and a linear model, against the same algorithm in PyTorch.

Both sides read the same digits, half of the labels wrong, and the same initial weights, and take 1,500 steps of whole batches. Their
trajectories must agree: the validation loss and the mean weight at fifteen points on the way, and how many examples end with
a weight below one half. Ours has two threads; PyTorch has one, and two in an entry of its own.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import results
from contender import Contender, OtherLoad

NAME = "hyperclean-linear"
PEERS = {"pytorch-1-thread": 1, "pytorch-2-threads": 2}
TARGET = 5
STEPS, RECORD = 1500, 100
EARLY_BOUND = 1e-3  # relative difference at the first points …
LATE_BOUND = 1e-2   # … and to the end: Adam turns rounding errors of small gradients into steps
FLAGGED_BOUND = 0.01  # of the examples
EXAMPLES = 5000
HERE = Path(__file__).resolve().parent
JOB = {"job": "run", "steps": STEPS, "record": RECORD, "learning_rate": 0.3, "momentum": 0.9, "epsilon": 0.05,
       "lambda_rate": 0.03, "threads": 2}


def timed(contender: Contender, job: dict) -> dict:
    contender.ask(job)
    return contender.ask({"job": "go"})


def differences(ours: dict, theirs: dict) -> list:
    pairs = zip(ours["loss"] + ours["weight"], theirs["loss"] + theirs["weight"], strict=True)
    apart = [abs(a - b) / abs(b) for a, b in pairs]
    return [max(apart[i], apart[i + len(ours["loss"])]) for i in range(len(ours["loss"]))]


def agree(apart: list, flagged: int) -> bool:
    return max(apart[:3]) <= EARLY_BOUND and max(apart) <= LATE_BOUND and flagged <= FLAGGED_BOUND * EXAMPLES


def run(program: Path, repeats: int) -> list:
    with tempfile.TemporaryDirectory(prefix="gbho-race-") as folder:
        subprocess.run([program, "prepare-hyperclean", folder], check=True, capture_output=True)
        ours = Contender("gbho_race hyperclean", [program, "hyperclean", folder])
        peer = Contender("hyperclean_peer.py", ["/usr/bin/python3", HERE / "hyperclean_peer.py", folder])
        print(f"race: {NAME}: PyTorch {peer.ask({'job': 'describe'})['torch']}", file=sys.stderr)
        seconds = {name: [] for name in ["ours", *PEERS]}
        apart, flagged = [0.0] * (STEPS // RECORD), 0
        load = OtherLoad([ours, peer])
        for turn in range(repeats):
            order = list(seconds)
            order = order[turn % 3:] + order[:turn % 3]
            replies = {}
            for name in order:
                job = JOB if name == "ours" else {**JOB, "peer_threads": PEERS[name]}
                replies[name] = timed(ours if name == "ours" else peer, job)
                seconds[name].append(replies[name]["seconds"])
            for name in PEERS:
                apart = [max(pair) for pair in zip(apart, differences(replies["ours"], replies[name]))]
                flagged = max(flagged, abs(replies["ours"]["flagged"] - replies[name]["flagged"]))
            print(f"race: {NAME}: round {turn + 1} of {repeats}", file=sys.stderr)
        other_load = round(load.cores(), 2)
        for contender in (ours, peer):
            contender.close()
    more = {"steps": STEPS, "hyperparameters": EXAMPLES, "threads": JOB["threads"], "agrees": agree(apart, flagged),
            "trajectory_difference": float(f"{max(apart):.3g}"),
            "trajectory_difference_first_points": float(f"{max(apart[:3]):.3g}"), "flagged_difference": flagged,
            "other_load_cores": other_load}
    return [results.entry(NAME, name, seconds["ours"], seconds[name], **more,
                          **({"target": TARGET} if name == "pytorch-1-thread" else {})) for name in PEERS]


def print_table(entries: list) -> None:
    header = ["case", "peer", "ours s", "peer s", "ratio", "lowest to highest", "aim", "trajectory difference"]
    rows = [[e["case"], e["peer"], f"{e['ours_seconds']:.2f}", f"{e['peer_seconds']:.2f}", f"{e['ratio']:.2f}",
             f"{min(e['ratios']):.2f} to {max(e['ratios']):.2f}", f"{e['target']:g}" if "target" in e else "",
             f"{e['trajectory_difference']:.1e}"] for e in entries]
    print("\n" + results.table(header, rows))
