#!/usr/bin/python3
"""Hypergradients against scikit-learn: central differences of the validation loss of its logistic regression.

    hypergradients_peer.py --program build/release/hypergradients_peer
"""

import argparse
import json
import math
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression

LAMBDA = [-5.0, -3.5, -2.0, -0.5]
STEP = 1e-3
LOSS_BOUND = 1e-8
GRADIENT_BOUND = 1e-5  # relative; differences with this step are good to 1e-6


def draw(random, count):
    y = np.where(random.random(count) < 0.5, -1.0, 1.0)
    return random.normal(size=(count, 6)) + 0.5 * y[:, None] * np.array([1, -1, 0.5, 0.2, 0, 0]), y


def upper(train, validation, value):
    """The validation loss of scikit-learn's model. It minimizes C·Σ loss + ‖β‖²/2, we the mean loss + exp(λ)·‖β‖²."""
    model = LogisticRegression(C=1 / (2 * len(train[1]) * math.exp(value)), tol=1e-12, max_iter=200, solver="newton-cg")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says that the last digits are out of reach
        model.fit(*train)
    scores = validation[0] @ model.coef_[0] + model.intercept_[0]
    return float(np.mean(np.logaddexp(0, -scores * validation[1])))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", type=Path, required=True, help="the program hypergradients_peer of the build")
    arguments = parser.parse_args()
    random = np.random.default_rng(5)
    train, validation = draw(random, 60), draw(random, 40)
    given = {"train_x": train[0].tolist(), "train_y": train[1].tolist(), "validation_x": validation[0].tolist(),
             "validation_y": validation[1].tolist(), "lambda": LAMBDA, "steps": 2000, "rate": 0.3}
    done = subprocess.run([arguments.program.resolve()], input=json.dumps(given), check=True, capture_output=True, text=True)
    wrong = 0
    for value, ours in zip(LAMBDA, json.loads(done.stdout), strict=True):
        loss = upper(train, validation, value)
        slope = (upper(train, validation, value + STEP) - upper(train, validation, value - STEP)) / (2 * STEP)
        errors = {"upper": (abs(ours["upper"] / loss - 1), LOSS_BOUND),
                  "implicit": (abs(ours["implicit"] / slope - 1), GRADIENT_BOUND),
                  "unrolled": (abs(ours["unrolled"] / slope - 1), GRADIENT_BOUND)}
        for name, (error, bound) in errors.items():
            print(f"λ = {value}: {name} {ours[name]:.9f}, off by {error:.1e}")
            if not error <= bound:
                print(f"hypergradients_peer: {name} at λ = {value} is off by {error:.1e}", file=sys.stderr)
                wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
