#!/usr/bin/python3
"""`gbho.OptunaSampler("bayes")` beside Optuna's own GPSampler: regret of what they find, and time of a proposal.

Optuna 4.7 goes with Debian's PyTorch (4.8 wants version 2); its GPSampler is experimental there. One thread.

    pip install --no-deps --target build/optuna optuna==4.7.0
    PYTHONPATH=build/optuna:build/release/python bench/python/optuna_gp.py regret --results results.jsonl --seeds 10
    PYTHONPATH=build/optuna:build/release/python bench/python/optuna_gp.py time
    PYTHONPATH=build/optuna bench/python/optuna_gp.py table --results results.jsonl

`regret` goes on where it was stopped; `--samplers` and `--functions` take some of them.
"""

import argparse
import json
import math
import os
import statistics
import time
import warnings

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[variable] = "1"
warnings.filterwarnings("ignore")

import numpy  # noqa: E402
import optuna  # noqa: E402

optuna.logging.set_verbosity(optuna.logging.ERROR)


def branin(x, y):
    x, y = 15 * x - 5, 15 * y
    return (y - 5.1 / (4 * math.pi**2) * x**2 + 5 / math.pi * x - 6) ** 2 + 10 * (1 - 1 / (8 * math.pi)) * math.cos(x) + 10


HARTMANN_A = numpy.array([[10, 3, 17, 3.5, 1.7, 8], [0.05, 10, 17, 0.1, 8, 14], [3, 3.5, 1.7, 10, 17, 8], [17, 8, 0.05, 10, 0.1, 14]])
HARTMANN_P = 1e-4 * numpy.array([[1312, 1696, 5569, 124, 8283, 5886], [2329, 4135, 8307, 3736, 1004, 9991],
                                 [2348, 1451, 3522, 2883, 3047, 6650], [4047, 8828, 8732, 5743, 1091, 381]])


def hartmann(*x):
    return -numpy.array([1, 1.2, 3, 3.2]) @ numpy.exp(-(HARTMANN_A * (numpy.array(x) - HARTMANN_P) ** 2).sum(axis=1))


def quadratic(*x):
    return sum((value - 0.3) ** 2 for value in x)


FUNCTIONS = {"branin": (branin, 2, 0.39788735772973816, 0.0), "hartmann6": (hartmann, 6, -3.322368011391339, 0.0),
             "noisy-quadratic": (quadratic, 4, 0.0, 0.1)}
"""Function on the unit cube, numbers, minimum, deviation of the noise."""


def sampler_of(name, seed):
    if name == "optuna-gp":
        return optuna.samplers.GPSampler(seed=seed)
    if name == "optuna-tpe":
        return optuna.samplers.TPESampler(seed=seed, multivariate=True)
    import gbho

    return gbho.OptunaSampler(name.removeprefix("gbho-"), seed=seed)


def one_run(sampler, function, seed, trials):
    compute, numbers, minimum, noise = FUNCTIONS[function]

    def observed(trial):
        x = [trial.suggest_float(f"x{i}", 0, 1) for i in range(numbers)]
        return compute(*x) + noise * numpy.random.default_rng((seed, trial.number)).normal()

    study = optuna.create_study(sampler=sampler_of(sampler, seed))
    begun = time.process_time()
    study.optimize(observed, n_trials=trials)
    best = compute(*study.best_trial.params.values())
    return {"sampler": sampler, "function": function, "seed": seed, "trials": trials, "regret": float(best - minimum),
            "processor_seconds": time.process_time() - begun}


def read(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def regret(arguments):
    done = {(run["sampler"], run["function"], run["seed"], run["trials"]) for run in read(arguments.results)}
    for seed in range(arguments.seeds):
        for function in arguments.functions.split(","):
            for sampler in arguments.samplers.split(","):
                if (sampler, function, seed, arguments.trials) in done:
                    continue
                with open(arguments.results, "a", encoding="utf-8") as file:
                    file.write(json.dumps(one_run(sampler, function, seed, arguments.trials)) + "\n")


def proposal_time(arguments):
    """Processor time of a proposal of four numbers where 200 trials are known: alternating, median."""
    names = ["a", "b", "c", "d"]
    samplers = arguments.samplers.split(",")
    studies = {}
    for sampler in samplers:
        study = studies[sampler] = optuna.create_study(sampler=optuna.samplers.RandomSampler(seed=0))
        study.optimize(lambda trial: quadratic(*[trial.suggest_float(name, 0, 1) for name in names]), n_trials=200)
        study.sampler = sampler_of(sampler, 0)
        study.ask({name: optuna.distributions.FloatDistribution(0, 1) for name in names})  # learns what is there
    times = {sampler: [] for sampler in samplers}
    for _ in range(arguments.repeats):
        for sampler, study in studies.items():
            begun = time.process_time()
            trial = study.ask()
            values = [trial.suggest_float(name, 0, 1) for name in names]
            times[sampler].append(time.process_time() - begun)
            study.tell(trial, quadratic(*values))
    for sampler in samplers:
        print(f"{sampler:12} {1000 * statistics.median(times[sampler]):8.1f} ms")


def table(arguments):
    runs = read(arguments.results)
    print("| function | trials | seeds | " + " | ".join(arguments.samplers.split(",")) + " |")
    for function in FUNCTIONS:
        row, counts, trials = [], set(), set()
        for sampler in arguments.samplers.split(","):
            found = [run["regret"] for run in runs if run["sampler"] == sampler and run["function"] == function]
            counts.add(len(found))
            trials |= {run["trials"] for run in runs if run["function"] == function}
            error = statistics.stdev(found) / math.sqrt(len(found)) if len(found) > 1 else math.nan
            row.append(f"{statistics.mean(found):.2g} ± {error:.1g}; {statistics.median(found):.2g}" if found else "")
        print(f"| {function} | {sorted(trials)} | {sorted(counts)} | " + " | ".join(row) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["regret", "time", "table"])
    parser.add_argument("--results", default="optuna_gp.jsonl")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--trials", type=int, default=60)
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--functions", default=",".join(FUNCTIONS))
    parser.add_argument("--samplers", default="gbho-bayes,optuna-gp")
    arguments = parser.parse_args()
    {"regret": regret, "time": proposal_time, "table": table}[arguments.what](arguments)


if __name__ == "__main__":
    main()
