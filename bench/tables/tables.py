#!/usr/bin/env python3
"""Makes the tables of docs/results.md by running `gbho tune` over instances, methods and seeds.

    bench/tables/tables.py instances [--sizes 1k,5k,10k] [--seeds 5]   joint, consistent and refit test losses
    bench/tables/tables.py blocks [--seeds 5]                          8 hyperparameters, regret at equal cost
    bench/tables/tables.py authors FOLDER [--seeds 5]                  the instances on the authors' own 1K split
    bench/tables/tables.py curve [--seeds 5]                           hypergradients against the validation curve

Prints Markdown: means over seeds with standard errors. MNIST-5K and 10K need `gbho data get mnist`.
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path
from statistics import mean, stdev

SOLVE = 600 * 50  # sample-gradients of one solve on MNIST-1K
METHODS = {"gbho, preset paper": ["--method", "gbho", "--set", "gbho.preset=paper"],
           "gbho": ["--method", "gbho"],
           "two_sided": ["--method", "two_sided"]}


def tune(program: Path, study: str, seed: int, arguments: list) -> dict:
    command = [program, "tune", study, "--seed", str(seed), "--progress", "none", "--json", "-", *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} ended with status {done.returncode}:\n{done.stderr}")
    return json.loads(done.stdout)


def spread(values: list, digits: int = 4) -> str:
    error = stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
    return f"{mean(values):.{digits}f} ± {error:.{digits}f}"


def losses(runs: list, model: str, key: str = "test_loss") -> list:
    return [run["models"][model][key] for run in runs if run["models"][model]]


def print_row(*cells: str) -> None:
    print("| " + " | ".join(cells) + " |", flush=True)


def instance_rows(program: Path, study: str, name: str, seeds: int, only: str, more: list) -> None:
    equal = "26" if name.endswith("1hp") else "40"
    methods = {**METHODS, "two_sided, at gbho's cost": ["--method", "two_sided", "--set", f"two_sided.evaluations={equal}"]}
    for method, arguments in methods.items():
        if not method.startswith(only):
            continue
        runs = [tune(program, study, seed, arguments + more) for seed in range(seeds)]
        joint = losses(runs, "joint")
        print_row(name, method, spread(joint) if joint else "–", spread(losses(runs, "consistent")),
                  spread(losses(runs, "refit")), f"{mean(run['cost']['lower_solves'] for run in runs):.1f}",
                  f"{mean(run['cost']['sample_gradients'] for run in runs) / 1e6:.2f} M",
                  f"{sum(bool(run['certificate']['verified']) for run in runs)}/{seeds}")


def instance_header() -> None:
    print_row("instance", "method", "joint", "consistent", "refit", "solves", "sample-gradients", "verified")
    print_row("---", "---", "---:", "---:", "---:", "---:", "---:", "---:")


def instances(program: Path, arguments: argparse.Namespace) -> None:
    instance_header()
    for size in arguments.sizes.split(","):
        for count in ("1hp", "2hp"):
            instance_rows(program, f"mnist-{size}-{count}", f"{size}-{count}", arguments.seeds, arguments.only, [])


def authors(program: Path, arguments: argparse.Namespace) -> None:
    def part(name: str) -> list:
        folder = Path(arguments.folder).resolve()
        return ["--set", f'data.{name}={{x = "{folder}/{name}_x.npy", y = "{folder}/{name}_y.npy"}}']
    files = ["--set", 'data.name=""', *part("train"), *part("validation"), "--set", 'data.test="mnist"']
    instance_header()
    for count in ("1hp", "2hp"):
        instance_rows(program, f"mnist-1k-{count}", f"authors' 1k-{count}", arguments.seeds, arguments.only, files)


def blocks(program: Path, arguments: argparse.Namespace) -> None:
    study = "mnist-1k-8hp-blocks"
    budget = ["--set", f"budget.sample_gradients={48 * SOLVE}"]
    kriging = ["--method", "two_sided", "--set", "two_sided.regime=kriging", "--set", "two_sided.evaluations=48"]
    long = ["--method", "two_sided", "--set", "two_sided.steps=100"]
    rows = {
        "two_sided (signs)": [*long, *budget],
        "Gaussian process on log F": [*kriging, "--set", "two_sided.gradients=never", "--set", "two_sided.batch=1", *budget],
        "Gaussian process, with hypergradients": [*kriging, "--set", "two_sided.gradients=always", "--set",
                                                  "two_sided.points=8", "--set", "two_sided.extra_epochs=10", *budget],
        "random": ["--method", "random", "--set", "random.points=48", *budget],
    }
    reference = [*long, "--set", f"budget.sample_gradients={200 * SOLVE}"]
    runs = {name: [tune(program, study, seed, more) for seed in range(arguments.seeds)] for name, more in rows.items()}
    known = [tune(program, study, seed, reference) for seed in range(arguments.seeds)]
    everything = [run for own in runs.values() for run in own] + known
    best = {seed: min(run["models"]["consistent"]["validation_loss"] for run in everything if run["seed"] == seed)
            for seed in range(arguments.seeds)}
    print_row("method, 48 solves' worth of sample-gradients", "validation loss", "regret", "refit test loss", "solves")
    print_row("---", "---:", "---:", "---:", "---:")
    for name, own in runs.items():
        validation = losses(own, "consistent", "validation_loss")
        print_row(name, spread(validation), spread([value - best[run["seed"]] for value, run in zip(validation, own)]),
                  spread(losses(own, "refit")), f"{mean(run['cost']['lower_solves'] for run in own):.1f}")


def curve(program: Path, arguments: argparse.Namespace) -> None:
    print_row("seed", "two-sided error", "one-sided error", "right signs, where the slope is above 0.03")
    print_row("---:", "---:", "---:", "---:")
    errors = []
    for seed in range(arguments.seeds):
        text = subprocess.run([program, "check-gradients", "--curve", "--seed", str(seed)], check=True,
                              capture_output=True, text=True).stdout
        two, one = re.search(r"two-sided ([\d.]+) %, one-sided ([\d.]+) %", text).groups()
        right, steep = re.search(r"at (\d+) of (\d+) points", text).groups()
        errors.append(float(two))
        print_row(str(seed), f"{two} %", f"{one} %", f"{right} of {steep}")
    print_row("mean", f"{spread(errors, 1)} %", "", "")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", choices=["instances", "blocks", "authors", "curve"])
    parser.add_argument("folder", nargs="?", help="authors: where train_x.npy, … lie")
    parser.add_argument("--program", type=Path, default=Path("build/release/gbho"))
    parser.add_argument("--sizes", default="1k,5k,10k")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--only", default="", help="instances, authors: methods whose name begins like this")
    arguments = parser.parse_args()
    if arguments.table == "authors" and not arguments.folder:
        parser.error("authors needs the folder of the files")
    {"instances": instances, "blocks": blocks, "authors": authors, "curve": curve}[arguments.table](
        arguments.program.resolve(), arguments)


if __name__ == "__main__":
    main()
