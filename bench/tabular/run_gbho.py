#!/usr/bin/env python3
"""Runs `gbho tune` and `gbho predict` on the tables: the rows, the threads and the losses of peers.py.

    build/tabular/venv/bin/python bench/tabular/run_gbho.py [--tables development] [--splits 0,1,2,3,4]
                                  [--program build/quick/gbho] [--threads 2] [--shared-machine] [--again]
                                  [--results bench/tabular/results/gbho.csv] [-- OPTIONS]

It is the bare command that is measured, `gbho tune TRAIN.csv --test TEST.csv --target COLUMN --out DIR`, with a store of its
own; OPTIONS are given to it too. Three contenders: `gbho` are the predictions of the model file that a user takes home; `gbho-bag` and `gbho-refit` are
the two models as the summary reports them. What is in the results already is not run again, unless it failed or with
`--again`. A failure is a row without a loss; its note says what the program said.
"""

import argparse
import csv
import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import losses
import results
from catalog import REGRESSION, Source, select

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
MODELS = ("bag", "refit")
CONTENDERS = ("gbho", *(f"gbho-{model}" for model in MODELS))
AGREE = 1e-3  # relative difference between a model's loss in the summary and that of the file's predictions


class Failure(Exception):
    pass


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", default="development")
    parser.add_argument("--splits", default="0,1,2,3,4")
    parser.add_argument("--program", type=Path, default=ROOT / "build" / "quick" / "gbho")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--shared-machine", action="store_true")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--limit", type=float, default=3600, help="seconds for one command")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "tabular" / "tables")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "tabular" / "runs")
    parser.add_argument("--results", type=Path, default=HERE / "results" / "gbho.csv")
    parser.add_argument("options", nargs="*", help="more options of gbho tune, after --")
    return parser.parse_args()


def read_table(path: Path) -> list:
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def execute(command: list, limit: float) -> None:
    try:
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        raise Failure(f"gbho {command[1]} took longer than {limit:.0f} s") from None
    if done.returncode != 0:
        said = " ".join(done.stderr.split())[-250:]
        raise Failure(f"gbho {command[1]} ended with status {done.returncode}: {said}")


def loss_of_predictions(source: Source, predictions: list, train: list, test: list) -> float:
    """The predictions are lines of the CSV that `gbho predict` writes."""
    if len(predictions) != len(test):
        raise Failure(f"{len(predictions)} predictions for {len(test)} rows")
    truth = [row[source.target] for row in test]
    if source.task == REGRESSION:
        return losses.scaled_rmse([float(row["prediction"]) for row in predictions], [float(y) for y in truth],
                                  [float(row[source.target]) for row in train])
    classes = [name.removeprefix("p:") for name in predictions[0] if name.startswith("p:")]
    if missing := set(truth) - set(classes):
        raise Failure(f"no probabilities of the classes {', '.join(sorted(missing))}: was it taken for a regression?")
    return losses.log_loss([[float(row[f"p:{name}"]) for name in classes] for row in predictions], classes, truth)


def loss_of_summary(source: Source, summary: dict, model: str, train: list) -> float:
    """Losses in the summary are those of the test file; a regression's RMSE is in the target's own units."""
    if summary.get("task", source.task) != source.task:
        raise Failure(f"taken for a {summary['task']}, is a {source.task}")
    if not (figures := summary["models"].get(model)):
        raise Failure(f"the summary has no models.{model}")
    value = figures.get("test_rmse" if source.task == REGRESSION else "test_loss")
    if value is None:
        raise Failure(f"models.{model} has no test loss: {summary.get('message', '')}"[:300])
    return value / losses.deviation([float(row[source.target]) for row in train]) if source.task == REGRESSION else value


def measure(source: Source, split: int, arguments: argparse.Namespace) -> list:
    """Contender, loss or None, seconds, note."""
    train_file, test_file = (arguments.folder / "splits" / f"{source.name}-{split}-{part}.csv" for part in ("train", "test"))
    folder = arguments.out / f"{source.name}-{split}"
    folder.mkdir(parents=True, exist_ok=True)
    for file in folder.iterdir():
        file.unlink() if file.is_file() else shutil.rmtree(file)
    summary_file, predictions_file, model_file = (folder / name for name in ("run.json", "predictions.csv", "model.gbho"))
    start = time.monotonic()
    try:
        execute([arguments.program, "tune", train_file, "--test", test_file, "--target", source.target, "--out", folder,
                 "--json", summary_file, "--threads", arguments.threads, "--seed", split, "--progress", "none",
                 "--store", folder / "studies.db", *arguments.options], arguments.limit)
    except Failure as failure:
        return [(contender, None, time.monotonic() - start, str(failure)) for contender in CONTENDERS]
    tuned = time.monotonic() - start
    train, test = read_table(train_file), read_table(test_file)
    rows, known = [], []
    for model in MODELS:
        try:
            known.append(loss_of_summary(source, json.loads(summary_file.read_text()), model, train))
            rows.append((f"gbho-{model}", known[-1], tuned, ""))
        except Failure as failure:
            rows.append((f"gbho-{model}", None, tuned, str(failure)))
    try:
        start = time.monotonic()
        execute([arguments.program, "predict", model_file, test_file, "--out", predictions_file], arguments.limit)
        seconds = tuned + time.monotonic() - start
        loss = loss_of_predictions(source, read_table(predictions_file), train, test)
        alike = not known or any(abs(loss - other) <= AGREE * max(loss, other) for other in known)
        rows.append(("gbho", loss, seconds, "" if alike else "differs from the losses in the summary"))
    except Failure as failure:
        rows.append(("gbho", None, tuned, str(failure)))
    return rows


def version(program: Path) -> str:
    commit = subprocess.run(["git", "-C", program.resolve().parent, "describe", "--always", "--dirty"],
                            capture_output=True, text=True, check=False)
    said = subprocess.run([program, "version"], capture_output=True, text=True, check=False)
    if said.returncode != 0:
        sys.exit(f"{program} version ended with status {said.returncode}: {said.stderr.strip()}")
    return f"{said.stdout.strip()} ({commit.stdout.strip()})"


def main() -> None:
    arguments = read_arguments()
    versions = version(arguments.program)
    if arguments.options:
        versions += f" {' '.join(arguments.options)}"
    for source, split in [(source, int(split)) for source in select(arguments.tables) for split in arguments.splits.split(",")]:
        done = results.latest([arguments.results])
        rows = [done.get((source.name, split, contender)) for contender in CONTENDERS]
        if not arguments.again and all(row and row.loss is not None for row in rows):
            continue
        for contender, loss, seconds, note in measure(source, split, arguments):
            results.append(arguments.results, results.Row(source.name, split, contender, loss, seconds, arguments.threads,
                                                          "no" if arguments.shared_machine else "yes", versions, note))
            print(f"{source.name} {split} {contender}: {'failed' if loss is None else f'{loss:.4f}'} in {seconds:.1f} s {note}",
                  file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
