#!/usr/bin/env python3
"""What cleaning is worth: models of `gbho tune` on rows that were flipped, cleaned or right, scored on test rows that nobody has touched.

    build/clean/venv/bin/python bench/clean/after.py --prepare FOLDER [--tables wine,breast_cancer,vehicle] [--shares 0.2,0.4] [--splits 0,1,2]
    cd FOLDER && GBHO=/where/it/is/gbho xargs -P 12 -I{} sh -c {} < jobs.txt
    build/clean/venv/bin/python bench/clean/after.py --answers FOLDER       # results/after.csv, and Markdown

Splits are those of bench/tabular/get_tables.py. all: every row as it is given. drop, relabel: after `gbho clean --apply`. left: the rows whose
label is right (a perfect list). truth: every row with its right label (no noise).
"""

import argparse
import csv
import json
from pathlib import Path

import elsewhere
import flipped
import pandas as pd

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
KEY = ("table", "noise", "share", "split", "who")
SCORES = ("accuracy", "log_loss", "balanced_accuracy")
CLEANED = {"drop": ["--clean", "drop"], "relabel": ["--clean", "relabel"]}


def prepare(where: elsewhere.Folder, table: str, split: int, shares: list, splits: Path) -> None:
    name = f"{table}-{split}-train"
    test, train = (where.table(splits / f"{table}-{split}-{part}.csv") for part in ("test", "train"))
    own = flipped.SOURCES[table].target
    header, rows, place = flipped.read(name, splits, own)
    usual = ["--target", own, "--seed", split]
    where.add("tuned", f"{table}-none-0-{split}-truth", test, train, *usual)
    for noise in flipped.noises(table, len({row[place] for row in rows})):
        for share in shares:
            cell = f"{table}-{noise}-{share}-{split}"
            found = flipped.flip(name, noise, share, split, splits, own)
            flips = where.labels(f"train-{cell}", [row[place] for row in found.rows])
            for who, options in {"all": [], **CLEANED}.items():
                where.add("tuned", f"{cell}-{who}", test, train, *usual, "--labels-from", flips, *options)
            right = where.path / f"{cell}-left.csv"
            found.rows = [row for row, wrong in zip(found.rows, found.wrong) if not wrong]
            found.write_to(right)
            where.add("tuned", f"{cell}-left", test, right.name, *usual)


def collect(where: elsewhere.Folder, results: Path) -> None:
    with open(results, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([*KEY, *SCORES, "seconds"])
        for path in sorted((where.path / "out").glob("*-*-*-*-*.json")):
            key = path.stem.split("-")
            if len(key) != len(KEY) or key[-1] not in ("all", "left", "truth", *CLEANED):
                continue
            found = json.loads(path.read_text(encoding="utf-8"))
            writer.writerow([*key, *(round(found[name], 5) for name in (*SCORES, "seconds"))])


def report(results: Path, score: str) -> None:
    runs = pd.read_csv(results)
    truth = runs[runs["who"] == "truth"].set_index(["table", "split"])[score]
    order = [name for name in ("all", "drop", "relabel", "left") if (runs["who"] == name).any()]
    print(f"{score}\n\n| " + " | ".join(["table", "noise", "share", *order, "truth"]) + " |\n|" + "---|" * (4 + len(order)))
    for (table, noise, share), cell in runs[runs["who"] != "truth"].groupby(["table", "noise", "share"], sort=False):
        texts = [said(cell[cell["who"] == name][score]) for name in order] + [said(truth[table])]
        print("| " + " | ".join([table, noise, f"{share:g}", *texts]) + " |")


def said(values: pd.Series) -> str:
    return f"{values.mean():.3f} ± {values.sem():.3f}" if len(values) > 1 else f"{values.mean():.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", default="wine,breast_cancer,vehicle")
    parser.add_argument("--shares", default="0.2,0.4")
    parser.add_argument("--splits", default="0,1,2")
    parser.add_argument("--prepare", type=Path)
    parser.add_argument("--answers", type=Path)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "tabular" / "tables" / "splits")
    parser.add_argument("--results", type=Path, default=HERE / "results" / "after.csv")
    arguments = parser.parse_args()
    if arguments.prepare:
        where = elsewhere.Folder(arguments.prepare).made()
        for split in map(int, arguments.splits.split(",")):
            for table in arguments.tables.split(","):
                prepare(where, table, split, [float(share) for share in arguments.shares.split(",")], arguments.folder)
        return
    if arguments.answers:
        collect(elsewhere.Folder(arguments.answers), arguments.results)
    for score in SCORES:
        report(arguments.results, score)


if __name__ == "__main__":
    main()
