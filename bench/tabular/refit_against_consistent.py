#!/usr/bin/env python3
"""Is the refit worse than the consistent model? Runs `gbho tune` and compares their losses on the test rows.

    build/tabular/venv/bin/python bench/tabular/refit_against_consistent.py [--tables development] [--seeds 0,1,2]
                                  [--program build/quick/gbho] [--threads 1] [--results FILE.csv] [--report] [-- OPTIONS]

Seed s is split s of the table, too. No bag is made: it takes no part in either model. Two ways of choosing λ*, both the
program's own: `folds` has five folds, as tables below 5,000 rows have by default; `held-out` keeps a fifth of the rows for
validation, as larger tables have. With folds an average of five is compared with an average of five, else one network with an
average; `-- --set refit.networks=1` makes that one with one. What is in the results already is not run again; `--report`
runs nothing and prints the shares and the exceptions.
"""

import argparse
import csv
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

from catalog import select

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
WAYS = {"folds": "5", "held-out": "1"}
FIELDS = ("table", "seed", "way", "consistent", "refit")
ALLOWED = 1.02


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", default="development")
    parser.add_argument("--seeds", default="0,1,2")
    parser.add_argument("--ways", default=",".join(WAYS))
    parser.add_argument("--program", type=Path, default=ROOT / "build" / "quick" / "gbho")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "tabular" / "tables")
    parser.add_argument("--results", type=Path, default=HERE / "results" / "refit.csv")
    parser.add_argument("--most-rows", type=int, default=0, help="leave out tables with more training rows; 0: none")
    parser.add_argument("--report", action="store_true")
    parser.add_argument("options", nargs="*", help="more options of gbho tune, after --")
    return parser.parse_args()


def read_results(file: Path) -> list:
    if not file.exists():
        return []
    with open(file, encoding="utf-8", newline="") as lines:
        return [row | {"consistent": float(row["consistent"]), "refit": float(row["refit"])} for row in csv.DictReader(lines)]


def append(file: Path, row: dict) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = not file.exists()
    with open(file, "a", encoding="utf-8", newline="") as lines:
        writer = csv.DictWriter(lines, FIELDS, lineterminator="\n")
        if fresh:
            writer.writeheader()
        writer.writerow(row)


def part(arguments: argparse.Namespace, table: str, seed: int, name: str) -> Path:
    return arguments.folder / "splits" / f"{table}-{seed}-{name}.csv"


def rows_of(file: Path) -> int:
    with open(file, encoding="utf-8", newline="") as lines:
        return sum(1 for _ in csv.reader(lines)) - 1


def measure(arguments: argparse.Namespace, source, seed: int, way: str) -> dict:
    """A regression's losses are compared as RMSE, like everywhere in the comparison."""
    with tempfile.TemporaryDirectory() as folder:
        summary = Path(folder) / "run.json"
        done = subprocess.run(
            [arguments.program, "tune", part(arguments, source.name, seed, "train"), "--test", part(arguments, source.name, seed, "test"),
             "--target", source.target, "--seed", str(seed), "--threads", str(arguments.threads), "--progress", "none",
             "--json", summary, "--store", Path(folder) / "studies.db", "--set", f"data.folds={WAYS[way]}",
             "--set", "bag.binned=0", "--set", "bag.candidates=0", *arguments.options],
            capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{source.name}, seed {seed}, {way}: status {done.returncode}: {done.stderr.strip()}")
        models = json.loads(summary.read_text(encoding="utf-8"))["models"]
    loss = "test_rmse" if "test_rmse" in models["refit"] else "test_loss"
    return {"table": source.name, "seed": seed, "way": way, "consistent": models["consistent"][loss], "refit": models["refit"][loss]}


def run(arguments: argparse.Namespace) -> None:
    known = {(row["table"], int(row["seed"]), row["way"]) for row in read_results(arguments.results)}
    for source in select(arguments.tables):
        for seed in map(int, arguments.seeds.split(",")):
            if arguments.most_rows and rows_of(part(arguments, source.name, seed, "train")) > arguments.most_rows:
                continue
            for way in arguments.ways.split(","):
                if (source.name, seed, way) in known:
                    continue
                row = measure(arguments, source, seed, way)
                append(arguments.results, row)
                print(f"{source.name} {seed} {way}: {row['refit'] / row['consistent']:.3f}", file=sys.stderr, flush=True)


def ratio(row: dict) -> float:
    return row["refit"] / row["consistent"]


def ratios_of_means(rows: list) -> dict:
    """By table, of the mean losses over its seeds: on some fifty test rows a single run is mostly luck."""
    tables = {row["table"] for row in rows}
    sums = {table: [sum(row[model] for row in rows if row["table"] == table) for model in ("refit", "consistent")] for table in tables}
    return {table: refit / consistent for table, (refit, consistent) in sums.items()}


def report(rows: list) -> None:
    print("| λ* chosen by | tables | runs | refit ≤ 1.02 × consistent | tables, mean over seeds | geometric mean of the ratio | exceptions |\n"
          "|---|---|---|---|---|---|---|")
    for way in WAYS:
        own = [row for row in rows if row["way"] == way]
        if not own:
            continue
        worse = sorted((row for row in own if ratio(row) > ALLOWED), key=ratio, reverse=True)
        mean = math.exp(sum(math.log(ratio(row)) for row in own) / len(own))
        named = ", ".join(f"{row['table']} {row['seed']} ({ratio(row):.2f})" for row in worse) or "none"
        tables = ratios_of_means(own)
        good = sum(value <= ALLOWED for value in tables.values())
        print(f"| {way} | {len(tables)} | {len(own)} | {1 - len(worse) / len(own):.1%} | {good} of {len(tables)} | {mean:.3f} | {named} |")


def main() -> None:
    arguments = read_arguments()
    if not arguments.report:
        run(arguments)
    report(read_results(arguments.results))


if __name__ == "__main__":
    main()
