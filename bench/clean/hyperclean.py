#!/usr/bin/env python3
"""Half of 5,000 labels wrong, 5,000 trusted: what `gbho clean --trusted` flags, and what models of the rest are worth.

    build/clean/venv/bin/python bench/clean/hyperclean.py [--seeds 3] [--program build/release/gbho] [--folder ~/.cache/gbho/mnist]
                                                          [--prepare FOLDER] [--answers FOLDER]      # elsewhere.py

Prints a line of CSV for each seed: F1 of the flags, average precision, and test accuracies of a linear model and of one with 300 hidden units that
learn from the rows that are not flagged (refit), from all rows with the labels that are suggested for the flagged (relabelled), and from those whose
labels are right (oracle). The control is a model of the trusted rows alone, of
either kind, which flags what it does not predict.
"""

import argparse
import csv
import os
import subprocess
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import digits_of_mnist as digits
import elsewhere
import numpy as np
from contenders import found_by_gbho
from sklearn.metrics import average_precision_score, f1_score
from small_nets import Recipe, trained

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
KINDS = {"linear": Recipe(0, 20), "mlp": Recipe(300, 40, batch=128, rate=3e-3, decay=1e-3)}  # by all right labels of seed 10


def flags_of_gbho(rows: digits.Rows, arguments: argparse.Namespace, seed: int) -> tuple:
    if arguments.answers:
        found = found_by_gbho(elsewhere.Folder(arguments.answers).answer(key_of(arguments, seed)))
    else:
        found = ask_gbho(rows, arguments.program, seed)
    suspicion = np.zeros(len(rows.given))
    suspicion[found.order] = -np.arange(len(found.order))
    labels = rows.given.copy()
    for row, label in found.suggested.items():
        labels[row] = int(label)
    return suspicion, found.flagged, labels


def key_of(arguments: argparse.Namespace, seed: int) -> str:
    return f"hyperclean-{arguments.noise}-{arguments.share}-{arguments.rows}-{arguments.trusted}-{seed}"


def write_trusted(path: Path, rows: digits.Rows) -> Path:
    path.write_text("\n".join(["row", *map(str, np.flatnonzero(rows.trusted) + 1)]) + "\n", encoding="utf-8")
    return path


def ask_gbho(rows: digits.Rows, program: Path, seed: int):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        np.save(folder / "x.npy", rows.x)
        np.save(folder / "y.npy", rows.given.astype(np.int64))
        trusted = write_trusted(folder / "trusted.csv", rows)
        subprocess.run([sys.executable, HERE / "job.py", "list", folder / "found.json", folder / "x.npy", "--labels", folder / "y.npy",
                        "--trusted", trusted, "--seed", str(seed)], check=True, env={**os.environ, "GBHO": str(program)})
        return found_by_gbho(folder / "found.json")


def prepare(rows: digits.Rows, arguments: argparse.Namespace, seed: int) -> None:
    where, key = elsewhere.Folder(arguments.prepare).made(), key_of(arguments, seed)
    trusted = write_trusted(where.path / "labels" / f"{key}-trusted.csv", rows)
    where.add("list", key, elsewhere.FETCHED["mnist"], "--labels-from", where.labels(key, rows.given), "--rows-from",
              where.labels(f"{key}-rows", rows.chosen), "--trusted", f"labels/{trusted.name}", "--seed", seed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--rows", type=int, default=5000)
    parser.add_argument("--trusted", type=int, default=5000)
    parser.add_argument("--share", type=float, default=0.5)
    parser.add_argument("--noise", default="uniform", choices=("uniform", "pairs"))
    parser.add_argument("--controls", action="store_true", help="leave gbho out")
    parser.add_argument("--prepare", type=Path)
    parser.add_argument("--answers", type=Path)
    parser.add_argument("--program", type=Path, default=ROOT / "build" / "release" / "gbho")
    parser.add_argument("--folder", type=Path, default=Path.home() / ".cache" / "gbho" / "mnist")
    arguments = parser.parse_args()
    x, y = digits.read(arguments.folder)
    test_x, test_y = digits.read(arguments.folder, "t10k")
    test = (test_x.reshape(len(test_x), -1) / 255).astype("f4")
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["seed", "who", "kind", "f1", "average_precision", "refit", "relabelled", "oracle"])
    for seed in range(arguments.first_seed, arguments.first_seed + arguments.seeds):
        rows = digits.draw(x, y, arguments.rows, arguments.trusted, arguments.noise, arguments.share, seed)
        if arguments.prepare:
            prepare(rows, arguments, seed)
            continue
        inputs, judged = (rows.x / 255).astype("f4"), ~rows.trusted

        def accuracy(recipe, keep, labels=None):
            net = trained(recipe, inputs[keep], (rows.given if labels is None else labels)[keep], digits.CLASSES, seed)
            return net, float((net.says(test).argmax(1) == test_y).mean())

        def line(who, kind, suspicion, flagged, labels, oracle):
            f1 = f1_score(rows.wrong[judged], flagged[judged])
            found = average_precision_score(rows.wrong[judged], suspicion[judged])
            _, refit = accuracy(KINDS[kind], ~flagged)
            _, relabelled = accuracy(KINDS[kind], np.ones(len(flagged), bool), labels)
            writer.writerow([seed, who, kind, *(f"{value:.4f}" for value in (f1, found, refit, relabelled, oracle))])
            sys.stdout.flush()

        found = None if arguments.controls else flags_of_gbho(rows, arguments, seed)
        for kind, recipe in KINDS.items():
            _, oracle = accuracy(recipe, ~rows.wrong)
            if found:
                line("gbho", kind, *found, oracle)
            control, _ = accuracy(recipe, rows.trusted)
            said = control.says(inputs)
            own = said[np.arange(len(said)), rows.given]
            flagged = (said.argmax(1) != rows.given) & judged
            line("trusted alone", kind, 1 - own, flagged, np.where(judged, said.argmax(1), rows.given), oracle)


if __name__ == "__main__":
    main()
