"""The networks that are raced, with the data and weights that gbho_gpu_steps has written, or others of the same shapes."""
import numpy as np

BATCH, RATE, MOMENTUM, PENALTY = 64, 0.05, 0.9, 1e-4
WIDTHS = {"mlp-784-100-10": [784, 100, 10], "mlp-60-128-128-4": [60, 128, 128, 4], "linear-784-10": [784, 10],
          "lenet5": [400, 120, 84, 10]}
EXAMPLES = {"lenet5": 640}
CONVOLUTIONS = [(6, 1, 5, 5), (6,), (16, 6, 5, 5), (16,)]


def columns(case):
    return 784 if case == "lenet5" else WIDTHS[case][0]


def shapes(case):
    """Of one network: kernels [in, out], as JAX has them, and biases, in the order of gbho's parameters."""
    dense = [shape for a, b in zip(WIDTHS[case], WIDTHS[case][1:]) for shape in ((a, b), (b,))]
    return (CONVOLUTIONS if case == "lenet5" else []) + dense


def random_inputs(case, members):
    """x, y, rows of each step of an epoch, weights."""
    random = np.random.default_rng(0)
    examples = EXAMPLES.get(case, 6400)
    return (random.random((examples, columns(case)), dtype=np.float32), random.integers(0, WIDTHS[case][-1], examples),
            random.permutation(examples).reshape(-1, BATCH),
            [random.normal(0, 0.05, (members, *shape)).astype(np.float32) for shape in shapes(case)])


def written_inputs(case, members, folder):
    """What `trajectory` has left: gbho keeps kernels as [out, in]."""
    weights = []
    for p, shape in enumerate(shapes(case)):
        values = np.fromfile(f"{folder}/w{p}", np.float32)
        weights.append(values.reshape(members, *shape) if len(shape) != 2 else
                       np.ascontiguousarray(values.reshape(members, shape[1], shape[0]).transpose(0, 2, 1)))
    return (np.fromfile(f"{folder}/x", np.float32).reshape(-1, columns(case)), np.fromfile(f"{folder}/y", np.int64),
            np.fromfile(f"{folder}/rows", np.int32).reshape(-1, BATCH), weights)
