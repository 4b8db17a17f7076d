#!/usr/bin/env python3
"""How often φ is where a certificate's φ̂ ± zŝ says, over problems and draws of the data.

    bench/evidence/coverage.py [--seeds 5] [--points 20] [--longer 10] [--quick]

φ̂ is fitted to gbho's design. It is held against each point of the design, predicted from the others; against the same kind of
solve at other λ; and against solves with ten times the epochs. Shares are over all points of all draws.
"""

import argparse
import json
from pathlib import Path
from statistics import NormalDist, median

from runs import ROOT, Runs, row, setting

PROBLEMS = {
    "MNIST, MLP, 1 hp": ("mnist-1k-1hp", "mnist", []),
    "MNIST, MLP, 2 hp": ("mnist-1k-2hp", "mnist", []),
    "MNIST, MLP, 1 hp, constant rate 0.1": ("mnist-1k-1hp", "mnist", setting(lower_learning_rate=0.1, lower_schedule="constant")),
    "MNIST, linear, 1 hp": ("mnist-1k-1hp", "mnist", setting(model_kind="linear", **{"hyperparameter_l2.layers": '["output"]'})),
    "Fashion-MNIST, MLP, 1 hp": ("mnist-1k-1hp", "fashion-mnist", []),
    "Fashion-MNIST, MLP, 2 hp": ("mnist-1k-2hp", "fashion-mnist", []),
}


def measured(text: str) -> list:
    return json.loads(text)


def counted(points: list, truth: str, z: float) -> tuple:
    """Within ± zŝ, and not below φ̂ − zŝ."""
    gaps = [(point[truth] - point["phi_hat"], z * point["s_hat"]) for point in points]
    return (sum(abs(gap) <= width for gap, width in gaps) / len(gaps), sum(gap >= -width for gap, width in gaps) / len(gaps))


def needed(points: list, truth: str, share: float) -> float:
    """The z with which φ ≥ φ̂ − zŝ in so many of the cases."""
    ratios = sorted((point["phi_hat"] - point[truth]) / max(point["s_hat"], 1e-12) for point in points)
    return max(0.0, ratios[min(len(ratios) - 1, int(share * len(ratios)))])


def lines(name: str, points: list, truth: str, label: str) -> str:
    shares = [counted(points, truth, z) for z in (1, 2, 3)]
    error = median(abs(point[truth] - point["phi_hat"]) for point in points)
    claimed = median(point["s_hat"] for point in points)
    return row(name, label, len(points), *[f"{within:.0%}" for within, _ in shares], f"{shares[2][1]:.0%}",
               f"{needed(points, truth, 0.95):.3g}", f"{claimed:.1e}", f"{error:.1e}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--points", type=int, default=20)
    parser.add_argument("--longer", type=int, default=10)
    parser.add_argument("--quick", action="store_true", help="one seed of the embedded digits, five points, three times the epochs")
    parser.add_argument("--only", default="", help="problems whose name begins like this")
    parser.add_argument("--known", action="store_true", help="makes no runs: the table of those that are there")
    parser.add_argument("--program", type=Path, default=ROOT / "build/release/gbho")
    parser.add_argument("--out", type=Path, default=ROOT / "docs/results/certificate/runs.jsonl")
    arguments = parser.parse_args()
    problems = {name: problem for name, problem in PROBLEMS.items() if name.startswith(arguments.only)}
    if arguments.quick:
        arguments.seeds, arguments.points, arguments.longer = 1, 5, 3
        problems = {"embedded digits, 1 hp": ("mnist-1k-1hp", "", [])}
    runs = Runs(arguments.program.resolve(), arguments.out, arguments.known)
    everything = {}
    for name, (study, data, words) in problems.items():
        drawn = setting(data_name=data, data_size=1000) if data else setting(data_stratified=True)
        for seed in range(arguments.seeds):
            found = runs.text(["check-certificate", study, "--json", "--points", str(arguments.points), "--longer", str(arguments.longer),
                               "--seed", str(seed), *drawn, *words], measured)
            for own in found or []:
                everything.setdefault((name, own["gradients"]), []).append(own)
    everything = {key: everything[key] for key in sorted(everything, key=lambda key: key[1])}
    for gradients in (False, True):
        kept = {key: own for key, own in everything.items() if key[1] == gradients}
        kept[("all", gradients)] = [one for own in kept.values() for one in own]
        print(f"\nφ̂ from values {'and gradients (gbho)' if gradients else 'alone (all other methods)'}\n")
        print(row("problem", "against", "λ", "± 1ŝ", "± 2ŝ", "± 3ŝ", "φ ≥ φ̂ − 3ŝ", "z for 95 %", "ŝ", "error"))
        print(row("---", "---", *["---:"] * 8))
        for (name, _), own in kept.items():
            fresh = [point for one in own for point in one["fresh"]]
            longer = [point for point in fresh if "longer" in point]
            print(lines(name, [point for one in own for point in one["left_out"]], "phi", "left out"))
            print(lines(name, fresh, "phi", "same solve elsewhere"))
            print(lines(name, longer, "longer", f"{arguments.longer} × the epochs"))
        normal = NormalDist()
        print(row("a normal error", "", "", *[f"{2 * normal.cdf(z) - 1:.1%}" for z in (1, 2, 3)], f"{normal.cdf(3):.2%}", "1.64", "", ""))


if __name__ == "__main__":
    main()
