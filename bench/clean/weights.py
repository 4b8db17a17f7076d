"""Bilevel weights of rows: gbho's two_sided, in its full form, for the classifiers of small_nets.

Three networks train side by side on weighted rows: on f, and on f ± ε⟨g, β⟩, where g is the gradient of the loss of trusted rows
at the first. After every step the weights sigmoid(λ) take a step of Adam along (∂f/∂λ at the second − at the third)/(2ε).
"""

import numpy as np
from small_nets import Net, Recipe

EPSILON = 0.05
LAMBDA_RATE = 0.03
LOW, HIGH = -5.0, 5.0
MOMENTUM = 0.9


def _weighted_gradients(net: Net, x: np.ndarray, y: np.ndarray, w: np.ndarray) -> tuple:
    """Gradients of the mean weighted loss, and every row's own loss."""
    h, p = net._forward(x)
    own = -np.log(np.maximum(p[np.arange(len(y)), y], 1e-12))
    p[np.arange(len(y)), y] -= 1
    p *= (w / len(y))[:, None]
    grads = [h.T @ p + net.recipe.decay * net.weights[-1], p.sum(0)]
    if len(net.weights) == 2:
        d = (p @ net.weights[1].T) * (h > 0)
        grads = [x.T @ d + net.recipe.decay * net.weights[0], d.sum(0)] + grads
    return grads, own


def two_sided(recipe: Recipe, x: np.ndarray, y: np.ndarray, trusted: tuple, classes: int, seed: int, steps: int = 1000,
              batch: int = 500, rate: float = 0.1) -> np.ndarray:
    """The weights of all rows, 0 to 1."""
    nets = [Net(recipe, x.shape[1], classes, seed) for _ in range(3)]
    values = [[v for pair in zip(net.weights, net.biases) for v in pair] for net in nets]
    speed = [[np.zeros_like(v) for v in own] for own in values]
    random = np.random.default_rng(seed)
    lam, first, second = np.zeros(len(y)), np.zeros(len(y)), np.zeros(len(y))
    for step in range(1, steps + 1):
        rows = random.permutation(len(y))[:batch]
        w = (1 / (1 + np.exp(-lam[rows]))).astype("f4")
        some = random.permutation(len(trusted[1]))[:batch]
        toward, _ = _weighted_gradients(nets[0], trusted[0][some], trusted[1][some], np.ones(len(some), "f4"))
        losses = []
        for sign, net, own, velocity in zip((0, EPSILON, -EPSILON), nets, values, speed):
            grads, loss = _weighted_gradients(net, x[rows], y[rows], w)
            losses.append(loss)
            for v, g, t, s in zip(own, grads, toward, velocity):
                s *= MOMENTUM
                s += g + sign * t
                v -= rate * s
        slope = np.zeros(len(y))
        slope[rows] = (losses[1] - losses[2]) / (2 * EPSILON) * w * (1 - w)
        first = 0.9 * first + 0.1 * slope
        second = 0.99 * second + 0.01 * slope**2
        move = (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-12)
        lam = np.clip(lam - LAMBDA_RATE * move, LOW, HIGH)
    return 1 / (1 + np.exp(-lam))
