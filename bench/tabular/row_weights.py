#!/usr/bin/env python3
"""What `gbho tune --source`, `--metric` and `--select-columns` gain and lose on tables of scikit-learn.

    python bench/tabular/row_weights.py sources|metric|columns [--tables breast_cancer,wine] [--seeds 0,1,2]
                                  [--program build/release/gbho] [--results FILE.csv]
                                  [--prepare FOLDER] [--answers FOLDER] [-- OPTIONS]
    python bench/tabular/row_weights_table.py FILE.csv

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
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn import datasets

ROOT = Path(__file__).resolve().parents[2]
JOBS = ROOT / "bench" / "clean"
sys.path.insert(0, str(JOBS))
import elsewhere  # noqa: E402

NOISE_COLUMNS = 20
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


@dataclass
class Case:
    kind: str
    contender: str
    train: Path
    test: Path
    options: list


def run(program: str, case: Case, options: list, seed: int) -> dict:
    """Scores of the model file on the test rows, and the parts of the summary that say what was decided."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "found.json"
        command = [sys.executable, JOBS / "job.py", "tuned", out, case.test, case.train, "--target", "target", "--seed", str(seed),
                   *case.options, *options]
        subprocess.run(command, check=True, env={**os.environ, "GBHO": program})
        return json.loads(out.read_text(encoding="utf-8"))


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


def sources_cases(name: str, seed: int, folder: Path):
    names, x, y = load(name)
    random = np.random.default_rng(seed)
    train, test = halves(len(y), random)
    write(folder / "test.csv", names, x[test], y[test], {})
    source = np.array(list("abcd"))[random.integers(0, 4, len(train))]
    for kind in ("clean", "labels", "inputs"):
        own_x, own_y = corrupted(kind, x[train], y[train], np.flatnonzero(source == "c"), random)
        write(folder / f"{kind}-with.csv", names, own_x, own_y, {"origin": source})
        write(folder / f"{kind}-plain.csv", names, own_x, own_y, {})
        good = source != "c"
        write(folder / f"{kind}-oracle.csv", names, own_x[good], own_y[good], {})
        for contender, table, options in (("source", "with", ["--source", "origin"]), ("plain", "plain", []), ("oracle", "oracle", [])):
            yield Case(kind, contender, folder / f"{kind}-{table}.csv", folder / "test.csv", options)


def sources_rows(case: Case, found: dict):
    if case.contender != "source":
        return
    record = found["sources"]
    yield case.contender, "used", float(record["used"]), ""
    for own in record["sources"]:
        yield case.contender, f"weight {own['name']}", own["weight"], "harms" if own["harms"] else ""


def metric_cases(name: str, seed: int, folder: Path):
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
        yield Case("tenth", contender, folder / "train.csv", folder / "test.csv", ["--metric", contender])


def metric_rows(case: Case, found: dict):
    for measure in ("balanced_accuracy", "f1"):
        yield case.contender, measure, found[measure], ""
    record = found["decision"]
    if not record:
        return
    yield case.contender, "class_power", record["class_power"], record["chosen"]
    for rule in [*record["rules"], *record["trained"]]:
        for measure in ("balanced_accuracy", "f1"):
            yield f"{case.contender}: {rule['name']}", f"out of fold {measure}", rule[measure], ""


def columns_cases(name: str, seed: int, folder: Path):
    names, x, y = load(name)
    random = np.random.default_rng(seed)
    train, test = halves(len(y), random)
    noise = random.normal(size=(len(y), NOISE_COLUMNS))
    for kind in ("clean", "noise"):
        own = np.hstack([x, noise]) if kind == "noise" else x
        own_names = names + ([f"noise {i}" for i in range(NOISE_COLUMNS)] if kind == "noise" else [])
        write(folder / f"{kind}-train.csv", own_names, own[train], y[train], {})
        write(folder / f"{kind}-test.csv", own_names, own[test], y[test], {})
        for contender, options in {"columns": ["--select-columns"], "plain": []}.items():
            yield Case(kind, contender, folder / f"{kind}-train.csv", folder / f"{kind}-test.csv", options)


def columns_rows(case: Case, found: dict):
    if case.contender != "columns":
        return
    record = found["column_selection"]
    yield case.contender, "used", float(record["used"]), f"power {record['power']}"
    if case.kind != "noise":
        return
    order = [own["name"].startswith("noise") for own in record["columns"]]
    ranks = [i for i, is_noise in enumerate(order) if is_noise]
    real = len(order) - NOISE_COLUMNS
    # Of all pairs of a column of the table's own and one of noise, the share where the own stands first.
    ahead = (np.mean(ranks) - np.mean(range(NOISE_COLUMNS))) / real if real else math.nan
    yield case.contender, "own columns ahead of noise", ahead, ""


EXPERIMENTS = {"sources": (sources_cases, sources_rows), "metric": (metric_cases, metric_rows), "columns": (columns_cases, columns_rows)}


def key_of(experiment: str, table: str, seed: int, case: Case) -> str:
    return f"rows-{experiment}-{table}-{seed}-{case.kind}-{case.contender}"


def prepare(path: Path, experiment: str, table: str, seed: int, options: list) -> None:
    where = elsewhere.Folder(path).made()
    folder = path / f"{experiment}-{table}-{seed}"
    folder.mkdir(exist_ok=True)
    for case in EXPERIMENTS[experiment][0](table, seed, folder):
        where.add("tuned", key_of(experiment, table, seed, case), case.test.relative_to(path), case.train.relative_to(path),
                  "--target", "target", "--seed", seed, *case.options, *options)


def measured(arguments: argparse.Namespace, experiment: str, table: str, seed: int, options: list):
    cases, rows = EXPERIMENTS[experiment]
    with tempfile.TemporaryDirectory() as folder:
        for case in cases(table, seed, Path(folder)):
            if arguments.answers:
                answer = elsewhere.Folder(arguments.answers).answer(key_of(experiment, table, seed, case))
                if not answer.exists():
                    continue
                found = json.loads(answer.read_text(encoding="utf-8"))
            else:
                found = run(arguments.program, case, options, seed)
            for measure in measures(table):
                yield case.kind, case.contender, measure, found[measure], ""
            for row in rows(case, found):
                yield case.kind, *row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("experiment", nargs="?", choices=list(EXPERIMENTS))
    parser.add_argument("--tables", default="breast_cancer,wine,diabetes")
    parser.add_argument("--seeds", default="0,1,2")
    parser.add_argument("--program", default=str(ROOT / "build" / "release" / "gbho"))
    parser.add_argument("--prepare", type=Path, help="a folder of jobs for another machine (bench/clean/elsewhere.py)")
    parser.add_argument("--answers", type=Path, help="that folder, when they have run")
    parser.add_argument("--results", type=Path)
    own = sys.argv[1:]
    cut = own.index("--") if "--" in own else len(own)
    arguments, options = parser.parse_args(own[:cut]), own[cut + 1:]
    every = [(table, int(seed)) for seed in arguments.seeds.split(",") for table in arguments.tables.split(",")]
    if arguments.prepare:
        for table, seed in every:
            prepare(arguments.prepare, arguments.experiment, table, seed, options)
        return 0
    results = arguments.results or Path(f"row-weights-{arguments.experiment}.csv")
    new = not results.exists()
    with open(results, "a", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        if new:
            out.writerow(FIELDS)
        for table, seed in every:
            for kind, contender, measure, value, note in measured(arguments, arguments.experiment, table, seed, options):
                out.writerow([arguments.experiment, table, seed, kind, contender, measure, f"{value:.6g}", note])
                file.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
