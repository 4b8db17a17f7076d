"""Keywords as changes to a study: lower={"epochs": 20}, lower__epochs=20 and {"lower.epochs": 20} say the same."""

from __future__ import annotations

import json
import os
from typing import Any, Iterator, Mapping

from ._errors import ConfigError

Change = tuple[str, str]
"""What is changed, "lower.epochs=20", and how messages call it."""


def toml(value: Any, name: str) -> str:
    """A value as a study file writes it.

    >>> toml({"x": [1, 2.5, True, "a"]}, "data")
    '{"x" = [1, 2.5, true, "a"]}'
    """
    if hasattr(value, "item") and getattr(value, "shape", None) == ():
        value = value.item()  # numpy's scalars
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (str, os.PathLike)):
        return json.dumps(os.fspath(value), ensure_ascii=False)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(str(key))} = {toml(item, name)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(toml(item, name) for item in value) + "]"
    kind = type(value).__name__
    raise ConfigError(f"{name} = {value!r}: a study has numbers, texts, lists and tables, not {kind}", key=name)


def _flat(settings: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in settings.items():
        name = prefix + str(key).replace("__", ".")
        if name == "hyperparameters":
            name = "hyperparameter"
        if isinstance(value, Mapping) and value:
            yield from _flat(value, name + ".")
        else:
            yield name, value


def changes(settings: Mapping[str, Any]) -> list[Change]:
    """The changes that settings stand for, in their order.

    >>> changes({"lower": {"epochs": 20}, "random__points": 8, "gbho.rho": 2.0})
    [('lower.epochs=20', 'lower.epochs=20'), ('random.points=8', 'random.points=8'), ('gbho.rho=2.0', 'gbho.rho=2.0')]
    """
    texts = [f"{name}={toml(value, name)}" for name, value in _flat(settings)]
    return [(text, text) for text in texts]
