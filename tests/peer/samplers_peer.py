#!/usr/bin/python3
"""Compares our `tpe` with Optuna's TPESampler and our `bayes` with a Gaussian-process search on scikit-learn.

Three functions, 60 trials, 20 seeds; the regret of a run is the lowest true value that it has evaluated, less the minimum. Status 1
when a median regret of ours is above 1.1 times the peer's.

The Gaussian-process peer is written here, because the Optuna of Debian 12 (3.1) has no such sampler of its own, and what it
integrates (BoTorch, scikit-optimize) is not packaged: scikit-learn's regressor with a Matérn 5/2 correlation, a length scale per
dimension and a noise term, values standardized; 3n random points, then expected improvement, by 2,500 candidates and L-BFGS-B from
the best of them.

    samplers_peer.py --program build/release/samplers_peer [--seeds FIRST LAST] [--ours METHOD[:KEY=VALUE,...] --against tpe|gp]
"""

import argparse
import json
import subprocess
import sys
import warnings
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

try:
    import numpy as np
    import optuna
    from scipy.optimize import minimize
    from scipy.stats import norm
    from sklearn.gaussian_process import GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import ConstantKernel, Matern, WhiteKernel
except ImportError as error:
    sys.exit(f"samplers_peer: {error}; run scripts/install-packages peers, which installs Optuna and scikit-learn")

TRIALS = 60
SEEDS = (0, 19)
ALLOWED = 1.1
PAIRS = (("tpe", "tpe"), ("bayes", "gp"))


def branin(x):
    a, b = x
    return ((b - 5.1 / (4 * np.pi ** 2) * a ** 2 + 5 / np.pi * a - 6) ** 2
            + 10 * (1 - 1 / (8 * np.pi)) * np.cos(a) + 10)


HARTMANN_A = np.array([[10, 3, 17, 3.5, 1.7, 8], [0.05, 10, 17, 0.1, 8, 14],
                       [3, 3.5, 1.7, 10, 17, 8], [17, 8, 0.05, 10, 0.1, 14]])
HARTMANN_P = 1e-4 * np.array([[1312, 1696, 5569, 124, 8283, 5886], [2329, 4135, 8307, 3736, 1004, 9991],
                              [2348, 1451, 3522, 2883, 3047, 6650], [4047, 8828, 8732, 5743, 1091, 381]])


def hartmann6(x):
    return -np.array([1, 1.2, 3, 3.2]) @ np.exp(-(HARTMANN_A * (x - HARTMANN_P) ** 2).sum(axis=1))


def quadratic(x):
    return np.array([1, 2, 0.5, 1]) @ (x - np.array([1, -2, 0.5, 3])) ** 2


# The function, its box, its minimum, and the standard deviation of the noise that samplers see.
FUNCTIONS = {
    "branin": (branin, [-5, 0], [10, 15], 0.39788735772973816, 0),
    "hartmann6": (hartmann6, [0] * 6, [1] * 6, -3.3223680114155147, 0),
    "noisy quadratic": (quadratic, [-5] * 4, [5] * 4, 0, 1),
}


class Objective:
    """Gives values with noise, the same of a trial for every sampler, and remembers those without."""

    def __init__(self, name: str, seed: int):
        self.function, low, high, self.minimum, deviation = FUNCTIONS[name]
        self.low, self.high = np.array(low, float), np.array(high, float)
        self.noise = deviation * np.random.default_rng(seed).normal(size=TRIALS)
        self.true = []

    def __call__(self, x) -> float:
        self.true.append(float(self.function(np.asarray(x))))
        return self.true[-1] + self.noise[len(self.true) - 1]

    def regret(self) -> float:
        assert len(self.true) == TRIALS
        return min(self.true) - self.minimum


def options_of(text: str) -> dict:
    options = {"trials": TRIALS}
    for pair in filter(None, text.split(",")):
        key, value = pair.split("=")
        try:
            options[key] = json.loads(value)
        except json.JSONDecodeError:
            options[key] = value
    return options


def run_ours(program: str, sampler: str, objectives: list, seeds: list) -> None:
    """One process for all seeds: it takes longer to start than to search."""
    method, _, options = sampler.partition(":")
    command = [program, method, json.dumps(options_of(options)), json.dumps(objectives[0].low.tolist()),
               json.dumps(objectives[0].high.tolist())]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        def send(value):
            process.stdin.write(json.dumps(value) + "\n")
            process.stdin.flush()

        for objective, seed in zip(objectives, seeds):
            send(seed)
            while points := json.loads(process.stdout.readline()):
                send([objective(x) for x in points])


def run_optuna_tpe(objective: Objective, seed: int) -> None:
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=seed))
    study.optimize(lambda trial: objective([trial.suggest_float(f"x{k}", low, high) for k, (low, high)
                                            in enumerate(zip(objective.low, objective.high))]), n_trials=TRIALS)


def propose_by_gp(u, y, kernel, rng):
    """The point of the unit box with the largest expected improvement, and the fitted kernel to start from next time."""
    n = u.shape[1]
    model = GaussianProcessRegressor(kernel, normalize_y=True, alpha=1e-10, random_state=0,
                                     n_restarts_optimizer=2 if len(y) == 3 * n else 0).fit(u, y)
    best = model.predict(u).min()

    def improvement(points):
        mean, deviation = model.predict(np.atleast_2d(points), return_std=True)
        deviation = np.maximum(deviation, 1e-12)
        z = (best - mean) / deviation
        return deviation * (norm.pdf(z) + z * norm.cdf(z))

    around = np.clip(u[np.argmin(y)] + 0.05 * rng.normal(size=(500, n)), 0, 1)
    candidates = np.vstack([rng.uniform(size=(2000, n)), around])
    promise = improvement(candidates)
    chosen, most = candidates[np.argmax(promise)], promise.max()
    step = 1e-5
    for start in candidates[np.argsort(-promise)[:2]]:
        def slope(x):
            values = improvement(np.vstack([x, x + step * np.eye(n)]))
            return -values[0] / most, -(values[1:] - values[0]) / step / most
        found = minimize(slope, start, jac=True, method="L-BFGS-B", bounds=[(0, 1)] * n, options={"maxiter": 30})
        if -found.fun * most > most:
            chosen, most = found.x, -found.fun * most
    return chosen, model.kernel_


def run_gp(objective: Objective, seed: int) -> None:
    warnings.simplefilter("ignore")  # parameters at their bounds
    rng = np.random.default_rng(seed)
    n = len(objective.low)
    kernel = (ConstantKernel(1, (1e-3, 1e4)) * Matern([0.5] * n, (0.05, 20), nu=2.5)
              + WhiteKernel(1e-3, (1e-8, 1)))
    range_ = objective.high - objective.low
    u = rng.uniform(size=(3 * n, n))
    y = np.array([objective(objective.low + range_ * point) for point in u])
    while len(y) < TRIALS:
        point, kernel = propose_by_gp(u, y, kernel, rng)
        u = np.vstack([u, point])
        y = np.append(y, objective(objective.low + range_ * point))


PEERS = {"peer tpe": run_optuna_tpe, "peer gp": run_gp}


def regrets_of(program: str, sampler: str, function: str, seeds: list) -> list:
    objectives = [Objective(function, seed) for seed in seeds]
    if sampler in PEERS:
        for objective, seed in zip(objectives, seeds):
            PEERS[sampler](objective, seed)
    else:
        run_ours(program, sampler, objectives, seeds)
    return [objective.regret() for objective in objectives]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", type=Path, required=True, help="the program samplers_peer of the build")
    parser.add_argument("--seeds", type=int, nargs=2, default=SEEDS, metavar=("FIRST", "LAST"))
    parser.add_argument("--ours", help="another sampler of ours: METHOD[:KEY=VALUE,...]")
    parser.add_argument("--against", choices=("tpe", "gp"), default="tpe", help="what to hold it to")
    arguments = parser.parse_args()
    pairs = ((arguments.ours, arguments.against),) if arguments.ours else PAIRS
    seeds = list(range(arguments.seeds[0], arguments.seeds[1] + 1))
    program = str(arguments.program.resolve())
    samplers = [sampler for ours, peer in pairs for sampler in (f"peer {peer}", ours)]
    # The slow ones first, in small parts, so that both cores are busy to the end.
    jobs = [(sampler, function, part) for sampler in sorted(samplers, key=lambda name: name != "peer gp")
            for function in FUNCTIONS for part in ([seeds[::2], seeds[1::2]] if sampler in PEERS else [seeds])]
    with ProcessPoolExecutor(2) as pool:
        futures = [pool.submit(regrets_of, program, *job) for job in jobs]
        regrets = {}
        for (sampler, function, _), future in zip(jobs, futures):
            regrets.setdefault((sampler, function), []).extend(future.result())

    wrong = False
    for ours, peer in pairs:
        for function in FUNCTIONS:
            own, other = (float(np.median(regrets[sampler, function])) for sampler in (ours, f"peer {peer}"))
            good = own <= ALLOWED * other
            wrong = wrong or not good
            print(f"{function:16s} {ours} {own:.4g}, peer {peer} {other:.4g}, ratio {own / other:.2f}"
                  + ("" if good else f"  above {ALLOWED}"))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
