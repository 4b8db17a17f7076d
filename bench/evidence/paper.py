#!/usr/bin/env python3
"""The paper's experiments over draws of the data, run by run, with gbho's design of 25 and of 50 points where the paper has both.

    bench/evidence/paper.py [--instances mnist-1k-1hp,mnist-1k-2hp,…] [--seeds 5] [--methods grid,gbho,…]

Budgets and settings of the MNIST instances are those of `gbho paper mnist --scale full` (lower level: 50 epochs, batches of 64, a
constant rate; rate and momentum by the pilot from the same grid for every method). The CIFAR-10 instances train until the
training loss is small, which the paper's "to allow for overfitting" asks for: 200 epochs, Adam. Differences are paired by draw.
"""

import argparse
from collections import Counter
from pathlib import Path
from statistics import mean

from runs import ROOT, Runs, difference, row, setting, spread

MNIST = setting(lower_schedule="constant", lower_learning_rate="[0.1,0.3,0.6]", lower_momentum="[0.05,0.9]")
OVERFITTING = setting(lower_epochs=200, lower_optimizer="adam", lower_learning_rate="[0.0003,0.001,0.003]", lower_momentum=0.9)
GBHO = ["--method", "gbho", *setting(gbho_preset="paper")]


def rivals(grid: str, points: int, trials: int, epochs: int) -> dict:
    return {"grid": ["--method", "grid", *setting(grid_points=grid)],
            "random": ["--method", "random", *setting(random_points=points)],
            "bayes": ["--method", "bayes", *setting(bayes_trials=trials)],
            "hyperband": ["--method", "hyperband", *setting(hyperband_epochs=epochs)],
            "two_sided": ["--method", "two_sided"]}


def mnist(size: int, count: int) -> tuple:
    designs = ({"gbho, 10": GBHO + setting(gbho_points=10)} if count == 1 else
               {"gbho, 25": GBHO + setting(gbho_points="[5,5]"), "gbho, 50": GBHO + setting(gbho_design="latin", gbho_points=50)})
    others = rivals("100", 100, 60, 100) if count == 1 else rivals("30", 900, 100, 100)
    return setting(data_name="mnist", data_size=size) + MNIST, {**others, **designs}


def cifar10(count: int) -> tuple:
    """Smaller budgets than the paper's: grid 5 × 5 or 3⁴, and as many random points and trials of bayes."""
    points, each = (25, "5") if count == 2 else (81, "3")
    return OVERFITTING, {**rivals(each, points, points, 200), f"gbho, {points}": GBHO + setting(gbho_points=each)}


INSTANCES = {**{f"mnist-{size}k-{count}hp": mnist(1000 * size, count) for size in (1, 5, 10) for count in (1, 2)},
             **{f"cifar10-1k-{count}hp": cifar10(count) for count in (2, 4)}}


def losses(results: list, model: str, key: str = "test_loss") -> list:
    return [result["models"][model][key] for result in results if model in result["models"]]


def pilots(results: list) -> str:
    """How often which pair of rate and momentum was chosen."""
    chosen = Counter(tuple(result["pilot"]) for result in results)
    return ", ".join(f"{rate:g}/{momentum:g}{f' ({count})' if len(chosen) > 1 else ''}" for (rate, momentum), count in chosen.most_common())


def line(name: str, own: list, base: list) -> str:
    joint = losses(own, "joint")
    against = ["", ""] if own is base else [difference(losses(own, model, key), losses(base, model, key))
                                            for model, key in (("consistent", "validation_loss"), ("refit", "test_loss"))]
    star = ", ".join(f"{mean(values):.2f}" for values in zip(*(result["lambda"] for result in own)))
    return row(name, star, spread(joint) if joint else "–", spread(losses(own, "consistent")), spread(losses(own, "refit")), against[1],
               spread(losses(own, "consistent", "validation_loss")), against[0],
               f"{mean(losses(own, 'joint', 'validation_loss')):.3f}" if joint else "–", f"{mean(losses(own, 'consistent', 'train_loss')):.3f}",
               f"{mean(result['cost']['lower_solves'] for result in own):.0f}",
               f"{mean(result['cost']['sample_gradients'] for result in own) / 1e6:.1f} M", pilots(own))


def table(results: dict) -> list:
    base = next(iter(results.values()))
    titles = ["method", "λ\\*", "joint: test", "consistent: test", "refit: test", "… against the first row", "consistent: validation",
              "… against the first row", "F of joint weights", "consistent: train", "solves", "sample-gradients", "rate/momentum"]
    return [row(*titles), row("---", *["---:"] * (len(titles) - 1)), *(line(name, own, base) for name, own in results.items())]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--instances", default="mnist-1k-1hp,mnist-1k-2hp")
    parser.add_argument("--methods", default="", help="some rows only, separated by semicolons; the first is compared with")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--known", action="store_true", help="makes no runs: draws for which all rows are there")
    parser.add_argument("--program", type=Path, default=ROOT / "build/release/gbho")
    parser.add_argument("--out", type=Path, default=ROOT / "docs/results/paper/runs.jsonl")
    arguments = parser.parse_args()
    runs = Runs(arguments.program.resolve(), arguments.out, arguments.known)
    for instance in arguments.instances.split(","):
        words, methods = INSTANCES[instance]
        wanted = [name for name in methods if not arguments.methods or name in arguments.methods.split(";")]
        results = {name: [] for name in wanted}
        for seed in range(arguments.seeds):  # seed by seed, so that what is there at any time is whole
            own = {name: runs.tune([instance, "--seed", str(seed), *words, *methods[name]]) for name in wanted}
            for name, result in own.items():
                if all(own.values()):
                    results[name].append(result)
        count = len(next(iter(results.values())))
        print(f"\n{instance}, {count} draws\n")
        if count:
            print("\n".join(table(results)), flush=True)


if __name__ == "__main__":
    main()
