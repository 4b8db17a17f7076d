#!/usr/bin/env python3
"""Who finds wrong labels best, by how many rows are trusted: appends average precisions to results/map.csv.

    build/clean/venv/bin/python bench/clean/map.py [--seeds 1] [--rows 2000] [--folder ~/.cache/gbho/mnist]

Digits of MNIST as 14×14 pixels, linear classifiers and networks of 64 hidden units (small_nets.py). What is in the results already is not run again.

  confident   models of all rows, out of five folds: 1 − what they say of the label
  trusted     models of the trusted rows alone
  freed       the first without what wrong labels have taught them: as in `gbho clean` with one pass
  mixed       the latter two, with the share that predicts trusted rows best: as in `gbho clean --trusted` with one pass
  two_sided   bilevel weights (weights.py); the trusted rows are what they serve
"""

import argparse
import csv
import os
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import digits_of_mnist as digits
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
ANCHOR_SHARE, FEWEST_ANCHORS, PRIOR_ROWS = 0.3, 40, 2  # as in src/clean/label_noise_rates.cc


def even(rate: float, classes: int) -> np.ndarray:
    noise = np.full((classes, classes), rate / (classes - 1))
    np.fill_diagonal(noise, 1 - rate)
    return noise


def noise_rates(said: np.ndarray, given: np.ndarray) -> np.ndarray:
    """T[true, given] from the labels of the rows that models are surest of."""
    classes, taken_for = said.shape[1], said.argmax(1)
    counts = np.zeros((classes, classes))
    for own in range(classes):
        rows = np.flatnonzero(taken_for == own)
        wanted = max(FEWEST_ANCHORS, int(ANCHOR_SHARE * len(rows)))
        np.add.at(counts[own], given[rows[np.argsort(-said[rows, own], kind="stable")[:wanted]]], 1)
    all_rows, right = counts.sum(1), np.diag(counts)
    usual = np.clip((all_rows - right).sum() / counts.sum(), 1e-6, 1 - 1 / classes)
    pairs = np.zeros_like(counts)
    for own in range(classes):
        wrong = all_rows[own] - right[own]
        pairs[own] = (wrong + PRIOR_ROWS * usual) / (all_rows[own] + PRIOR_ROWS) \
            * (counts[own] + PRIOR_ROWS / (classes - 1)) / (wrong + PRIOR_ROWS)
        pairs[own, own] = 1 - (wrong + PRIOR_ROWS * usual) / (all_rows[own] + PRIOR_ROWS)
    gain = (counts * (np.log(pairs) - np.log(even(usual, classes)))).sum()
    more = classes * (classes - 1) - 1
    weight = 1 / (1 + np.exp(np.clip(more - gain, -50, 50)))
    return weight * pairs + (1 - weight) * even(usual, classes)


def without_noise(said: np.ndarray, noise: np.ndarray) -> np.ndarray:
    truth = said.copy()
    for _ in range(30):
        truth *= (said / np.maximum(truth @ noise, 1e-300)) @ noise.T
        truth /= truth.sum(1, keepdims=True)
    return truth


def out_of_fold(recipe: Recipe, x: np.ndarray, rows: digits.Rows, learn: np.ndarray, seed: int) -> np.ndarray:
    said = np.zeros((len(x), digits.CLASSES))
    folds = StratifiedKFold(5, shuffle=True, random_state=seed)
    for train, validation in folds.split(x, 2 * rows.given + rows.trusted):
        train = train[learn[train]]
        said[validation] = trained(recipe, x[train], rows.given[train], digits.CLASSES, seed).says(x[validation])
    return said


def suspicion(truth: np.ndarray, noise: np.ndarray, given: np.ndarray) -> np.ndarray:
    """The logarithm of the odds that the label is wrong."""
    each = truth * noise[:, given].T + 1e-300
    own = each[np.arange(len(given)), given]
    return np.log(np.maximum(each.sum(1) - own, 1e-300)) - np.log(own)


def suspicions(recipe: Recipe, rows: digits.Rows, seed: int, skip: set) -> dict:
    x, given, index = (rows.x / 255).astype("f4"), rows.given, np.arange(len(rows.given))
    found = {}
    said = out_of_fold(recipe, x, rows, np.ones(len(x), bool), seed)
    noise = noise_rates(said[~rows.trusted], given[~rows.trusted])
    freed = without_noise(said, noise)
    found["confident"] = -said[index, given]
    found["freed"] = suspicion(freed, noise, given)
    if rows.trusted.any():
        alone = out_of_fold(recipe, x, rows, rows.trusted, seed)
        found["trusted"] = -alone[index, given]
        own = [part[rows.trusted, given[rows.trusted]] for part in (alone, freed)]
        share = max(np.arange(11) / 10, key=lambda s: np.log(np.maximum(s * own[0] + (1 - s) * own[1], 1e-6)).sum())
        found["mixed"] = suspicion(share * alone + (1 - share) * freed, noise, given)
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
