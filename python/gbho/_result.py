"""What a run came to."""

from __future__ import annotations

import json
import math
import re
import struct
import zipfile
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterator, Optional, Union

from ._errors import DataError
from ._frames import Frame, frame_of
from ._loading import core

if TYPE_CHECKING:
    import numpy
    import pandas

_FORMAT = 1


@contextmanager
def _rows_from_zero() -> Iterator[None]:
    """The library counts rows from 1, Python from 0."""
    try:
        yield
    except DataError as error:
        error.args = (re.sub(r"\brow (\d+)", lambda found: f"row {int(found.group(1)) - 1}", str(error)),)
        raise


def _arrays(safetensors: bytes) -> dict[str, "numpy.ndarray"]:
    """The tensors of a file in the safetensors format, which are all float32."""
    import numpy

    (length,) = struct.unpack("<Q", safetensors[:8])
    header = json.loads(safetensors[8 : 8 + length])
    arrays = {}
    for name, facts in header.items():
        if name == "__metadata__":
            continue
        begin, end = facts["data_offsets"]
        own = safetensors[8 + length + begin : 8 + length + end]
        arrays[name] = numpy.frombuffer(own, dtype="<f4").reshape(facts["shape"]).copy()
    return arrays


@dataclass(frozen=True)
class Model:
    """One of a run's models: its scores, and its weights under PyTorch's names and in PyTorch's layout."""

    role: str
    scores: dict[str, Optional[float]]
    _weights: Optional[bytes] = field(default=None, repr=False)
    _tensors: Any = field(default=None, repr=False)

    def weights(self) -> dict[str, "numpy.ndarray"]:
        """The weights as arrays; empty for a model that has none of its own (a bag)."""
        if self._tensors is not None:
            return {name: tensor.numpy() for name, tensor in self._tensors.items()}
        return {} if self._weights is None else _arrays(self._weights)

    def state_dict(self) -> dict[str, Any]:
        """The weights as PyTorch's tensors, for `load_state_dict`."""
        import torch

        if self._tensors is not None:
            return dict(self._tensors)
        return {name: torch.from_numpy(array) for name, array in self.weights().items()}

    def __getattr__(self, name: str) -> Any:
        scores = self.__dict__.get("scores", {})
        if name in scores:
            return scores[name]
        raise AttributeError(f"a model has no {name!r}; its scores are {', '.join(scores)}")


class Report(str):
    """A page of HTML that a notebook shows in place."""

    def _repr_html_(self) -> str:
        quoted = self.replace("&", "&amp;").replace('"', "&quot;")
        return f'<iframe srcdoc="{quoted}" style="width:100%; height:720px; border:0"></iframe>'

    def save(self, path: Union[str, Path]) -> Path:
        """Writes the page to a file."""
        path = Path(path)
        path.write_text(self, encoding="utf-8")
        return path


def _value(number: Any) -> float:
    return math.nan if number is None else float(number)


def trials_frame(summary: dict[str, Any]) -> "pandas.DataFrame":
    """One line a candidate: λ and hyperparameters, f, F and how its training ended."""
    import pandas

    names = [dimension["name"] for dimension in summary["space"]]
    rows = []
    for iteration in summary["iterations"]:
        row: dict[str, Any] = {"number": iteration["index"], "kind": iteration["kind"]}
        for name, dimension, place in zip(names, summary["space"], iteration["lambda"]):
            row[name] = hyperparameter(dimension, _value(place))
        for name, place in zip(names, iteration["lambda"]):
            row[f"lambda_{name}"] = _value(place)
        consistent = iteration.get("validation_loss_consistent")
        row["validation_loss"] = _value(consistent if consistent is not None else iteration.get("upper"))
        row["f"] = _value(iteration.get("f"))
        row["status"] = iteration.get("status", "finished")
        rows.append(row)
    columns = ["number", "kind", *names, *[f"lambda_{name}" for name in names], "validation_loss", "f", "status"]
    return pandas.DataFrame(rows, columns=columns)


def hyperparameter(dimension: dict[str, Any], place: float) -> float:
    transform = dimension.get("transform", "exp")
    if transform == "identity":
        return place
    return math.exp(place) if transform == "exp" else 1 / (1 + math.exp(-place))


class Result:
    """What `gbho.tune` gives back.

    `best` are the hyperparameters, `models` the models by role (`joint`, `consistent`, `refit`, `bag`), `trials` a
    DataFrame of all candidates, `certificate` says how far a model can be from solving the lower level, and `summary` is
    everything that `gbho tune --json` writes.
    """

    def __init__(self, summary: str, files: dict[str, bytes], *, store: Optional[str] = None, name: Optional[str] = None,
                 classes: Optional[list[Any]] = None, tensors: Optional[dict[str, Any]] = None) -> None:
        self._summary = summary
        self.summary: dict[str, Any] = json.loads(summary)
        self._files = files
        self._store = store
        self.name = name
        """Under which the study is kept; None when it is not."""
        self._classes = classes
        self._tensors = tensors or {}
        self._predictor: Any = None

    @property
    def best(self) -> dict[str, float]:
        """The hyperparameters at λ*."""
        return dict(self.summary["hyperparameters"])

    @property
    def best_lambda(self) -> list[float]:
        """λ*, in the order of the space."""
        return list(self.summary["lambda"])

    @property
    def models(self) -> dict[str, Model]:
        """The run's models by role, those that it has."""
        return {role: Model(role, scores, self._files.get(role), self._tensors.get(role))
                for role, scores in self.summary["models"].items() if scores is not None}

    @property
    def trials(self) -> "pandas.DataFrame":
        """One line a candidate."""
        return trials_frame(self.summary)

    @property
    def certificate(self) -> Optional[dict[str, Any]]:
        """How far a model can be from the lower level's optimum, recomputed by separate code; None without one."""
        found = self.summary.get("certificate")
        return None if found is None else dict(found)

    @property
    def warnings(self) -> list[str]:
        return list(self.summary["warnings"])

    @property
    def classes(self) -> Optional[list[Any]]:
        """Of a classification of a table: the classes, in the order of `predict_proba`'s columns."""
        if self._predictor_or_none() is None or self._predictor.task != "classification":
            return None
        return list(self._classes) if self._classes is not None else list(self._predictor.classes)

    def report(self, path: Union[str, Path, None] = None) -> Report:
        """The study's report, a page of HTML; a notebook shows it in place. With `path` it is written there, too."""
        record = core().Record.read(self._store, self.name) if self.name else core().Record.of_summary(self._summary)
        page = Report(record.html())
        if path is not None:
            page.save(path)
        return page

    def _predictor_or_none(self) -> Any:
        if self._predictor is None and "model" in self._files:
            self._predictor = core().Predictor(self._files["model"], "this result")
        return self._predictor

    def _predictions(self, X: Any) -> Any:
        predictor = self._predictor_or_none()
        if predictor is None:
            raise DataError("this study was not about a table, so there is no model that reads one; "
                            "models[\"refit\"].state_dict() has the weights of its network")
        with _rows_from_zero():
            return predictor.predict(self._table(X), 0)

    def _table(self, X: Any) -> Any:
        import os

        if isinstance(X, (str, os.PathLike)):
            return core().Table.read(os.fspath(X))
        named = isinstance(X, Frame) or hasattr(X, "columns")
        frame = X if isinstance(X, Frame) else frame_of(X, None if named else self._names_for(X))
        return core().Table(frame.names, frame.columns)

    def _names_for(self, X: Any) -> Optional[list[str]]:
        import numpy

        columns = list(self._predictor.columns)
        shape = numpy.shape(X)
        if len(shape) == 2 and shape[1] != len(columns):
            raise DataError(f"X has {shape[1]} columns, and the model was trained on {len(columns)}: {', '.join(columns[:8])}")
        return columns

    def predict(self, X: Any) -> "numpy.ndarray":
        """The class or the value of every row; X is a table as it was given to `tune`, or the path of a CSV file."""
        import numpy

        found = self._predictions(X)
        if found.ndim == 1:
            return found
        classes = self.classes
        assert classes is not None
        return numpy.asarray(classes)[self.decided(found)]

    def decided(self, probabilities: Any) -> Any:
        """The number of the class that each row of probabilities is decided to be: the most probable one, or what `metric` asks for."""
        import numpy

        predictor = self._predictor_or_none()
        factors = predictor.decision if predictor is not None else []
        return (probabilities * numpy.asarray(factors) if factors else probabilities).argmax(axis=1)

    def predict_proba(self, X: Any) -> "numpy.ndarray":
        """The probability of every class, in the order of `classes`."""
        found = self._predictions(X)
        if found.ndim == 1:
            raise DataError("a regression has no classes; use predict")
        return found

    def score(self, X: Any, y: Any = None) -> dict[str, float]:
        """log_loss, accuracy, auc, balanced_accuracy and f1, or rmse, mae and r2, on labelled rows; X may be the path of a CSV file."""
        from ._frames import with_target

        if self._predictor_or_none() is None:
            raise DataError("this study was not about a table; models has the scores of its networks")
        if y is not None:
            frame, name = with_target(X, y)
            frame.names[-1] = self._predictor.target
            X = frame
        return {key: value for key, value in self._predictor.score(self._table(X)).items() if value == value}

    def save(self, path: Union[str, Path]) -> Path:
        """Writes everything into one file, for `gbho.Result.load`."""
        path = Path(path)
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("gbho.json", json.dumps({"format": _FORMAT, "classes": _plain(self._classes)}))
            archive.writestr("summary.json", self._summary)
            for role, content in self._files.items():
                archive.writestr(_file_name(role), content)
        return path

    @classmethod
    def load(cls, path: Union[str, Path]) -> "Result":
        """Reads what `save` wrote. A `model.gbho` alone is for `gbho.load_model`."""
        try:
            with zipfile.ZipFile(path) as archive:
                facts = json.loads(archive.read("gbho.json"))
                if facts["format"] != _FORMAT:
                    raise DataError(f"{path}: written by a later gbho (format {facts['format']}); use that one")
                names = set(archive.namelist()) - {"gbho.json", "summary.json"}
                files = {Path(name).stem: archive.read(name) for name in names}
                return cls(archive.read("summary.json").decode(), files, classes=facts["classes"])
        except (zipfile.BadZipFile, KeyError, json.JSONDecodeError) as error:
            raise DataError(f"{path}: is no result of gbho ({error}); give a file that Result.save wrote") from error

    def save_model(self, path: Union[str, Path]) -> Path:
        """Writes model.gbho, which `gbho predict`, C++ and C read without Python."""
        if "model" not in self._files:
            raise DataError("this study was not about a table, so it has no model.gbho")
        path = Path(path)
        path.write_bytes(self._files["model"])
        return path

    def save_onnx(self, path: Union[str, Path]) -> dict[str, str]:
        """Writes the model with its preprocessing as ONNX, which onnxruntime and others read: each column is an input, a
        tensor [rows, 1]. Returns what the inputs hold, by name; `gbho export-model` does the same."""
        predictor = self._predictor_or_none()
        if predictor is None:
            raise DataError("this study was not about a table, so it has no model to be written as ONNX; "
                            "models[\"refit\"].state_dict() has the weights of its network")
        Path(path).write_bytes(predictor.onnx())
        return {name: f"{'string' if text else 'double'}: {meaning}" for name, text, meaning in predictor.onnx_inputs()}

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_predictor": None}

    def __str__(self) -> str:
        return str(core().summary_text(self._summary)).rstrip("\n")

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value:.4g}" for name, value in self.best.items())
        return f"<gbho.Result of '{self.summary['study']}' by {self.summary['method']}: {values}>"

    def _repr_html_(self) -> str:
        return str(self.report()._repr_html_())


def _file_name(role: str) -> str:
    return "model.gbho" if role == "model" else f"{role}.safetensors"


def _plain(values: Optional[list[Any]]) -> Optional[list[Any]]:
    return None if values is None else [value.item() if hasattr(value, "item") else value for value in values]
