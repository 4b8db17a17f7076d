"""gbho tunes hyperparameters by bilevel optimization.

`tune` takes a table, a study file, or nothing at all; `clean` finds labels that are probably wrong; `Classifier` and `Regressor` are
scikit-learn's; `Study` is what a store has kept; `minimize` is for problems of your own; `create` and `OptunaSampler` propose points to loops of your own.

Importing gbho loads neither LibTorch nor numpy: that happens when they are first needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._clean import clean
from ._errors import ConfigError, DamageError, DataError, Error, Interrupted, RunError, StoreError
from ._problems import GradientCheck, Minimum, ModuleProblem, Problem, check_gradients, minimize
from ._result import Model, Report, Result
from ._runs import tune
from ._search import Search, Trial, create
from ._spaces import Categorical, Integer, Real
from ._studies import Study, studies

if TYPE_CHECKING:
    from ._estimators import Classifier as Classifier
    from ._estimators import Regressor as Regressor
    from ._optuna import OptunaSampler as OptunaSampler
    from ._optuna import from_optuna as from_optuna
    from ._optuna import to_optuna as to_optuna

_LATER = {"Classifier": "_estimators", "Regressor": "_estimators", "OptunaSampler": "_optuna", "from_optuna": "_optuna",
          "to_optuna": "_optuna"}
"""What imports scikit-learn, Optuna or PyTorch, and is loaded when it is named."""

__all__ = ["Categorical", "Classifier", "ConfigError", "DamageError", "DataError", "Error", "GradientCheck", "Integer", "Interrupted",
           "Minimum", "Model", "ModuleProblem", "OptunaSampler", "Problem", "Real", "Regressor", "Report", "Result", "RunError",
           "Search", "StoreError", "Study", "Trial", "check_gradients", "clean", "create", "from_optuna", "minimize", "studies", "to_optuna",
           "tune", "version"]


def version() -> str:
    """The version of gbho."""
    from ._loading import core

    return str(core().version())


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return version()
    if name not in _LATER:
        raise AttributeError(f"module 'gbho' has no attribute {name!r}")
    from importlib import import_module

    found = getattr(import_module("." + _LATER[name], __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
