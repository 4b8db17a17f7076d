#!/usr/bin/python3
"""Data hyper-cleaning by the two-sided single loop in PyTorch: the peer of hyperclean_race.py.

Three linear classifiers train side by side on weighted examples: one on f, one on f + ε⟨g, β⟩, one on f − ε⟨g, β⟩, where g is
the gradient of the validation loss at the first. After every step the examples' weights, sigmoid(λ), take a step of Adam
along (∂f/∂λ at the second − at the third)/(2ε). The three share their matrix products, as a careful programmer would write it.
"""

import json
import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

LOW, HIGH = -5.0, 5.0
CLASSES, MEMBERS = 10, 3


class Loop:
    def __init__(self, folder: Path, job: dict):
        load = lambda name: torch.from_numpy(np.load(folder / f"hyperclean.{name}.npy"))
        self.x, self.y, self.vx, self.vy = load("x"), load("y"), load("vx"), load("vy")
        self.labels = self.y.repeat(MEMBERS)
        self.weight = load("0")[0].t().repeat(1, MEMBERS).contiguous().requires_grad_()  # [784, 30]
        self.bias = load("1")[0].repeat(MEMBERS).clone().requires_grad_()
        self.optimizer = torch.optim.SGD([self.weight, self.bias], lr=job["learning_rate"], momentum=job["momentum"],
                                         nesterov=True)
        self.signs = torch.tensor([0.0, job["epsilon"], -job["epsilon"]]).repeat_interleave(CLASSES)
        self.epsilon = job["epsilon"]
        self.rate = job["lambda_rate"]
        count = len(self.y)
        self.lam = torch.zeros(count, dtype=torch.float64)
        self.first, self.second, self.steps = torch.zeros_like(self.lam), torch.zeros_like(self.lam), 0

    def validation_gradient(self) -> tuple:
        w = self.weight.detach()[:, :CLASSES].clone().requires_grad_()
        b = self.bias.detach()[:CLASSES].clone().requires_grad_()
        return torch.autograd.grad(functional.cross_entropy(self.vx @ w + b, self.vy), (w, b))

    def step(self) -> None:
        gw, gb = self.validation_gradient()
        self.optimizer.zero_grad(set_to_none=True)
        logits = (self.x @ self.weight + self.bias).view(-1, MEMBERS, CLASSES)
        losses = functional.cross_entropy(logits.permute(1, 0, 2).reshape(-1, CLASSES), self.labels, reduction="none")
        losses = losses.view(MEMBERS, -1)
        total = (losses * torch.sigmoid(self.lam).float()).mean(1).sum()
        total.backward()
        self.weight.grad += self.signs * gw.repeat(1, MEMBERS)
        self.bias.grad += self.signs * gb.repeat(MEMBERS)
        self.optimizer.step()
        with torch.no_grad():
            share = torch.sigmoid(self.lam)
            difference = (losses[1] - losses[2]).double() / (2 * self.epsilon * len(self.y))
            self.move(share * (1 - share) * difference)

    def move(self, gradient: torch.Tensor) -> None:
        self.steps += 1
        self.first = 0.9 * self.first + 0.1 * gradient
        self.second = 0.999 * self.second + 0.001 * gradient.square()
        mean = self.first / (1 - 0.9 ** self.steps)
        spread = (self.second / (1 - 0.999 ** self.steps)).sqrt() + 1e-12
        self.lam = (self.lam - self.rate * mean / spread).clamp(LOW, HIGH)

    def run(self, steps: int, record: int) -> dict:
        loss, weight = [], []
        for step in range(1, steps + 1):
            self.step()
            if step % record == 0:
                with torch.no_grad():
                    logits = self.vx @ self.weight[:, :CLASSES] + self.bias[:CLASSES]
                    loss.append(functional.cross_entropy(logits, self.vy).item())
                    weight.append(torch.sigmoid(self.lam).mean().item())
        return {"loss": loss, "weight": weight, "flagged": int((self.lam < 0).sum())}


def answer(reply: dict) -> None:
    print(json.dumps(reply), flush=True)


def main() -> None:
    folder = Path(sys.argv[1])
    while line := sys.stdin.readline():
        job = json.loads(line)
        if job["job"] == "describe":
            answer({"torch": torch.__version__})
            continue
        torch.set_num_threads(job["peer_threads"])
        Loop(folder, job).run(3, job["record"])
        loop = Loop(folder, job)
        answer({"ready": True})
        if not sys.stdin.readline():
            return
        start = time.monotonic()
        reply = loop.run(job["steps"], job["record"])
        answer({"seconds": time.monotonic() - start, **reply})


if __name__ == "__main__":
    main()
