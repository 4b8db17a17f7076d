#!/usr/bin/env python3
"""One run of `gbho clean`, or of what follows it, with nothing but Python's standard library: for machines without its packages.

    GBHO=build/release/gbho bench/clean/job.py list OUT.json ARGUMENTS        `gbho clean ARGUMENTS`: its order, flags, estimate and seconds
    GBHO=build/release/gbho bench/clean/job.py tuned OUT.json TEST.csv TRAIN.csv COLUMN [--clean drop|relabel] [--seed N]
                                                                              `gbho tune`, after `gbho clean` where asked for, and its scores

--labels-from FILE gives the table of either the labels that stand in FILE, one a line. Images are pixels of one byte, NAME.u8 or idx3-ubyte.gz: the
first of them, or those whose places from 0 stand in --rows-from FILE.
"""

import argparse
import csv
import gzip
import json
import os
import resource
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

ONE_THREAD = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")}
PIXELS = 784
RAW = ".u8"
DECISIONS = ("sources", "decision", "column_selection")


def gbho(*arguments) -> subprocess.CompletedProcess:
    command = [os.environ["GBHO"], *map(str, arguments), "--progress", "none", "--threads", "1"]
    return subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, **ONE_THREAD})


def seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def write_json(path: Path, content: dict) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, separators=(",", ":")), encoding="utf-8")


def write_npy(path: Path, kind: str, shape: tuple, data: bytes) -> None:
    head = repr({"descr": kind, "fortran_order": False, "shape": shape}).encode()
    head += b" " * (-(len(head) + 11) % 64) + b"\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + data)


def lines_of(path: str) -> list:
    return Path(path).read_text(encoding="utf-8").splitlines()


def idx_bytes(path: Path) -> bytes:
    """Packed as it was fetched, or unpacked beside it."""
    return gzip.open(path).read() if path.exists() else path.with_suffix("").read_bytes()


def labelled_images(path: Path, labels: list, rows_from: str, folder: Path) -> list:
    data = path.read_bytes() if path.suffix == RAW else idx_bytes(path)[16:]
    rows = map(int, lines_of(rows_from)) if rows_from else range(len(labels))
    pixels = b"".join(data[row * PIXELS:(row + 1) * PIXELS] for row in rows)
    write_npy(folder / "x.npy", "|u1", (len(labels), PIXELS), pixels)
    write_npy(folder / "y.npy", "<i8", (len(labels),), struct.pack(f"<{len(labels)}q", *map(int, labels)))
    return [folder / "x.npy", "--labels", folder / "y.npy"]


def labelled_table(path: Path, target: str, labels: list, folder: Path) -> Path:
    with open(path, encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    place = header.index(target)
    for row, label in zip(rows, labels, strict=True):
        row[place] = label
    with open(folder / "table.csv", "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *rows])
    return folder / "table.csv"


def given(source: str, own: argparse.Namespace, folder: Path) -> list:
    """What gbho is to be asked about: the file as it is, or with other labels."""
    path = Path(source).expanduser()
    if not own.labels_from:
        return [path] + (["--target", own.target] if own.target else [])
    labels = lines_of(own.labels_from)
    if path.suffix in (".gz", RAW):
        return labelled_images(path, labels, own.rows_from, folder)
    return [labelled_table(path, own.target, labels, folder), "--target", own.target]


def ranked_list(out: Path, source: str, own: argparse.Namespace, rest: list) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        began = seconds()
        gbho("clean", *given(source, own, folder), "--json", folder / "found.json", *rest)
        found = json.loads((folder / "found.json").read_text(encoding="utf-8"))
    verdicts = found["verdicts"]
    flagged = [row for row in verdicts if row["flagged"]]
    write_json(out, {"order": [row["row"] for row in verdicts], "flagged": [row["row"] for row in flagged],
                     "suggested": [row["suggested"] for row in flagged], "precision": found["precision"] if found["ranking"] == "posterior" and found["flagged"] else None,
                     "trusted_share": found["trusted_share"], "passes": found["passes"], "seconds": round(seconds() - began, 2)})


def tuned(out: Path, test: str, train: str, own: argparse.Namespace, rest: list) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        began = seconds()
        table, *_ = given(train, own, folder)
        if own.clean:
            gbho("clean", table, "--target", own.target, "--apply", own.clean, "--cleaned", folder / "cleaned.csv", *rest)
            table = folder / "cleaned.csv"
        gbho("tune", table, "--target", own.target, "--no-store", "--out", folder / "model", *rest)
        spent = seconds() - began
        summary = json.loads((folder / "model" / "summary.json").read_text(encoding="utf-8"))
        scores = subprocess.run([os.environ["GBHO"], "score", folder / "model" / "model.gbho", test, "--json", "-"], check=True,
                                capture_output=True)
    decided = {name: summary.get(name) for name in DECISIONS}
    write_json(out, {**json.loads(scores.stdout), **decided, "seconds": round(spent, 2)})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    parser.add_argument("what", choices=("list", "tuned"))
    parser.add_argument("out", type=Path)
    parser.add_argument("source", nargs="+")
    parser.add_argument("--target", default="")
    parser.add_argument("--labels-from", default="")
    parser.add_argument("--rows-from", default="")
    parser.add_argument("--clean", choices=("drop", "relabel"))
    own, rest = parser.parse_known_args()
    (ranked_list if own.what == "list" else tuned)(own.out, *own.source, own, rest)


if __name__ == "__main__":
    sys.exit(main())
