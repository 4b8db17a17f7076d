"""Gradient boosting: XGBoost with defaults and tuned, LightGBM and CatBoost with defaults.

All of them get categories and missing values natively.
"""

import catboost
import lightgbm
import numpy as np
import xgboost
from linear_and_mlp import folds
from rows import Rows

TRIALS, FOLDS = 30, 3
ROUNDS, PATIENCE = 1000, 30  # trees at most; rounds without improvement in a fold


def _log_uniform(random, low: float, high: float) -> float:
    return float(np.exp(random.uniform(np.log(low), np.log(high))))


def _draw(random) -> dict:
    return {"learning_rate": _log_uniform(random, 0.02, 0.3),
            "max_depth": int(random.integers(2, 11)),
            "min_child_weight": _log_uniform(random, 0.5, 20),
            "subsample": random.uniform(0.5, 1),
            "colsample_bytree": random.uniform(0.4, 1),
            "reg_lambda": _log_uniform(random, 0.01, 100)}


def _objective(rows: Rows) -> dict:
    if rows.regression:
        return {"objective": "reg:squarederror", "eval_metric": "rmse"}
    if len(rows.classes) == 2:
        return {"objective": "binary:logistic", "eval_metric": "logloss"}
    return {"objective": "multi:softprob", "eval_metric": "mlogloss", "num_class": len(rows.classes)}


def _as_probabilities(values: np.ndarray, rows: Rows) -> np.ndarray:
    if not rows.regression and values.ndim == 1:
        return np.column_stack([1 - values, values])
    return values


def _cross_validated(settings: dict, parts: list, matrices: list) -> tuple:
    """Out-of-fold loss and how many trees: early stopping within each fold, the mean of its best rounds."""
    loss, best = 0.0, []
    for (_, held), (train, test) in zip(parts, matrices):
        model = xgboost.train(settings, train, ROUNDS, evals=[(test, "held")], early_stopping_rounds=PATIENCE,
                              verbose_eval=False)
        score = model.best_score
        loss += len(held) * (score ** 2 if settings["eval_metric"] == "rmse" else score)
        best.append(model.best_iteration + 1)
    return loss, max(1, round(sum(best) / len(best)))


def xgboost_tuned(rows: Rows, seed: int, threads: int) -> np.ndarray:
    """Random search, the defaults among the trials; what was best out of fold is fitted to all rows."""
    random = np.random.default_rng(seed)
    fixed = {**_objective(rows), "tree_method": "hist", "nthread": threads, "seed": seed, "verbosity": 0}
    parts = folds(rows, FOLDS, seed)
    matrix = lambda index: xgboost.DMatrix(rows.x.iloc[index], rows.y[index], enable_categorical=True, nthread=threads)
    matrices = [(matrix(train), matrix(held)) for train, held in parts]
    trials = [{**fixed, **(_draw(random) if trial else {})} for trial in range(TRIALS)]
    scored = [(*_cross_validated(settings, parts, matrices), settings) for settings in trials]
    _, trees, settings = min(scored, key=lambda one: one[0])
    model = xgboost.train(settings, matrix(np.arange(len(rows.y))), trees)
    test = xgboost.DMatrix(rows.test_x, enable_categorical=True, nthread=threads)
    return _as_probabilities(model.predict(test), rows)


def xgboost_default(rows: Rows, seed: int, threads: int) -> np.ndarray:
    kind = xgboost.XGBRegressor if rows.regression else xgboost.XGBClassifier
    model = kind(enable_categorical=True, n_jobs=threads, random_state=seed).fit(rows.x, rows.y)
    return model.predict(rows.test_x) if rows.regression else model.predict_proba(rows.test_x)


def lightgbm_default(rows: Rows, seed: int, threads: int) -> np.ndarray:
    kind = lightgbm.LGBMRegressor if rows.regression else lightgbm.LGBMClassifier
    model = kind(n_jobs=threads, random_state=seed, verbose=-1).fit(rows.x, rows.y)
    return model.predict(rows.test_x) if rows.regression else model.predict_proba(rows.test_x)


def catboost_default(rows: Rows, seed: int, threads: int) -> np.ndarray:
    def with_text(frame):
        return frame.assign(**{name: frame[name].astype(object).fillna("(missing)").astype(str) for name in rows.categories})

    kind = catboost.CatBoostRegressor if rows.regression else catboost.CatBoostClassifier
    model = kind(thread_count=threads, random_seed=seed, verbose=False, allow_writing_files=False,
                 cat_features=rows.categories)
    model.fit(with_text(rows.x), rows.y)
    return model.predict(with_text(rows.test_x)) if rows.regression else model.predict_proba(with_text(rows.test_x))
