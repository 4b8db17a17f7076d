#!/usr/bin/env python3
"""One side against two in the single loop, at equal ε = 1/γ, equal steps and the same form.

    bench/evidence/sides.py [--study mnist-1k-8hp-blocks|hyperclean-mlp] [--seeds 10] [--epsilons 0.1,0.03,0.01] [--quick]

f2sa with growth = 0 and order 1 is V-PBGD: β⁺ on f + εF against β⁰ on f. Order 2 is F²SA-p with p = 2: β⁺ against β⁻ on f − εF. Both
train at the same rate on the same batches; order 2 has three networks, so order 1 is run with half as many rounds again too. The last
row is two_sided with the linear form, the same ε, rate and rounds. Each seed draws other digits. Differences are paired by seed.

hyperclean-mlp: 1,000 digits to train on, half of them with a wrong label, one weight each; 1,000 to validate and 1,000 to select.
"""

import argparse
from pathlib import Path
from statistics import mean

from runs import ROOT, Runs, difference, row, setting, spread

# Examples drawn, rounds, values of ε, and what else is set.
STUDIES = {"mnist-1k-8hp-blocks": (1000, 150, [0.1, 0.03, 0.01], setting(lower_schedule="constant")),
           "hyperclean-mlp": (3000, 400, [0.2, 0.05, 0.0125], [])}


def variants(epsilon: float, rounds: int) -> dict:
    def loop(count: int) -> list:
        return setting(loop_loop_epochs=count, loop_patience=count)

    def f2sa(order: int, count: int) -> list:
        return ["--method", "f2sa", *setting(f2sa_gamma=f"{1 / epsilon:g}", f2sa_growth=0, f2sa_order=order), *loop(count)]
    linear = ["--method", "two_sided", *setting(two_sided__regime="single_loop", two_sided__form="linear", two_sided__epsilon=f"{epsilon:g}",
                                                two_sided__side_rate=1), *loop(rounds)]
    return {"one side": f2sa(1, rounds), "one side, equal cost": f2sa(1, rounds * 3 // 2), "two sides": f2sa(2, rounds),
            "two sides, linear form": linear}


def losses(results: list, model: str, key: str) -> list:
    return [result["models"][model][key] for result in results]


def columns(found: dict) -> dict:
    """Title, and the values of every variant, of what is compared."""
    of = {"validation loss": ("consistent", "validation_loss"), "refit test loss": ("refit", "test_loss")}
    tables = {title: {name: losses(own, *where) for name, own in found.items()} for title, where in of.items()}
    if all("f1" in result for own in found.values() for result in own):
        tables["F1, %"] = {name: [100 * result["f1"] for result in own] for name, own in found.items()}
    return tables


def rows(epsilon: float, found: dict) -> list:
    lines = []
    for name, own in found.items():
        cells = []
        for title, values in columns(found).items():
            digits = 1 if "%" in title else 4
            cells += [spread(values[name], digits), "" if name == "one side" else difference(values[name], values["one side"], digits)]
        cost = mean(result["cost"]["sample_gradients"] for result in own) / 1e6
        lines.append(row(f"{epsilon:g}", name, *cells, f"{cost:.2f} M"))
    titles = [cell for title in columns(found) for cell in (title, "against one side")]
    return [row("ε", "", *titles, "sample-gradients"), row("---:", "---", *["---:"] * (len(titles) + 1)), *lines]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--study", default="mnist-1k-8hp-blocks", choices=STUDIES)
    parser.add_argument("--data", default="mnist", choices=["mnist", "fashion-mnist", "mnist-1k"])
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--epsilons", type=lambda text: [float(one) for one in text.split(",")], default=[])
    parser.add_argument("--known", action="store_true", help="makes no runs: draws for which all variants are there")
    parser.add_argument("--quick", action="store_true", help="two seeds of the embedded digits, one ε")
    parser.add_argument("--program", type=Path, default=ROOT / "build/release/gbho")
    parser.add_argument("--out", type=Path, default=ROOT / "docs/results/two-sided/loops.jsonl")
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.data, arguments.seeds, arguments.epsilons = "mnist-1k", 2, [0.03]
    size, rounds, epsilons, words = STUDIES[arguments.study]
    embedded = arguments.data == "mnist-1k"
    data = setting(data_name=arguments.data, data_size=min(size, 1000 if embedded else size), **({"data_stratified": True} if embedded else {}))
    runs = Runs(arguments.program.resolve(), arguments.out, arguments.known)
    lines, draws = [], []
    for epsilon in arguments.epsilons or epsilons:
        wanted = variants(epsilon, rounds)
        found = {name: [] for name in wanted}
        for seed in range(arguments.seeds):  # seed by seed, so that what is there at any time is whole
            results = {name: runs.tune([arguments.study, "--seed", str(seed), *data, *words, *own]) for name, own in wanted.items()}
            for name, result in results.items():
                if all(results.values()):
                    found[name].append(result)
        draws.append(len(found["one side"]))
        if draws[-1]:
            lines += rows(epsilon, found)[2 if lines else 0:]
    print(f"{arguments.study}, {arguments.data}, {' / '.join(map(str, draws))} draws\n")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
