"""Training and test rows of a split, as the peers see them: columns with types that the training rows decide.

Numbers stay numbers, yes and no become 1 and 0, text becomes a pandas category of the values seen in training (others are
missing), dates become year, month, weekday and days. Text that is different in most rows is a name of the row and is left
out. Missing stays missing: who cannot have that fills it in (`dense`).
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from catalog import REGRESSION, Source
from sklearn.compose import ColumnTransformer
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

LEVELS = 500      # of a category that get a column of their own
NAME_SHARE = 0.5  # distinct texts, of all rows: above it a column is not a category


@dataclass
class Rows:
    x: pd.DataFrame
    y: np.ndarray  # class numbers, or values
    test_x: pd.DataFrame
    test_truth: list  # class names, or values
    classes: list     # names, in the order of their numbers; [] for a regression

    @property
    def regression(self) -> bool:
        return not self.classes

    @property
    def categories(self) -> list:
        return [name for name in self.x if isinstance(self.x[name].dtype, pd.CategoricalDtype)]


def _is_date(column: pd.Series) -> bool:
    known = column.dropna().astype(str)
    return known.str.fullmatch(r"\d{4}-\d{2}-\d{2}").all() and len(known) > 0


def _date_parts(column: pd.Series, name: str) -> dict:
    day = pd.to_datetime(column)
    return {f"{name}_year": day.dt.year, f"{name}_month": day.dt.month, f"{name}_weekday": day.dt.weekday,
            f"{name}_days": (day - pd.Timestamp("2000-01-01")).dt.days}


def _columns(train: pd.DataFrame, test: pd.DataFrame) -> tuple:
    parts, test_parts = {}, {}
    for name in train:
        column, test_column = train[name], test[name]
        if column.dtype == bool:
            parts[name], test_parts[name] = column.astype(float), test_column.astype(float)
        elif pd.api.types.is_numeric_dtype(column):
            parts[name], test_parts[name] = column.astype(float), pd.to_numeric(test_column, errors="coerce").astype(float)
        elif _is_date(column):
            parts.update(_date_parts(column, name))
            test_parts.update(_date_parts(test_column, name))
        elif column.nunique() <= len(column) * NAME_SHARE:
            kind = pd.CategoricalDtype(sorted(column.dropna().astype(str).unique()))
            as_text = [c.where(c.isna(), c.astype(str)) for c in (column, test_column)]
            parts[name], test_parts[name] = (c.astype(kind) for c in as_text)
    frames = pd.DataFrame(parts), pd.DataFrame(test_parts)
    for frame in frames:  # boosters refuse some names
        frame.columns = [f"c{index}" for index in range(frame.shape[1])]
    return frames


def read_rows(source: Source, train_file, test_file) -> Rows:
    kinds = None if source.task == REGRESSION else {source.target: str}
    train, test = pd.read_csv(train_file, dtype=kinds), pd.read_csv(test_file, dtype=kinds)
    y, truth = train.pop(source.target), test.pop(source.target)
    x, test_x = _columns(train, test)
    if source.task == REGRESSION:
        return Rows(x, y.to_numpy(float), test_x, list(truth.astype(float)), [])
    classes = sorted(y.unique())
    return Rows(x, np.array([classes.index(name) for name in y]), test_x, list(truth), classes)


def dense(x: pd.DataFrame) -> ColumnTransformer:
    """Standardized numbers with the median for missing and an indicator, one-hot categories with missing as one of them."""
    categories = [name for name in x if isinstance(x[name].dtype, pd.CategoricalDtype)]
    numbers = [name for name in x if name not in categories]
    return ColumnTransformer([
        ("numbers", make_pipeline(SimpleImputer(strategy="median", add_indicator=True, keep_empty_features=True),
                                  StandardScaler()), numbers),
        ("categories", make_pipeline(SimpleImputer(strategy="constant", fill_value="(missing)"),
                                     OneHotEncoder(handle_unknown="infrequent_if_exist", min_frequency=2,
                                                   max_categories=LEVELS, sparse_output=False)), categories),
    ])
