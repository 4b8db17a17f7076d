#!/usr/bin/python3
"""An ensemble of modules by vmap and one member after another: processor time of a loss and its gradient.

    PYTHONPATH=build/release/python bench/python/members.py
"""

import time

import torch
from torch import nn
from torch.nn.functional import cross_entropy

import gbho
from gbho._members import each_member

torch.set_num_threads(1)
torch.manual_seed(0)
X, Y = torch.randn(300, 1, 8, 8), torch.randint(0, 10, (300,))
REPEATS = 3


class Block(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1)
        self.norm = nn.GroupNorm(2, channels)
        self.second = nn.Conv2d(channels, channels, 3, padding=1)

    def forward(self, x):
        return x + self.second(torch.relu(self.norm(self.first(x))))


NETWORKS = {
    "linear": nn.Sequential(nn.Flatten(), nn.Linear(64, 10)),
    "64-64-10": nn.Sequential(nn.Flatten(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 10)),
    "resnet": nn.Sequential(nn.Conv2d(1, 6, 3, padding=1), Block(6), nn.ReLU(), nn.AvgPool2d(2), nn.Flatten(), nn.Linear(96, 10)),
}


def milliseconds(problem, members, vmap):
    function = each_member(problem.lower, "lower", vmap)
    weights = [tensor.unsqueeze(0).expand(members, *tensor.shape).clone().requires_grad_() for _, tensor in problem.start]
    lam = torch.zeros(members, 1)
    begun = 0.0
    for repeat in range(REPEATS + 1):
        if repeat == 1:  # the first one warms up
            begun = time.process_time()
        torch.autograd.grad(function(lam, weights).sum(), weights)
    return 1000 * (time.process_time() - begun) / REPEATS


def main():
    for name, network in NETWORKS.items():
        decayed = [own for own, weight in network.named_parameters() if weight.ndim > 1]
        problem = gbho.ModuleProblem(
            network, lambda lam, model, decayed=decayed: cross_entropy(model(X), Y) + lam.exp().sum() * sum(model[own].square().sum() for own in decayed),
            lambda model: cross_entropy(model(X), Y))
        for members in (6, 16):
            print(name, members, *(f"{how} {milliseconds(problem, members, how == 'vmap'):.1f} ms" for how in ("vmap", "loop")), flush=True)


if __name__ == "__main__":
    main()
