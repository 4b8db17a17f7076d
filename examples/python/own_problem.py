"""A problem given by two functions: where to put a depot (λ) when drivers (β) choose their own route."""

import torch

import gbho

TARGET = torch.tensor([1.0, 2.0], dtype=torch.float64)


# Below: β follows λ, but not all the way. Above: β should reach (1, 2), and λ is not for free.
def lower(lam, beta):
    return (beta - lam).square().sum() + 0.5 * beta.square().sum()


def upper(lam, beta):
    return (beta - TARGET).square().sum() + 0.1 * lam.square().sum()


problem = gbho.Problem(upper, lower, start=torch.zeros(2, dtype=torch.float64))
space = {"x": (-5, 5), "y": (-5, 5)}
print("gradients agree:", gbho.check_gradients(problem, space).passed)

found = gbho.minimize(problem, space)
print("found ", found.lam, "F =", found.value)

# β*(λ) = λ/1.5, so λ* = target·(1/1.5)/(1/1.5² + 0.1).
theory = TARGET * (1 / 1.5) / (1 / 1.5**2 + 0.1)
print("theory", theory.tolist())
assert (torch.tensor(found.lam) - theory).abs().max() < 0.05
