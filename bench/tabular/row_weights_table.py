#!/usr/bin/env python3
"""Markdown of what row_weights.py has measured: means over draws ± standard errors, and differences draw by draw.

    python bench/tabular/row_weights_table.py [bench/tabular/results/row_weights.csv]
"""

import csv
import math
import sys
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
FIRST = {"sources": "source", "columns": "columns"}  # the contender with the option
LOSSES = ("log_loss", "rmse")


def read(path: Path) -> dict:
    """(experiment, table, kind) -> (contender, measure) -> seed -> (value, note)."""
    cells = defaultdict(lambda: defaultdict(dict))
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            own = cells[(row["experiment"], row["table"], row["kind"])]
            own[(row["contender"], row["measure"])][int(row["seed"])] = (float(row["value"]), row["note"])
    return cells


def said(values: list, digits: int = 3, sign: bool = False) -> str:
    if not values:
        return ""
    mean = sum(values) / len(values)
    text = f"{mean:{'+' if sign else ''}.{digits}f}"
    if len(values) == 1:
        return text
    error = math.sqrt(sum((v - mean) ** 2 for v in values) / (len(values) - 1) / len(values))
    return f"{text} ± {error:.{digits}f}"


def values(cell: dict, contender: str, measure: str) -> dict:
    return {seed: value for seed, (value, _) in cell.get((contender, measure), {}).items()}


def losses_table(cells: dict, experiment: str, contenders: tuple, more: dict) -> None:
    first = FIRST[experiment]
    print(f"\n| table | rows | loss | {' | '.join(contenders)} | {first} − plain | {' | '.join(more)} |\n" + "|---" * (5 + len(contenders) + len(more) - 1) + "|")
    for (own, table, kind), cell in cells.items():
        if own != experiment:
            continue
        measure = next(m for m in LOSSES if (first, m) in cell)
        digits = 1 if measure == "rmse" else 3
        by = {name: values(cell, name, measure) for name in contenders}
        gap = [by[first][seed] - by["plain"][seed] for seed in by[first] if seed in by["plain"]]
        columns = [said(list(by[name].values()), digits) for name in contenders] + [said(gap, digits + 1, True)]
        print("| " + " | ".join([table, kind, measure, *columns, *(text(cell) for text in more.values())]) + " |")


def used(first: str):
    def text(cell: dict) -> str:
        own = values(cell, first, "used")
        return f"{sum(own.values()):.0f} of {len(own)}"
    return text


def harmful(cell: dict) -> str:
    """Sources that were called harmful, and in how many draws."""
    named = defaultdict(int)
    for (_, measure), own in cell.items():
        for _, note in own.values():
            if measure.startswith("weight ") and note == "harms":
                named[measure.removeprefix("weight ")] += 1
    return ", ".join(f"{name} ({count})" for name, count in sorted(named.items())) or "none"


def metric_table(cells: dict) -> None:
    print("\n| table | measure | most probable class | inverse frequencies | asked for |\n|---|---|---|---|---|")
    for (own, table, _), cell in cells.items():
        if own != "metric":
            continue
        for measure in ("balanced_accuracy", "f1"):
            inverse = values(cell, f"{measure}: inverse_frequency", f"out of fold {measure}")
            plain = values(cell, f"{measure}: most_probable", f"out of fold {measure}")
            print(f"| {table} | {measure}, test | {said(list(values(cell, 'log_loss', measure).values()))} |  | "
                  f"{said(list(values(cell, measure, measure).values()))} |")
            print(f"| {table} | {measure}, out of fold | {said(list(plain.values()))} | {said(list(inverse.values()))} |  |")


def main() -> None:
    cells = read(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "results" / "row_weights.csv")
    losses_table(cells, "sources", ("source", "plain", "oracle"), {"used": used("source"), "harms": harmful})
    metric_table(cells)
    ahead = {"used": used("columns"),
             "own columns ahead of noise": lambda cell: said(list(values(cell, "columns", "own columns ahead of noise").values()))}
    losses_table(cells, "columns", ("columns", "plain"), ahead)


if __name__ == "__main__":
    main()
