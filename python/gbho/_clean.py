"""`gbho.clean`: which labels are probably wrong."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Callable, Optional

from ._errors import ConfigError, DataError, Interrupted
from ._frames import Frame, is_pandas
from ._loading import core
from ._progress import Progress, told
from ._runs import Call, DataFolder, PlainWords, frame_and_target, one_line_each

if TYPE_CHECKING:
    import pandas

_COLUMNS = ["row", "label", "suggested", "suspicion", "flagged"]


def clean(X: Any, y: Any = None, *, target: Optional[str] = None, trusted: Any = None, task: str = "auto", seed: int = 0, folds: int = 5,
          networks: int = 8, passes: int = 2, ranking: str = "posterior", threads: int = 0, device: str = "cpu",
          progress: Progress = True) -> "pandas.DataFrame":
    """Finds the rows whose label is probably wrong, by models that have not been trained on them.

    X and y are what `tune` takes: rows in memory with their labels, a DataFrame with the name of its target, or the path of a
    CSV file. `trusted` says which labels are known to be right: one truth value a row, or the name of a column that has them.

    The DataFrame has every row once, the most suspicious first: `row` (its place in X, from 0), `label`, `suggested`,
    `suspicion` (the probability that the label is wrong) and `flagged` (more likely wrong than right). Its index is X's, so that
    `X.drop(found.index[found.flagged])` leaves the flagged rows out. `found.attrs` has what is estimated of the whole table:
    `wrong` labels, `precision` and `recall` of the flags, `classes`, and so on, as `gbho clean --json` writes it.

    >>> import numpy
    >>> stream = numpy.random.default_rng(0)
    >>> X = stream.normal(size=(200, 2))
    >>> y = (X[:, 0] > 0).astype(int)
    >>> y[[3, 50]] = 1 - y[[3, 50]]
    >>> found = clean(X, y, networks=2, progress=False)
    >>> sorted(found.row[:2]), len(found)
    ([3, 50], 200)
    """
    call = Call(target=target, task=task, threads=threads, device=device)
    how = {"seed": seed, "folds": folds, "networks": networks, "passes": passes, "ranking": ranking}
    if isinstance(X, (str, os.PathLike)):
        if y is not None:
            raise ConfigError("y: goes with rows in memory; target= names a column of a file", key="y")
        found = _judged(os.fspath(X), call, trusted, how, progress)
        return _verdicts(found, str, None)
    frame, name = frame_and_target(X, y, call)
    column = frame.columns[frame.names.index(name)]
    call.target = name
    folder = DataFolder(None)
    try:
        frame, trusted = _with_trusted(frame, trusted)
        file = folder.write(frame)
        with PlainWords(file, one_line_each(frame)):
            found = _judged(str(file), call, trusted, how, progress)
    finally:
        folder.forget(None)
    return _verdicts(found, _reader(column, found["task"]), X.index if is_pandas(X) else None)


def _with_trusted(frame: Frame, trusted: Any) -> tuple[Frame, Optional[str]]:
    """The frame with a column that says which labels are right, and its name."""
    import numpy

    if trusted is None or isinstance(trusted, str):
        return frame, trusted
    marks = numpy.asarray(trusted)
    if marks.dtype.kind != "b" or marks.shape != (frame.rows,):
        raise DataError(f"trusted: give one truth value for each of the {frame.rows} rows, or the name of a column; not "
                        f"{marks.dtype} of shape {marks.shape}")
    name = "trusted"
    while name in frame.names:
        name += "_"
    return Frame([name, *frame.names], [marks, *frame.columns], frame.categories), name


def _judged(path: str, call: Call, trusted: Optional[str], how: dict[str, Any], progress: Progress) -> dict[str, Any]:
    options = core().CleanOptions()
    options.path, options.target, options.task, options.trusted = path, call.target or "", call.task, trusted or ""
    for key, value in how.items():
        setattr(options, key, value)
    options.set_runtime(call.threads, call.device)
    on_progress, end = told(progress)
    try:
        text = core().clean(options, on_progress)
    except KeyboardInterrupt:
        raise Interrupted("stopped; what was found until then is not kept") from None
    finally:
        end()
    if not text:
        raise Interrupted("stopped by progress; what was found until then is not kept")
    return dict(json.loads(text))


def _reader(column: Any, task: str) -> Callable[[str], Any]:
    """Labels as y has them; in the table they are texts."""
    if task == "regression":
        return float
    kind = "text" if isinstance(column, list) else column.dtype.kind
    readers: dict[str, Callable[[str], Any]] = {"i": int, "f": float, "b": lambda text: text == "true"}
    return readers.get(kind, str)


def _verdicts(found: dict[str, Any], read: Callable[[str], Any], index: Any) -> "pandas.DataFrame":
    import pandas

    verdicts = found.pop("verdicts")
    if found["task"] == "regression":
        read = float
    rows = [{"row": verdict["row"] - 1, "label": read(verdict["label"]), "suggested": read(verdict["suggested"]),
             "suspicion": verdict["suspicion"], "flagged": bool(verdict["flagged"])} for verdict in verdicts]
    frame = pandas.DataFrame(rows, columns=_COLUMNS)
    frame.index = pandas.Index(frame["row"], name=None) if index is None else index[frame["row"].to_numpy()]
    frame.attrs.update(found)
    return frame
