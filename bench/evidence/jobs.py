#!/usr/bin/env python3
"""The runs that a script of this folder has yet to make, one command each, for many cores or another machine.

    bench/evidence/jobs.py list FOLDER ablate.py --seeds 10    # FOLDER/NAME.sh for each that is missing; prints `sh FOLDER/NAME.sh`
    … | xargs -P 6 -d '\\n' -n 1 sh -c                          # in any order; each leaves FOLDER/NAME.jsonl
    bench/evidence/jobs.py join RUNS.jsonl FOLDER              # into the file that the script reads

Each is one thread of the program, build/release/gbho below the folder it is started in. A run is known by its arguments, so joining twice changes nothing.
"""

import contextlib
import importlib
import io
import shlex
import sys
from pathlib import Path

from runs import Runs, known_runs


def planned(script: str, arguments: list) -> list:
    """What is missing for the script's tables."""
    module = importlib.import_module(script.removesuffix(".py"))
    sys.argv = [script, *arguments, "--known"]
    with contextlib.redirect_stdout(io.StringIO()):
        module.main()
    unique = {" ".join(words): (words, reduce) for words, reduce in Runs.missing}
    return list(unique.values())


def write(folder: Path, script: str, arguments: list) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    stem = script.removesuffix(".py")
    for words, reduce in planned(script, arguments):
        name = f"{stem}-{len(list(folder.glob(f'{stem}-*.sh'))):04}"
        command = ["python3", "bench/evidence/jobs.py", "make", str(folder / f"{name}.jsonl"), stem, reduce or "-", *words]
        (folder / f"{name}.sh").write_text(shlex.join(command) + "\n")
        print(f"sh {folder / name}.sh")


def make(out: str, stem: str, reduce: str, words: list) -> None:
    runs = Runs(Path("build/release/gbho").resolve(), Path(out))
    if reduce == "-":
        runs.tune(words[1:])
    else:
        runs.text(words, getattr(importlib.import_module(stem), reduce))


def join(path: Path, folder: Path) -> None:
    runs = Runs(Path("gbho"), path)
    found = [item for file in sorted(folder.glob("*.jsonl")) for item in known_runs(file).items()]
    for key, value in found:
        if key not in runs.known:
            runs.keep(key, value)


def main() -> None:
    if sys.argv[1:2] == ["list"] and len(sys.argv) > 3:
        write(Path(sys.argv[2]), sys.argv[3], sys.argv[4:])
    elif sys.argv[1:2] == ["make"] and len(sys.argv) > 5:
        make(*sys.argv[2:5], sys.argv[5:])
    elif sys.argv[1:2] == ["join"] and len(sys.argv) == 4:
        join(Path(sys.argv[2]), Path(sys.argv[3]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
