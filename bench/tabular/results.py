"""The results: one CSV that contenders append to, so that an interrupted run goes on where it stopped."""

import csv
import os
from dataclasses import asdict, dataclass, fields
from pathlib import Path


@dataclass
class Row:
    table: str
    split: int
    contender: str
    loss: float     # None: it failed, and note says how
    seconds: float  # wall time from reading the files to the predictions
    threads: int
    timed: str      # yes: the machine was quiet, the time counts; no: it was shared
    versions: str
    note: str = ""

    @property
    def key(self) -> tuple:
        return self.table, self.split, self.contender


HEADER = [field.name for field in fields(Row)]


def read(path: Path) -> list:
    if not path.exists():
        return []
    with open(path, encoding="utf-8", newline="") as file:
        return [Row(**{**row, "split": int(row["split"]), "threads": int(row["threads"]), "seconds": float(row["seconds"]),
                       "loss": float(row["loss"]) if row["loss"] else None}) for row in csv.DictReader(file)]


def latest(paths: list) -> dict:
    """Rows by key; of several with one key the last one counts."""
    return {row.key: row for path in paths for row in read(path)}


def append(path: Path, row: Row) -> None:
    """One write for the whole line: processes that share the file do not mix their lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    cells = {**asdict(row), "loss": "" if row.loss is None else f"{row.loss:.6g}", "seconds": f"{row.seconds:.2f}"}
    with open(path, "a", encoding="utf-8", newline="") as file:
        if os.fstat(file.fileno()).st_size == 0:
            csv.DictWriter(file, HEADER, lineterminator="\n").writeheader()
        csv.DictWriter(file, HEADER, lineterminator="\n").writerow(cells)
