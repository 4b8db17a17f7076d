#!/usr/bin/env python3
"""Markdown of results/runs.csv: means over seeds, then over tables, of what each contender found.

    build/clean/venv/bin/python bench/clean/table.py [--per-table] [--results bench/clean/results/runs.csv]

The error behind ± is the standard error over seeds, of the mean over tables.
"""

import argparse
from pathlib import Path

import images
import pandas as pd
from flipped import CHECK, DEVELOPMENT

SCORES = {"average_precision": "average precision", "f1": "F1"}


def with_error(rows: pd.DataFrame, score: str) -> str:
    """Over the seeds that have all of the cells: other means would be of other tables."""
    cells = rows.groupby("seed")[score].agg(["mean", "size"])
    by_seed = cells.loc[cells["size"] == cells["size"].max(), "mean"]
    return f"{by_seed.mean():.3f} ± {by_seed.sem():.3f}" if len(by_seed) > 1 else f"{by_seed.mean():.3f}"


def markdown(rows: pd.DataFrame, score: str, by: list) -> str:
    names = list(dict.fromkeys(rows["contender"]))
    lines = ["| " + " | ".join([*by, *names]) + " |", "|" + "---|" * (len(by) + len(names))]
    for key, cell in rows.groupby(by, sort=False):
        texts = [with_error(cell[cell["contender"] == name], score) if (cell["contender"] == name).any() else ""
                 for name in names]
        best = max(float(text.split()[0]) for text in texts if text)
        texts = [f"**{text}**" if text and float(text.split()[0]) == best else text for text in texts]
        lines.append("| " + " | ".join([*map(str, key), *texts]) + " |")
    return "\n".join(lines)


def differences(rows: pd.DataFrame, score: str) -> str:
    """gbho less every other, run by run; the error is that of the mean over tables, each the mean of its runs."""
    cells = rows.pivot_table(index=["table", "noise", "share", "seed"], columns="contender", values=score).dropna()
    parts = []
    for name in [name for name in dict.fromkeys(rows["contender"]) if name != "gbho"]:
        gap = (cells["gbho"] - cells[name]).groupby("table").mean()
        ahead = (cells["gbho"] > cells[name]).mean()
        error = f" ± {gap.sem():.3f}" if len(gap) > 1 else ""
        parts.append(f"{name} {gap.mean():+.3f}{error} (ahead in {ahead:.0%} of {len(cells)} runs)")
    return f"gbho's {SCORES[score]} less that of: " + "; ".join(parts) + ". ± is the standard error over tables."


def behind(rows: pd.DataFrame, score: str) -> str:
    """Cells (table, noise, share) where another contender's mean over seeds is higher by more than the error of the difference."""
    cells, found = rows.groupby(["table", "noise", "share"], sort=False), []
    for (table, noise, share), cell in cells:
        by_seed = cell.pivot_table(index="seed", columns="contender", values=score)
        others = by_seed.drop(columns="gbho")
        if others.empty or others.shape[1] == 0:
            continue
        gap = (by_seed["gbho"] - others[others.mean().idxmax()]).dropna()
        error = gap.sem() if len(gap) > 1 else 0
        if gap.mean() < -error:
            found.append(f"{table} {noise} {share:g} ({gap.mean():+.3f} ± {error:.3f}, {others.mean().idxmax()})")
    return f"Behind the best of the others by more than a standard error in {len(found)} of {len(cells)} cells" + (
        ": " + "; ".join(found) if found else "") + "."


def precision_line(rows: pd.DataFrame) -> str:
    own = rows[(rows["contender"] == "gbho") & rows["estimated_precision"].notna() & rows["precision"].notna()]
    gap = own["estimated_precision"] - own["precision"]
    if own.empty:
        return "gbho has flagged nothing."
    return (f"gbho's estimated precision of the flagged rows: off by {gap.abs().mean():.3f} in the mean "
            f"({gap.mean():+.3f} with its sign); within 0.05 in {(gap.abs() <= 0.05).mean():.0%} of {len(own)} runs, "
            f"within 0.1 in {(gap.abs() <= 0.1).mean():.0%}. Seconds of one core a run: "
            + ", ".join(f"{name} {part['seconds'].mean():.1f}" for name, part in rows.groupby("contender", sort=False)))


def where_gbho_ran(runs: pd.DataFrame) -> pd.DataFrame:
    """Means over other cells than gbho's would compare nothing."""
    cell = ["table", "noise", "share", "seed"]
    own = runs.loc[runs["contender"] == "gbho", cell]
    return runs.merge(own, on=cell)


def counted(rows: pd.DataFrame) -> str:
    """How many seeds every cell has, and how many the first cells have, where the runs were stopped."""
    seeds = rows.groupby(["table", "noise", "share"])["seed"].nunique()
    least, most = seeds.min(), seeds.max()
    text = f"{most} seed" + ("s" if most > 1 else "")
    return text if least == most else f"{least} to {text}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--per-table", action="store_true")
    parser.add_argument("--results", type=Path, default=Path(__file__).resolve().parent / "results" / "runs.csv")
    arguments = parser.parse_args()
    runs = where_gbho_ran(pd.read_csv(arguments.results))
    runs = runs.sort_values(["noise", "share"], kind="stable", ascending=[False, True])
    for title, tables in (("development", DEVELOPMENT), ("check", CHECK), ("images, check", images.NAMES)):
        for swapped in (False, True):
            rows = runs[runs["table"].isin(tables) & ((runs["noise"] == "swapped") == swapped)]
            if rows.empty:
                continue
            print(f"\n### {title}: {', '.join(dict.fromkeys(rows['table']))}; {counted(rows)}\n")
            for score, name in SCORES.items():
                print(f"{name}\n\n{markdown(rows, score, ['noise', 'share'])}\n")
                if arguments.per_table:
                    print(markdown(rows, score, ["table", "noise"]) + "\n")
                print(differences(rows, score) + "\n")
                print(behind(rows, score) + "\n")
            print(precision_line(rows))


if __name__ == "__main__":
    main()
