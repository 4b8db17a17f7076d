#!/usr/bin/python3
"""Optuna's side of the whole-run races: tunes λ of mnist-1k-1hp, then trains the model to take home.

What a careful user of Optuna and PyTorch writes: examples in memory, index batches instead of a DataLoader, the penalty
exp(λ)·‖W‖² as weight decay of the kernels, TPE with its defaults or a grid. Prints one JSON object.
"""

import argparse
import gzip
import json
import math
from pathlib import Path

import numpy as np
import optuna
import torch
from torch import nn
from torch.nn import functional

EPOCHS, BATCH, LEARNING_RATE, MOMENTUM = 50, 64, 0.2, 0.9  # as in studies/mnist-1k-1hp.toml
LOW, HIGH = -10.0, 0.0


def read_idx(path: Path) -> np.ndarray:
    data = gzip.decompress(path.read_bytes())
    axes = data[3]
    shape = np.frombuffer(data, ">i4", axes, 4)
    return np.frombuffer(data, np.uint8, offset=4 + 4 * axes).reshape(shape)


def read_part(folder: Path, part: str) -> tuple:
    """The embedded digits, which are stored split: the parts that our side reads for every seed."""
    images = read_idx(folder / f"mnist-1k-{part}-images-idx3-ubyte.gz")
    labels = read_idx(folder / f"mnist-1k-{part}-labels-idx1-ubyte.gz")
    return torch.from_numpy(images.reshape(len(images), -1) / np.float32(255)), torch.from_numpy(labels.astype(np.int64))


def train(part: tuple, penalty: float, seed: int) -> nn.Sequential:
    """Every network starts from the same weights and sees the same batches, as on our side."""
    generator = torch.Generator().manual_seed(seed)
    torch.manual_seed(seed)
    x, y = part
    network = nn.Sequential(nn.Linear(784, 100), nn.ReLU(), nn.Linear(100, 10))
    kernels = [p for p in network.parameters() if p.dim() > 1]
    biases = [p for p in network.parameters() if p.dim() == 1]
    optimizer = torch.optim.SGD([{"params": kernels, "weight_decay": 2 * math.exp(penalty)}, {"params": biases}],
                                lr=LEARNING_RATE, momentum=MOMENTUM, nesterov=True)
    for epoch in range(EPOCHS):
        for group in optimizer.param_groups:
            group["lr"] = LEARNING_RATE * 0.5 * (1 + math.cos(math.pi * epoch / EPOCHS))
        for rows in torch.randperm(len(y), generator=generator).split(BATCH):
            optimizer.zero_grad(set_to_none=True)
            functional.cross_entropy(network(x[rows]), y[rows]).backward()
            optimizer.step()
    return network


def loss_of(network: nn.Sequential, part: tuple) -> float:
    with torch.no_grad():
        value = functional.cross_entropy(network(part[0]), part[1]).item()
    return value if math.isfinite(value) else 1e9  # a network that diverged is a bad one, not an error


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("data", type=Path, help="the folder data/ of gbho")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--trials", type=int, default=60)
    parser.add_argument("--sampler", choices=["tpe", "grid"], default="tpe")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    parts = {name: read_part(arguments.data, name) for name in ("train", "validation", "test")}

    def objective(trial: optuna.Trial) -> float:
        penalty = trial.suggest_float("lambda", LOW, HIGH)
        return loss_of(train(parts["train"], penalty, arguments.seed), parts["validation"])

    samplers = {"tpe": lambda: optuna.samplers.TPESampler(seed=arguments.seed),
                "grid": lambda: optuna.samplers.GridSampler(
                    {"lambda": np.linspace(LOW, HIGH, arguments.trials).tolist()}, seed=arguments.seed)}
    study = optuna.create_study(sampler=samplers[arguments.sampler]())
    study.optimize(objective, n_trials=arguments.trials)
    both = tuple(torch.cat(pair) for pair in zip(parts["train"], parts["validation"]))
    refit = train(both, study.best_params["lambda"], arguments.seed)
    print(json.dumps({"lambda": study.best_params["lambda"], "validation_loss": study.best_value,
                      "test_loss": loss_of(refit, parts["test"]), "optuna": optuna.__version__}))


if __name__ == "__main__":
    main()
