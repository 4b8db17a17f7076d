#!/usr/bin/env python3
"""GBHO taken apart: what each of its parts does to the models it ends with.

    bench/evidence/ablate.py [--data mnist|fashion-mnist|mnist-1k] [--hyperparameters 1|2] [--seeds 10] [--quick]

Every seed draws other digits: 600 to train on, 400 to validate, the official test part. Differences are paired by
seed. Step lengths were chosen before, by losses on digits of the training file that no run saw, on seeds 100 to 102,
which no table uses (`--rates` makes that choice and keeps it; without it, the program's own). Runs that are in the file are not made again.
"""

import argparse
import json
import sys
from pathlib import Path
from statistics import mean

from runs import ROOT, Runs, difference, row, setting, spread

STUDY = {1: "mnist-1k-1hp", 2: "mnist-1k-2hp"}
PAPER = setting(gbho_preset="paper")
FIRST_RATE_SEED = 100
# Of the weights' step length, then multiples of λ's own.
RATES = {(1, "as shipped"): [0.2, 0.5, 0.8, 1.2], (1, "plain"): [0.003, 0.01, 0.03, 0.1, 0.3],
         (2, "as shipped"): [0.03, 0.1, 0.3, 0.6], (2, "plain"): [0.003, 0.01, 0.03, 0.1]}
OWN_RATE = {1: 0.5, 2: 0.1}  # the program's
LAMBDA_RATE = {1: 0.001, 2: 0.0002}
LAMBDA_FACTORS = [0.3, 1, 3, 10]
CHOSEN = ROOT / "docs/results/ablation/rates.json"


def drawn(data: str) -> list:
    if data == "mnist-1k":  # the embedded digits, split anew with the seed
        return setting(data_stratified=True)
    return setting(data_name=data, data_size=1000)


def tune(runs: Runs, count: int, seed: int, words: list) -> dict:
    return runs.tune([STUDY[count], "--method", "gbho", "--seed", str(seed), *words])


def rate_words(kind: str, rate: float, lambda_rate: float) -> list:
    words = setting(gbho_inner_learning_rate=rate, gbho_inner_lambda_rate=f"{lambda_rate:g}")
    return words + (setting(gbho_plain=True) if kind == "plain" else [])


def selection_loss(runs: Runs, data: str, count: int, words: list, seeds: int) -> float:
    """Joint loss on 4,000 examples of the training file that are in no part of the run: the official test part is not read."""
    apart = setting(data_path=f"{data}/train-images-idx3-ubyte", data_labels=f"{data}/train-labels-idx1-ubyte",
                    data_size=5000, data_split="[0.12,0.08,0,0.8]")
    losses = [tune(runs, count, FIRST_RATE_SEED + k, apart + PAPER + words)["models"]["joint"]["test_loss"]
              for k in range(seeds)]
    return mean(float("inf") if loss is None else loss for loss in losses)


def choose_rates(runs: Runs, data: str, count: int, seeds: int) -> dict:
    chosen = {}
    for kind in ("as shipped", "plain"):
        own = LAMBDA_RATE[count]
        tried = {(rate, own): selection_loss(runs, data, count, rate_words(kind, rate, own), seeds) for rate in RATES[count, kind]}
        best = min(tried, key=tried.get)[0]
        for factor in LAMBDA_FACTORS:
            pair = (best, own * factor)
            if pair not in tried:
                tried[pair] = selection_loss(runs, data, count, rate_words(kind, *pair), seeds)
        rate, lambda_rate = min(tried, key=tried.get)
        chosen[kind] = {"rate": rate, "lambda_rate": float(f"{lambda_rate:g}"),
                        "tried": [[*pair, round(loss, 4)] for pair, loss in tried.items()]}
    return chosen


def variants(rates: dict) -> dict:
    def steps(kind: str) -> list:
        return rate_words(kind, rates[kind]["rate"], rates[kind]["lambda_rate"])
    ours, plain = steps("as shipped"), steps("plain")
    frozen = setting(gbho_freeze_lambda=True)
    fast = rate_words("as shipped", rates["as shipped"]["rate"], 10 * rates["as shipped"]["lambda_rate"])
    return {
        "preset paper": PAPER + ours,
        "λ frozen": PAPER + ours + frozen,
        "λ ten times faster": PAPER + fast,
        "plain steps": PAPER + plain,
        "plain steps, λ frozen": PAPER + plain + frozen,
        "inequality": PAPER + ours + setting(gbho_lagrangian="inequality"),
        "one-shot": PAPER + ours + setting(gbho_one_shot=True),
        "z = 0": PAPER + ours + setting(gbho_z=0),
        "envelope gradients": PAPER + ours + setting(gbho_envelope_gradients=True),
        "certain bound": PAPER + ours + setting(gbho_certain_bound=True),
        "gbho's defaults": ours,
        "defaults, λ frozen": ours + frozen,
        "defaults, equality": ours + setting(gbho_lagrangian="equality"),
        "defaults, z = 0": ours + setting(gbho_z=0),
        "defaults, no envelope gradients": ours + setting(gbho_envelope_gradients=False),
        "defaults, no certain bound": ours + setting(gbho_certain_bound=False),
    }


def losses(results: list, model: str, key: str = "test_loss") -> list:
    return [result["models"][model][key] for result in results]


def moved(result: dict) -> float:
    """How far the joint weights' λ is from the best sample of the design, the largest over hyperparameters."""
    return max(abs(a - b) for a, b in zip(result["certificate"]["lambda"], result["best_sample"]))


def finite(values: list) -> bool:
    return all(value is not None for value in values)


def table(results: dict) -> list:
    base = results["preset paper"]
    lines = [row("variant", "joint", "joint, against the first row", "refit, against the first row", "λ moved by",
                 "F of joint weights", "f − φ"), row("---", *["---:"] * 6)]
    for name, own in results.items():
        joint, refit = losses(own, "joint"), losses(own, "refit")
        if not finite(joint):
            lines.append(row(name, f"{sum(loss is None for loss in joint)} of {len(joint)} diverged", *["–"] * 5))
            continue
        gaps = [one["certificate"]["f"] - one["certificate"]["phi"] for one in own]
        lines.append(row(name, spread(joint), "" if own is base else difference(joint, losses(base, "joint")),
                         "" if own is base else difference(refit, losses(base, "refit")), f"{mean(map(moved, own)):.3f}",
                         f"{mean(losses(own, 'joint', 'validation_loss')):.3f}", f"{mean(gaps):+.3f}"))
    return lines


def parts_of_the_lead(base: list, grid: list) -> list:
    """The paper's lead: a rival's consistent model against GBHO's joint weights."""
    joint, own = losses(base, "joint"), losses(base, "consistent")
    rival, refit = losses(grid, "consistent"), losses(grid, "refit")
    return [row("test loss", "mean and 95 % interval"), row("---", "---:"),
            row("the lead: joint weights against the grid's consistent model", difference(joint, rival)),
            row("… of it by the choice of λ: consistent at gbho's λ* against the grid's", difference(own, rival)),
            row("… by training on the validation part: joint against consistent", difference(joint, own)),
            row("the grid's refit against gbho's joint weights", difference(refit, joint)),
            row("the grid's refit against gbho's refit", difference(refit, losses(base, "refit")))]


def rates_of(runs: Runs, arguments: argparse.Namespace) -> dict:
    known = json.loads(CHOSEN.read_text()) if CHOSEN.exists() else {}
    key = f"mnist, {arguments.hyperparameters} hp"  # chosen on MNIST, taken as they are elsewhere
    if arguments.rates:
        known[key] = choose_rates(runs, "mnist", arguments.hyperparameters, arguments.rate_seeds)
        CHOSEN.parent.mkdir(parents=True, exist_ok=True)
        CHOSEN.write_text(json.dumps(known, indent=1) + "\n")
    if key in known:
        return known[key]
    count = arguments.hyperparameters
    print(f"{CHOSEN.name} has no rates for {key}: the program's own, and those of plain steps unchosen", file=sys.stderr)
    return {"as shipped": {"rate": OWN_RATE[count], "lambda_rate": LAMBDA_RATE[count]},
            "plain": {"rate": 0.01, "lambda_rate": LAMBDA_RATE[count]}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default="mnist", choices=["mnist", "fashion-mnist", "mnist-1k"])
    parser.add_argument("--hyperparameters", type=int, default=1, choices=[1, 2])
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--rates", action="store_true", help="choose the step lengths first")
    parser.add_argument("--rate-seeds", type=int, default=3, help="draws that step lengths are chosen on")
    parser.add_argument("--quick", action="store_true", help="two seeds of the embedded digits, some variants")
    parser.add_argument("--only", default="", help="variants, separated by semicolons")
    parser.add_argument("--known", action="store_true", help="makes no runs: draws for which all of these variants are there")
    parser.add_argument("--program", type=Path, default=ROOT / "build/release/gbho")
    parser.add_argument("--out", type=Path, default=ROOT / "docs/results/ablation/runs.jsonl")
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.data, arguments.seeds = "mnist-1k", 2
        arguments.only = arguments.only or "preset paper;λ frozen;plain steps;gbho's defaults"
    runs = Runs(arguments.program.resolve(), arguments.out, arguments.known)
    wanted = variants(rates_of(runs, arguments))
    if arguments.only:
        wanted = {name: words for name, words in wanted.items() if name in arguments.only.split(";")}
    count, data = arguments.hyperparameters, drawn(arguments.data)
    seeds = range(arguments.seeds)
    points = {1: "10", 2: "[5,5]"}[count]
    results = {name: [] for name in wanted}
    grid = []
    for seed in seeds:  # seed by seed, so that what is there at any time is whole
        own = {name: tune(runs, count, seed, data + words) for name, words in wanted.items()}
        rival = runs.tune([STUDY[count], "--method", "grid", "--seed", str(seed), *data, *setting(grid_points=points)])
        if rival is None or not all(own.values()):
            continue
        grid.append(rival)
        for name, result in own.items():
            results[name].append(result)
    print(f"{arguments.data}, {count} hyperparameter{'s' if count > 1 else ''}, {len(grid)} draws\n")
    if not grid:
        return
    print("\n".join(table(results)) + "\n")
    print("\n".join(parts_of_the_lead(results["preset paper"], grid)))


if __name__ == "__main__":
    main()
