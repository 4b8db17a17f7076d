"""For Optuna's users: gbho's methods as a sampler, and studies there and back."""

from __future__ import annotations

import math
import threading
from typing import Any, Mapping, Optional, Sequence, Union

import optuna
from optuna.distributions import BaseDistribution, CategoricalDistribution, FloatDistribution, IntDistribution
from optuna.samplers import BaseSampler, RandomSampler
from optuna.trial import FrozenTrial, TrialState

from ._errors import ConfigError
from ._result import Result
from ._search import Search, make_proposals
from ._spaces import Box, Categorical, Dimension, Integer, Real
from ._studies import Study

try:
    from optuna.search_space import IntersectionSearchSpace  # since 3.2
except ImportError:
    from optuna.samplers import IntersectionSearchSpace


def _dimension(distribution: BaseDistribution) -> Dimension:
    if isinstance(distribution, FloatDistribution):
        return Real(distribution.low, distribution.high, distribution.log, distribution.step)
    if isinstance(distribution, IntDistribution):
        return Integer(distribution.low, distribution.high, distribution.log, distribution.step)
    if isinstance(distribution, CategoricalDistribution):
        return Categorical(distribution.choices)
    raise ConfigError(f"gbho does not know distributions like {distribution!r}; sample it by hand")


def _distribution(dimension: Dimension) -> BaseDistribution:
    if isinstance(dimension, Real):
        return FloatDistribution(dimension.low, dimension.high, log=dimension.log, step=dimension.step)
    if isinstance(dimension, Integer):
        return IntDistribution(dimension.low, dimension.high, log=dimension.log, step=dimension.step)
    return CategoricalDistribution(dimension.choices)


class _Told:
    """A method that knows some of a study's trials, over one search space."""

    def __init__(self, method: str, seed: int, settings: Mapping[str, Any], space: Mapping[str, BaseDistribution]) -> None:
        self.space = dict(space)
        self.box = Box({name: _dimension(distribution) for name, distribution in self.space.items()})
        self._method = method
        self._seed = seed
        self._settings = settings
        self._proposals: Any = None
        self._known: set[int] = set()

    def propose(self, trials: Sequence[FrozenTrial], sign: float) -> Optional[dict[str, Any]]:
        new = [trial for trial in trials if trial.number not in self._known and self._fits(trial)]
        if self._proposals is None:
            self._proposals = make_proposals(self._method, self.box.width, self._seed, self._settings, len(new))
        for trial in new:
            self._known.add(trial.number)
            self._proposals.tell(self.box.encode(trial.params), _value(trial, sign))
        point = self._proposals.ask()
        return None if point is None else self.box.decode(point)

    def _fits(self, trial: FrozenTrial) -> bool:
        return all(name in trial.params and distribution._contains(distribution.to_internal_repr(trial.params[name]))
                   for name, distribution in self.space.items())


def _value(trial: FrozenTrial, sign: float) -> Optional[float]:
    """What the trial came to, the lower the better; None: it failed. A pruned one counts with its last value."""
    if trial.state == TrialState.COMPLETE and trial.value is not None:
        return sign * trial.value if math.isfinite(trial.value) else None
    if trial.state == TrialState.PRUNED and trial.intermediate_values:
        last = trial.intermediate_values[max(trial.intermediate_values)]
        return sign * last if math.isfinite(last) else None
    return None


def _require_one_objective(study: optuna.Study) -> None:
    if len(study.directions) > 1:
        raise ValueError("OptunaSampler is for one objective; this study has "
                         f"{len(study.directions)}: use optuna.samplers.NSGAIISampler")


class OptunaSampler(BaseSampler):
    """gbho's bayes, tpe, smac, random or grid as a sampler of Optuna.

    Hyperparameters that all trials have are proposed together; others, which come and go with conditions, are drawn at random.
    Options of the method are keywords (`gbho methods NAME` lists them). For one objective.

    >>> optuna.logging.set_verbosity(optuna.logging.WARNING)
    >>> study = optuna.create_study(sampler=OptunaSampler("bayes", seed=1))
    >>> study.optimize(lambda trial: (trial.suggest_float("x", -5, 5) - 2) ** 2, n_trials=25)
    >>> abs(study.best_params["x"] - 2) < 0.1
    True
    """

    def __init__(self, method: str = "bayes", *, seed: Optional[int] = None, **settings: Any) -> None:
        self.method = method
        self._settings = settings
        self._seed = seed
        self._start()
        make_proposals(method, 1, 0, settings, 0)  # says at once what is wrong with method and settings

    def _start(self) -> None:
        import random

        self._used_seed = random.SystemRandom().randrange(2**31) if self._seed is None else self._seed
        self._independent = RandomSampler(seed=self._used_seed)
        self._spaces: dict[int, Any] = {}
        self._told: dict[int, _Told] = {}
        self._lock = threading.Lock()

    def __getstate__(self) -> dict[str, Any]:
        return {"method": self.method, "_settings": self._settings, "_seed": self._used_seed}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._start()

    def reseed_rng(self) -> None:
        """For processes that share a study: each proposes points of its own."""
        self._seed = None
        self._start()

    def infer_relative_search_space(self, study: optuna.Study, trial: FrozenTrial) -> dict[str, BaseDistribution]:
        with self._lock:
            space = self._spaces.setdefault(study._study_id, IntersectionSearchSpace())
            found = space.calculate(study)
        return {name: distribution for name, distribution in sorted(found.items()) if not distribution.single()}

    def sample_relative(self, study: optuna.Study, trial: FrozenTrial, search_space: dict[str, BaseDistribution]) -> dict[str, Any]:
        _require_one_objective(study)
        if not search_space:
            return {}
        sign = 1.0 if study.direction == optuna.study.StudyDirection.MINIMIZE else -1.0
        done = study._storage.get_all_trials(study._study_id, deepcopy=False,
                                             states=(TrialState.COMPLETE, TrialState.PRUNED, TrialState.FAIL))
        with self._lock:
            told = self._told.get(study._study_id)
            if told is None or told.space != search_space:
                told = self._told[study._study_id] = _Told(self.method, self._used_seed, self._settings, search_space)
            found = told.propose(done, sign)
        if found is not None:
            return found
        study.stop()  # grid and random have proposed all of their points
        return {}

    def sample_independent(self, study: optuna.Study, trial: FrozenTrial, param_name: str, param_distribution: BaseDistribution) -> Any:
        _require_one_objective(study)
        return self._independent.sample_independent(study, trial, param_name, param_distribution)


def to_optuna(study: Union[Search, Study, Result], **settings: Any) -> optuna.Study:
    """The trials as a study of Optuna's; settings are those of `optuna.create_study`."""
    if isinstance(study, Search):
        made = optuna.create_study(direction=study.direction, **settings)
        distributions = {name: _distribution(dimension) for name, dimension in study.box.dimensions.items()}
        for trial in study.trials:
            if trial.state != "running":
                made.add_trial(_frozen(trial.params, distributions, trial.value))
        return made
    made = optuna.create_study(direction="minimize", **settings)
    names, rows = _candidates(study)
    distributions = {name: FloatDistribution(*_range(name, study, rows)) for name in names}
    for row in rows:
        value = row["validation_loss"]
        made.add_trial(_frozen({name: row[name] for name in names}, distributions, value if math.isfinite(value) else None))
    return made


def _frozen(params: dict[str, Any], distributions: dict[str, BaseDistribution], value: Optional[float]) -> FrozenTrial:
    state = TrialState.FAIL if value is None else TrialState.COMPLETE
    return optuna.trial.create_trial(state=state, params=params, distributions=distributions, value=value)


def _candidates(study: Union[Study, Result]) -> tuple[list[str], list[dict[str, Any]]]:
    space = study.record["space"] if isinstance(study, Study) else study.summary["space"]
    return [dimension["name"] for dimension in space], study.trials.to_dict("records")


def _range(name: str, study: Union[Study, Result], rows: list[dict[str, Any]]) -> tuple[float, float]:
    from ._result import hyperparameter

    space = study.record["space"] if isinstance(study, Study) else study.summary["space"]
    dimension = next(dimension for dimension in space if dimension["name"] == name)
    low, high = hyperparameter(dimension, dimension["low"]), hyperparameter(dimension, dimension["high"])
    values = [row[name] for row in rows]
    return min([low, *values]), max([high, *values])  # the last digit of exp may lie outside


def from_optuna(study: optuna.Study, *, method: str = "bayes", seed: int = 0, **settings: Any) -> Search:
    """A search that knows the complete and failed trials of a study of Optuna's, to ask and tell further."""
    if len(study.directions) > 1:
        raise ConfigError("a search has one objective; this study has more", key="study")
    finished = [trial for trial in study.get_trials(deepcopy=False) if trial.state.is_finished()]
    space = IntersectionSearchSpace().calculate(study)
    space = {name: distribution for name, distribution in space.items() if not distribution.single()}
    if not space:
        raise ConfigError("study: has no hyperparameter that all of its trials have; run some trials first", key="study")
    direction = "minimize" if study.direction == optuna.study.StudyDirection.MINIMIZE else "maximize"
    search = Search({name: _dimension(distribution) for name, distribution in sorted(space.items())}, method, direction, seed,
                    settings, known=len(finished))
    for trial in finished:
        if all(name in trial.params for name in space):
            search.add({name: trial.params[name] for name in search.box.dimensions}, trial.value if trial.state == TrialState.COMPLETE else None)
    return search
