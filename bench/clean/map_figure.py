#!/usr/bin/env python3
"""Draws results/map.csv: average precision by trusted rows, a panel for each noise, share and model.

    build/clean/venv/bin/python bench/clean/map_figure.py [RESULTS.csv] [OUT.svg]
"""

import csv
import sys
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
COLORS = {"confident": "#888888", "trusted": "#d9822b", "freed": "#3b7dd8", "mixed": "#1a9850", "two_sided": "#b2182b"}
WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 230, 150, 46, 34, 40
LOWEST = 0.4
IN_A_LINE = 4


def read(path: Path) -> dict:
    """panel -> contender -> trusted -> average precisions of all seeds."""
    panels = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    with open(path, encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            panel = (line["model"], line["noise"], float(line["share"]))
            panels[panel][line["contender"]][int(line["trusted"])].append(float(line["average_precision"]))
    return panels


def panel_svg(title: str, lines: dict, counts: list) -> list:
    def x(count):
        return LEFT + (WIDTH - LEFT - 12) * counts.index(count) / (len(counts) - 1)

    def y(value):
        return TOP + (HEIGHT - TOP - BOTTOM + 24) * (1 - (max(value, LOWEST) - LOWEST) / (1 - LOWEST))

    parts = [f'<text x="{LEFT}" y="{TOP - 8}" font-weight="bold">{title}</text>']
    for value in (0.4, 0.6, 0.8, 1.0):
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - 12}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value}</text>')
    for count in counts:
        parts.append(f'<text x="{x(count):.1f}" y="{y(LOWEST) + 14:.1f}" text-anchor="middle" font-size="8">{count}</text>')
    for name, color in COLORS.items():
        points = [(x(count), y(sum(v) / len(v))) for count, v in sorted(lines.get(name, {}).items())]
        if points:
            path = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
            parts.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="1.8"/>')
            parts += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="2" fill="{color}"/>' for a, b in points]
    return parts


def main() -> None:
    results = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "results" / "map.csv"
    out = Path(sys.argv[2]) if len(sys.argv) > 2 else HERE.parents[1] / "docs" / "results" / "clean" / "map.svg"
    panels = read(results)
    counts = sorted({count for lines in panels.values() for own in lines.values() for count in own})
    order = sorted(panels, key=lambda key: (key[2], key[0], key[1] != "uniform"))
    parts = []
    for k, key in enumerate(order):
        model, noise, share = key
        left, top = k % IN_A_LINE * WIDTH, k // IN_A_LINE * HEIGHT
        inside = panel_svg(f"{model}, {noise}, {share:.0%} wrong", panels[key], counts)
        parts += [f'<g transform="translate({left},{top})">', *inside, "</g>"]
    height = -(-len(order) // IN_A_LINE) * HEIGHT + 30
    for k, (name, color) in enumerate(COLORS.items()):
        parts.append(f'<text x="{20 + 88 * k}" y="{height - 10}" fill="{color}">— {name}</text>')
    parts.append(f'<text x="{20 + 88 * len(COLORS)}" y="{height - 10}">average precision, over the number of trusted rows</text>')
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {IN_A_LINE * WIDTH} {height}" font-family="sans-serif" '
                   f'font-size="10"><rect width="100%" height="100%" fill="white"/>\n' + "\n".join(parts) + "\n</svg>\n")


if __name__ == "__main__":
    main()
