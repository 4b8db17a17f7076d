#!/usr/bin/env python3
"""Lets the contenders look for labels that were made wrong, and appends what they found to results/runs.csv.

    build/clean/venv/bin/python bench/clean/run.py [--tables development,check] [--shares 0.05,0.1,0.2,0.4] [--seeds 3]
                                [--contenders gbho,…] [--program build/quick/gbho] [--folder build/tabular/tables]
                                [--prepare FOLDER] [--answers FOLDER]

The tables are those that bench/tabular/get_tables.py fetches; `mnist` and `fashion-mnist` are 10,000 images each. What is in the results already
is not run again. Seconds are of the processor; gbho has one thread. --prepare leaves gbho's runs in a folder for another machine, --answers takes
what it has found there (elsewhere.py).
"""

import argparse
import csv
import os
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # of scikit-learn, before it is loaded
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import contenders
import elsewhere
import flipped
import images
import numpy as np
from sklearn.metrics import average_precision_score, f1_score

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
LISTS = {"development": flipped.DEVELOPMENT, "check": flipped.CHECK}
KEY = ("table", "noise", "share", "seed", "contender")
COLUMNS = (*KEY, "rows", "wrong", "flagged", "average_precision", "f1", "precision", "estimated_precision", "seconds")


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", default="development,check")
    parser.add_argument("--shares", default=",".join(map(str, flipped.SHARES)))
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--contenders", default="")
    parser.add_argument("--program", type=Path, default=ROOT / "build" / "quick" / "gbho")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "tabular" / "tables")
    parser.add_argument("--results", type=Path, default=HERE / "results" / "runs.csv")
    parser.add_argument("--prepare", type=Path)
    parser.add_argument("--answers", type=Path)
    return parser.parse_args()


def tables_of(names: str) -> list:
    return [table for name in names.split(",") for table in LISTS.get(name, (name,))]


def noises(table: str, folder: Path) -> tuple:
    if table in images.NAMES:
        return images.NOISES
    _, rows, place = flipped.read(table, folder)
    return flipped.noises(table, len({row[place] for row in rows}))


def flip(table: str, noise: str, share: float, seed: int, folder: Path):
    return images.flip(table, noise, share, seed) if table in images.NAMES else flipped.flip(table, noise, share, seed, folder)


def cells(arguments) -> list:
    """One seed after another, so that an interrupted run has all cells with fewer seeds."""
    for seed in range(arguments.seeds):
        for table in tables_of(arguments.tables):
            for noise in noises(table, arguments.folder):
                known = contenders.OF_NUMBERS if noise == "swapped" else contenders.OF_CLASSES
                for share in map(float, arguments.shares.split(",")):
                    yield table, noise, share, seed, known


def measured(table: flipped.Flipped, answer: contenders.Answer) -> dict:
    rows, wrong = len(table.rows), table.wrong
    score = np.empty(rows)
    score[answer.order] = -np.arange(rows)
    flagged = int(answer.flagged.sum())
    return {"rows": rows, "wrong": int(wrong.sum()), "flagged": flagged,
            "average_precision": round(average_precision_score(wrong, score), 5),
            "f1": round(f1_score(wrong, answer.flagged, zero_division=0), 5),
            "precision": round(float(wrong[answer.flagged].mean()), 5) if flagged else "",
            "estimated_precision": round(answer.estimated_precision, 5) if answer.estimated_precision > 0 else "",
            "seconds": round(answer.seconds, 2)}


def prepare(where: elsewhere.Folder, name: str, table, key: dict, tables: Path) -> None:
    cell = "-".join(map(str, list(key.values())[:4]))
    if name in images.NAMES:
        source = [where.images(name, table.x), "--labels-from", where.labels(cell, table.given)]
    else:
        place = table.header.index(table.target)
        labels = where.labels(cell, [row[place] for row in table.rows])
        source = [where.table(tables / f"{name}.csv"), "--target", table.target, "--labels-from", labels]
    where.add("list", f"{cell}-{key['contender']}", *source, "--seed", key["seed"], *contenders.GBHO[key["contender"]])


def answer_to(contender: str, table, key: dict, arguments):
    """None where another machine was to answer and has not."""
    if not arguments.answers or contender not in contenders.GBHO:
        return contenders.ask(contender, table, int(key["seed"]), arguments.program)
    found = elsewhere.Folder(arguments.answers).answer("-".join(key.values()))
    return contenders.found_by_gbho(found) if found.exists() else None


def done_before(path: Path) -> set:
    if not path.exists():
        return set()
    with open(path, encoding="utf-8", newline="") as file:
        return {tuple(row[name] for name in KEY) for row in csv.DictReader(file)}


def main() -> None:
    arguments = read_arguments()
    done = done_before(arguments.results)
    new = not arguments.results.exists() or os.path.getsize(arguments.results) == 0
    with open(arguments.results, "a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        if new:
            writer.writeheader()
        for name, noise, share, seed, known in cells(arguments):
            table = flip(name, noise, share, seed, arguments.folder)
            for contender in known:
                key = dict(zip(KEY, (name, noise, str(share), str(seed), contender)))
                if arguments.contenders and contender not in arguments.contenders.split(","):
                    continue
                if tuple(key.values()) in done:
                    continue
                if arguments.prepare:
                    if contender in contenders.GBHO:
                        prepare(elsewhere.Folder(arguments.prepare).made(), name, table, key, arguments.folder)
                    continue
                answer = answer_to(contender, table, key, arguments)
                if answer is None:
                    continue
                writer.writerow({**key, **measured(table, answer)})
                file.flush()


if __name__ == "__main__":
    main()
