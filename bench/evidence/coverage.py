#!/usr/bin/env python3
"""How often φ is where a certificate's φ̂ ± zŝ says, over problems and draws of the data.

    bench/evidence/coverage.py [--seeds 5] [--points 20] [--longer 10] [--quick]

φ̂ is fitted to gbho's design. It is held against each point of the design, predicted from the others; against the same kind of
solve at other λ; and against solves with ten times the epochs. Shares are over all points of all draws. Then ŝ is widened, by what
the design's own points say or by what the other problems say, and held against the same solves; and certificates that
ablate.py's runs printed are held against the solve at their λ and against the certain bound.
"""

import argparse
import json
import math
from pathlib import Path
from statistics import NormalDist, median

from runs import ROOT, Runs, known_runs, rounded, row, setting

LINEAR = setting(model_kind="linear", **{"hyperparameter_l2.layers": '["output"]'})
CONSTANT = setting(lower_learning_rate=0.1, lower_schedule="constant")
PROBLEMS = {
    "MNIST, MLP, 1 hp": ("mnist-1k-1hp", "mnist", 1000, []),
    "MNIST, MLP, 2 hp": ("mnist-1k-2hp", "mnist", 1000, []),
    "MNIST, MLP, 1 hp, constant rate 0.1": ("mnist-1k-1hp", "mnist", 1000, CONSTANT),
    "MNIST, MLP, 1 hp, 10 epochs": ("mnist-1k-1hp", "mnist", 1000, setting(lower_epochs=10)),
    "MNIST, MLP, 1 hp, 30 % wrong labels": ("mnist-1k-1hp", "mnist", 1000, setting(data_label_noise=0.3)),
    "MNIST, linear, 1 hp": ("mnist-1k-1hp", "mnist", 1000, LINEAR),
    "MNIST, MLP of 20 units, 1 hp": ("mnist-1k-1hp", "mnist", 1000, setting(model_hidden="[20]")),
    "MNIST, MLP, noisy rows, 8 hp": ("mnist-1k-8hp-blocks", "mnist", 1000, []),
    "Fashion-MNIST, MLP, 1 hp": ("mnist-1k-1hp", "fashion-mnist", 1000, []),
    "Fashion-MNIST, MLP, 2 hp": ("mnist-1k-2hp", "fashion-mnist", 1000, []),
    "Fashion-MNIST, linear, 1 hp": ("mnist-1k-1hp", "fashion-mnist", 1000, LINEAR),
    "MNIST-5K, MLP, 1 hp": ("mnist-5k-1hp", "mnist", 5000, []),
    "CIFAR-10, LeNet-5, 2 hp": ("cifar10-1k-2hp", "cifar10", 1000, []),
}


def measured(text: str) -> list:
    return [{**own, **{kind: [{key: rounded(value) for key, value in point.items()} for point in own[kind]]
                       for kind in ("left_out", "fresh")}} for own in json.loads(text)]


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


def factor(own: dict, share: float) -> float:
    """Conformal: the factor of ŝ that the design's own points, each predicted from the others, ask for."""
    ratios = sorted(abs(point["phi"] - point["phi_hat"]) / max(point["s_hat"], 1e-12) for point in own["left_out"])
    return ratios[min(len(ratios) - 1, math.ceil(share * (len(ratios) + 1)) - 1)]


def widened(points: list, factors: list) -> list:
    """Cells: within, for the usual solves and for longer ones; not below, for longer ones."""
    def share(truth: str, within: bool) -> str:
        held = [(abs(gap) if within else -gap) <= q * point["s_hat"] for point, q in zip(points, factors) if truth in point
                for gap in [point[truth] - point["phi_hat"]]]
        return f"{sum(held) / len(held):.0%}"
    width = median(q * point["s_hat"] for point, q in zip(points, factors))
    return [share("phi", True), share("longer", True), share("longer", False), f"{width:.1e}"]


def calibrated(kept: dict, share: float) -> None:
    """ŝ widened by a measured factor, and what it then covers: the factor of each run's own design, and that of all other problems."""
    print(row("problem", "factor: own design", "same solve", "longer", "φ not below, longer", "half width",
              "factor: other problems", "same solve", "longer", "φ not below, longer", "half width"))
    print(row("---", *["---:"] * 10))
    for key, own in kept.items():
        points = [(point, factor(one, share)) for one in own for point in one["fresh"]]
        others = [point for other, runs in kept.items() if other != key for one in runs for point in one["fresh"]]
        cells = [f"{median(q for _, q in points):.3g}", *widened([p for p, _ in points], [q for _, q in points])]
        if others:
            ratios = sorted(max(abs(point[truth] - point["phi_hat"]) for truth in ("phi", "longer") if truth in point)
                            / max(point["s_hat"], 1e-12) for point in others)
            z = ratios[min(len(ratios) - 1, math.ceil(share * len(ratios)))]
            cells += [f"{z:.3g}", *widened([p for p, _ in points], [z] * len(points))]
        print(row(key[0], *cells, *["–"] * (10 - len(cells))))


def printed(path: Path) -> None:
    """Certificates as runs printed them: the solve at their λ, and what needs no model, against what they say."""
    kinds = {"grid's consistent model, φ̂ from values": [], "gbho, preset paper, φ̂ from values": [], "gbho, φ̂ from values and gradients": []}
    for key, value in known_runs(path).items():
        own = value["certificate"]
        if any(word in key for word in ("freeze", "plain", "data.path")) or own.get("phi_hat") is None:
            continue
        gradients = "envelope_gradients=true" in key or ("preset" not in key and "envelope_gradients=false" not in key)
        kind = 0 if "--method grid" in key else 2 if gradients else 1
        list(kinds.values())[kind].append(own)
    print(row("certificates of", "runs", "solve within φ̂ ± 3ŝ", "certain bound below φ̂ − 3ŝ", "f further from φ than the bound, for certain", "ŝ"))
    print(row("---", *["---:"] * 5))
    for name, all_of in kinds.items():
        if not all_of:
            continue
        share = lambda test: f"{sum(map(test, all_of)) / len(all_of):.0%}"
        print(row(name, len(all_of), share(lambda one: abs(one["phi"] - one["phi_hat"]) <= 3 * one["s_hat"]),
                  share(lambda one: one["phi_upper_bound"] < one["phi_hat"] - 3 * one["s_hat"]),
                  share(lambda one: one["f"] - min(one["phi"], one["phi_upper_bound"]) > one["bound"]),
                  f"{median(one['s_hat'] for one in all_of):.1e}"))


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
    parser.add_argument("--certificates", type=Path, default=ROOT / "docs/results/ablation/runs.jsonl", help="runs of ablate.py")
    arguments = parser.parse_args()
    problems = {name: problem for name, problem in PROBLEMS.items() if name.startswith(arguments.only)}
    if arguments.quick:
        arguments.seeds, arguments.points, arguments.longer = 1, 5, 3
        problems = {"embedded digits, 1 hp": ("mnist-1k-1hp", "", 0, [])}
    runs = Runs(arguments.program.resolve(), arguments.out, arguments.known)
    everything = {}
    for name, (study, data, size, words) in problems.items():
        drawn = setting(data_name=data, data_size=size) if data else setting(data_stratified=True)
        for seed in range(arguments.seeds):
            found = runs.text(["check-certificate", study, "--json", "--points", str(arguments.points), "--longer", str(arguments.longer),
                               "--seed", str(seed), *drawn, *words], measured)
            for own in found or []:
                everything.setdefault((name, own["gradients"]), []).append(own)
    everything = {key: everything[key] for key in sorted(everything, key=lambda key: key[1])}
    for gradients in (False, True):
        kept = {key: own for key, own in everything.items() if key[1] == gradients}
        if not kept:
            continue
        apart = dict(kept)
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

        print("\nŝ times a factor that is to cover 90 %\n")
        calibrated(apart, 0.9)
    print()
    printed(arguments.certificates)


if __name__ == "__main__":
    main()
