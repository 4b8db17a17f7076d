#!/usr/bin/python3
"""Reads our exports with Optuna: the journal with its JournalStorage, the CSV beside its own table of the same trials.

Status 1 when a number, a name or a time differs from what our JSON export says of the study.

    export_peer.py --program build/release/export_peer [--trials N]
"""

import argparse
import csv
import io
import json
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

try:
    import optuna
    from optuna.study import _dataframe
except ImportError as error:
    sys.exit(f"export_peer: {error}; run scripts/install-packages peers, which installs Optuna")

STATES = {"complete": "COMPLETE", "partial": "PRUNED", "failed": "FAIL"}
COLUMNS = ("number", "value", "datetime_start", "datetime_complete", "duration", "params", "user_attrs", "system_attrs", "state")


def refuse(constant):
    raise ValueError(f"{constant} is not JSON")


def exported(program: str, form: str, trials: int) -> str:
    return subprocess.run([program, form, str(trials)], stdout=subprocess.PIPE, check=True, text=True).stdout


class Checks:
    def __init__(self):
        self.count = self.wrong = 0

    def same(self, what: str, ours, theirs) -> None:
        self.count += 1
        if ours != theirs:
            self.wrong += 1
            if self.wrong <= 20:
                print(f"{what}: we have {ours!r}, Optuna has {theirs!r}")


def check_trial(checks: Checks, record: dict, ours: dict, theirs) -> None:
    what = f"trial {ours['number']}"
    value = ours["validation_loss"]
    names = [dimension["name"] for dimension in record["space"]]
    checks.same(f"{what}, number", ours["number"], theirs.number)
    checks.same(f"{what}, state", STATES[ours["outcome"]], theirs.state.name)
    checks.same(f"{what}, value", value, theirs.value)
    checks.same(f"{what}, parameters", dict(zip(names, ours["lambda"])), theirs.params)
    checks.same(f"{what}, intermediate values", {} if value is None else {ours["epochs"]: value}, theirs.intermediate_values)
    checks.same(f"{what}, start", ours["started"], theirs.datetime_start.isoformat(timespec="microseconds"))
    checks.same(f"{what}, end", ours["finished"], theirs.datetime_complete.isoformat(timespec="microseconds"))
    checks.same(f"{what}, message", ours["message"], theirs.user_attrs.get("message", ""))
    checks.same(f"{what}, train loss", ours["train_loss"], theirs.user_attrs.get("train_loss"))
    for dimension in record["space"]:
        checks.same(f"{what}, bounds", optuna.distributions.FloatDistribution(dimension["low"], dimension["high"]),
                    theirs.distributions[dimension["name"]])


def check_study(checks: Checks, record: dict, study) -> None:
    checks.same("number of trials", record["trial_count"], len(study.trials))
    best = record["trials"][record["best_trial"]]
    checks.same("best trial", best["number"], study.best_trial.number)
    checks.same("best value", record["best_criterion"], study.best_value)
    checks.same("best parameters", best["lambda"], [study.best_params[d["name"]] for d in record["space"]])
    checks.same("direction", "MINIMIZE", study.direction.name)
    for key, value in {"method": record["method"], "seed": record["seed"], "version": "0.1.0", "lambda": [-6, -7],
                       "consistent_test_loss": 0.5, "refit_test_loss": 0.4, "given": record["given"]}.items():
        checks.same(f"user attribute {key}", value, study.user_attrs.get(key))
    checks.same("user attribute joint_test_loss", False, "joint_test_loss" in study.user_attrs)
    for ours, theirs in zip(record["trials"], study.trials):
        check_trial(checks, record, ours, theirs)


def check_csv(checks: Checks, text: str, study) -> None:
    """Against the table that Optuna would hand to pandas."""
    records, columns = _dataframe._create_records_and_aggregate_column(study, COLUMNS)
    rows = list(csv.reader(io.StringIO(text)))
    checks.same("columns", rows[0], _dataframe._flatten_columns(columns))
    checks.same("rows", len(rows) - 1, len(records))
    for row, theirs in zip(rows[1:], records):
        for column, field in zip(columns, row):
            value = theirs.get(column)
            if column[0] == "duration":
                value = f"{value.days} days 0{value}"  # as pandas writes it, for less than ten hours
            elif isinstance(value, (int, float)):
                field = float(field)
            else:
                value = "" if value is None else str(value)
                field = field.replace(".000000", "") if column[0].startswith("datetime") else field
            checks.same(f"row {row[0]}, {column}", field, value)


def check_going_on(checks: Checks, study, count: int) -> None:
    """Optuna can add to the journal."""
    trial = study.ask()
    trial.suggest_float("l2", -10, 0)
    study.tell(trial, 1e9)
    checks.same("trials after one more", count + 1, len(study.trials))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", type=Path, required=True, help="the program export_peer of the build")
    parser.add_argument("--trials", type=int, default=40)
    arguments = parser.parse_args()
    program = str(arguments.program.resolve())
    warnings.simplefilter("ignore")  # JournalStorage is experimental in Optuna 3.1
    optuna.logging.set_verbosity(optuna.logging.ERROR)

    record = json.loads(exported(program, "json", arguments.trials), parse_constant=refuse)
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder, "study.log")
        journal.write_text(exported(program, "optuna-journal", arguments.trials), encoding="utf-8")
        for line in journal.read_text(encoding="utf-8").splitlines():
            json.loads(line, parse_constant=refuse)
        began = time.monotonic()
        storage = optuna.storages.JournalStorage(optuna.storages.JournalFileStorage(str(journal)))
        study = optuna.load_study(study_name=record["study"], storage=storage)
        print(f"Optuna loaded {arguments.trials} trials in {time.monotonic() - began:.2f} s")
        check_study(checks, record, study)
        check_csv(checks, exported(program, "csv", arguments.trials), study)
        check_going_on(checks, study, arguments.trials)
    print(f"{checks.count} comparisons, {checks.wrong} differ")
    return 1 if checks.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
