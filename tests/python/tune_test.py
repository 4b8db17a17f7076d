"""gbho.tune: the program's results, tables in memory, keywords, messages."""

import json
import os
import pickle
import subprocess

import numpy
import pandas
import pytest
import torch
from conftest import QUICK

import gbho


def without_times(summary):
    summary = json.loads(json.dumps(summary))
    for key in ("seconds", "seconds_lower", "peak_rss_mb"):
        summary["cost"].pop(key)
    for phase in summary["phases"]:
        phase.pop("seconds")
    return summary


def test_a_file_gives_what_the_program_gives(people, tmp_path):
    table = tmp_path / "people.csv"
    people.to_csv(table, index=False)
    changes = ["--set", "random.points=3", "--set", "lower.epochs=15", "--set", "bag.binned=0"]
    subprocess.run([os.environ["GBHO"], "tune", str(table), *changes, "--seed", "4", "--no-store", "--progress", "none", "--out", "out"],
                   check=True, cwd=tmp_path, capture_output=True)
    theirs = json.loads((tmp_path / "out" / "summary.json").read_text())
    ours = gbho.tune(str(table), seed=4, **QUICK)
    assert ours.summary["given"]["random"]["points"] == 3
    assert without_times(ours.summary) == without_times(theirs)
    assert ours.save_model(tmp_path / "model.gbho").stat().st_size == (tmp_path / "out" / "model.gbho").stat().st_size
    inputs = ours.save_onnx(tmp_path / "model.onnx")
    assert inputs["height"].startswith("double: a number") and inputs["color"].startswith("string") and inputs["since"].startswith("double: days since")
    subprocess.run([os.environ["GBHO"], "export-model", "model.gbho", "--out", "theirs.onnx"], check=True, cwd=tmp_path, capture_output=True)
    assert (tmp_path / "model.onnx").read_bytes() == (tmp_path / "theirs.onnx").read_bytes()
    printed = subprocess.run([os.environ["GBHO"], "predict", "model.gbho", str(table)], check=True, cwd=tmp_path, capture_output=True, text=True)
    predictions = [line.split(",")[0] for line in printed.stdout.splitlines()[1:]]
    assert predictions == list(ours.predict(str(table)))


def test_the_default_study_and_built_in_ones_run():
    result = gbho.tune(study="mnist-1k-1hp", method="grid", grid={"points": 3}, lower__epochs=2, seed=1)
    assert result.summary["method"] == "grid" and result.summary["seed"] == 1
    assert list(result.trials.columns) == ["number", "kind", "l2", "lambda_l2", "validation_loss", "f", "status"]
    assert len(result.trials) == 3 and numpy.isfinite(result.trials["validation_loss"]).all()
    assert result.best["l2"] == pytest.approx(numpy.exp(result.best_lambda[0]))
    assert result.models["refit"].test_loss > 0
    assert result.models["refit"].weights()["hidden.weight"].shape == (100, 784)
    network = torch.nn.ModuleDict({"hidden": torch.nn.Linear(784, 100), "output": torch.nn.Linear(100, 10)})
    network.load_state_dict(result.models["consistent"].state_dict())
    with pytest.raises(gbho.DataError, match="was not about a table"):
        result.predict(numpy.zeros((1, 784)))


def test_a_certificate_is_there_where_the_problem_has_one():
    result = gbho.tune(study="mnist-1k-1hp", method="two_sided", lower__epochs=3, two_sided={"evaluations": 4, "points": 4}, store=False)
    assert result.certificate is not None and result.certificate["verified"] in (True, False)


def test_pandas_types_are_respected(people):
    result = gbho.tune(people, "answer", **QUICK)
    assert result.classes == ["no", "yes"]
    predictions = result.predict(people.drop(columns="answer"))
    assert set(predictions) <= {"yes", "no"}
    assert result.summary["given"]["data"]["categories"] == ["town"]
    # A town that was never seen is a category of its own, and no number far out.
    strange = people.drop(columns="answer").assign(town=pandas.Categorical([99] * len(people)))
    assert numpy.isfinite(result.predict_proba(strange)).all()
    assert result.predict_proba(people).shape == (len(people), 2)
    assert numpy.allclose(result.predict_proba(people).sum(axis=1), 1)


class OfOthers:
    """An array that says what it holds by DLPack alone."""

    def __init__(self, array):
        self._array = array

    def __dlpack__(self, **settings):
        return self._array.__dlpack__(**settings)

    def __dlpack_device__(self):
        return self._array.__dlpack_device__()


def test_all_kinds_of_rows_give_the_same(people):
    X = people[["height", "member"]].to_numpy(dtype=float)
    y = (people["answer"] == "yes").to_numpy()
    runs = [gbho.tune(rows, labels, store=False, **QUICK)
            for rows, labels in [(X, y), (torch.tensor(X), torch.tensor(y)), (X.tolist(), y.tolist()), (OfOthers(X), y),
                                 (numpy.asfortranarray(X), y), (numpy.repeat(X, 2, axis=0)[::2], y)]]
    assert all(run.best_lambda == runs[0].best_lambda for run in runs)
    assert all((run.predict_proba(X) == runs[0].predict_proba(X)).all() for run in runs)
    assert runs[0].classes == [False, True] and runs[0].predict(X).dtype == bool
    assert runs[0].predict_proba(X[:1])[0].tolist() == runs[0].predict_proba(X)[0].tolist()


def test_numbers_are_a_regression():
    stream = numpy.random.default_rng(0)
    X = stream.normal(size=(150, 3))
    y = 10 + 3 * X[:, 0] + stream.normal(size=150) * 0.1
    result = gbho.tune(X, y, task="regression", store=False, **{"random.points": 8, "lower.epochs": 60})
    assert result.classes is None
    assert numpy.corrcoef(result.predict(X), y)[0, 1] > 0.97
    assert result.score(X, y)["r2"] > 0.9
    with pytest.raises(gbho.DataError, match="no classes"):
        result.predict_proba(X)


def test_results_can_be_kept(people, tmp_path):
    result = gbho.tune(people, store=False, **QUICK)
    loaded = gbho.Result.load(result.save(tmp_path / "result.zip"))
    thawed = pickle.loads(pickle.dumps(result))
    for other in (loaded, thawed):
        assert other.summary == result.summary
        assert (other.predict_proba(people) == result.predict_proba(people)).all()
        assert (other.predict(people) == result.predict(people)).all()
    assert "<html" in loaded.report().lower() and "iframe" in loaded._repr_html_()
    (tmp_path / "broken").write_bytes(b"PK nothing")
    with pytest.raises(gbho.DataError, match="is no result of gbho"):
        gbho.Result.load(tmp_path / "broken")


def test_a_study_with_a_table_in_memory(people):
    result = gbho.tune(people, study={"method": "grid", "hyperparameter": [{"name": "l2", "low": -6}], "lower": {"epochs": 5},
                                      "grid": {"points": 3}, "model": {"hidden": [8]}})
    assert result.summary["given"]["hyperparameter"] == [{"name": "l2", "low": -6}] and len(result.trials) == 3
    assert len(result.predict(people)) == len(people)


def test_keywords_say_the_same_in_every_form(people):
    forms = [{"lower": {"epochs": 4}}, {"lower__epochs": 4}, {"lower.epochs": 4}]
    rest = {"random.points": 2, "bag.candidates": 0, "hyperparameters": [{"name": "l2", "high": 0}]}
    given = [gbho.tune(people, store=False, **form, **rest).summary["given"] for form in forms]
    assert given[0] == given[1] == given[2] and given[0]["lower"]["epochs"] == 4
    assert [block["name"] for block in given[0]["hyperparameter"]] == ["l2"]


@pytest.mark.parametrize("call, message", [
    (lambda: gbho.tune(study="mnist-1k-1hp", lower={"epohcs": 3}), "did you mean 'lower.epochs'"),
    (lambda: gbho.tune(study="mnist-1k-1hp", lower__epochs=0), "lower.epochs = 0"),
    (lambda: gbho.tune(study="mnist-1k-1hp", method="gird"), "grid"),
    (lambda: gbho.tune(study="nowhere.toml"), "nowhere.toml"),
    (lambda: gbho.tune("nowhere.csv"), "nowhere.csv"),
    (lambda: gbho.tune([[1.0, 2.0]] * 9, [1, 2, 3]), "9 rows and y has 3"),
    (lambda: gbho.tune([[1.0, float("inf")]] * 9, [1, 2, 3] * 3), "column 'x2', row 0: inf"),
    (lambda: gbho.tune([[1.0, 2.0]] * 9), "y is missing"),
    (lambda: gbho.tune([1.0, 2.0], [1, 2]), "1 dimensions"),
    (lambda: gbho.tune(pandas.DataFrame({"a": [1, 2]}), target="b"), "no column has that name; the columns are a"),
    (lambda: gbho.tune(study="mnist-1k-1hp", target="b"), "say something of a table"),
    (lambda: gbho.tune(study="mnist-1k-1hp", lower__epochs=object()), "numbers, texts, lists and tables"),
    (lambda: gbho.tune(study="mnist-1k-1hp", executor=object()), "executor"),
    (lambda: gbho.tune(study="mnist-1k-1hp", threads=-1), "threads"),
    (lambda: gbho.tune(y=[1, 2]), "without X"),
])
def test_what_is_wrong_is_said_at_once(call, message, own_store):
    with pytest.raises((gbho.ConfigError, gbho.DataError)) as caught:
        call()
    assert message in str(caught.value) and isinstance(caught.value, ValueError)
    assert gbho.studies().empty
    assert not os.path.exists(own_store + ".tables")


def test_messages_about_rows_count_rows_of_x(people):
    people.loc[7, "answer"] = None
    with pytest.raises(gbho.DataError) as caught:
        gbho.tune(people, "answer", **QUICK)
    assert "X: row 7" in str(caught.value) and ".csv" not in str(caught.value)


def test_messages_about_rows_to_predict_count_them_too(people):
    result = gbho.tune(people, "answer", store=False, **QUICK)
    strange = people.drop(columns="answer").astype({"height": object})
    strange.loc[4, "height"] = "tall"
    with pytest.raises(gbho.DataError, match="row 4"):
        result.predict(strange)


def test_errors_name_their_key():
    with pytest.raises(gbho.ConfigError) as caught:
        gbho.tune(study="mnist-1k-1hp", lower__momentum=3.0)
    assert "lower.momentum" in str(caught.value)


def test_progress_is_told_and_may_stop_the_search():
    seen = []

    def watch(progress):
        seen.append(progress)
        return "stop" if progress["best_validation_loss"] is not None else None

    result = gbho.tune(study="mnist-1k-1hp", method="bayes", bayes={"trials": 30}, lower__epochs=1, progress=watch, store=False)
    assert seen and {"phase", "fraction", "epoch", "epochs", "best_validation_loss"} <= set(seen[0])
    assert result.summary["termination"] == "stopped" and 0 < len(result.trials) < 30
    assert result.models["refit"].test_loss > 0

    def fail(progress):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        gbho.tune(study="mnist-1k-1hp", lower__epochs=2, progress=fail, store=False)
