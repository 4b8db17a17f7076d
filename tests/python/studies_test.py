"""gbho.Study: what a store knows; Ctrl-C, and going on after it."""

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from conftest import QUICK

import gbho

LONG = textwrap.dedent("""
    import sys, numpy, gbho
    stream = numpy.random.default_rng(0)
    X = stream.normal(size=(200, 4)); y = (X[:, 0] > 0).astype(int)
    def watch(progress):
        if progress["phase"] == "search" and progress["epoch"] > 2: print("epoch", flush=True)
    try:
        gbho.tune(X, y, name="long", pace=0, progress=watch, **{"random.points": 8, "lower.epochs": 40, "bag.candidates": 0})
    except gbho.Interrupted as stopped:
        print(stopped); sys.exit(130)
    print("ended")
""")


def test_the_store_is_the_programs(people, own_store):
    result = gbho.tune(people, name="first", **QUICK)
    assert result.name == "first"
    listed = subprocess.run([os.environ["GBHO"], "studies"], capture_output=True, text=True, check=True).stdout
    assert "first" in listed
    study = gbho.Study.open("first")
    assert study.state == "finished" and len(study.trials) == 3
    assert study.trials["validation_loss"].min() == pytest.approx(result.models["consistent"].validation_loss)
    assert study.result().summary == result.summary
    assert (study.result().predict(people) == result.predict(people)).all()
    assert "first" in str(study) and "<html" in study.report().lower()
    assert study.export("csv").startswith("number,")
    with pytest.raises(gbho.ConfigError, match="csv, json, optuna-journal"):
        study.export("xml")
    assert not os.path.exists(own_store + ".tables")  # of a study that has ended nobody needs the rows
    study.remove()
    assert gbho.studies().empty


def test_names_are_taken_once(people):
    gbho.tune(people, name="mine", **QUICK)
    with pytest.raises(gbho.StoreError, match="mine"):
        gbho.tune(people, name="mine", **QUICK)
    gbho.tune(people, name="mine", replace=True, **QUICK)
    assert list(gbho.studies()["name"]) == ["mine"]
    with pytest.raises(gbho.StoreError, match="mine"):
        gbho.Study.open("mien")


def test_nothing_is_kept_that_should_not_be(people, own_store):
    result = gbho.tune(people, store=False, **QUICK)
    assert result.name is None and not Path(own_store).exists()
    assert "<html" in result.report().lower()


def interrupted(code, tmp_path):
    """Runs a program until it has trained for some epochs, and presses Ctrl-C."""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=tmp_path) as process:
        for line in process.stdout:
            if line.startswith("epoch"):
                break
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        return process.wait(), rest


def test_ctrl_c_leaves_a_study_that_goes_on_to_the_same_end(tmp_path, own_store):
    status, printed = interrupted(LONG, tmp_path)
    assert status == 130, printed
    assert "gbho.Study.open('long').resume()" in printed and "ended" not in printed
    study = gbho.Study.open("long")
    assert study.state == "interrupted" and os.path.isdir(own_store + ".tables")
    with pytest.raises(gbho.StoreError, match="has not ended"):
        study.result()
    resumed = study.resume(progress=False)
    assert study.state == "finished" and not os.path.exists(own_store + ".tables")
    whole = {}
    exec(LONG.replace('name="long", pace=0', 'name="whole"').replace("gbho.tune(", "whole = gbho.tune("), whole)
    assert resumed.summary["lambda"] == whole["whole"].summary["lambda"]
    assert resumed.summary["models"] == whole["whole"].summary["models"]
    ours, theirs = (run.models["refit"].weights() for run in (resumed, whole["whole"]))
    assert all((ours[name] == theirs[name]).all() for name in theirs)


def test_ctrl_c_in_the_same_process(people):
    def press(progress):
        os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt, match="resume"):
        gbho.tune(people, name="pressed", progress=press, **QUICK)
    assert gbho.Study.open("pressed").resume(progress=False).summary["termination"] == "finished"


def test_a_lambda_of_ones_own(own_store):
    def leave(progress):
        if progress["phase"] == "search":
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(gbho.Interrupted):
        gbho.tune(study="mnist-1k-1hp", method="tpe", name="mine", progress=leave, lower__epochs=2, tpe__trials=12)
    study = gbho.Study.open("mine")
    with pytest.raises(gbho.ConfigError, match="must be from -10 to 0"):
        study.enqueue(l2=-40)
    study.enqueue(l2=-4.5)
    result = study.resume(progress=False)
    assert [-4.5] in [one["lambda"] for one in result.summary["iterations"] if one["kind"] == "enqueued"]
    assert list(study.trials["lambda_l2"][study.trials["phase"] == "enqueued"]) == [-4.5]
    with pytest.raises(gbho.StoreError, match="has finished"):
        study.enqueue(l2=-5)
