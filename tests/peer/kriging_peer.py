#!/usr/bin/python3
"""Compares our kriging with scikit-learn's and OpenTURNS' on random problems; status 1 when they differ.

With fixed length scales and nugget: mean, variance, predictions and standard errors, to 1e-6 of the values' spread.
By maximum likelihood: ours must be no less likely than theirs, up to 1e-3.

The three models are not the same, and are made so:
- scikit-learn has simple kriging: the mean is known, and zero. Its regressor is linear in the values, so that fits to y
  and to a vector of ones give the parts of ordinary kriging: with K⁻¹y and K⁻¹1 (`alpha_`) the mean is 1ᵀK⁻¹y/1ᵀK⁻¹1, and the
  prediction kᵀK⁻¹1 of the ones gives the term (1 − 1ᵀK⁻¹k)²/1ᵀK⁻¹1 that an estimated mean adds to the variance.
- OpenTURNS has universal kriging, which a constant basis makes ordinary. It takes the variance σ² as given (`amplitude`) when
  parameters are not optimized: σ̂² as scikit-learn's parts give it. The nugget goes in as noise σ̂²ν of the values.
- Likelihoods: each peer has its own (scikit-learn's has the mean of y put in, OpenTURNS' a fixed nugget, for which it gets ours). What
  is compared is one function, the concentrated likelihood of ordinary kriging, at our optimum and at theirs, written
  here a second time. Nuggets below our bound of 1e-8 are raised to it.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

try:
    import numpy as np
    import openturns as ot
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.gaussian_process import GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import RBF, ConstantKernel, Matern, WhiteKernel
except ImportError as error:
    sys.exit(f"kriging_peer: {error}; run scripts/install-packages peers, which installs scikit-learn and OpenTURNS")

PROBLEMS = 20
POINTS = 25
RESTARTS = 5
TOLERANCE = 1e-6
LIKELIHOOD_TOLERANCE = 1e-3
SHORTEST, LONGEST = 0.05, 20.0  # of the box, as KrigingOptions has them
LEAST_NUGGET = 1e-8


def make_problem(index: int) -> dict:
    rng = np.random.default_rng(1000 + index)
    n = 1 + index % 4
    t = int(rng.integers(8, 41))
    low = rng.uniform(-12, 0, n)
    high = low + rng.uniform(0.5, 12, n)
    waves = rng.normal(0, 2.5, (3, n))
    phases = rng.uniform(0, 2 * np.pi, 3)
    u = rng.uniform(0, 1, (t, n))
    y = 3 + np.sin(u @ waves.T + phases).sum(axis=1) + u.sum(axis=1) + rng.choice([0, 0.01, 0.1]) * rng.normal(size=t)
    return {"correlation": "rbf" if index // 4 % 2 == 0 else "matern52", "restarts": RESTARTS,
            "low": low.tolist(), "high": high.tolist(), "x": (low + u * (high - low)).tolist(), "y": y.tolist(),
            "lengths": ((high - low) * np.exp(rng.uniform(np.log(0.15), np.log(1.5), n))).tolist(),
            "nugget": float(np.exp(rng.uniform(np.log(1e-6), np.log(1e-1)))),
            "points": (low + rng.uniform(0, 1, (POINTS, n)) * (high - low)).tolist()}


def correlation_kernel(problem: dict, lengths, bounds="fixed"):
    if problem["correlation"] == "rbf":
        return RBF(lengths, bounds)
    return Matern(lengths, bounds, nu=2.5)


def log_likelihood(problem: dict, lengths, nugget: float) -> float:
    """Concentrated, of ordinary kriging."""
    x, y = np.array(problem["x"]), np.array(problem["y"])
    t = len(y)
    distances = (x[:, None, :] - x[None, :, :]) / np.asarray(lengths)
    r = np.sqrt((distances ** 2).sum(axis=2))
    if problem["correlation"] == "rbf":
        k = np.exp(-r ** 2 / 2)
    else:
        k = (1 + np.sqrt(5) * r + 5 * r ** 2 / 3) * np.exp(-np.sqrt(5) * r)
    k += max(nugget, LEAST_NUGGET) * np.eye(t)
    inverse_y, inverse_one = np.linalg.solve(k, np.column_stack([y, np.ones(t)])).T
    residual = y - inverse_y.sum() / inverse_one.sum()
    variance = residual @ np.linalg.solve(k, residual) / t
    return -0.5 * (t * (np.log(2 * np.pi * variance) + 1) + np.linalg.slogdet(k)[1])


def sklearn_fixed(problem: dict) -> dict:
    x, y, points = (np.array(problem[key]) for key in ("x", "y", "points"))
    kernel = correlation_kernel(problem, problem["lengths"])

    def fit(values):
        return GaussianProcessRegressor(kernel, alpha=problem["nugget"], optimizer=None).fit(x, values)

    ones = fit(np.ones(len(y)))
    trend = fit(y).alpha_.sum() / ones.alpha_.sum()
    model = fit(y - trend)
    variance = (y - trend) @ model.alpha_ / len(y)
    simple, deviation = model.predict(points, return_std=True)
    added = (1 - ones.predict(points)) ** 2 / ones.alpha_.sum()
    return {"trend": trend, "variance": variance, "mean": trend + simple,
            "error": np.sqrt(variance * (deviation ** 2 + added))}


def openturns_covariance(problem: dict, lengths, amplitude: float):
    if problem["correlation"] == "rbf":
        return ot.SquaredExponential(list(lengths), [amplitude])
    return ot.MaternModel(list(lengths), [amplitude], 2.5)


def openturns_fixed(problem: dict, variance: float) -> dict:
    x, y = ot.Sample(problem["x"]), ot.Sample([[value] for value in problem["y"]])
    covariance = openturns_covariance(problem, problem["lengths"], np.sqrt(variance))
    covariance.setNuggetFactor(0)
    algorithm = ot.KrigingAlgorithm(x, y, covariance, ot.ConstantBasisFactory(x.getDimension()).build())
    algorithm.setNoise([variance * problem["nugget"]] * len(y))
    algorithm.setOptimizeParameters(False)
    algorithm.run()
    result = algorithm.getResult()
    points = ot.Sample(problem["points"])
    return {"trend": result.getTrendCoefficients()[0][0] if hasattr(result.getTrendCoefficients()[0], "__len__")
            else result.getTrendCoefficients()[0],
            "mean": np.array(result.getConditionalMean(points)).ravel(),
            "error": np.sqrt(np.array(result.getConditionalMarginalVariance(points)).ravel())}


def sklearn_likelihood(problem: dict, seed: int) -> float:
    x, y = np.array(problem["x"]), np.array(problem["y"])
    range_ = np.array(problem["high"]) - np.array(problem["low"])
    kernel = ConstantKernel(1.0, (1e-4, 1e6)) * correlation_kernel(
        problem, 0.5 * range_, np.column_stack([SHORTEST * range_, LONGEST * range_])) + WhiteKernel(1e-3, (1e-10, 10))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # parameters at their bounds
        model = GaussianProcessRegressor(kernel, alpha=0, normalize_y=True, n_restarts_optimizer=RESTARTS,
                                         random_state=seed).fit(x, y)
    scaled, white = model.kernel_.k1, model.kernel_.k2
    return log_likelihood(problem, scaled.k2.length_scale, white.noise_level / scaled.k1.constant_value)


def openturns_likelihood(problem: dict, nugget: float) -> float:
    x, y = ot.Sample(problem["x"]), ot.Sample([[value] for value in problem["y"]])
    range_ = np.array(problem["high"]) - np.array(problem["low"])
    covariance = openturns_covariance(problem, 0.5 * range_, 1.0)
    covariance.setNuggetFactor(nugget)
    algorithm = ot.KrigingAlgorithm(x, y, covariance, ot.ConstantBasisFactory(x.getDimension()).build())
    algorithm.setOptimizationBounds(ot.Interval(list(SHORTEST * range_), list(LONGEST * range_)))
    algorithm.run()
    return log_likelihood(problem, list(algorithm.getResult().getCovarianceModel().getScale()), nugget)


def apart(ours, theirs, spread: float) -> float:
    """The largest difference, in units of the values' spread. Not a number counts as infinite."""
    worst = float(np.max(np.abs(np.asarray(ours) - np.asarray(theirs)))) / spread
    return worst if worst == worst else float("inf")


def compare(index: int, problem: dict, result: dict) -> list:
    """What is wrong with one problem, and a line about it on standard output."""
    spread = float(np.std(problem["y"]))
    fixed, fitted = result["fixed"], result["fitted"]
    by_sklearn = sklearn_fixed(problem)
    by_openturns = openturns_fixed(problem, by_sklearn["variance"])
    differences = {
        "variance, scikit-learn": abs(fixed["variance"] / by_sklearn["variance"] - 1),
        "log-likelihood, numpy": abs(fixed["log_likelihood"] -
                                     log_likelihood(problem, problem["lengths"], problem["nugget"])),
    }
    for name, peer in (("scikit-learn", by_sklearn), ("OpenTURNS", by_openturns)):
        for key in ("trend", "mean", "error"):
            differences[f"{key}, {name}"] = apart(fixed[key], peer[key], spread)
    gains = {"scikit-learn": fitted["log_likelihood"] - sklearn_likelihood(problem, index),
             "OpenTURNS": fitted["log_likelihood"] - openturns_likelihood(problem, fitted["nugget"])}
    print(f"{index:2d} {problem['correlation']:8s} n={len(problem['low'])} t={len(problem['y']):2d}  "
          f"largest difference {max(differences.values()):.1e}  log-likelihood {fitted['log_likelihood']:9.3f}, "
          + ", ".join(f"{gain:+.4f} on {name}" for name, gain in gains.items()))
    wrong = [f"problem {index}: {what} differs by {value:.2e}; the bound is {TOLERANCE:g}"
             for what, value in differences.items() if not value <= TOLERANCE]
    return wrong + [f"problem {index}: {name} finds parameters that are more likely, by {-gain:.4f}"
                    for name, gain in gains.items() if not gain >= -LIKELIHOOD_TOLERANCE]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", type=Path, required=True, help="the program kriging_peer of the build")
    arguments = parser.parse_args()
    ot.Log.Show(ot.Log.NONE)
    problems = [make_problem(index) for index in range(PROBLEMS)]
    with tempfile.TemporaryDirectory(prefix="gbho-peer-") as folder:
        given, answered = Path(folder, "problems.json"), Path(folder, "results.json")
        given.write_text(json.dumps(problems), encoding="utf-8")
        subprocess.run([arguments.program.resolve(), given, answered], check=True)
        results = json.loads(answered.read_text(encoding="utf-8"))
    wrong = [line for index, (problem, result) in enumerate(zip(problems, results, strict=True))
             for line in compare(index, problem, result)]
    for line in wrong:
        print("kriging_peer: " + line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
