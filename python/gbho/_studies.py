"""The studies of a store: the same ones that `gbho studies`, `show` and `resume` know."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional, Union

from ._errors import ConfigError, StoreError
from ._loading import core
from ._progress import Progress
from ._result import Report, Result
from ._runs import Store, forget_table, run_session, store_path, table_of_study

if TYPE_CHECKING:
    import pandas

_EXPORTS = ("csv", "json", "optuna-journal")


def studies(store: Store = None) -> "pandas.DataFrame":
    """The studies that are kept, the latest first."""
    import pandas

    columns = ["name", "method", "seed", "state", "created", "updated", "trials", "best_criterion", "seconds"]
    return pandas.DataFrame(core().studies_of(store_path(store)), columns=columns)


class Study:
    """A study of a store, while it runs or after. `Study.open` finds it; what it tells is read anew each time."""

    def __init__(self, name: str, store: str) -> None:
        self.name = name
        self.store = store

    @classmethod
    def open(cls, name: str, store: Store = None) -> "Study":
        """The latest run of that name; NAME-1 is the first where later ones got a number."""
        path = store_path(store)
        return cls(core().Record.read(path, name).overview["name"], path)

    def _record(self) -> Any:
        return core().Record.read(self.store, self.name)

    @property
    def state(self) -> str:
        """running, interrupted, finished or failed."""
        return str(self._record().overview["state"])

    @property
    def record(self) -> dict[str, Any]:
        """Everything that the store knows, as `gbho export --format json` writes it."""
        return dict(json.loads(self._record().json()))

    @property
    def summary(self) -> Optional[dict[str, Any]]:
        """What `gbho tune --json` writes; None until the study has ended."""
        text = self._record().summary
        return json.loads(text) if text else None

    @property
    def trials(self) -> "pandas.DataFrame":
        """One line a candidate, in the order in which they ended."""
        import pandas

        record = self.record
        names = [dimension["name"] for dimension in record["space"]]
        rows = []
        for trial in record["trials"]:
            row = {key: trial[key] for key in ("number", "phase", "epochs", "partial")}
            row.update(trial["hyperparameters"])
            row.update({f"lambda_{name}": place for name, place in zip(names, trial["lambda"])})
            for key in ("objective", "train_loss", "validation_loss", "validation_accuracy", "selection_loss"):
                row[key] = float("nan") if trial[key] is None else trial[key]
            row.update({key: trial[key] for key in ("status", "outcome", "seconds")})
            row.update({key: pandas.Timestamp(trial[key]) if trial[key] else pandas.NaT for key in ("started", "finished")})
            rows.append(row)
        return pandas.DataFrame(rows)

    @property
    def iterations(self) -> "pandas.DataFrame":
        """One line an iteration, of methods that iterate."""
        import pandas

        return pandas.DataFrame(self.record["iterations"])

    def resume(self, *, progress: Progress = True, threads: int = 0, device: str = "cpu", rebuild: bool = False) -> Result:
        """Goes on with a study that was interrupted, as if it had not been; one that has ended gives what it gave then."""
        session = core().Session.open(self.store, self.name, threads, device, rebuild)
        summary, files, name = run_session(session, progress, self.store)
        table = table_of_study(self.store, self._record().study_file)
        if table is not None:
            forget_table(self.store, table)
        return Result(summary, files, store=self.store, name=name)

    def enqueue(self, **values: float) -> None:
        """Has the study's run train this λ, also while it goes on: a value for each hyperparameter, for penalties its logarithm."""
        core().enqueue(self.store, self.name, values)

    def result(self) -> Result:
        """What a study that has ended came to."""
        if self.summary is None:
            raise StoreError(f"study '{self.name}' has not ended ({self.state}); go on with resume()")
        return self.resume(progress=False)

    def report(self, path: Union[str, Path, None] = None) -> Report:
        """The study's report, a page of HTML that a notebook shows in place; with `path` it is written there, too."""
        page = Report(self._record().html())
        if path is not None:
            page.save(path)
        return page

    def export(self, format: str, path: Union[str, "os.PathLike[str]", None] = None) -> str:
        """The study as csv, json or optuna-journal; with `path` it is written there, too."""
        if format not in _EXPORTS:
            raise ConfigError(f"format = {format!r}: choose from {', '.join(_EXPORTS)}", key="format")
        text = str(getattr(self._record(), format.replace("optuna-journal", "optuna_journal"))())
        if path is not None:
            Path(path).write_text(text, encoding="utf-8")
        return text

    def remove(self) -> None:
        """Removes the study and its weights from the store."""
        table = table_of_study(self.store, self._record().study_file)
        core().remove_study(self.store, self.name)
        if table is not None:
            forget_table(self.store, table)

    def __str__(self) -> str:
        return str(self._record().text()).rstrip("\n")

    def __repr__(self) -> str:
        overview = self._record().overview
        return f"<gbho.Study '{self.name}', {overview['state']}, {overview['trials']} trials>"

    def _repr_html_(self) -> str:
        return self.report()._repr_html_()
