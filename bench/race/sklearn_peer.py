"""scikit-learn's side of the kriging race. Run by kriging_race.py with Debian's /usr/bin/python3, on one thread.

Jobs come on standard input, one JSON object a line; a job is loaded and warmed up, answered with {"ready": true}, and run when the
next line comes. The model is ours as nearly as scikit-learn has it: one length scale per dimension within the same
bounds, an estimated variance and noise, the mean of y taken out.
"""

import json
import sys
import time
import warnings

import numpy as np
import sklearn
from sklearn.exceptions import ConvergenceWarning
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel

SHORTEST, LONGEST = 0.05, 20.0  # of the box, as KrigingOptions has them


def make_model(job: dict, restarts: int) -> GaussianProcessRegressor:
    box = np.array(job["high"]) - np.array(job["low"])
    kernel = (ConstantKernel(1.0, (1e-4, 1e6)) * RBF(0.5 * box, np.column_stack([SHORTEST * box, LONGEST * box]))
              + WhiteKernel(1e-3, (1e-8, 10)))
    return GaussianProcessRegressor(kernel, alpha=0, normalize_y=True, n_restarts_optimizer=restarts, random_state=0)


def answer(reply: dict) -> None:
    print(json.dumps(reply), flush=True)


def main() -> None:
    warnings.simplefilter("ignore", ConvergenceWarning)  # parameters at their bounds
    while line := sys.stdin.readline():
        job = json.loads(line)
        if job["job"] == "describe":
            answer({"sklearn": sklearn.__version__, "numpy": np.__version__})
            continue
        x, y = np.array(job["x"]), np.array(job["y"])
        make_model(job, 0).fit(x, y)
        model = make_model(job, job["restarts"])
        answer({"ready": True})
        if not sys.stdin.readline():
            return
        start = time.monotonic()
        model.fit(x, y)
        seconds = time.monotonic() - start
        scaled, white = model.kernel_.k1, model.kernel_.k2
        answer({"seconds": seconds, "lengths": scaled.k2.length_scale.tolist(),
                "nugget": float(white.noise_level / scaled.k1.constant_value)})


if __name__ == "__main__":
    main()
