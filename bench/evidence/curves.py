#!/usr/bin/env python3
"""Hypergradients of one side and of two, against central differences of the validation curve, at equal ε and cost.

    bench/evidence/curves.py [--seeds 10] [--forms linear,full] [--epsilons 0.0025,0.01,0.04] [--quick]

The one-sided estimate takes β⁺ against a β⁰ that trains on for as long, with the same batches: two networks, as the
two-sided one has two. "drifting" takes β⁺ against the β* that it started from. Every seed draws other digits. Errors are
root mean squares over the points of a region of λ and over seeds; intervals are over seeds.
"""

import argparse
import math
import re
from pathlib import Path
from statistics import mean

from runs import ROOT, Runs, interval, row, setting, spread

REGIONS = [(-9, -7), (-7, -4.5), (-4.5, -2)]
NUMBER = r"(-?[\d.]+(?:e[-+]?\d+)?|-?nan|-?inf)"
KINDS = ("two-sided", "one-sided", "drifting")
STUDIES = {"mlp": [], "linear": ["--set", "model.kind=linear", "--set", 'hyperparameter.l2.layers=["output"]']}


def drawn(arguments: argparse.Namespace) -> list:
    data = setting(data_stratified=True) if arguments.data == "mnist-1k" else setting(data_name=arguments.data, data_size=1000)
    return data + (setting(data_label_noise=f"{arguments.noise:g}") if arguments.noise else [])


def points_of(text: str) -> list:
    """λ, F, dF/dλ and the three estimates of every point."""
    line = re.compile(r"^\s*" + r"\s+".join([NUMBER] * 6) + r"\s*$", re.M)
    return [[float(cell) for cell in found] for found in line.findall(text)]


def curve(runs: Runs, arguments: argparse.Namespace, data: list, seed: int, form: str, epsilon: float, epochs: int, model: str) -> list:
    words = setting(two_sided__form=form, two_sided__epsilon=epsilon, two_sided__extra_epochs=epochs)
    return runs.text(["check-gradients", "mnist-1k-1hp", "--curve", "--points", str(arguments.points), "--seed", str(seed), *data,
                      *STUDIES[model], *words], points_of)


def errors(points: list, low: float, high: float) -> list:
    """Root mean square errors of the three in a region, and of zero: the size of the slope itself."""
    inside = [point for point in points if low <= point[0] < high or point[0] == high == REGIONS[-1][1]]
    size = [point[2] for point in inside]
    estimates = [[point[3 + k] for point in inside] for k in range(3)] + [[0.0] * len(inside)]
    return [math.sqrt(mean((a - b) ** 2 for a, b in zip(estimate, size))) for estimate in estimates]


def right_signs(curves: list, kind: int) -> str:
    steep = [point for points in curves for point in points if abs(point[2]) > 0.03]
    return f"{sum(point[3 + kind] * point[2] > 0 for point in steep)} of {len(steep)}"


def paired(curves: list, low: float, high: float) -> str:
    """One-sided error less the two-sided one, by seed."""
    both = [errors(points, low, high) for points in curves]
    middle, half = interval([one[1] - one[0] for one in both])
    text = f"{middle:+.4f} ± {half:.4f}"
    return f"**{text}**" if abs(middle) > half else text


def table(runs: Runs, arguments: argparse.Namespace, data: list) -> None:
    print(row("model", "form", "ε", "K", "λ", "slope", *KINDS, "one-sided less two-sided"))
    print(row(*["---"] * 2, *["---:"] * 8))
    for model in arguments.models.split(","):
        for form in arguments.forms.split(","):
            for epsilon in arguments.epsilons:
                for epochs in arguments.epochs:
                    curves = [curve(runs, arguments, data, seed, form, epsilon, epochs, model) for seed in range(arguments.seeds)]
                    curves = [points for points in curves if points]
                    if not curves:
                        continue
                    for low, high in REGIONS:
                        own = [errors(points, low, high) for points in curves]
                        print(row(model, form, f"{epsilon:g}", epochs, f"{low} to {high}", f"{mean(one[3] for one in own):.3f}",
                                  *[spread([one[k] for one in own], 3) for k in range(3)], paired(curves, low, high)))
                    signs = " ".join(f"{kind} {right_signs(curves, k)};" for k, kind in enumerate(KINDS))
                    print(row(model, form, f"{epsilon:g}", epochs, "signs", signs, "", "", "", ""), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    numbers = lambda text: [float(one) for one in text.split(",")]
    whole = lambda text: [int(one) for one in text.split(",")]
    parser.add_argument("--data", default="mnist", choices=["mnist", "fashion-mnist", "mnist-1k"])
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--forms", default="linear,full")
    parser.add_argument("--models", default="mlp")
    parser.add_argument("--epsilons", type=numbers, default=[0.0025, 0.01, 0.04])
    parser.add_argument("--epochs", type=whole, default=[20], help="K, the epochs of each side")
    parser.add_argument("--noise", type=float, default=0, help="share of training labels that are wrong")
    parser.add_argument("--points", type=int, default=8, help="of a curve, from λ = −9 to −2")
    parser.add_argument("--known", action="store_true", help="makes no runs: draws that are there")
    parser.add_argument("--quick", action="store_true", help="two seeds of the embedded digits, one ε")
    parser.add_argument("--program", type=Path, default=ROOT / "build/release/gbho")
    parser.add_argument("--out", type=Path, default=ROOT / "docs/results/two-sided/runs.jsonl")
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.data, arguments.seeds, arguments.epsilons, arguments.forms = "mnist-1k", 2, [0.01], "linear"
    print(f"{arguments.data}{f', {arguments.noise:.0%} wrong training labels' if arguments.noise else ''}, {arguments.seeds} draws\n")
    table(Runs(arguments.program.resolve(), arguments.out, arguments.known), arguments, drawn(arguments))


if __name__ == "__main__":
    main()
