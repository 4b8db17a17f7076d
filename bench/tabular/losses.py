"""What is measured on the test rows, the same for every contender.

Classification: mean log loss in nats of the true class. Probabilities are divided by their sum, then kept above 1e-15, so
that one row counts 34.5 at most. Regression: root mean squared error over the standard deviation of the target in the
*training* rows; 1 is what the mean of the target would reach.
"""

import numpy as np

SMALLEST_PROBABILITY = 1e-15


def log_loss(probabilities, classes: list, truth: list) -> float:
    """`probabilities`: a row for each test row, a column for each of `classes`; `truth`: the class of each test row."""
    values = np.asarray(probabilities, dtype=np.float64)
    if values.shape != (len(truth), len(classes)) or not np.isfinite(values).all():
        raise ValueError(f"probabilities of shape {values.shape}, or not all finite; wanted {len(truth)} × {len(classes)}")
    values = values / values.sum(axis=1, keepdims=True)
    column = {name: index for index, name in enumerate(classes)}
    chosen = values[np.arange(len(truth)), [column[name] for name in truth]]
    return float(-np.log(np.clip(chosen, SMALLEST_PROBABILITY, 1.0)).mean())


def deviation(training_targets) -> float:
    return float(np.std(np.asarray(training_targets, dtype=np.float64)))


def scaled_rmse(predictions, truth, training_targets) -> float:
    errors = np.asarray(predictions, dtype=np.float64) - np.asarray(truth, dtype=np.float64)
    if errors.shape != (len(truth),) or not np.isfinite(errors).all():
        raise ValueError(f"{errors.shape[0]} predictions, or not all finite; wanted {len(truth)}")
    return float(np.sqrt((errors ** 2).mean())) / deviation(training_targets)
