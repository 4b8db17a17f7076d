"""A table: what decides whether a tumor is malignant? Texts, categories and missing values need no preparation."""

# %% The data: a DataFrame, with some cells missing.
import numpy
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import gbho

X, y = load_breast_cancer(return_X_y=True, as_frame=True)
y = y.map({0: "malignant", 1: "benign"})
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.4, random_state=0)

# %% Tune over folds, train, and choose a bag of the best. Leave `random` out for all 32 candidates.
result = gbho.tune(X_train, y_train, store=False, random={"points": 8}, bag={"binned": 4})
print(result)

# %% How good is it on rows that it has not seen, and how good is a linear model?
linear = make_pipeline(StandardScaler(), LogisticRegression()).fit(X_train, y_train)
ours = log_loss(y_test, result.predict_proba(X_test), labels=result.classes)
theirs = log_loss(y_test, linear.predict_proba(X_test))
print(f"log loss: gbho {ours:.3f}, logistic regression with defaults {theirs:.3f}")
assert ours < 0.3

# %% Missing values at prediction are no trouble.
holes = X_test.mask(numpy.random.default_rng(0).random(X_test.shape) < 0.1)
print("accuracy with a tenth of the cells missing:", (result.predict(holes) == y_test).mean())
assert (result.predict(holes) == y_test).mean() > 0.85

# %% All candidates, and the best hyperparameters.
print(result.trials.sort_values("validation_loss").head())
print(result.best)
