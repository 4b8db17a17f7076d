"""PyTorch's side of the race: one network after another, on one thread.

Run by race.py with Debian's /usr/bin/python3. Jobs come on standard input, one JSON object a line; a job is loaded and
warmed up, answered with {"ready": true}, and run when the next line comes.

The loop is what a careful PyTorch user writes: examples in memory and index batches instead of a DataLoader, the
penalty exp(λ)·‖W‖² as weight_decay = 2·exp(λ) of the weights' parameter group, gradients set to None.
"""

import ctypes
import json
import math
import re
import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional


def make_network(kind: str) -> nn.Sequential:
    if kind == "mlp":
        return nn.Sequential(nn.Linear(784, 100), nn.ReLU(), nn.Linear(100, 10))
    return nn.Sequential(
        nn.Conv2d(3, 6, 5), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(6, 16, 5), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
        nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(), nn.Linear(84, 10))


class Trainer:
    """One network at one λ, ready to train."""

    def __init__(self, folder: Path, job: dict, weight_penalty: float):
        self.network = make_network(job["model"])
        with torch.no_grad():
            for p, parameter in enumerate(self.network.parameters()):
                parameter.copy_(torch.from_numpy(np.load(folder / f"{job['model']}.{p}.npy")))
        weights = [p for p in self.network.parameters() if p.dim() > 1]
        biases = [p for p in self.network.parameters() if p.dim() == 1]
        self.optimizer = torch.optim.SGD(
            [{"params": weights, "weight_decay": 2 * math.exp(weight_penalty)}, {"params": biases}],
            lr=job["learning_rate"], momentum=job["momentum"], nesterov=True)

    def train(self, x: torch.Tensor, y: torch.Tensor, orders: torch.Tensor, batch: int) -> list:
        """Mean loss of each epoch."""
        network, optimizer = self.network, self.optimizer
        history = []
        for order in orders:
            total = 0.0
            for rows in order.split(batch):
                optimizer.zero_grad(set_to_none=True)
                loss = functional.cross_entropy(network(x[rows]), y[rows])
                loss.backward()
                optimizer.step()
                total += loss.item() * len(rows)
            history.append(total / len(order))
        return history


def run_job(folder: Path, job: dict) -> None:
    examples = job["examples"]
    x = torch.from_numpy(np.load(folder / f"{job['model']}.x.npy")[:examples])
    y = torch.from_numpy(np.load(folder / f"{job['model']}.y.npy")[:examples])
    orders = torch.from_numpy(np.load(folder / f"order.{examples}.npy")[:job["epochs"]])
    batch = job["batch"] or examples
    Trainer(folder, job, job["lambda"][0]).train(x, y, orders[:1], batch)
    trainers = [Trainer(folder, job, penalty) for penalty in job["lambda"]]
    answer({"ready": True})
    if not sys.stdin.readline():
        return
    start = time.monotonic()
    history = [trainer.train(x, y, orders, batch) for trainer in trainers]
    end = time.monotonic()
    answer({"start": start, "end": end, "loss": [list(epoch) for epoch in zip(*history)]})


def blas_in_use() -> str:
    """The BLAS that is really mapped into this process, with its own description where it has one."""
    pattern = re.compile(r"\S*/lib(?:openblas|mkl_rt|blis|atlas|blas)[^/\s]*$")
    found = {m.group() for line in Path("/proc/self/maps").read_text().splitlines() if (m := pattern.search(line))}
    for path in sorted(found, key=lambda p: "openblas" not in Path(p).name):
        library = ctypes.CDLL(path)
        if hasattr(library, "openblas_get_config"):
            library.openblas_get_config.restype = ctypes.c_char_p
            return library.openblas_get_config().decode().strip()
    return ", ".join(sorted(Path(p).name for p in found)) or "unknown"


def answer(reply: dict) -> None:
    print(json.dumps(reply), flush=True)


def main() -> None:
    folder = Path(sys.argv[1])
    torch.set_num_threads(1)
    while line := sys.stdin.readline():
        job = json.loads(line)
        if job["job"] == "describe":
            torch.mm(torch.rand(8, 8), torch.rand(8, 8))
            answer({"torch": torch.__version__, "threads": torch.get_num_threads(), "blas": blas_in_use(),
                    "onednn": torch.backends.mkldnn.is_available()})
        else:
            run_job(folder, job)


if __name__ == "__main__":
    main()
