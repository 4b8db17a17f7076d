"""gbho.clean: the program's verdicts, tables in memory, labels as they were given."""

import os
import subprocess

import numpy
import pandas
import pytest

import gbho

QUICK = {"networks": 2, "passes": 1, "folds": 3, "progress": False}


@pytest.fixture
def islands():
    """Two classes that a column tells apart, rows 10, 60 and 110 of 150 with the wrong one."""
    stream = numpy.random.default_rng(5)
    size = stream.normal(size=150)
    kind = numpy.where(size > 0, "large", "small").astype(object)
    size += numpy.where(size > 0, 1, -1)
    for row in (10, 60, 110):
        kind[row] = "small" if kind[row] == "large" else "large"
    return pandas.DataFrame({"size": size, "color": stream.choice(["red", "blue"], 150), "kind": kind}, index=range(1000, 1150))


def test_a_frame_and_its_file_give_the_programs_verdicts(islands, tmp_path):
    islands.to_csv(tmp_path / "islands.csv", index=False)
    subprocess.run([os.environ["GBHO"], "clean", "islands.csv", "--networks", "2", "--passes", "1", "--folds", "3", "--seed", "4", "--out", "found.csv"],
                   cwd=tmp_path, check=True, capture_output=True)
    theirs = pandas.read_csv(tmp_path / "found.csv")
    for found in (gbho.clean(islands, "kind", seed=4, **QUICK), gbho.clean(tmp_path / "islands.csv", seed=4, **QUICK),
                  gbho.clean(islands[["size", "color"]], islands["kind"], seed=4, **QUICK)):
        assert list(found.columns) == list(theirs.columns) and len(found) == 150
        assert list(found.row + 1) == list(theirs.row) and list(found.label) == list(theirs.label)
        assert list(found.suggested) == list(theirs.suggested) and list(found.flagged) == list(theirs.flagged == 1)
        assert numpy.allclose(found.suspicion, theirs.suspicion, atol=1e-6)
    assert set(found.row[:3]) == {10, 60, 110} and found.flagged.iloc[0] and not found.flagged[10:].any()


def test_the_index_is_that_of_the_rows(islands):
    found = gbho.clean(islands, "kind", **QUICK)
    assert list(found.index) == [1000 + row for row in found.row]
    cleaned = islands.drop(found.index[found.flagged])
    assert set(islands.index) - set(cleaned.index) == {1000 + row for row in found.row[found.flagged]} and found.flagged.any()
    assert found.attrs["target"] == "kind" and found.attrs["flagged"] == found.flagged.sum() and 0 < found.attrs["wrong"] < 20
    assert [kind["name"] for kind in found.attrs["classes"]] == ["large", "small"]


def test_labels_keep_their_type(islands):
    X = islands[["size"]].to_numpy()
    codes = (islands["kind"] == "large").to_numpy()
    for labels, kind in ((codes.astype(int), (int,)), (codes, (bool, numpy.bool_)), (codes.astype(int).tolist(), (int,))):
        found = gbho.clean(X, labels, **QUICK)
        assert list(found.index) == list(found.row) and set(found.row[:3]) == {10, 60, 110}
        assert all(isinstance(value, (*kind, numpy.integer)) for value in found.label)
        assert [labels[row] for row in found.row] == list(found.label)


def test_values_that_stand_out(islands):
    X = islands[["size"]]
    y = 3 * X["size"] + 1
    y.iloc[20] += 40
    found = gbho.clean(X, y, **QUICK)
    assert found.row.iloc[0] == 20 and found.label.dtype == float and abs(found.suggested.iloc[0] - y.iloc[20] + 40) < 4


def test_trusted_labels_are_not_flagged(islands):
    marks = numpy.zeros(150, dtype=bool)
    marks[[10, 60]] = True
    by_mark = gbho.clean(islands, "kind", trusted=marks, **QUICK)
    by_name = gbho.clean(islands.assign(sure=marks), "kind", trusted="sure", **QUICK)
    for found in (by_mark, by_name):
        assert found.attrs["trusted"] == 2 and not found.flagged[[1010, 1060]].any() and found.row.iloc[0] == 110
    with pytest.raises(gbho.DataError, match="one truth value for each of the 150 rows"):
        gbho.clean(islands, "kind", trusted=[1, 2, 3], **QUICK)


def test_what_is_wrong_is_said(islands):
    with pytest.raises(gbho.ConfigError, match="rank"):
        gbho.clean(islands, "kind", ranking="best", progress=False)
    with pytest.raises(gbho.DataError, match="no column has that name"):
        gbho.clean(islands, "sort", **QUICK)
    with pytest.raises(gbho.ConfigError, match="rows in memory"):
        gbho.clean("islands.csv", islands["kind"], **QUICK)
    with pytest.raises(gbho.Interrupted, match="progress"):
        gbho.clean(islands, "kind", networks=2, progress=lambda _: "stop")
