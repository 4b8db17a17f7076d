"""The space of a search: what each hyperparameter may be, and how it lies in the unit box that methods search."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Mapping, Optional, Sequence, Union

from ._errors import ConfigError


@dataclass(frozen=True)
class Real:
    """A number from `low` to `high`; with `log`, searched by its logarithm; with `step`, one of low, low + step, …"""

    low: float
    high: float
    log: bool = False
    step: Optional[float] = None

    width = 1

    def check(self, name: str) -> None:
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low < self.high):
            raise ConfigError(f"{name}: from {self.low} to {self.high} there is no range; give low < high", key=name)
        if self.log and self.low <= 0:
            raise ConfigError(f"{name}: low = {self.low} has no logarithm; give a positive low, or log=False", key=name)

    def encode(self, value: Any) -> list[float]:
        low, high = self._bounds()
        place = math.log(value) if self.log else float(value)
        return [min(1.0, max(0.0, (place - low) / (high - low)))]

    def decode(self, place: Sequence[float]) -> Any:
        low, high = self._bounds()
        value = low + place[0] * (high - low)
        value = math.exp(value) if self.log else value
        if self.step is not None:
            value = self.low + self.step * round((value - self.low) / self.step)
            value = min(value, self.low + self.step * math.floor((self.high - self.low) / self.step + 1e-9))
        return min(self.high, max(self.low, value))

    def _bounds(self) -> tuple[float, float]:
        half = 0.0 if self.step is None else self.step / 2  # the first and the last value get a whole step's width
        if self.log:
            return math.log(self.low), math.log(self.high)
        return self.low - half, self.high + half


@dataclass(frozen=True)
class Integer:
    """A whole number from `low` to `high`, both included."""

    low: int
    high: int
    log: bool = False
    step: int = 1

    width = 1

    def check(self, name: str) -> None:
        if not self.low < self.high:
            raise ConfigError(f"{name}: from {self.low} to {self.high} there is no range; give low < high", key=name)
        if self.log and self.low < 1:
            raise ConfigError(f"{name}: low = {self.low} has no logarithm; give 1 or more, or log=False", key=name)

    def encode(self, value: Any) -> list[float]:
        low, high = self._bounds()
        place = math.log(value) if self.log else float(value)
        return [min(1.0, max(0.0, (place - low) / (high - low)))]

    def decode(self, place: Sequence[float]) -> Any:
        low, high = self._bounds()
        value = low + place[0] * (high - low)
        value = math.exp(value) if self.log else value
        steps = min((self.high - self.low) // self.step, max(0, round((value - self.low) / self.step)))
        return int(self.low + self.step * steps)

    def _bounds(self) -> tuple[float, float]:
        if self.log:
            return math.log(self.low - 0.5), math.log(self.high + 0.5)
        return self.low - self.step / 2, self.high + self.step / 2


@dataclass(frozen=True)
class Categorical:
    """One of the choices, which have no order: each has a coordinate of its own, and the largest one wins."""

    choices: tuple[Any, ...]

    def __init__(self, choices: Sequence[Any]) -> None:
        object.__setattr__(self, "choices", tuple(choices))

    @property
    def width(self) -> int:
        return len(self.choices)

    def check(self, name: str) -> None:
        if len(self.choices) < 2:
            raise ConfigError(f"{name}: {len(self.choices)} choices; give two at least", key=name)

    def encode(self, value: Any) -> list[float]:
        return [1.0 if index == self.choices.index(value) else 0.0 for index in range(self.width)]

    def decode(self, place: Sequence[float]) -> Any:
        return self.choices[max(range(self.width), key=lambda index: place[index])]


Dimension = Union[Real, Integer, Categorical]


def dimension_of(name: str, given: Any) -> Dimension:
    """A pair of numbers is a range, whole numbers a range of whole numbers, any other list the choices.

    >>> dimension_of("rate", (1e-4, 1e-1)), dimension_of("units", (16, 256)), dimension_of("kind", ["a", "b", "c"])
    (Real(low=0.0001, high=0.1, log=False, step=None), Integer(low=16, high=256, log=False, step=1), Categorical(choices=('a', 'b', 'c')))
    """
    if isinstance(given, (Real, Integer, Categorical)):
        found: Dimension = given
    elif isinstance(given, (tuple, list)) and len(given) == 2 and all(type(item) is int for item in given):
        found = Integer(*given)
    elif isinstance(given, (tuple, list)) and len(given) == 2 and all(type(item) in (int, float) for item in given):
        found = Real(float(given[0]), float(given[1]))
    elif isinstance(given, (tuple, list)):
        found = Categorical(given)
    else:
        raise ConfigError(f"{name} = {given!r}: give (low, high), a list of choices, or gbho.Real, gbho.Integer or "
                          "gbho.Categorical", key=name)
    found.check(name)
    return found


class Box:
    """Named dimensions side by side."""

    def __init__(self, space: Mapping[str, Any]) -> None:
        if not space:
            raise ConfigError("space: is empty; give a hyperparameter at least", key="space")
        self.dimensions = {name: dimension_of(name, given) for name, given in space.items()}

    @property
    def width(self) -> int:
        return sum(dimension.width for dimension in self.dimensions.values())

    def encode(self, params: Mapping[str, Any]) -> list[float]:
        return [place for name, dimension in self.dimensions.items() for place in dimension.encode(params[name])]

    def decode(self, point: Sequence[float]) -> dict[str, Any]:
        params = {}
        begin = 0
        for name, dimension in self.dimensions.items():
            params[name] = dimension.decode(point[begin : begin + dimension.width])
            begin += dimension.width
        return params
