"""What the tests share: a store of their own, and small tables."""

import os
import subprocess
import sys

import numpy
import pandas
import pytest

os.environ.setdefault("OMP_NUM_THREADS", "2")

QUICK = {"random.points": 3, "lower.epochs": 15, "bag.binned": 0}
"""Settings with which a table takes a fraction of a second."""


@pytest.fixture(autouse=True)
def own_store(tmp_path, monkeypatch):
    """No test touches the studies of whoever runs it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    return str(tmp_path / "share" / "gbho" / "studies.db")


@pytest.fixture
def people():
    """Numbers, a category, one that is coded by numbers, texts with missing cells, truth values, dates; two classes."""
    stream = numpy.random.default_rng(3)
    rows = 120
    height = stream.normal(170, 10, rows)
    town = stream.integers(1, 5, rows)
    color = stream.choice(["red", "green", "blue"], rows)
    frame = pandas.DataFrame({
        "height": numpy.where(stream.random(rows) < 0.1, numpy.nan, height),
        "town": pandas.Categorical(town),
        "color": pandas.Series(color).where(stream.random(rows) > 0.1, None),
        "member": stream.random(rows) < 0.5,
        "since": pandas.Timestamp("2020-01-01") + pandas.to_timedelta(stream.integers(0, 900, rows), unit="D"),
        "visits": pandas.array(stream.integers(0, 40, rows), dtype="Int64"),
    })
    frame.loc[5, "visits"] = pandas.NA
    frame["answer"] = numpy.where((height > 170) ^ (town == 2), "yes", "no")
    return frame


def python(code, **environment):
    """Runs a program of Python's own, with the same package."""
    return subprocess.run([sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, check=False)
