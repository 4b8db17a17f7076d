#!/usr/bin/env python3
"""Tables of `gbho suite … --json` from several files: other seeds and other contestants of the same suite, made by several processes.

    bench/evidence/suites.py [--against two_sided] FILE…

Means with standard errors over seeds; the last column of each score is its paired difference from the row that is compared with, with a 95 % interval.
"""

import argparse
import json
import math
from pathlib import Path
from statistics import mean, stdev

from runs import difference, row

LATER = ("sample_gradients", "seconds")


def gathered(files: list) -> dict:
    """Instance → label → column → seed → value."""
    suite = {}
    for file in files:
        for instance in json.loads(file.read_text())["instances"]:
            for found in instance["rows"]:
                own = suite.setdefault(instance["name"], {}).setdefault(found["label"], {})
                for column, values in found.items():
                    if isinstance(values, dict):
                        runs = {seed: run for seed, run in zip(found["seeds"], values["runs"]) if run is not None}
                        own.setdefault(column, {}).update(runs)
    return suite


def cell(values: dict, column: str) -> str:
    if not values:
        return "–"
    if column == "sample_gradients":
        return f"{mean(values.values()) / 1e6:.1f} M"
    scale = 1 if column == "seconds" else 100
    middle = scale * mean(values.values())
    if column == "seconds" or len(values) < 2:
        return f"{middle:.1f}" if column == "seconds" else f"{middle:.2f}"
    return f"{middle:.2f} ± {scale * stdev(values.values()) / math.sqrt(len(values)):.2f}"


def against(own: dict, base: dict) -> str:
    shared = sorted(set(own) & set(base))
    if own is base or len(shared) < 2:
        return ""
    return difference([100 * own[seed] for seed in shared], [100 * base[seed] for seed in shared], 2)


def table(rows: dict, against_label: str) -> None:
    scores = [column for column in next(iter(rows.values())) if column not in LATER]
    titles = [title for column in scores for title in (column.replace("_", " ") + ", %", f"less {against_label}'s")]
    print(row("", *titles, "sample-gradients", "seeds"))
    print(row("---", *["---:"] * (len(titles) + 2)))
    base = rows.get(against_label, {})
    for label, own in rows.items():
        cells = [text for column in scores for text in (cell(own.get(column, {}), column), against(own.get(column, {}), base.get(column, {})))]
        print(row(label, *cells, cell(own.get("sample_gradients", {}), "sample_gradients"), len(own.get("seconds", {}))))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--against", default="two_sided")
    arguments = parser.parse_args()
    for name, rows in gathered(arguments.files).items():
        print(f"\n{name}\n")
        table(rows, arguments.against)


if __name__ == "__main__":
    main()
