"""Ensembles in JAX: vmap over the networks, scan over the steps of an epoch, jit; all networks share the batches."""
import jax
import jax.numpy as jnp

from networks import MOMENTUM, PENALTY, RATE


def dense(weights, x):
    for l in range(0, len(weights), 2):
        x = x @ weights[l] + weights[l + 1]
        x = jax.nn.relu(x) if l + 2 < len(weights) else x
    return x


def lenet5(weights, x):
    x = jnp.pad(x.reshape(-1, 1, 28, 28), ((0, 0), (0, 0), (2, 2), (2, 2)))
    for c, b in (weights[:2], weights[2:4]):
        x = jax.lax.conv_general_dilated(x, c, (1, 1), "VALID") + b[None, :, None, None]
        x = jax.lax.reduce_window(jax.nn.relu(x), -jnp.inf, jax.lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")
    return dense(weights[4:], x.reshape(-1, 400))


def epoch_of(network):
    def loss(weights, x, y):
        data = -jnp.take_along_axis(jax.nn.log_softmax(network(weights, x)), y[:, None], 1).mean()
        return data + PENALTY * sum((w * w).sum() for w in weights if w.ndim > 1), data

    def step(weights, velocity, x, y):
        gradient, data = jax.grad(loss, has_aux=True)(weights, x, y)
        velocity = [MOMENTUM * v + g for v, g in zip(velocity, gradient)]
        return [w - RATE * (g + MOMENTUM * v) for w, v, g in zip(weights, velocity, gradient)], velocity, data

    @jax.jit
    def epoch(weights, velocity, x, y, order):
        def body(state, rows):
            *state, data = jax.vmap(step, in_axes=(0, 0, None, None))(*state, x[rows], y[rows])
            return tuple(state), data
        return jax.lax.scan(body, (weights, velocity), order)
    return epoch


class Ensemble:
    name = "jax"

    def __init__(self, case, precision, x, y, order, weights):
        jax.config.update("jax_default_matmul_precision", "tensorfloat32" if precision == "tf32" else "float32")
        self.epoch = epoch_of(lenet5 if case == "lenet5" else dense)
        self.data = [jnp.asarray(a) for a in (x, y, order)]
        weights = [jnp.asarray(w) for w in weights]
        self.state = (weights, [jnp.zeros_like(w) for w in weights])

    def run(self, epochs):
        """The losses of the last epoch, [steps, E]."""
        for _ in range(epochs):
            self.state, losses = self.epoch(*self.state, *self.data)
        return jax.block_until_ready(losses)
