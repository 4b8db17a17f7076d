#!/usr/bin/env python3
"""The same training steps in JAX and in PyTorch on this GPU: an ensemble of networks that share their batches, Nesterov SGD, one L2 penalty.

    bench/gpu/rivals.py [--ours PROGRAM] [--out FILE.json] [--quick]

JAX: vmap over the networks, scan over the steps of an epoch, jit; PyTorch: batched products, the step captured in a CUDA graph (LeNet-5 in JAX alone:
PyTorch's grouped convolutions are slower). With --ours the times of gbho_gpu_steps stand beside them, from the same run.
"""
import argparse
import json
import re
import statistics
import subprocess
import time

import numpy as np

BATCH, RATE, MOMENTUM, PENALTY = 64, 0.05, 0.9, 1e-4
CASES = {"mlp 784-100-10": ([784, 100, 10], 6400), "mlp 60-128-128-4": ([60, 128, 128, 4], 6400), "linear 784-10": ([784, 10], 6400)}


def data_of(widths, examples):
    random = np.random.default_rng(0)
    return random.random((examples, widths[0]), dtype=np.float32), random.integers(0, widths[-1], examples)


def weights_of(widths, members):
    random = np.random.default_rng(1)
    return [random.normal(0, 0.05, (members, a, b)).astype(np.float32) for a, b in zip(widths, widths[1:])] + \
        [np.zeros((members, b), np.float32) for b in widths[1:]]


def median_of_five(epoch, steps, repeats):
    epoch()
    times = []
    for _ in range(5):
        begin = time.perf_counter()
        for _ in range(repeats):
            last = epoch()
        last()
        times.append((time.perf_counter() - begin) / (repeats * steps) * 1e6)
    return statistics.median(times)


def jax_times(precision, quick):
    import jax
    import jax.numpy as jnp
    jax.config.update("jax_default_matmul_precision", "tensorfloat32" if precision == "tf32" else "float32")

    def mlp(weights, x):
        layers = len(weights) // 2
        for l in range(layers):
            x = x @ weights[l] + weights[layers + l]
            x = jax.nn.relu(x) if l + 1 < layers else x
        return x

    def lenet(weights, x):
        c1, b1, c2, b2, *dense = weights
        x = jnp.pad(x.reshape(-1, 1, 28, 28), ((0, 0), (0, 0), (2, 2), (2, 2)))
        for c, b in ((c1, b1), (c2, b2)):
            x = jax.lax.conv_general_dilated(x, c, (1, 1), "VALID") + b[None, :, None, None]
            x = jax.lax.reduce_window(jax.nn.relu(x), -jnp.inf, jax.lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")
        return mlp(dense, x.reshape(-1, 400))

    def epoch_of(network):
        def loss(weights, x, y):
            z = network(weights, x)
            data = -jnp.take_along_axis(jax.nn.log_softmax(z), y[:, None], 1).mean()
            return data + PENALTY * sum((w * w).sum() for w in weights if w.ndim > 1)

        def step(state, batch):
            weights, velocity = state
            gradient = jax.grad(loss)(weights, *batch)
            velocity = [MOMENTUM * v + g for v, g in zip(velocity, gradient)]
            weights = [w - RATE * (g + MOMENTUM * v) for w, v, g in zip(weights, velocity, gradient)]
            return weights, velocity

        @jax.jit
        def epoch(state, x, y, order):
            def body(state, rows):
                return jax.vmap(step, in_axes=(0, None))(state, (x[rows], y[rows])), None
            return jax.lax.scan(body, state, order)[0]
        return epoch

    rows = []

    def measure(name, network, weights, x, y, members):
        order = jnp.asarray(np.random.default_rng(2).permutation(len(x)).reshape(-1, BATCH))
        epoch = epoch_of(network)
        state = {"now": ([jnp.asarray(w) for w in weights], [jnp.zeros_like(w) for w in weights])}
        x, y = jnp.asarray(x), jnp.asarray(y)

        def run():
            state["now"] = epoch(state["now"], x, y, order)
            return lambda: jax.block_until_ready(state["now"])
        run()()
        rows.append({"case": name, "peer": f"jax {precision}", "members": members,
                     "microseconds": median_of_five(run, len(order), max(2, 20 // (1 + members // 20)))})
        print(rows[-1], flush=True)

    for name, (widths, examples) in CASES.items():
        for members in ([1, 100] if quick else [1, 10, 100, 900]):
            measure(name, mlp, weights_of(widths, members), *data_of(widths, examples), members)
    for members in ([10] if quick else [10, 100]):
        random = np.random.default_rng(3)
        kernels = [random.normal(0, 0.05, (members, *shape)).astype(np.float32) for shape in ((6, 1, 5, 5), (6,), (16, 6, 5, 5), (16,))]
        x, y = data_of([784, 10], 640)
        measure("lenet5", lenet, kernels + weights_of([400, 120, 84, 10], members), x, y, members)
    return rows


def torch_times(precision, quick):
    import torch
    torch.backends.cuda.matmul.allow_tf32 = precision == "tf32"
    rows = []
    for name, (widths, examples) in CASES.items():
        layers = len(widths) - 1
        x, y = (torch.as_tensor(a).cuda() for a in data_of(widths, examples))
        for members in ([100] if quick else [1, 10, 100, 900]):
            weights = [torch.as_tensor(w).cuda() for w in weights_of(widths, members)]
            velocity = [torch.zeros_like(w) for w in weights]
            order = torch.randperm(examples, device="cuda").view(-1, BATCH)

            def step(rows_now):
                h, inputs = x[rows_now].expand(members, BATCH, -1), []
                for l in range(layers):
                    inputs.append(h)
                    h = torch.baddbmm(weights[layers + l][:, None], h, weights[l])
                    h = h.relu() if l + 1 < layers else h
                delta = h.softmax(2)
                delta.scatter_add_(2, y[rows_now].view(1, -1, 1).expand(members, -1, 1), -torch.ones_like(delta[:, :, :1]))
                delta /= BATCH
                for l in reversed(range(layers)):
                    gradients = (inputs[l].transpose(1, 2) @ delta + 2 * PENALTY * weights[l], delta.sum(1))
                    if l > 0:
                        delta = (delta @ weights[l].transpose(1, 2)) * (inputs[l] > 0)
                    for p, gradient in zip((l, layers + l), gradients):
                        velocity[p].mul_(MOMENTUM).add_(gradient)
                        weights[p].sub_(gradient + MOMENTUM * velocity[p], alpha=RATE)

            side = torch.cuda.Stream()
            with torch.cuda.stream(side):
                step(order[0])
            torch.cuda.synchronize()
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                for now in order[:20]:
                    step(now)

            def run():
                graph.replay()
                return torch.cuda.synchronize
            rows.append({"case": name, "peer": f"pytorch {precision}, CUDA graph", "members": members,
                         "microseconds": median_of_five(run, 20, max(2, 40 // (1 + members // 20)))})
            print(rows[-1], flush=True)
            del graph
    return rows


def our_times(program):
    text = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    found = re.findall(r"^(.+?) +(\d+) networks (\S+) +([\d.]+) us a step", text, re.M)
    return [{"case": case, "peer": f"gbho {precision}", "members": int(members), "microseconds": float(time_)}
            for case, members, precision, time_ in found]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ours")
    parser.add_argument("--out")
    parser.add_argument("--quick", action="store_true")
    arguments = parser.parse_args()
    rows = our_times(arguments.ours) if arguments.ours else []
    for precision in ("float32", "tf32"):
        for times in (jax_times, torch_times):
            rows += times(precision, arguments.quick)
            if arguments.out:
                with open(arguments.out, "w", encoding="utf-8") as output:
                    json.dump(rows, output, indent=1)
    if arguments.ours:
        rows += our_times(arguments.ours)  # once more, after the others
        if arguments.out:
            with open(arguments.out, "w", encoding="utf-8") as output:
                json.dump(rows, output, indent=1)


if __name__ == "__main__":
    main()
