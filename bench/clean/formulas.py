"""What `gbho clean` makes of what models say, in NumPy: src/clean/label_noise_rates.cc, label_posterior.cc, sharpness.cc and class_estimate.cc.

said and truth are [row, class], noise is [class, label]: how often a row of that class carries that label.
"""

from math import lgamma

import numpy as np

ANCHOR_SHARE, FEWEST_ANCHORS, PRIOR_ROWS, ODDS_OF_EVEN = 0.3, 40, 2, 3
ROUNDS, FIRST_RATE, RETURNS = 20, 0.1, 3
POWERS = 0.5 * 8 ** (np.arange(13) / 12)


def even(rate: float, classes: int) -> np.ndarray:
    noise = np.full((classes, classes), rate / (classes - 1))
    np.fill_diagonal(noise, 1 - rate)
    return noise


def anchors(truth: np.ndarray) -> np.ndarray:
    """The rows of every class that models are surest of."""
    taken_for, chosen = truth.argmax(1), np.zeros(len(truth), bool)
    for own in range(truth.shape[1]):
        rows = np.flatnonzero(taken_for == own)
        wanted = max(FEWEST_ANCHORS, int(ANCHOR_SHARE * len(rows)))
        chosen[rows[np.argsort(-truth[rows, own], kind="stable")[:wanted]]] = True
    return chosen


def usual_rate(counts: np.ndarray) -> float:
    return float(np.clip(1 - np.diag(counts).sum() / max(counts.sum(), 1e-300), 1e-6, 1 - 1 / len(counts)))


def rates_of_all(counts: np.ndarray) -> np.ndarray:
    return even(usual_rate(counts), len(counts))


def rates_of_pairs(counts: np.ndarray) -> np.ndarray:
    classes, rows = len(counts), counts.sum(1)
    others = rows - np.diag(counts)
    wrong = (others + PRIOR_ROWS * usual_rate(counts)) / (rows + PRIOR_ROWS)
    pairs = wrong[:, None] * (counts + PRIOR_ROWS / (classes - 1)) / (others + PRIOR_ROWS)[:, None]
    np.fill_diagonal(pairs, 1 - wrong)
    pairs = np.maximum(pairs, 1e-6)
    return pairs / pairs.sum(1, keepdims=True)


def evidence_of_pairs(counts: np.ndarray) -> float:
    classes = len(counts)
    own_rows, found = PRIOR_ROWS / (classes - 1), 0.0
    for own in range(classes):
        wrong = counts[own].sum() - counts[own, own]
        found += lgamma(PRIOR_ROWS) - lgamma(PRIOR_ROWS + wrong) + wrong * np.log(classes - 1)
        found += sum(lgamma(own_rows + counts[own, label]) - lgamma(own_rows) for label in range(classes) if label != own)
    return found


def weighed(pairs: np.ndarray, level: np.ndarray, evidence: float) -> np.ndarray:
    weight = 1 / (1 + np.exp(np.clip(ODDS_OF_EVEN - evidence, -50, 50)))
    return weight * pairs + (1 - weight) * level


def noise_rates(said: np.ndarray, given: np.ndarray) -> np.ndarray:
    """From the labels of the anchors as they stand."""
    counts, rows = np.zeros((said.shape[1],) * 2), anchors(said)
    np.add.at(counts, (said[rows].argmax(1), given[rows]), 1)
    return weighed(rates_of_pairs(counts), rates_of_all(counts), evidence_of_pairs(counts))


def expected_counts(truth: np.ndarray, given: np.ndarray, noise: np.ndarray) -> np.ndarray:
    each = truth * noise[:, given].T
    each /= np.maximum(each.sum(1, keepdims=True), 1e-300)
    return np.stack([each[given == label].sum(0) for label in range(truth.shape[1])], 1)


def most_likely_noise(truth: np.ndarray, given: np.ndarray, rates) -> np.ndarray:
    noise = even(FIRST_RATE, truth.shape[1])
    for _ in range(ROUNDS):
        noise = rates(expected_counts(truth, given, noise))
    return noise


def fitted_noise(truth: np.ndarray, given: np.ndarray) -> np.ndarray:
    rows = anchors(truth)
    pairs, level = (most_likely_noise(truth[rows], given[rows], rates) for rates in (rates_of_pairs, rates_of_all))
    return weighed(pairs, level, evidence_of_pairs(expected_counts(truth[rows], given[rows], pairs)))


def without_noise(said: np.ndarray, noise: np.ndarray) -> np.ndarray:
    truth = said.copy()
    for _ in range(30):
        truth *= (said / np.maximum(truth @ noise, 1e-300)) @ noise.T
        truth /= truth.sum(1, keepdims=True)
    return truth


def sharpened(truth: np.ndarray, power: float) -> np.ndarray:
    sharper = np.maximum(truth, 1e-12) ** power
    return sharper / sharper.sum(1, keepdims=True)


def best_power(truth: np.ndarray, given: np.ndarray, noise: np.ndarray, trusted: np.ndarray) -> float:
    def likelihood(power):
        own = sharpened(truth, power)
        said = np.where(trusted, own[np.arange(len(given)), given], (own * noise[:, given].T).sum(1))
        return np.log(np.maximum(said, 1e-12)).sum()

    return max(POWERS, key=likelihood)


def mixed(alone: np.ndarray, truth: np.ndarray, given: np.ndarray, trusted: np.ndarray) -> np.ndarray:
    """With the share of models of trusted rows alone that predicts trusted rows best."""
    own = [part[trusted, given[trusted]] for part in (alone, truth)]
    share = max(np.arange(11) / 10, key=lambda s: np.log(np.maximum(s * own[0] + (1 - s) * own[1], 1e-6)).sum())
    return share * alone + (1 - share) * truth


def with_trusted(said: np.ndarray, alone: np.ndarray, given: np.ndarray, trusted: np.ndarray) -> tuple:
    """What rows are, and the noise, after one pass with models of trusted rows beside it."""
    judged, power = ~trusted, 1.0
    rows = anchors(alone[judged])
    noise = most_likely_noise(alone[judged][rows], given[judged][rows], rates_of_all)
    for _ in range(RETURNS):
        truth = mixed(alone, without_noise(said, noise), given, trusted)
        noise = fitted_noise(sharpened(truth, power)[judged], given[judged])
        power = best_power(truth, given, noise, trusted)
    return sharpened(truth, power), noise


def suspicion(truth: np.ndarray, noise: np.ndarray, given: np.ndarray) -> np.ndarray:
    """The logarithm of the odds that the label is wrong."""
    each = truth * noise[:, given].T + 1e-300
    own = each[np.arange(len(given)), given]
    return np.log(np.maximum(each.sum(1) - own, 1e-300)) - np.log(own)
