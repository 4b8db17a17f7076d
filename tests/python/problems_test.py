"""gbho.minimize: problems of one's own, with PyTorch's autograd."""

import numpy
import pytest
import torch

import gbho

TARGET = torch.tensor([1.0, 2.0], dtype=torch.float64)
PLANE = {"x": (-5, 5), "y": (-5, 5)}
START = torch.zeros(2, dtype=torch.float64)


def upper(lam, beta):
    return (beta - TARGET).square().sum() + 0.1 * lam.square().sum()


def lower(lam, beta):
    return (beta - lam).square().sum() + 0.5 * beta.square().sum()


BEST = TARGET.numpy() * (1 / 1.5) / (1 / 1.5**2 + 0.1)
"""β*(λ) = λ/1.5."""


@pytest.mark.parametrize("method, within", [("two_sided", 0.05), ("bayes", 0.2), ("implicit", 0.3), ("unrolled", 0.3), ("bome", 0.5)])
def test_the_answer_is_that_of_theory(method, within):
    # implicit and unrolled differentiate f twice, through Python's functions.
    found = gbho.minimize(gbho.Problem(upper, lower, START), PLANE, method=method)
    assert numpy.abs(numpy.array(found.lam) - BEST).max() < within, found.lam
    assert numpy.allclose(found.beta.numpy(), numpy.array(found.lam) / 1.5, atol=0.05)
    assert found.summary["method"] == method and found.value > 0


def test_weights_have_the_form_of_the_start():
    as_list = gbho.minimize((lambda beta: beta[0] ** 2 + (beta[1] - 1).square().sum(), lambda lam, beta: (beta[0] - lam[0]) ** 2 + (beta[1] - lam[0]).square().sum(),
                             [torch.tensor(0.5), torch.zeros(3)]), {"a": (-1, 1)}, method="bayes", bayes={"trials": 8})
    assert isinstance(as_list.beta, list) and as_list.beta[1].shape == (3,)
    as_dict = gbho.minimize((lambda beta: beta["w"].square().sum(), lambda lam, beta: (beta["w"] - lam).square().sum(), {"w": torch.zeros(2)}),
                            {"a": (-1, 1)}, method="grid", grid={"points": 3})
    assert list(as_dict.beta) == ["w"] and as_dict.models["consistent"].weights()["w"].shape == (2,)
    assert as_dict.lam == [0.0] and len(as_dict.trials) == 3


def test_exp_names_the_hyperparameter_itself():
    found = gbho.minimize((lambda beta: (beta - 0.5).square().sum(), lambda lam, beta: (beta - 1).square().sum() + lam.exp() * beta.square().sum(),
                           torch.zeros(1, dtype=torch.float64)), {"decay": (-5, 5, "exp")})
    assert found.best["decay"] == pytest.approx(1.0, abs=0.05)


def ridge_of_a_network():
    stream = torch.Generator().manual_seed(0)
    x = torch.randn(80, 5, generator=stream)
    y = x[:, :1] * 2 + torch.randn(80, 1, generator=stream)
    torch.manual_seed(0)
    network = torch.nn.Sequential(torch.nn.Linear(5, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1))

    def loss(made, wanted):
        return torch.nn.functional.mse_loss(made, wanted.to(made.dtype))  # checks of gradients are made in double precision

    def training(lam, model):
        decay = sum(weight.square().sum() for name, weight in model.named_parameters() if "weight" in name)
        return loss(model(x[:40]), y[:40]) + lam[0].exp() * decay

    return network, gbho.ModuleProblem(network, training, lambda model: loss(model(x[40:]), y[40:])), loss, x, y


def test_a_module_is_tuned_and_takes_its_weights():
    network, problem, loss, x, y = ridge_of_a_network()
    before = loss(network(x[40:]), y[40:]).item()
    found = gbho.minimize(problem, {"decay": (-8, 0, "exp")}, method="bayes", bayes={"trials": 10})
    assert loss(network(x[40:]), y[40:]).item() == before  # the module itself is as it was
    network.load_state_dict(found.models["consistent"].state_dict())
    assert loss(network(x[40:]), y[40:]).item() == pytest.approx(found.value, rel=1e-4)
    assert found.value < before
    assert found.value <= found.trials["validation_loss"].min() + 1e-9


def test_gradients_are_checked():
    assert gbho.check_gradients((upper, lower, START), PLANE).passed
    _, problem, *_ = ridge_of_a_network()
    assert gbho.check_gradients(problem, {"decay": (-8, 0)}).passed

    class Wrong(torch.autograd.Function):
        @staticmethod
        def forward(context, beta):
            return (beta * beta).sum()

        @staticmethod
        def backward(context, slope):
            return slope * torch.ones(2, dtype=torch.float64)

    wrong = gbho.check_gradients((lambda beta: Wrong.apply(beta), lower, START), PLANE)
    assert not wrong and wrong.upper_weights > 1e-2 and wrong.lower_weights < 1e-4


def test_the_same_seed_gives_the_same_bits():
    runs = [gbho.minimize((upper, lower, START), PLANE, method="tpe", seed=3, tpe={"trials": 15}, threads=threads) for threads in (1, 2)]
    assert runs[0].lam == runs[1].lam and (runs[0].beta == runs[1].beta).all()


@pytest.mark.parametrize("problem, space, message", [
    ((lambda beta: beta, lower, START), PLANE, "the upper function returns (2,)"),
    ((lambda beta: 1.0, lower, START), PLANE, "the upper function returns float"),
    ((upper, lower, START), {"x": 3}, "give (low, high)"),
    ((upper, lower, START), {"x": (1, 1)}, "x"),
    ((upper, lower, []), PLANE, "at least one tensor"),
    ((upper, lower, [3.0]), PLANE, "must be a torch.Tensor, not float"),
    (3, PLANE, "give gbho.Problem"),
])
def test_what_is_wrong_is_said(problem, space, message):
    with pytest.raises(gbho.ConfigError) as caught:
        gbho.minimize(problem, space, method="grid")
    assert message in str(caught.value)


def test_errors_of_the_functions_come_through():
    def broken(lam, beta):
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        gbho.minimize((upper, broken, START), PLANE, method="grid")


def by_both_ways(function, vmap=None):
    """Values and gradients of an ensemble, together and one member after another."""
    from gbho._members import each_member

    found = []
    for together in (vmap, False):
        stream = torch.Generator().manual_seed(1)
        lam, beta = (torch.randn(5, 2, dtype=torch.float64, generator=stream).requires_grad_() for _ in range(2))
        made = each_member(function, "lower", together)
        value = made(lam, [beta])
        found.append([value, *torch.autograd.grad(value.square().sum(), [lam, beta], allow_unused=True)])
    return found


def test_members_come_together_where_they_can():
    calls = []

    def counted(lam, beta):
        calls.append(1)
        return (beta[0] - lam).square().sum() + torch.exp(lam * beta[0]).mean()

    together, one_by_one = by_both_ways(counted, vmap=True)
    assert len(calls) == 1 + 5
    for ours, theirs in zip(together, one_by_one):
        assert torch.allclose(ours, theirs, rtol=1e-12)
    found = [gbho.minimize(gbho.Problem(upper, lower, START, vmap=vmap), PLANE, method="grid", grid={"points": 9}, seed=1) for vmap in (True, False)]
    assert numpy.allclose(found[0].trials["validation_loss"], found[1].trials["validation_loss"], rtol=1e-9) and found[0].lam == found[1].lam


def test_members_come_one_by_one_where_they_must():
    def branches(lam, beta):
        return beta[0].sum() if beta[0].sum() > 0 else lam.sum()

    usual, one_by_one = by_both_ways(branches)
    assert all((ours == theirs).all() for ours, theirs in zip(usual, one_by_one))
    with pytest.raises(gbho.ConfigError, match="leave it out"):
        by_both_ways(branches, vmap=True)


def test_a_network_of_many_members():
    x = torch.randn(40, 3, generator=torch.Generator().manual_seed(0))
    torch.manual_seed(0)
    network = torch.nn.Sequential(torch.nn.Conv1d(1, 4, 2), torch.nn.Tanh(), torch.nn.Flatten(), torch.nn.Linear(8, 1))

    def loss(model):
        return (model(x.unsqueeze(1)) - x.prod(1, keepdim=True)).square().mean()

    def training(lam, model):
        return loss(model) + lam[0].exp() * sum(weight.square().sum() for weight in model.parameters())

    losses = [gbho.minimize(gbho.ModuleProblem(network, training, loss, vmap=vmap), {"decay": (-8, 0, "exp")}, method="grid", grid={"points": 4},
                            lower={"epochs": 30}).trials["validation_loss"] for vmap in (True, False)]
    assert numpy.allclose(*losses, rtol=1e-4)
