"""Classifier and Regressor among scikit-learn's own tools."""

import pickle

import numpy
import pandas
import pytest
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.datasets import load_diabetes, load_iris
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

import gbho

QUICK = {"random.points": 2, "lower.epochs": 20, "bag.binned": 0, "data.folds": 2}


@pytest.mark.filterwarnings("ignore")
@parametrize_with_checks([gbho.Classifier(settings=QUICK), gbho.Regressor(settings=QUICK)])
def test_scikit_learns_checks(estimator, check):
    check(estimator)


def test_a_classifier_among_others():
    X, y = load_iris(return_X_y=True, as_frame=True)
    names = numpy.array(["setosa", "versicolor", "virginica"])[y]
    pipeline = make_pipeline(StandardScaler().set_output(transform="pandas"), gbho.Classifier(settings=QUICK))
    assert cross_val_score(pipeline, X, names, cv=3).mean() > 0.85
    classifier = clone(pipeline).fit(X, names)[-1]
    assert list(classifier.classes_) == ["setosa", "versicolor", "virginica"]
    assert list(classifier.feature_names_in_) == list(X.columns) and classifier.n_features_in_ == 4
    thawed = pickle.loads(pickle.dumps(classifier))
    assert (thawed.predict_proba(X) == classifier.predict_proba(X)).all()
    assert set(classifier.best_params_) == {"l2", "dropout", "rate"}
    with pytest.raises(ValueError, match="feature names"):
        classifier.predict(X.rename(columns={"petal length (cm)": "other"}))


def test_texts_and_categories_need_no_encoder(people):
    X, y = people.drop(columns="answer"), people["answer"]
    classifier = gbho.Classifier(settings={**QUICK, "lower.epochs": 60}).fit(X, y)
    assert classifier.score(X, y) > 0.7
    assert classifier.result_.summary["given"]["data"]["categories"] == ["town"]
    objects = people[["color", "height"]].to_numpy(dtype=object)
    assert len(gbho.Classifier(settings=QUICK).fit(objects, y).predict(objects)) == len(y)
    with pytest.raises(ValueError):
        classifier.predict(X.drop(columns="height"))


def test_a_regressor_and_a_search_over_it():
    X, y = load_diabetes(return_X_y=True)
    search = GridSearchCV(gbho.Regressor(settings=QUICK), {"method": ["random", "grid"], "settings": [{**QUICK, "grid.points": 2}]}, cv=2)
    search.fit(X[:200], y[:200])
    assert search.best_score_ > 0 and search.best_params_["method"] in ("random", "grid")
    columns = ColumnTransformer([("few", "passthrough", [0, 2])])
    assert make_pipeline(columns, gbho.Regressor(settings=QUICK)).fit(X, y).predict(X).shape == y.shape


def test_the_same_seed_gives_the_same_bits():
    X, y = load_iris(return_X_y=True)
    first, second = (gbho.Classifier(settings=QUICK, random_state=7, threads=threads).fit(X, y) for threads in (1, 2))
    assert (first.predict_proba(X) == second.predict_proba(X)).all()
    other = gbho.Classifier(settings=QUICK, random_state=numpy.random.RandomState(1)).fit(X, y)
    assert (other.predict_proba(X) != first.predict_proba(X)).any()


def test_missing_values_may_come_at_any_time():
    X, y = load_iris(return_X_y=True)
    holes = X.copy()
    holes[::7, 2] = numpy.nan
    assert gbho.Classifier(settings=QUICK).fit(holes, y).score(X, y) > 0.8
    frame = pandas.DataFrame(holes, columns=list("abcd"))
    assert gbho.Classifier(settings=QUICK).fit(frame, y).score(frame, y) > 0.8
