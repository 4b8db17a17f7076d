"""Ask and tell: gbho's methods propose, somebody else evaluates."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Callable, Mapping, Optional

from ._errors import ConfigError, Error
from ._loading import core
from ._settings import changes
from ._spaces import Box

if TYPE_CHECKING:
    import pandas

_MOST_TRIALS = {"bayes": 1000, "tpe": 100000, "smac": 10000}


def initial_points(method: str, width: int, settings: Mapping[str, Any]) -> int:
    """Proposals at random before the method learns."""
    given = settings.get("startup" if method == "tpe" else "initial")
    if given:
        return int(given)
    return {"bayes": 3 * width, "smac": max(5, 3 * width), "tpe": 10}.get(method, 0)


def make_proposals(method: str, width: int, seed: int, settings: Mapping[str, Any], told: int) -> Any:
    """A method over the unit box, as long as anybody asks; `told` trials are known before it begins."""
    own = dict(settings)
    if method in _MOST_TRIALS:
        own.setdefault("trials", _MOST_TRIALS[method])
        name = "startup" if method == "tpe" else "initial"
        own[name] = max(1, initial_points(method, width, settings) - told)
    return core().Proposals(method, width, seed, changes({method: own} if own else {}))


@dataclass
class Trial:
    """One proposal, and what came out."""

    number: int
    params: dict[str, Any]
    value: Optional[float] = None
    state: str = "running"
    _point: list[float] = field(default_factory=list, repr=False)


class Search:
    """A search in memory: `ask` for a trial, evaluate its `params`, `tell` the value.

    >>> search = create({"x": (-5.0, 5.0)}, method="bayes", seed=1)
    >>> for _ in range(25):
    ...     trial = search.ask()
    ...     search.tell(trial, (trial.params["x"] - 2) ** 2)
    >>> abs(search.best_params["x"] - 2) < 0.1
    True
    """

    def __init__(self, space: Mapping[str, Any], method: str, direction: str, seed: int, settings: Mapping[str, Any],
                 known: int = 0) -> None:
        if direction not in ("minimize", "maximize"):
            raise ConfigError(f"direction = {direction!r}: choose from minimize, maximize", key="direction")
        self.box = Box(space)
        self.method = method
        self.direction = direction
        self.trials: list[Trial] = []
        self._sign = 1.0 if direction == "minimize" else -1.0
        self._proposals = make_proposals(method, self.box.width, seed, settings, known)

    def ask(self) -> Trial:
        """The next trial. Raises gbho.Error when the method has no more to propose (grid, random)."""
        point = self._proposals.ask()
        if point is None:
            raise Error(f"method {self.method} has proposed all of its points, {len(self.trials)}; give it more "
                        f"({self.method}={{\"points\": …}}), or take the best of them")
        trial = Trial(len(self.trials), self.box.decode(point), _point=point)
        self.trials.append(trial)
        return trial

    def tell(self, trial: Trial, value: Optional[float]) -> None:
        """What came out; None, or what is no number: the trial failed."""
        if trial.state != "running":
            raise ConfigError(f"trial {trial.number}: has been told already", key="trial")
        failed = value is None or not math.isfinite(value)
        trial.value = None if failed else float(value)  # type: ignore[arg-type]
        trial.state = "failed" if failed else "complete"
        # What was evaluated, which rounding may have moved from what was proposed.
        self._proposals.tell(self.box.encode(trial.params), None if failed else self._sign * float(value))  # type: ignore[arg-type]

    def add(self, params: Mapping[str, Any], value: Optional[float]) -> Trial:
        """A trial that somebody else proposed."""
        trial = Trial(len(self.trials), dict(params), _point=self.box.encode(params))
        self.trials.append(trial)
        self.tell(trial, value)
        return trial

    def optimize(self, function: Callable[[dict[str, Any]], float], trials: int) -> "Search":
        """Asks, evaluates and tells so many times. An error of the function ends the search."""
        for _ in range(trials):
            trial = self.ask()
            self.tell(trial, function(trial.params))
        return self

    @property
    def best_trial(self) -> Trial:
        done = [trial for trial in self.trials if trial.state == "complete"]
        if not done:
            raise Error("no trial is complete yet; ask, evaluate and tell first")
        return min(done, key=lambda trial: self._sign * float(trial.value or 0.0))

    @property
    def best_params(self) -> dict[str, Any]:
        return dict(self.best_trial.params)

    @property
    def best_value(self) -> float:
        return float(self.best_trial.value or 0.0)

    @property
    def frame(self) -> "pandas.DataFrame":
        """One line a trial."""
        import pandas

        return pandas.DataFrame([{"number": trial.number, **trial.params, "value": trial.value, "state": trial.state} for trial in self.trials],
                                columns=["number", *self.box.dimensions, "value", "state"])

    def __repr__(self) -> str:
        return f"<gbho.Search by {self.method}, {len(self.trials)} trials over {', '.join(self.box.dimensions)}>"


def create(space: Mapping[str, Any], *, method: str = "bayes", direction: str = "minimize", seed: int = 0, **settings: Any) -> Search:
    """A search to ask and tell.

    `space` has a name for each hyperparameter, with (low, high), choices, or `gbho.Real`, `gbho.Integer`, `gbho.Categorical`.
    `method` is one that proposes points: bayes, tpe, smac, random or grid; `settings` are its options (`gbho methods NAME`).
    """
    return Search(space, method, direction, seed, settings)
