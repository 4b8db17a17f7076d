"""`gbho.tune`: a study, or a table, from Python."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Mapping, Optional, Union

from ._errors import ConfigError, DataError, Error, Interrupted, StoreError
from ._executors import Pieces
from ._frames import Frame, frame_of, is_pandas, with_target
from ._loading import core
from ._progress import Progress, told
from ._result import Result
from ._settings import Change, changes, toml

Store = Union[str, "os.PathLike[str]", bool, None]


@dataclass
class Call:
    """The keywords of a call that are not keys of a study."""

    threads: int = 0
    device: str = "cpu"
    store: Store = None
    name: Optional[str] = None
    replace: bool = False
    target: Optional[str] = None
    task: str = "auto"
    test: Any = None
    source: Optional[str] = None
    judges: Any = None
    metric: Optional[str] = None
    select_columns: Optional[bool] = None
    pace: Optional[float] = None
    executor: Any = None


def split_keywords(settings: Mapping[str, Any]) -> tuple[Call, dict[str, Any]]:
    """The keywords of the call, and those that change the study."""
    own = set(Call.__dataclass_fields__)
    call = Call(**{key: value for key, value in settings.items() if key in own})
    return call, {key: value for key, value in settings.items() if key not in own}


def store_path(store: Store) -> str:
    if store is None or isinstance(store, bool):
        return str(core().default_store())
    return os.fspath(store)


class DataFolder:
    """Where a table in memory is written for the run: beside the store, so that the study can be resumed from there, or
    in a temporary folder when it is not kept. The file is named by its content."""

    def __init__(self, store: Optional[str]) -> None:
        self._temporary = store is None
        self.path = Path(tempfile.mkdtemp(prefix="gbho-")) if store is None else Path(store + ".tables")
        self.path.mkdir(parents=True, exist_ok=True)
        self.file: Optional[Path] = None

    def write(self, frame: Frame) -> Path:
        begun = self.path / f"{os.getpid()}-{id(frame)}.part"
        try:
            core().write_csv(str(begun), frame.names, frame.columns)
            self.file = self.path / f"{_digest(begun)[:16]}.csv"
            os.replace(begun, self.file)
        finally:
            begun.unlink(missing_ok=True)
        return self.file

    def forget(self, store: Optional[str]) -> None:
        """After the run has ended: nobody needs the file any more, unless another study of the store does."""
        if self._temporary:
            shutil.rmtree(self.path, ignore_errors=True)
        elif store is not None:
            forget_table(store, self.file or self.path / "none")


def _digest(file: Path) -> str:
    digest = hashlib.sha256()
    with open(file, "rb") as content:
        while piece := content.read(1 << 20):
            digest.update(piece)
    return digest.hexdigest()


def forget_table(store: str, file: Path) -> None:
    """Removes a table of the store that no unfinished study needs."""
    for study in core().studies_of(store):
        if study["state"] in ("running", "interrupted") and file.name in core().Record.read(store, study["name"]).study_file:
            return
    file.unlink(missing_ok=True)
    try:
        file.parent.rmdir()
    except OSError:
        pass  # others are still in it


def table_of_study(store: str, study_file: str) -> Optional[Path]:
    """The table in memory that a kept study is about, where it was written."""
    found = re.search(r'^path = "(?:.*/)?([0-9a-f]{16}\.csv)"$', study_file, re.MULTILINE)
    return Path(store + ".tables") / found.group(1) if found else None


def one_line_each(frame: Frame) -> bool:
    """Whether a row of the frame is a line of the file that it is written to."""
    return not any("\n" in (text or "") for column in frame.columns if isinstance(column, list) for text in column)


class PlainWords:
    """Messages about the file that a table in memory was written to speak of X and its rows instead."""

    def __init__(self, file: Path, one_line_rows: bool) -> None:
        self._file = file
        self._one_line_rows = one_line_rows

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if not isinstance(error, Error) or not error.args:
            return
        text = str(error.args[0]).replace(str(self._file), "X").replace(self._file.name, "X")
        if self._one_line_rows:
            text = re.sub(r"\blines? (\d+)", lambda found: f"row {int(found.group(1)) - 2}", text)
        error.args = (text.replace("--task", "task=").replace("--target", "target="), *error.args[1:])


def _study_text(study: Any) -> Optional[str]:
    """The text of a study that is given as a dict, or as text with line breaks; None for a path or a name."""
    if isinstance(study, Mapping):
        return "\n".join(f"{key} = {toml(value, str(key))}" for key, value in study.items()) + "\n"
    return study if isinstance(study, str) and "\n" in study else None


def read_study(study: Any, settings: list[Change]) -> Any:
    text = _study_text(study)
    if text is not None:
        return core().study_of_text(text, "study", os.getcwd(), settings)
    return core().study_of_file("" if study is None else os.fspath(study), settings)


def _common(method: Optional[str], seed: Any, call: Call, settings: Mapping[str, Any], name: Optional[str]) -> list[Change]:
    made = changes(settings)
    for key in ("source", "judges", "metric", "select_columns"):
        value = getattr(call, key)
        if value is not None:
            made.append((f"data.{key}={toml(value, key)}", f"{key} = {value}"))
    if method is not None:
        made.append((f"method={toml(method, 'method')}", f"method = {method}"))
    if seed is not None:
        made.append((f"seed={toml(seed, 'seed')}", f"seed = {seed}"))
    if name is not None:
        made.append((f"name={toml(name, 'name')}", f"name = {name}"))
    return made


def run_session(session: Any, progress: Progress, store: Optional[str], keep: Callable[[], None] = lambda: None,
                executor: Any = None) -> tuple[str, dict[str, bytes], Optional[str]]:
    """Runs to the end: the summary, the files of its models, and the name it is kept under."""
    on_progress, end = told(progress)
    name = ""
    try:
        if executor is not None:
            session.set_executor(Pieces(executor))
        keep()
        name = session.name
        summary = session.run(on_progress)
        return summary, session.models(), name or None
    except KeyboardInterrupt:
        raise Interrupted(_how_to_go_on(name, store)) from None
    finally:
        end()
        session.close()


def _how_to_go_on(name: str, store: Optional[str]) -> str:
    if not name:
        return "stopped; the study is not kept, so it cannot be resumed"
    place = "" if store is None or store == core().default_store() else f", store={store!r}"
    return f"stopped after the epoch; go on with gbho.Study.open({name!r}{place}).resume()"


def _keeper(session: Any, call: Call, study_name: str, store: Optional[str]) -> Callable[[], None]:
    def keep() -> None:
        if store is None:
            return
        named = call.name is not None or call.replace
        taken = "replace" if call.replace else ("refuse" if named else "number")
        try:
            session.keep(store, call.name or study_name, taken)
            if call.pace is not None:
                session.set_pace(call.pace)
        except StoreError as error:
            if named or call.store is not None:
                raise
            import logging

            logging.getLogger("gbho").warning("the study is not kept and cannot be resumed: %s", error)

    return keep


def tune(X: Any = None, y: Any = None, *, study: Any = None, method: Optional[str] = None, seed: Optional[int] = None, executor: Any = None,
         progress: Progress = True, **settings: Any) -> Result:
    """Tunes hyperparameters and trains the models.

    X is a table: the path of a CSV file, or rows in memory as numpy array, pandas DataFrame, torch tensor or lists, with
    targets in y. Without y the last column is the target, or the one that `target` names. Instead of a table, `study` (or X)
    may be a study file, the name of a built-in study, or a study as a dict; without any of them the default study runs. A
    study and a table in memory together: the study's model, solver and method, on that table.

    Every key of a study is a keyword, in any of these forms: `lower={"epochs": 20}`, `lower__epochs=20`,
    `**{"lower.epochs": 20}`; `hyperparameters=[{...}]` replaces all of them. Further keywords: `threads`, `device`, `target`,
    `task`, `test` (a CSV file to score on), `source`, `judges`, `metric`, `select_columns` (docs/tables.md), and `store`, `name`, `replace`, `pace`, which say where the study is kept; with
    `store=False` it is not.

    With `executor`, any `concurrent.futures.Executor`, its workers train: Dask's `client.get_executor()`, `mpi4py.futures`, a
    `ProcessPoolExecutor`. The result is the same, times aside.

    Ctrl-C stops after the epoch and raises `gbho.Interrupted`, whose message says how to go on.

    >>> result = tune(study="mnist-1k-1hp", method="grid", grid={"points": 2}, lower__epochs=1, store=False, progress=False)
    >>> sorted(result.best), len(result.trials)
    (['l2'], 2)
    """
    call, rest = split_keywords(settings)
    call.executor = executor
    path = isinstance(X, (str, os.PathLike))
    if path and study is None and not core().is_table_path(os.fspath(X)):
        X, study, path = None, X, False
    if X is None:
        if y is not None:
            raise ConfigError("y: given without X; give the rows, too", key="y")
        return _tune_study(study, method, seed, progress, call, rest)
    if path and y is None and study is None:
        return _tune_file(os.fspath(X), method, seed, progress, call, rest)
    if path:
        raise ConfigError("X: the path of a table goes neither with y nor with a study; give target=, and write data.path into "
                          "the study", key="X")
    return tune_frame(X, y, study, method, seed, progress, call, rest)


def _kept_in(call: Call) -> Optional[str]:
    return None if call.store is False else store_path(call.store)


def _finish(session: Any, study: Any, progress: Progress, call: Call) -> Result:
    store = _kept_in(call)
    summary, files, name = run_session(session, progress, store, _keeper(session, call, study.name, store), call.executor)
    return Result(summary, files, store=store, name=name)


def _tune_study(study: Any, method: Optional[str], seed: Any, progress: Progress, call: Call, rest: Mapping[str, Any]) -> Result:
    if call.target is not None or call.task != "auto" or call.test is not None:
        raise ConfigError("target, task, test: say something of a table; give one in place of the study, or write data.target, "
                          "data.task and data.test into the study", key="target")
    read = read_study(study, _common(method, seed, call, rest, None))
    read.set_runtime(call.threads, call.device)
    return _finish(core().Session(read), read, progress, call)


def _tune_file(path: str, method: Optional[str], seed: Any, progress: Progress, call: Call, rest: Mapping[str, Any]) -> Result:
    test = "" if call.test is None else os.fspath(call.test)
    read = core().study_of_table(path, call.target or "", call.task, test, _common(method, seed, call, rest, None))
    read.set_runtime(call.threads, call.device)
    return _finish(core().Session(read), read, progress, call)


def frame_and_target(X: Any, y: Any, call: Call) -> tuple[Frame, str]:
    if isinstance(X, Frame):
        return X, X.names[-1]
    if isinstance(y, str):
        call.target, y = y, None
    if y is not None:
        if call.target is not None:
            raise ConfigError("target: is given twice, by y and by name; leave one out", key="target")
        return with_target(X, y)
    if not is_pandas(X):
        raise DataError("y is missing: give the targets, or a DataFrame that has them as a column")
    frame = frame_of(X)
    name = call.target if call.target is not None else frame.names[-1]
    if name not in frame.names:
        raise DataError(f"target = {name!r}: no column has that name; the columns are {', '.join(frame.names[:12])}")
    return frame, name


def tune_frame(X: Any, y: Any, study: Any, method: Optional[str], seed: Any, progress: Progress, call: Call,
               rest: Mapping[str, Any]) -> Result:
    """The same for a table in memory."""
    if call.test is not None:
        raise ConfigError("test: goes with the path of a table; result.score(X, y) scores rows in memory", key="test")
    frame, target = frame_and_target(X, y, call)
    categories = [name for name in frame.categories if name != target]
    if categories:
        rest = {"data.categories": categories, **rest}
    store = _kept_in(call)
    folder = DataFolder(store)
    try:
        file = folder.write(frame)
        with PlainWords(file, one_line_each(frame)):
            read = _study_of_frame(study, file, target, call, _common(method, seed, call, rest, call.name or ("table" if study is None else None)))
            read.set_runtime(call.threads, call.device)
            session = core().Session(read)
        summary, files, name = run_session(session, progress, store, _keeper(session, call, read.name, store), call.executor)
    except Interrupted:
        if store is None:
            folder.forget(None)
        raise
    except BaseException:
        folder.forget(store)
        raise
    folder.forget(store)
    return Result(summary, files, store=store, name=name, classes=_classes(files, frame.columns[frame.names.index(target)]))


def _classes(files: dict[str, bytes], column: Any) -> Optional[list[Any]]:
    """The classes of a classification as the target has them; in the model they are texts."""
    if "model" not in files:
        return None
    names = list(core().Predictor(files["model"], "this result").classes)
    kind = "text" if isinstance(column, list) else column.dtype.kind
    read: dict[str, Callable[[str], Any]] = {"i": int, "f": float, "b": lambda name: name == "true"}
    return [read.get(kind, str)(name) for name in names] or None


def _study_of_frame(study: Any, file: Path, target: str, call: Call, settings: list[Change]) -> Any:
    if study is None:
        return core().study_of_data(str(file), target, call.task, settings)
    data: dict[str, Any] = {"path": str(file), "header": "yes", "target": target, "folds": -1}
    if call.task != "auto":
        data["task"] = call.task
    table = (f"data={toml(data, 'data')}", "X")
    return read_study(study, [table, *settings])
