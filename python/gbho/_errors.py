"""gbho's exceptions. What is wrong with a call, a study or data is a ValueError too."""

from __future__ import annotations


class Error(Exception):
    """Base of everything that gbho raises; the message says what to do."""


class ConfigError(Error, ValueError):
    """A setting that is not legal. `key` names it as a study file does, where a single one is to blame."""

    def __init__(self, message: str, key: str = "") -> None:
        super().__init__(message)
        self.key = key


class DataError(Error, ValueError):
    """Data that cannot be used, or a file that cannot be read."""


class StoreError(Error):
    """The store of studies cannot be read or written, or does not have what was asked for."""


class DamageError(StoreError):
    """What the store holds is not what was written."""


class RunError(Error, RuntimeError):
    """The run itself failed, though its input was good."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a run in good order; the message says how to go on."""
