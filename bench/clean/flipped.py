"""Tables of bench/tabular with labels that are wrong on purpose.

uniform: any other class, all alike. pairs: each class is taken for the next one, in the alphabet, and for no other. swapped, of
a regression: the row gets the target of another row. The same table, noise, share and seed give the same labels.
"""

import csv
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tabular"))
from catalog import REGRESSION, SOURCES  # noqa: E402

# Defaults may be chosen by the first list, never by the second; both are lists of bench/tabular's catalog.
DEVELOPMENT = ("digits", "wine", "breast_cancer", "vehicle", "boston")
CHECK = ("ionosphere", "vowel", "penguins", "ozone")
SHARES = (0.05, 0.1, 0.2, 0.4)


@dataclass
class Flipped:
    header: list
    rows: list  # as given, with wrong labels
    target: str
    wrong: np.ndarray  # bool, by row

    def write(self, folder: Path) -> list:
        """What `gbho clean` is to be asked about."""
        self.write_to(folder / "table.csv")
        return [folder / "table.csv", "--target", self.target]

    def write_to(self, path: Path) -> None:
        with open(path, "w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([self.header] + self.rows)


def noises(table: str, classes: int) -> tuple:
    """With two classes there is one other class, so both kinds are the same."""
    if SOURCES[table].task == REGRESSION:
        return ("swapped",)
    return ("uniform",) if classes == 2 else ("uniform", "pairs")


def shifted(y: list, wrong: np.ndarray, noise: str, random) -> list:
    classes = sorted(set(y))
    place = {name: k for k, name in enumerate(classes)}
    steps = random.integers(1, len(classes), len(y)) if noise == "uniform" else np.ones(len(y), int)
    return [classes[(place[own] + int(step)) % len(classes)] if bad else own
            for own, step, bad in zip(y, steps, wrong)]


def _swapped(y: list, wrong: np.ndarray, random) -> tuple:
    """Of the chosen rows; one whose new target is its own is not wrong."""
    rows = np.flatnonzero(wrong)
    given = list(y)
    for row, other in zip(rows, random.integers(0, len(y), len(rows))):
        given[row] = y[int(other)]
    return given, np.array([a != b for a, b in zip(given, y)])


def read(table: str, folder: Path, target: str = "") -> tuple:
    with open(folder / f"{table}.csv", encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    place = header.index(target or SOURCES[table].target)
    rows = [row for row in rows if row[place] not in ("", "NA")]
    return header, rows, place


def flip(table: str, noise: str, share: float, seed: int, folder: Path, target: str = "") -> Flipped:
    header, rows, place = read(table, folder, target)
    y = [row[place] for row in rows]
    random = np.random.default_rng([seed, zlib.crc32(f"{table}/{noise}/{share}".encode())])
    wrong = np.zeros(len(y), bool)
    wrong[random.permutation(len(y))[: round(share * len(y))]] = True
    if noise == "swapped":
        given, wrong = _swapped(y, wrong, random)
    else:
        given = shifted(y, wrong, noise, random)
    for row, label in zip(rows, given):
        row[place] = label
    return Flipped(header, rows, header[place], wrong)


def main() -> None:
    """flipped.py TABLE NOISE SHARE SEED FOLDER: the table to standard output, as gbho gets it."""
    table, noise, share, seed, folder = sys.argv[1:]
    flipped = flip(table, noise, float(share), int(seed), Path(folder))
    csv.writer(sys.stdout, lineterminator="\n").writerows([flipped.header] + flipped.rows)
    print(f"{int(flipped.wrong.sum())} of {len(flipped.rows)} labels are wrong", file=sys.stderr)


if __name__ == "__main__":
    main()
