#!/usr/bin/env python3
"""Runs other programs on the tables: the same rows for training, the same rows for the test, two threads.

    build/tabular/venv/bin/python bench/tabular/peers.py [--tables development] [--splits 0,1,2,3,4] [--contenders …]
                                  [--threads 2] [--shared-machine] [--results bench/tabular/results/peers.csv]

Results are appended to one CSV; what is in it already is not run again, unless it failed. `--shared-machine` marks the
times as not to be used. Test rows select nothing.
"""

import argparse
import os
import sys
import time
import traceback
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILD = HERE.parents[1] / "build" / "tabular"
CONTENDERS = ["xgboost-tuned", "linear-cv", "xgboost", "lightgbm", "catboost", "mlp-grid"]


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", default="development")
    parser.add_argument("--splits", default="0,1,2,3,4")
    parser.add_argument("--contenders", default=",".join(CONTENDERS))
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--shared-machine", action="store_true")
    parser.add_argument("--folder", type=Path, default=BUILD / "tables")
    parser.add_argument("--results", type=Path, default=HERE / "results" / "peers.csv")
    arguments = parser.parse_args()
    unknown = set(arguments.contenders.split(",")) - set(CONTENDERS)
    if unknown:
        parser.error(f"unknown contenders: {', '.join(sorted(unknown))}; there are {', '.join(CONTENDERS)}")
    return arguments


def limit_threads(threads: int) -> None:
    """Before NumPy is loaded: its BLAS asks only then. Passive waiting costs nothing and does not disturb others."""
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = str(threads)
    os.environ["OMP_WAIT_POLICY"] = "passive"


def load_contenders() -> dict:
    """Functions (rows, seed, threads) → predictions, with their versions."""
    import boosting
    import catboost
    import lightgbm
    import linear_and_mlp
    import sklearn
    import xgboost
    learn = f"scikit-learn {sklearn.__version__}"
    return {"xgboost-tuned": (boosting.xgboost_tuned, f"xgboost {xgboost.__version__}"),
            "xgboost": (boosting.xgboost_default, f"xgboost {xgboost.__version__}"),
            "lightgbm": (boosting.lightgbm_default, f"lightgbm {lightgbm.__version__}"),
            "catboost": (boosting.catboost_default, f"catboost {catboost.__version__}"),
            "linear-cv": (linear_and_mlp.linear, learn),
            "mlp-grid": (linear_and_mlp.mlp, learn)}


def measure(source, split: int, contender, arguments) -> float:
    import losses
    from rows import read_rows
    files = [arguments.folder / "splits" / f"{source.name}-{split}-{part}.csv" for part in ("train", "test")]
    rows = read_rows(source, *files)
    predictions = contender(rows, split, arguments.threads)
    if rows.regression:
        return losses.scaled_rmse(predictions, rows.test_truth, rows.y)
    return losses.log_loss(predictions, rows.classes, rows.test_truth)


def main() -> None:
    arguments = read_arguments()
    limit_threads(arguments.threads)
    import results
    from catalog import select
    contenders = load_contenders()
    jobs = [(source, int(split), name) for source in select(arguments.tables) for split in arguments.splits.split(",")
            for name in arguments.contenders.split(",")]
    for source, split, name in jobs:
        done = results.latest([arguments.results]).get((source.name, split, name))
        if done and done.loss is not None:
            continue
        contender, versions = contenders[name]
        loss, note, start = None, "", time.monotonic()
        try:
            loss = measure(source, split, contender, arguments)
        except Exception as error:  # of any library: a failure is a result too, and the others go on
            traceback.print_exc()
            note = f"{type(error).__name__}: {error}".split("\n")[0][:200]
        row = results.Row(source.name, split, name, loss, time.monotonic() - start, arguments.threads,
                          "no" if arguments.shared_machine else "yes", versions, note)
        results.append(arguments.results, row)
        print(f"{source.name} {split} {name}: {note or f'{loss:.4f}'} in {row.seconds:.1f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
