#!/usr/bin/env python3
"""Who finds wrong labels best, by how many rows are trusted: appends average precisions to results/map.csv.

    build/clean/venv/bin/python bench/clean/map.py [--seeds 1] [--rows 2000] [--folder ~/.cache/gbho/mnist]

Digits of MNIST as 14×14 pixels, linear classifiers and networks of 64 hidden units (small_nets.py). What is in the results already is not run again.

  confident   models of all rows, out of five folds: 1 − what they say of the label
  trusted     models of the trusted rows alone
  freed       the first without what wrong labels have taught them: as in `gbho clean` with one pass (formulas.py)
  mixed       the latter two, with the share that predicts trusted rows best: as in `gbho clean --trusted` with one pass (formulas.py)
  two_sided   bilevel weights (weights.py); the trusted rows are what they serve
"""

import argparse
import csv
import os
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import digits_of_mnist as digits
import formulas
import numpy as np
from sklearn.metrics import average_precision_score
from sklearn.model_selection import StratifiedKFold
from small_nets import Recipe, trained
from weights import two_sided

HERE = Path(__file__).resolve().parent
MODELS = {"linear": Recipe(0, 20), "mlp": Recipe(64, 20)}
TRUSTED = (0, 50, 100, 250, 500, 1000, 5000)
SHARES = (0.1, 0.2, 0.4, 0.5)
KEY = ("model", "noise", "share", "trusted", "seed", "contender")


def out_of_fold(recipe: Recipe, x: np.ndarray, rows: digits.Rows, learn: np.ndarray, seed: int) -> np.ndarray:
    said = np.zeros((len(x), digits.CLASSES))
    folds = StratifiedKFold(5, shuffle=True, random_state=seed)
    for train, validation in folds.split(x, 2 * rows.given + rows.trusted):
        train = train[learn[train]]
        said[validation] = trained(recipe, x[train], rows.given[train], digits.CLASSES, seed).says(x[validation])
    return said


def suspicions(recipe: Recipe, rows: digits.Rows, seed: int, skip: set) -> dict:
    x, given, index = (rows.x / 255).astype("f4"), rows.given, np.arange(len(rows.given))
    found = {}
    said = out_of_fold(recipe, x, rows, np.ones(len(x), bool), seed)
    noise = formulas.noise_rates(said[~rows.trusted], given[~rows.trusted])
    found["confident"] = -said[index, given]
    found["freed"] = formulas.suspicion(formulas.without_noise(said, noise), noise, given)
    if rows.trusted.any():
        alone = out_of_fold(recipe, x, rows, rows.trusted, seed)
        found["trusted"] = -alone[index, given]
        found["mixed"] = formulas.suspicion(*formulas.with_trusted(said, alone, given, rows.trusted), given)
        if "two_sided" not in skip:
            judged = ~rows.trusted
            found["two_sided"] = np.zeros(len(x))
            found["two_sided"][judged] = -two_sided(recipe, x[judged], given[judged], (x[rows.trusted], given[rows.trusted]),
                                                    digits.CLASSES, seed)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--rows", type=int, default=2000)
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--shares", default=",".join(map(str, SHARES)))
    parser.add_argument("--skip", default="", help="contenders to leave out: two_sided takes most of the time")
    parser.add_argument("--folder", type=Path, default=Path.home() / ".cache" / "gbho" / "mnist")
    parser.add_argument("--results", type=Path, default=HERE / "results" / "map.csv")
    arguments = parser.parse_args()
    images, y = digits.read(arguments.folder)
    x = digits.halved(images)
    done = set()
    if arguments.results.exists():
        with open(arguments.results, encoding="utf-8", newline="") as file:
            done = {tuple(line[name] for name in KEY[:5]) for line in csv.DictReader(file)}
    with open(arguments.results, "a", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        if not done:
            writer.writerow([*KEY, "average_precision"])
        for seed in range(arguments.seeds):
            for share in map(float, arguments.shares.split(",")):
                for noise in ("uniform", "pairs"):
                    for trusted in TRUSTED:
                        for model in arguments.models.split(","):
                            key = (model, noise, str(share), str(trusted), str(seed))
                            if key in done:
                                continue
                            rows = digits.draw(x, y, arguments.rows, trusted, noise, share, seed)
                            found = suspicions(MODELS[model], rows, seed, set(arguments.skip.split(",")))
                            for contender, order in found.items():
                                own = average_precision_score(rows.wrong[~rows.trusted], order[~rows.trusted])
                                writer.writerow([*key, contender, round(own, 5)])
                            file.flush()


if __name__ == "__main__":
    main()
