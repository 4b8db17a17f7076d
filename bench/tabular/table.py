#!/usr/bin/env python3
"""Markdown tables of the comparison, for the development list and for the check list.

    bench/tabular/table.py [RESULTS.csv …] [--against xgboost-tuned] [--contenders gbho,linear-cv,…] [--per-table]

Ratio: a contender's test loss over that of tuned XGBoost on the same rows. For each table the geometric mean over splits, then
the geometric mean over tables. A table that is easily predicted has ratios of tiny numbers, which can be anything: so beside it
stand the same mean with every ratio kept within 1/4 and 4, and the median over tables. A contender is compared on the tables and splits that both have finished, and how many those are is said.
Times are compared only where both were measured on a quiet machine.
"""

import argparse
import sys
from dataclasses import dataclass
from math import exp, log
from pathlib import Path
from statistics import mean, median

import results
from catalog import LISTS, SOURCES

HERE = Path(__file__).resolve().parent
BOUND = 4


@dataclass
class Comparison:
    contender: str
    ratios: dict   # table → geometric mean of the loss ratios over splits
    bounded: dict  # the same with each ratio kept within 1/BOUND and BOUND
    splits: list   # every single ratio
    times: list    # ratios of wall time
    failed: int


def geometric(values) -> float:
    return exp(mean(log(value) for value in values))


def bounded(ratio: float) -> float:
    return min(max(ratio, 1 / BOUND), BOUND)


def compare(rows: dict, contender: str, against: str, tables: list) -> Comparison:
    by_table, times, failed = {}, [], 0
    for (table, split, name), row in rows.items():
        peer = rows.get((table, split, against))
        if name != contender or table not in tables:
            continue
        failed += row.loss is None
        if row.loss is None or peer is None or peer.loss is None:
            continue
        by_table.setdefault(table, []).append(row.loss / peer.loss)
        if row.timed == peer.timed == "yes":
            times.append(row.seconds / peer.seconds)
    return Comparison(contender, {table: geometric(values) for table, values in by_table.items()},
                      {table: geometric(map(bounded, values)) for table, values in by_table.items()},
                      [value for values in by_table.values() for value in values], times, failed)


def summary_line(one: Comparison) -> str:
    tables = one.ratios
    worst = max(tables, key=tables.get)
    times = f"{geometric(one.times):.2f} ({max(one.times):.2f})" if one.times else "–"
    return (f"| {one.contender} | {len(tables)} / {len(one.splits)} | {geometric(tables.values()):.3f} | "
            f"{geometric(one.bounded.values()):.3f} | {median(tables.values()):.3f} | {sum(value < 1 for value in tables.values())} of {len(tables)} | "
            f"{sum(value < 1 for value in one.splits)} of {len(one.splits)} | {tables[worst]:.2f} ({worst}) | "
            f"{times} | {one.failed} |")


def print_summary(comparisons: list, against: str) -> None:
    print(f"| contender | tables / splits | loss over {against}'s, geometric mean | within 1/4 and 4 | median table | tables ahead | "
          "splits ahead | worst table | wall time (longest) | failed |\n|---|---|---|---|---|---|---|---|---|---|")
    for one in comparisons:
        if one.ratios:
            print(summary_line(one))
        elif one.failed:
            print(f"| {one.contender} | 0 / 0 | – | – | – | – | – | – | – | {one.failed} |")
    print()


def print_tables(rows: dict, contenders: list, tables: list) -> None:
    """Mean test loss over splits; in brackets how many splits, where not all have as many."""
    print(f"| table | {' | '.join(contenders)} |\n|---|{'---|' * len(contenders)}")
    for table in tables:
        losses = [[row.loss for (t, _, c), row in rows.items() if (t, c) == (table, contender) and row.loss is not None]
                  for contender in contenders]
        most = max(map(len, losses))
        cells = [(f"{mean(one):.4f}" if one else "–") + (f" ({len(one)})" if 0 < len(one) < most else "") for one in losses]
        if most:
            print(f"| {table} | {' | '.join(cells)} |")
    print()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", nargs="*", type=Path, default=sorted((HERE / "results").glob("*.csv")))
    parser.add_argument("--against", default="xgboost-tuned")
    parser.add_argument("--contenders", help="all that there are unless said otherwise, best first")
    parser.add_argument("--per-table", action="store_true", help="also the mean loss on every table")
    arguments = parser.parse_args()
    rows = results.latest(arguments.results)
    if unknown := {key[0] for key in rows} - set(SOURCES):
        sys.exit(f"the results have tables that catalog.py has not: {', '.join(sorted(unknown))}")
    names = arguments.contenders.split(",") if arguments.contenders else sorted({key[2] for key in rows})
    for part in LISTS:
        tables = [source.name for source in SOURCES.values() if source.list == part]
        comparisons = [compare(rows, name, arguments.against, tables) for name in names if name != arguments.against]
        if not any(one.ratios or one.failed for one in comparisons):
            continue
        comparisons.sort(key=lambda one: geometric(one.ratios.values()) if one.ratios else float("inf"))
        print(f"### Tables of the {part} list\n")
        print_summary(comparisons, arguments.against)
        if arguments.per_table:
            print_tables(rows, [arguments.against] + [one.contender for one in comparisons], tables)


if __name__ == "__main__":
    main()
