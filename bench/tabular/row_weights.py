#!/usr/bin/env python3
"""What `gbho tune --source`, `--metric` and `--select-columns` gain and lose on tables of scikit-learn.

    python bench/tabular/row_weights.py sources|metric|columns [--tables breast_cancer,wine] [--seeds 0,1,2]
                                  [--program build/release/gbho] [--results FILE.csv] [-- OPTIONS]
    python bench/tabular/row_weights.py --report FILE.csv

Needs numpy and scikit-learn. A fifth of the rows of every draw is for the test and is never touched. OPTIONS go to every run of
`gbho tune`, with and without the option that is measured.

sources   training rows are dealt to four sources; rows of source `c` are as they are (clean), have labels drawn from those of its
          own rows (labels), or have their columns shuffled among its rows (inputs). Contenders: `source` with the option, `plain` without the
          column, `oracle` without the rows of `c`.
metric    classification; of each class but the first so many training rows are kept that it has a tenth of the first class's.
          Contenders: the three metrics, and what the plain model's most probable class gives.
columns   20 columns of noise beside the table's own (noise), or none (clean). Contenders: `columns`, `plain`.
"""

import argparse
import csv
import json
import math
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import numpy as np
from sklearn import datasets

ROOT = Path(__file__).resolve().parents[2]
REGRESSIONS = {"diabetes"}
FIELDS = ["experiment", "table", "seed", "kind", "contender", "measure", "value", "note"]


def load(name: str) -> tuple:
    bunch = getattr(datasets, f"load_{name}")()
    names = [str(n) for n in getattr(bunch, "feature_names", [f"x{i}" for i in range(bunch.data.shape[1])])]
    target = bunch.target if name in REGRESSIONS else np.array([f"c{int(y)}" for y in bunch.target])
    return names, bunch.data, target


def write(path: Path, names: list, x: np.ndarray, y: np.ndarray, more: dict) -> None:
    with open(path, "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow([*names, *more, "target"])
        for i in range(len(y)):
            out.writerow([*(repr(float(v)) for v in x[i]), *(column[i] for column in more.values()), y[i]])


def run(program: str, train: Path, test: Path, options: list, seed: int) -> tuple:
    """The summary, and the scores of the model file on the test rows."""
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "tune", str(train), "--target", "target", "--seed", str(seed), "--no-store", "--progress", "none",
                   "--threads", "1", "--out", folder, *options]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        summary = json.loads((Path(folder) / "summary.json").read_text(encoding="utf-8"))
        scored = subprocess.run([program, "score", f"{folder}/model.gbho", str(test), "--json", "-"], check=True, capture_output=True)
        return summary, json.loads(scored.stdout)


def halves(count: int, random: np.random.Generator) -> tuple:
    order = random.permutation(count)
    cut = count // 5
    return order[cut:], order[:cut]


def corrupted(kind: str, x: np.ndarray, y: np.ndarray, rows: np.ndarray, random: np.random.Generator) -> tuple:
    x, y = x.copy(), y.copy()
    if kind == "labels":
        y[rows] = y[random.permutation(rows)]
    elif kind == "inputs":
        for column in range(x.shape[1]):
            x[rows, column] = x[random.permutation(rows), column]
    return x, y


def measures(name: str) -> list:
    return ["rmse", "r2"] if name in REGRESSIONS else ["log_loss", "accuracy"]


def sources(call, name: str, seed: int, folder: Path):
    names, x, y = load(name)
    random = np.random.default_rng(seed)
    train, test = halves(len(y), random)
    write(folder / "test.csv", names, x[test], y[test], {})
    source = np.array(list("abcd"))[random.integers(0, 4, len(train))]
    for kind in ("clean", "labels", "inputs"):
        own_x, own_y = corrupted(kind, x[train], y[train], np.flatnonzero(source == "c"), random)
        write(folder / "with.csv", names, own_x, own_y, {"origin": source})
        write(folder / "plain.csv", names, own_x, own_y, {})
        good = source != "c"
        write(folder / "oracle.csv", names, own_x[good], own_y[good], {})
        contenders = {"source": ("with", ["--source", "origin"]), "plain": ("plain", []), "oracle": ("oracle", [])}
        for contender, (table, options) in contenders.items():
            summary, scores = call(folder / f"{table}.csv", folder / "test.csv", options, seed)
            for measure in measures(name):
                yield kind, contender, measure, scores[measure], ""
            if contender != "source":
                continue
            record = summary["sources"]
            yield kind, contender, "used", float(record["used"]), ""
            for own in record["sources"]:
                yield kind, contender, f"weight {own['name']}", own["weight"], "harms" if own["harms"] else ""


def metric(call, name: str, seed: int, folder: Path):
    names, x, y = load(name)
    random = np.random.default_rng(seed)
    train, test = halves(len(y), random)
    first = max(set(y), key=lambda c: (np.sum(y == c), c))
    keep = []
    for c in sorted(set(y)):
        rows = train[y[train] == c]
        most = len(rows) if c == first else max(8, int(np.sum(y[train] == first) * 0.1))
        keep.extend(random.permutation(rows)[:most])
    keep = random.permutation(keep)
    write(folder / "train.csv", names, x[keep], y[keep], {})
    write(folder / "test.csv", names, x[test], y[test], {})
    for contender in ("log_loss", "balanced_accuracy", "f1"):
        summary, scores = call(folder / "train.csv", folder / "test.csv", ["--metric", contender], seed)
        for measure in ("log_loss", "accuracy", "balanced_accuracy", "f1"):
            yield "tenth", contender, measure, scores[measure], ""
        if not summary["decision"]:
            continue
        record = summary["decision"]
        yield "tenth", contender, "class_power", record["class_power"], record["chosen"]
        for rule in [*record["rules"], *record["trained"]]:
            for measure in ("balanced_accuracy", "f1"):
                yield "tenth", f"{contender}: {rule['name']}", f"out of fold {measure}", rule[measure], ""


def columns(call, name: str, seed: int, folder: Path):
    names, x, y = load(name)
    random = np.random.default_rng(seed)
    train, test = halves(len(y), random)
    noise = random.normal(size=(len(y), 20))
    for kind in ("clean", "noise"):
        own = np.hstack([x, noise]) if kind == "noise" else x
        own_names = names + ([f"noise {i}" for i in range(20)] if kind == "noise" else [])
        write(folder / "train.csv", own_names, own[train], y[train], {})
        write(folder / "test.csv", own_names, own[test], y[test], {})
        for contender, options in {"columns": ["--select-columns"], "plain": []}.items():
            summary, scores = call(folder / "train.csv", folder / "test.csv", options, seed)
            for measure in measures(name):
                yield kind, contender, measure, scores[measure], ""
            if contender != "columns":
                continue
            record = summary["column_selection"]
            yield kind, contender, "used", float(record["used"]), f"power {record['power']}"
            if kind == "noise":
                order = [own["name"].startswith("noise") for own in record["columns"]]
                ranks = [i for i, is_noise in enumerate(order) if is_noise]
                real = len(order) - 20
                yield kind, contender, "own columns ahead of noise", 1 - (np.mean(ranks) - np.mean(range(20))) / real if real else math.nan, ""


def report(path: Path) -> None:
    cells = defaultdict(list)
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            cells[(row["experiment"], row["table"], row["kind"], row["measure"], row["contender"])].append(float(row["value"]))
    print("| experiment | table | rows | measure | contender | mean ± standard error | draws |\n|---|---|---|---|---|---|---|")
    for key in sorted(cells):
        values = np.array(cells[key])
        error = f" ± {values.std(ddof=1) / math.sqrt(len(values)):.4f}" if len(values) > 1 else ""
        print(f"| {' | '.join(key)} | {values.mean():.4f}{error} | {len(values)} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("experiment", nargs="?", choices=["sources", "metric", "columns"])
    parser.add_argument("--tables", default="breast_cancer,wine,diabetes")
    parser.add_argument("--seeds", default="0,1,2")
    parser.add_argument("--program", default=str(ROOT / "build" / "release" / "gbho"))
    parser.add_argument("--results", type=Path)
    parser.add_argument("--report", type=Path)
    own = sys.argv[1:]
    cut = own.index("--") if "--" in own else len(own)
    arguments, options = parser.parse_args(own[:cut]), own[cut + 1:]
    if arguments.report:
        return report(arguments.report)
    results = arguments.results or Path(f"row-weights-{arguments.experiment}.csv")
    new = not results.exists()
    with open(results, "a", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        if new:
            out.writerow(FIELDS)
        for seed in (int(s) for s in arguments.seeds.split(",")):
            for table in arguments.tables.split(","):
                with tempfile.TemporaryDirectory() as folder:
                    def call(train, test, own_options, seed):
                        return run(arguments.program, train, test, [*own_options, *options], seed)
                    for kind, contender, measure, value, note in globals()[arguments.experiment](call, table, seed, Path(folder)):
                        out.writerow([arguments.experiment, table, seed, kind, contender, measure, f"{value:.6g}", note])
                        file.flush()


if __name__ == "__main__":
    sys.exit(main())
