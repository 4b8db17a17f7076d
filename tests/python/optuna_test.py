"""gbho among Optuna's studies."""

import copy
import pickle
import time

import optuna
import pytest
from conftest import QUICK

import gbho

optuna.logging.set_verbosity(optuna.logging.ERROR)


def bowl(trial):
    x = trial.suggest_float("x", -5, 5)
    n = trial.suggest_int("n", 1, 9)
    kind = trial.suggest_categorical("kind", ["a", "b", None])
    return (x - 2) ** 2 + (n - 4) ** 2 / 4 + (kind != "b")


def study_of(method="bayes", **settings):
    return optuna.create_study(sampler=gbho.OptunaSampler(method, seed=1, **settings))


@pytest.mark.parametrize("method, below", [("bayes", 0.3), ("tpe", 1.0), ("smac", 1.5)])
def test_the_bottom_is_found(method, below):
    study = study_of(method)
    study.optimize(bowl, n_trials=60)
    assert study.best_value < below and study.best_params["kind"] == "b"


def test_all_kinds_of_distributions():
    def objective(trial):
        values = [trial.suggest_float("plain", -1, 1), trial.suggest_float("log", 1e-5, 1, log=True), trial.suggest_float("step", 0, 1, step=0.3),
                  trial.suggest_int("int", -3, 3), trial.suggest_int("int_log", 1, 1000, log=True), trial.suggest_int("int_step", 0, 10, step=5),
                  trial.suggest_float("single", 2, 2)]
        assert values[2] in (0, 0.3, 0.6, 0.8999999999999999) and values[5] in (0, 5, 10) and values[6] == 2
        return sum(values)

    for method in ("bayes", "tpe", "smac"):
        study = study_of(method)
        study.optimize(objective, n_trials=25)
        assert len(study.trials) == 25 and all(trial.state.name == "COMPLETE" for trial in study.trials)


def test_conditions_failures_and_pruning():
    def objective(trial):
        x = trial.suggest_float("x", 0, 1)
        if x > 0.9:
            raise ValueError("fails here")
        if x < 0.1:
            trial.report(1.0, 0)
            raise optuna.TrialPruned
        if x > 0.5:
            return x + trial.suggest_float("only_then", 0, 1)
        return float("nan") if x < 0.15 else x

    study = study_of()
    study.optimize(objective, n_trials=40, catch=(ValueError,))
    assert len(study.trials) == 40 and 0.1 <= study.best_value < 0.5


def test_maximizing():
    study = optuna.create_study(direction="maximize", sampler=gbho.OptunaSampler("bayes", seed=0))
    study.optimize(lambda trial: -(trial.suggest_float("x", -5, 5) - 2) ** 2, n_trials=25)
    assert abs(study.best_params["x"] - 2) < 0.1


def test_the_same_seed_proposes_the_same_also_after_pickling():
    first, second = study_of(), study_of()
    first.optimize(bowl, n_trials=15)
    second.optimize(bowl, n_trials=15)
    assert [trial.params for trial in first.trials] == [trial.params for trial in second.trials]
    for other in (pickle.loads(pickle.dumps(first.sampler)), copy.deepcopy(first.sampler)):
        study = optuna.create_study(sampler=other)
        study.optimize(bowl, n_trials=15)
        assert [trial.params for trial in study.trials] == [trial.params for trial in first.trials]


def test_a_study_of_others_is_taken_up():
    study = optuna.create_study(sampler=optuna.samplers.RandomSampler(seed=0))
    study.optimize(bowl, n_trials=30)
    study.enqueue_trial({"x": 1.9, "n": 4, "kind": "b"})
    study.sampler = gbho.OptunaSampler("bayes", seed=0)
    study.optimize(bowl, n_trials=15)
    assert study.best_value < 0.05


def test_threads_share_a_sampler():
    study = study_of("tpe")
    study.optimize(bowl, n_trials=40, n_jobs=4)
    assert len(study.trials) == 40


def test_grid_and_random_end_when_their_points_do():
    study = study_of("grid", points=7)
    study.optimize(lambda trial: trial.suggest_float("x", 0, 1), n_trials=50)
    assert len(study.trials) < 12
    assert {round(trial.params["x"], 3) for trial in study.trials[1:8]} == {round(k / 6, 3) for k in range(7)}


def test_one_objective_only():
    study = optuna.create_study(directions=["minimize", "minimize"], sampler=gbho.OptunaSampler("bayes", seed=1))
    with pytest.raises(ValueError, match="one objective"):
        study.optimize(lambda trial: (trial.suggest_float("x", 0, 1), 1.0), n_trials=3)
    with pytest.raises(gbho.ConfigError, match="choose from"):
        gbho.OptunaSampler("gbho")


def test_there_and_back(people):
    search = gbho.create({"x": (-5.0, 5.0), "n": (1, 9), "kind": ["a", "b"]}, seed=1).optimize(lambda params: params["x"] ** 2, 12)
    search.tell(search.ask(), None)
    study = gbho.to_optuna(search)
    assert study.best_params == search.best_params and len(study.trials) == 13
    back = gbho.from_optuna(study, seed=2)
    assert len(back.trials) == 13 and back.best_value == search.best_value
    back.optimize(lambda params: params["x"] ** 2, 10)
    assert back.best_value <= search.best_value
    result = gbho.tune(people, name="kept", **QUICK)
    for source in (result, gbho.Study.open("kept")):
        made = gbho.to_optuna(source)
        assert len(made.trials) == 3
        assert made.best_value == pytest.approx(result.models["consistent"].validation_loss)
        assert made.best_params == pytest.approx(result.best)


def test_proposals_are_quick():
    study = study_of("bayes")
    study.optimize(bowl, n_trials=60)
    begun = time.process_time()
    study.ask().suggest_float("x", -5, 5)
    assert time.process_time() - begun < 5
