"""scikit-learn's linear models and its multilayer perceptron, each chosen from a grid by cross-validation.

All preprocessing is fitted within the folds. The choice is by out-of-fold loss; the chosen one is fitted to all rows.
"""

import itertools
import warnings

import numpy as np
from rows import Rows, dense
from sklearn.base import clone
from sklearn.compose import TransformedTargetRegressor
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import KFold, StratifiedKFold
from sklearn.neural_network import MLPClassifier, MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler


def folds(rows: Rows, count: int, seed: int) -> list:
    maker = KFold if rows.regression else StratifiedKFold
    if not rows.regression:
        count = min(count, np.bincount(rows.y).min())
    return list(maker(count, shuffle=True, random_state=seed).split(rows.x, rows.y))


def predict(model, x, rows: Rows) -> np.ndarray:
    """Values, or probabilities with a column for every class, also for those that the model has not seen."""
    if rows.regression:
        return model.predict(x)
    probabilities = np.zeros((len(x), len(rows.classes)))
    probabilities[:, model.classes_] = model.predict_proba(x)
    return probabilities


def fold_loss(predictions: np.ndarray, truth: np.ndarray, regression: bool) -> float:
    if regression:
        return float(((predictions - truth) ** 2).mean())
    return float(-np.log(np.clip(predictions[np.arange(len(truth)), truth], 1e-15, 1)).mean())


def choose(candidates: list, rows: Rows, count: int, seed: int):
    """The candidate with the lowest out-of-fold loss, fitted to all rows."""
    parts = folds(rows, count, seed)
    totals = np.zeros(len(candidates))
    for train, held in parts:
        encoder = dense(rows.x).fit(rows.x.iloc[train])
        x, held_x = encoder.transform(rows.x.iloc[train]), encoder.transform(rows.x.iloc[held])
        for index, candidate in enumerate(candidates):
            fitted = clone(candidate).fit(x, rows.y[train])
            totals[index] += len(held) * fold_loss(predict(fitted, held_x, rows), rows.y[held], rows.regression)
    return make_pipeline(dense(rows.x), clone(candidates[int(totals.argmin())])).fit(rows.x, rows.y)


def linear(rows: Rows, seed: int, threads: int) -> np.ndarray:
    """L2 alone, 17 strengths, five folds; the solver is the one that suits dense columns."""
    if rows.regression:
        candidates = [Ridge(alpha=alpha) for alpha in np.logspace(-3, 5, 17)]
    else:
        candidates = [LogisticRegression(C=c, max_iter=1000) for c in np.logspace(-5, 3, 17)]
    return predict(choose(candidates, rows, 5, seed), rows.test_x, rows)


def mlp(rows: Rows, seed: int, threads: int) -> np.ndarray:
    """A grid of width and depth, weight decay, and early stopping or 300 epochs at most; three folds."""
    candidates = []
    for hidden, alpha, early in itertools.product([(100,), (128, 128)], [1e-4, 1e-2, 1.0], [True, False]):
        kind = MLPRegressor if rows.regression else MLPClassifier
        network = kind(hidden_layer_sizes=hidden, alpha=alpha, early_stopping=early, max_iter=300, random_state=seed)
        candidates.append(TransformedTargetRegressor(network, transformer=StandardScaler()) if rows.regression else network)
    return predict(choose(candidates, rows, 3, seed), rows.test_x, rows)


warnings.filterwarnings("ignore", category=ConvergenceWarning)
warnings.filterwarnings("ignore", message="Found unknown categories")
