"""Ask and tell."""

import math

import pytest

import gbho
from gbho._spaces import Box

SPACE = {"rate": gbho.Real(1e-4, 1.0, log=True), "units": (8, 64), "kind": ["a", "b", "c"], "share": gbho.Real(0, 1, step=0.25),
         "depth": gbho.Integer(1, 100, log=True), "even": gbho.Integer(2, 11, step=3)}


def value(params):
    return (math.log10(params["rate"]) + 2) ** 2 + abs(params["units"] - 20) / 20 + (params["kind"] != "b") + abs(params["share"] - 0.5)


@pytest.mark.parametrize("method, better_than", [("bayes", 0.5), ("tpe", 0.8), ("smac", 0.8)])
def test_methods_that_learn_find_the_bottom(method, better_than):
    search = gbho.create(SPACE, method=method, seed=1).optimize(value, 60)
    assert search.best_value < better_than
    assert search.best_trial.params["kind"] == "b"
    first, last = (search.frame["value"][part].mean() for part in (slice(0, 20), slice(40, 60)))
    assert last < first


def test_every_proposal_is_legal_and_rounds_to_itself():
    box = Box(SPACE)
    search = gbho.create(SPACE, method="random", points=300)
    for _ in range(300):
        params = search.ask().params
        assert 1e-4 <= params["rate"] <= 1 and 8 <= params["units"] <= 64 and 1 <= params["depth"] <= 100
        assert params["share"] in (0, 0.25, 0.5, 0.75, 1) and params["even"] in (2, 5, 8, 11) and params["kind"] in "abc"
        again = box.decode(box.encode(params))
        assert again["rate"] == pytest.approx(params["rate"]) and {**again, "rate": 0} == {**params, "rate": 0}
    with pytest.raises(gbho.Error, match="has proposed all of its points, 300"):
        search.ask()
    assert {trial.params["even"] for trial in search.trials} == {2, 5, 8, 11}


def test_maximizing_is_minimizing_the_other_way_round():
    down = gbho.create({"x": (0.0, 1.0)}, method="bayes", seed=2).optimize(lambda params: (params["x"] - 0.3) ** 2, 15)
    up = gbho.create({"x": (0.0, 1.0)}, method="bayes", seed=2, direction="maximize").optimize(lambda params: -(params["x"] - 0.3) ** 2, 15)
    assert [trial.params for trial in down.trials] == [trial.params for trial in up.trials]
    assert up.best_params == down.best_params and up.best_value == -down.best_value


def test_failures_and_other_peoples_trials_are_learned_from():
    search = gbho.create({"x": (0.0, 1.0)}, method="bayes", seed=3)
    for place in (0.1, 0.35, 0.6, 0.9):
        search.add({"x": place}, (place - 0.5) ** 2)
    for _ in range(12):
        trial = search.ask()
        search.tell(trial, math.nan if trial.params["x"] > 0.7 else (trial.params["x"] - 0.5) ** 2)
    assert abs(search.best_params["x"] - 0.5) < 0.05
    assert set(search.frame["state"]) <= {"complete", "failed"}
    with pytest.raises(gbho.ConfigError, match="told already"):
        search.tell(search.trials[0], 1.0)


@pytest.mark.parametrize("call, message", [
    (lambda: gbho.create({}), "is empty"),
    (lambda: gbho.create({"x": (1.0, 1.0)}), "no range"),
    (lambda: gbho.create({"x": gbho.Real(0, 1, log=True)}), "no logarithm"),
    (lambda: gbho.create({"x": 3}), "give (low, high)"),
    (lambda: gbho.create({"x": ["a"]}), "two at least"),
    (lambda: gbho.create({"x": (0.0, 1.0)}, method="two_sided"), "choose from: grid, random, bayes, tpe, smac"),
    (lambda: gbho.create({"x": (0.0, 1.0)}, method="bayse"), "bayes"),
    (lambda: gbho.create({"x": (0.0, 1.0)}, direction="up"), "minimize, maximize"),
    (lambda: gbho.create({"x": (0.0, 1.0)}, kapa=1.0), "did you mean 'bayes.kappa'"),
    (lambda: gbho.create({"x": (0.0, 1.0)}, kappa=-1.0), "bayes.kappa = -1"),
])
def test_what_is_wrong_is_said(call, message):
    with pytest.raises(gbho.ConfigError) as caught:
        call()
    assert message in str(caught.value)
