"""Races kriging against scikit-learn: a maximum-likelihood fit of 100 points in four dimensions.

The same data, bounds and number of starts; one thread each, by turns. Ours must be no less likely than scikit-learn's, up to 1e-3,
by the concentrated likelihood of ordinary kriging at both answers: a fit that stops early is no faster, just worse.
"""

import math
import random
import sys
from pathlib import Path

import results
from contender import Contender, OtherLoad

NAME = "kriging-100x4"
PEER = "scikit-learn"
POINTS, DIMENSIONS = 100, 4
RESTARTS = 5
TARGET = 5
LIKELIHOOD_TOLERANCE = 1e-3
LEAST_NUGGET = 1e-8  # our lower bound
HERE = Path(__file__).resolve().parent


def make_job() -> dict:
    """A smooth function of four logarithms of weights, with a little noise, as a validation loss has it."""
    rng = random.Random(4)
    low, high = [-10.0] * DIMENSIONS, [0.0] * DIMENSIONS
    x = [[rng.uniform(a, b) for a, b in zip(low, high)] for _ in range(POINTS)]
    y = [0.4 + sum(math.sin(0.3 * (k + 1) * v) / (k + 1) + 0.01 * (v + 5 + k) ** 2 for k, v in enumerate(row))
         + 0.01 * rng.gauss(0, 1) for row in x]
    return {"job": "fit", "low": low, "high": high, "x": x, "y": y, "restarts": RESTARTS}


def timed(contender: Contender, job: dict) -> dict:
    contender.ask(job)
    return contender.ask({"job": "go"})


def run(program: Path, repeats: int) -> dict:
    one_thread = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    ours = Contender("gbho_race krige", [program, "krige"], one_thread)
    peer = Contender("sklearn_peer.py", ["/usr/bin/python3", HERE / "sklearn_peer.py"], one_thread)
    versions = peer.ask({"job": "describe"})
    print(f"race: scikit-learn {versions['sklearn']}, NumPy {versions['numpy']}", file=sys.stderr)
    job = make_job()
    seconds = {"ours": [], "peer": []}
    load = OtherLoad([ours, peer])
    for turn in range(repeats):
        for name in (("ours", "peer") if turn % 2 == 0 else ("peer", "ours")):
            reply = timed(ours if name == "ours" else peer, job)
            seconds[name].append(reply["seconds"])
            if name == "ours":
                likelihood = reply["log_likelihood"]
            else:
                theirs = reply
    other_load = round(load.cores(), 2)
    at_theirs = ours.ask({**job, "job": "likelihood", "lengths": theirs["lengths"],
                          "nugget": max(theirs["nugget"], LEAST_NUGGET)})["log_likelihood"]
    for contender in (ours, peer):
        contender.close()
    gain = likelihood - at_theirs
    return results.entry(NAME, PEER, seconds["ours"], seconds["peer"], points=POINTS, dimensions=DIMENSIONS,
                         starts=RESTARTS + 1, threads=1, log_likelihood=round(likelihood, 4),
                         log_likelihood_gain=round(gain, 5), agrees=gain >= -LIKELIHOOD_TOLERANCE,
                         other_load_cores=other_load, target=TARGET)


def print_table(entry: dict) -> None:
    header = ["case", "peer", "ours s", "peer s", "ratio", "lowest to highest", "aim", "log-likelihood, ours − peer's"]
    row = [entry["case"], entry["peer"], f"{entry['ours_seconds']:.4f}", f"{entry['peer_seconds']:.3f}",
           f"{entry['ratio']:.2f}", f"{min(entry['ratios']):.2f} to {max(entry['ratios']):.2f}",
           f"{entry['target']:g}", f"{entry['log_likelihood_gain']:+.4f}"]
    print("\n" + results.table(header, [row]))
