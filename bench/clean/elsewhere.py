"""Runs of gbho on another machine: a folder with what they read and a list of jobs, one command a line, that need `job.py` and $GBHO alone.

    cd FOLDER && GBHO=/where/it/is/gbho xargs -P 12 -I{} sh -c {} < jobs.txt

What they have found stands in FOLDER/out then, and the script that prepared the folder reads it from there (--answers FOLDER).
"""

import shutil
from pathlib import Path

HERE = Path(__file__).resolve().parent
SHIPPED = {"fashion-mnist": "fashion-mnist.u8"}
FETCHED = {"mnist": "~/.cache/gbho/mnist/train-images-idx3-ubyte.gz"}  # as `gbho data get mnist` leaves it there


class Folder:
    def __init__(self, path: Path):
        self.path = path

    def made(self) -> "Folder":
        (self.path / "labels").mkdir(parents=True, exist_ok=True)
        shutil.copy(HERE / "job.py", self.path / "job.py")
        return self

    def answer(self, key: str) -> Path:
        return self.path / "out" / f"{key}.json"

    def labels(self, key: str, labels) -> str:
        (self.path / "labels" / f"{key}.txt").write_text("\n".join(map(str, labels)) + "\n", encoding="utf-8")
        return f"labels/{key}.txt"

    def table(self, source: Path) -> str:
        if not (self.path / source.name).exists():
            shutil.copy(source, self.path / source.name)
        return source.name

    def images(self, name: str, x) -> str:
        if name in FETCHED:
            return FETCHED[name]
        if not (self.path / SHIPPED[name]).exists():
            (self.path / SHIPPED[name]).write_bytes(x.tobytes())
        return SHIPPED[name]

    def add(self, what: str, key: str, *arguments) -> None:
        with open(self.path / "jobs.txt", "a", encoding="utf-8") as file:
            file.write(" ".join(["python3 job.py", what, f"out/{key}.json", *map(str, arguments)]) + "\n")
