"""Who looks for the wrong labels: each takes a table and returns an order of its rows, the most suspicious first, and flags.

`gbho` is the bare command, `gbho-one-pass` the same with --passes 1. `gbho-confident` is confident learning with the same networks: one pass, self-confidence, the
confident joint. `cleanlab-…` are probabilities of a scikit-learn classifier out of five folds, given to cleanlab with its
defaults. `ridge` ranks targets by their residuals out of five folds and flags those beyond 3.5 robust deviations.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pandas as pd
from cleanlab.filter import find_label_issues
from cleanlab.rank import get_label_quality_scores
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.ensemble import RandomForestClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression, RidgeCV
from sklearn.model_selection import KFold, StratifiedKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from flipped import Flipped
from images import FlippedImages

GBHO = {"gbho": [], "gbho-one-pass": ["--passes", "1"],
        "gbho-confident": ["--passes", "1", "--ranking", "self_confidence"]}
CLASSIFIERS = {"cleanlab-logistic": lambda: LogisticRegression(max_iter=1000),
               "cleanlab-forest": lambda: RandomForestClassifier(n_estimators=200, random_state=0)}
HERE = Path(__file__).resolve().parent
OF_CLASSES = (*GBHO, *CLASSIFIERS)
OF_NUMBERS = ("gbho", "ridge")


@dataclass
class Answer:
    order: np.ndarray  # rows from 0, the most suspicious first
    flagged: np.ndarray
    estimated_precision: float
    seconds: float
    suggested: dict = field(default_factory=dict)  # of gbho: flagged rows from 0, and the label to put there


def _encoder():
    """Numbers standardized, with the median for what is missing; categories as one column each."""
    numbers = make_pipeline(SimpleImputer(strategy="median"), StandardScaler())
    words = OneHotEncoder(handle_unknown="ignore")
    return make_column_transformer((numbers, make_column_selector(dtype_include="number")),
                                   (words, make_column_selector(dtype_exclude="number")))


def _columns(table: Flipped) -> tuple:
    frame = pd.DataFrame(table.rows, columns=table.header).replace({"": None, "NA": None})
    y = frame.pop(table.target)
    for name in frame:
        numbers = pd.to_numeric(frame[name], errors="coerce")
        if numbers.isna().sum() == frame[name].isna().sum():
            frame[name] = numbers
    return frame.loc[:, frame.nunique() > 1], y


def _cleanlab(table, classifier, seed: int) -> Answer:
    if isinstance(table, FlippedImages):
        x, y, model = table.x / 255, table.given, classifier.set_params(max_iter=100)  # as scikit-learn has it: 1,000 take minutes
    else:
        x, labels = _columns(table)
        y = labels.astype("category").cat.codes.to_numpy().astype(int)
        model = make_pipeline(_encoder(), classifier)
    folds = StratifiedKFold(5, shuffle=True, random_state=seed)
    said = cross_val_predict(model, x, y, cv=folds, method="predict_proba")
    return Answer(np.argsort(get_label_quality_scores(y, said), kind="stable"),
                  find_label_issues(y, said, n_jobs=1), float("nan"), 0)


def _ridge(table: Flipped, seed: int) -> Answer:
    x, targets = _columns(table)
    y = targets.astype(float).to_numpy()
    model = make_pipeline(_encoder(), RidgeCV(np.logspace(-3, 3, 13)))
    residuals = y - cross_val_predict(model, x, y, cv=KFold(5, shuffle=True, random_state=seed))
    distance = np.abs(residuals - np.median(residuals))
    return Answer(np.argsort(-distance, kind="stable"), distance > 3.5 * np.median(distance) / 0.6745,
                  float("nan"), 0)


def _gbho(table: Flipped, options: list, seed: int, program: Path) -> Answer:
    """Through job.py, which can do the same on a machine without Python's packages."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        arguments = [*table.write(folder), "--seed", seed, *options]
        subprocess.run([sys.executable, HERE / "job.py", "list", folder / "found.json", *map(str, arguments)], check=True,
                       env={**os.environ, "GBHO": str(program)})
        return found_by_gbho(folder / "found.json")


def found_by_gbho(path: Path) -> Answer:
    found = json.loads(path.read_text(encoding="utf-8"))
    order = np.array(found["order"]) - 1
    flagged = np.zeros(len(order), bool)
    flagged[np.array(found["flagged"], int) - 1] = True
    estimate = found["precision"]
    suggested = {row - 1: label for row, label in zip(found["flagged"], found["suggested"])}
    return Answer(order, flagged, float("nan") if estimate is None else estimate, found["seconds"], suggested)


def ask(name: str, table, seed: int, program: Path) -> Answer:
    if name in GBHO:
        return _gbho(table, GBHO[name], seed, program)
    began = time.process_time() + sum(_children_time())
    if name == "ridge":
        answer = _ridge(table, seed)
    else:
        answer = _cleanlab(table, CLASSIFIERS[name](), seed)
    answer.seconds = time.process_time() + sum(_children_time()) - began
    return answer


def _children_time() -> tuple:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime, used.ru_stime
