#!/usr/bin/env python3
"""One side against two in the single loop, at equal ε = 1/γ, equal steps and the same form.

    bench/evidence/sides.py [--study mnist-1k-8hp-blocks] [--seeds 10] [--epsilons 0.1,0.03,0.01] [--quick]

f2sa with growth = 0 and order 1 is V-PBGD: β⁺ on f + εF against β⁰ on f. Order 2 is F²SA-p with p = 2: β⁺ against β⁻ on f − εF. Both
train at the same rate on the same batches; order 2 has three networks, so order 1 is run with half as many rounds again too. Each
seed draws other digits. Differences are paired by seed.
"""

import argparse
from pathlib import Path
from statistics import mean

from runs import ROOT, Runs, difference, row, setting, spread

ROUNDS = 150


def variants(epsilon: float) -> dict:
    def pair(order: int, rounds: int) -> list:
        return ["--method", "f2sa", *setting(f2sa_gamma=f"{1 / epsilon:g}", f2sa_growth=0, f2sa_order=order),
                *setting(loop_loop_epochs=rounds, loop_patience=rounds)]
    return {"one side": pair(1, ROUNDS), "one side, equal cost": pair(1, ROUNDS * 3 // 2), "two sides": pair(2, ROUNDS)}


def losses(results: list, model: str, key: str) -> list:
    return [result["models"][model][key] for result in results]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--study", default="mnist-1k-8hp-blocks")
    parser.add_argument("--data", default="mnist", choices=["mnist", "fashion-mnist", "mnist-1k"])
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--epsilons", type=lambda text: [float(one) for one in text.split(",")], default=[0.1, 0.03, 0.01])
    parser.add_argument("--quick", action="store_true", help="two seeds of the embedded digits, one ε")
    parser.add_argument("--program", type=Path, default=ROOT / "build/release/gbho")
    parser.add_argument("--out", type=Path, default=ROOT / "docs/results/two-sided/loops.jsonl")
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.data, arguments.seeds, arguments.epsilons = "mnist-1k", 2, [0.03]
    embedded = arguments.data == "mnist-1k"
    data = setting(data_stratified=True) if embedded else setting(data_name=arguments.data, data_size=1000)
    runs = Runs(arguments.program.resolve(), arguments.out)
    print(row("ε", "", "validation loss", "against one side", "refit test loss", "against one side", "sample-gradients"))
    print(row("---:", "---", *["---:"] * 5))
    for epsilon in arguments.epsilons:
        found = {name: [runs.tune([arguments.study, "--seed", str(seed), *data, *setting(lower_schedule="constant"), *words])
                        for seed in range(arguments.seeds)] for name, words in variants(epsilon).items()}
        base = found["one side"]
        for name, own in found.items():
            cells = []
            for model, key in (("consistent", "validation_loss"), ("refit", "test_loss")):
                values = losses(own, model, key)
                cells += [spread(values), "" if own is base else difference(values, losses(base, model, key))]
            cost = mean(result["cost"]["sample_gradients"] for result in own) / 1e6
            print(row(f"{epsilon:g}", name, *cells, f"{cost:.2f} M"), flush=True)


if __name__ == "__main__":
    main()
