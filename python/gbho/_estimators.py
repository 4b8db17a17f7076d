"""scikit-learn estimators: `fit` is a run of `gbho.tune` over folds."""

from __future__ import annotations

from typing import Any, Mapping, Optional

import numpy
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils import check_array, check_consistent_length, check_random_state, column_or_1d
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_feature_names_in, check_is_fitted  # noqa: F401

from ._frames import Frame, frame_of, is_pandas
from ._result import Result
from ._runs import Call, split_keywords, tune_frame


def _has_texts(X: Any) -> bool:
    if is_pandas(X):
        return any(kind.kind not in "fiub" if isinstance(kind, numpy.dtype) else True for kind in X.dtypes)
    if not hasattr(X, "__len__") or hasattr(X, "toarray"):
        return False
    array = numpy.asarray(X)
    if array.ndim != 2 or array.dtype.kind not in "OUS":
        return False
    return array.dtype.kind != "O" or any(isinstance(cell, str) for cell in array.ravel())


class _Estimator(BaseEstimator):
    """What both estimators have in common.

    Parameters are the study's: `method` ("random" unless given), `settings` for every other key of a study, such as
    {"random.points": 16, "lower": {"epochs": 50}}, `threads`, `random_state`, and `progress`. `store` keeps the study; without
    it nothing is kept.
    """

    _task = ""

    def __init__(self, *, method: Optional[str] = None, settings: Optional[Mapping[str, Any]] = None, threads: int = 0,
                 random_state: Any = 0, progress: bool = False, store: Optional[str] = None) -> None:
        self.method = method
        self.settings = settings
        self.threads = threads
        self.random_state = random_state
        self.progress = progress
        self.store = store

    def _more_tags(self) -> dict[str, Any]:
        return {"allow_nan": True, "X_types": ["2darray", "string"]}

    def _seed(self) -> int:
        if isinstance(self.random_state, (int, numpy.integer)):
            return int(self.random_state)
        return int(check_random_state(self.random_state).randint(2**31 - 1))

    def _checked(self, X: Any, reset: bool) -> Frame:
        """The rows as a table, with scikit-learn's messages for what is none."""
        if _has_texts(X):
            if not is_pandas(X):
                X = numpy.asarray(X, dtype=object)
            self._check_feature_names(X, reset=reset)
            self._check_n_features(X, reset=reset)
            return self._named(frame_of(X))
        if is_pandas(X):
            self._check_feature_names(X, reset=reset)
        X = self._validate_data(X, reset=reset, dtype="numeric", force_all_finite="allow-nan")
        return self._named(frame_of(X))

    def _named(self, frame: Frame) -> Frame:
        if hasattr(self, "feature_names_in_"):
            frame.names = [str(name) for name in self.feature_names_in_]
        return frame

    def _fit(self, X: Frame, target: Any) -> None:
        if X.rows < 2:
            raise ValueError("n_samples=1: one sample is too few to learn from and to check with")
        call, rest = split_keywords(dict(self.settings or {}))
        call = Call(threads=self.threads, device=call.device, task=self._task, store=self.store or False, name=call.name)
        self.result_: Result = tune_frame(_WithTarget(X, target), None, None, self.method, self._seed(), self.progress, call, rest)

    def _predictor(self) -> Result:
        check_is_fitted(self, "result_")
        return self.result_

    @property
    def best_params_(self) -> dict[str, float]:
        """The hyperparameters at λ*."""
        return self._predictor().best


class _WithTarget(Frame):
    """A checked table with its target in the last column."""

    def __init__(self, frame: Frame, target: Any) -> None:
        name = "target"
        while name in frame.names:
            name += "_"
        super().__init__(frame.names + [name], frame.columns + [target], frame.categories)


class Classifier(ClassifierMixin, _Estimator):
    """Networks tuned over folds, and the bag of the best, as a scikit-learn classifier.

    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> classifier = Classifier(settings={"random.points": 4, "lower.epochs": 20}).fit(X, y)
    >>> classifier.score(X, y) > 0.9
    True
    """

    _task = "classification"

    def fit(self, X: Any, y: Any) -> "Classifier":
        """Tunes, trains and bags. Rows may have numbers, texts, categories, dates and missing values."""
        if y is None:
            raise ValueError("requires y to be passed, but the target y is None")
        frame = self._checked(X, reset=True)
        y = column_or_1d(y, warn=True)
        check_classification_targets(y)
        check_consistent_length(frame.columns[0], y)
        self.classes_, codes = numpy.unique(y, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError(f"y has one class, {self.classes_[0]!r}; a classifier needs two classes at least")
        self._fit(frame, codes.astype(numpy.int64))
        return self

    def predict_proba(self, X: Any) -> numpy.ndarray:
        """The probability of each of `classes_`."""
        result = self._predictor()
        return numpy.asarray(result.predict_proba(self._checked(X, reset=False)))

    def predict(self, X: Any) -> numpy.ndarray:
        """The class of every row: the most probable one, unless `metric` asked for another choice."""
        probabilities = self.predict_proba(X)
        return self.classes_[self._predictor().decided(probabilities)]


class Regressor(RegressorMixin, _Estimator):
    """The same for numbers to be predicted."""

    _task = "regression"

    def fit(self, X: Any, y: Any) -> "Regressor":
        """Tunes, trains and bags."""
        if y is None:
            raise ValueError("requires y to be passed, but the target y is None")
        frame = self._checked(X, reset=True)
        y = column_or_1d(check_array(y, ensure_2d=False, dtype="numeric"), warn=True).astype(numpy.float64)
        check_consistent_length(frame.columns[0], y)
        self._fit(frame, y)
        return self

    def predict(self, X: Any) -> numpy.ndarray:
        """The value of every row."""
        result = self._predictor()
        return numpy.asarray(result.predict(self._checked(X, reset=False)))
