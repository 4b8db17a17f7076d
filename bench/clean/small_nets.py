"""Linear and one-hidden-layer classifiers in NumPy, small enough that a map of hundreds of them takes minutes."""

from dataclasses import dataclass

import numpy as np


@dataclass
class Recipe:
    hidden: int = 0  # 0: linear
    epochs: int = 30
    batch: int = 64
    rate: float = 2e-3
    decay: float = 1e-4  # L2, coupled


def _softmax(z: np.ndarray) -> np.ndarray:
    z = np.exp(z - z.max(1, keepdims=True))
    return z / z.sum(1, keepdims=True)


class Net:
    """Adam with a rate that falls to zero; starts and batches come from the seed."""

    def __init__(self, recipe: Recipe, inputs: int, classes: int, seed: int):
        self.recipe, self.random = recipe, np.random.default_rng(seed)
        sizes = [inputs, recipe.hidden, classes] if recipe.hidden else [inputs, classes]
        self.weights = [(self.random.standard_normal((a, b)) * np.sqrt(2 / a) * (1 if b != classes else 0.1)).astype("f4")
                        for a, b in zip(sizes, sizes[1:])]
        self.biases = [np.zeros(b, "f4") for b in sizes[1:]]

    def _forward(self, x: np.ndarray) -> tuple:
        if len(self.weights) == 1:
            return x, _softmax(x @ self.weights[0] + self.biases[0])
        h = np.maximum(x @ self.weights[0] + self.biases[0], 0)
        return h, _softmax(h @ self.weights[1] + self.biases[1])

    def _gradients(self, x: np.ndarray, y: np.ndarray) -> list:
        h, p = self._forward(x)
        p[np.arange(len(y)), y] -= 1
        p /= len(y)
        grads = [h.T @ p + self.recipe.decay * self.weights[-1], p.sum(0)]
        if len(self.weights) == 2:
            d = (p @ self.weights[1].T) * (h > 0)
            grads = [x.T @ d + self.recipe.decay * self.weights[0], d.sum(0)] + grads
        return grads

    def fit(self, x: np.ndarray, y: np.ndarray) -> "Net":
        values = [v for pair in zip(self.weights, self.biases) for v in pair]
        first, second = [np.zeros_like(v) for v in values], [np.zeros_like(v) for v in values]
        batches = max(1, len(y) // self.recipe.batch)
        steps = max(self.recipe.epochs * batches, 300)  # few rows need more epochs
        for step in range(1, steps + 1):
            if (step - 1) % batches == 0:
                order = self.random.permutation(len(y))
            rows = order[((step - 1) % batches) * self.recipe.batch:][:self.recipe.batch]
            rate = self.recipe.rate * 0.5 * (1 + np.cos(np.pi * step / steps))
            for v, g, a, b in zip(values, self._gradients(x[rows], y[rows]), first, second):
                a *= 0.9
                a += 0.1 * g
                b *= 0.99
                b += 0.01 * g * g
                v -= rate * (a / (1 - 0.9**step)) / (np.sqrt(b / (1 - 0.99**step)) + 1e-8)
        return self

    def says(self, x: np.ndarray) -> np.ndarray:
        return self._forward(x)[1].astype("f8")


def trained(recipe: Recipe, x: np.ndarray, y: np.ndarray, classes: int, seed: int) -> Net:
    return Net(recipe, x.shape[1], classes, seed).fit(x, y)
