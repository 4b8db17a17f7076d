"""Progress in terminals and notebooks, by tqdm where it is installed."""

from __future__ import annotations

import sys
from typing import Any, Callable, Optional, Union

Told = Callable[[dict[str, Any]], Optional[str]]
Progress = Union[bool, Told]


def _in_notebook() -> bool:
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return type(shell).__name__ == "ZMQInteractiveShell"


class _Bar:
    """One bar for each phase of a run."""

    def __init__(self, make: Any) -> None:
        self._make = make
        self._bar: Any = None
        self._phase = ""

    def __call__(self, progress: dict[str, Any]) -> None:
        if progress["phase"] != self._phase or self._bar is None:
            self.close()
            self._phase = progress["phase"]
            self._bar = self._make(total=100, desc=self._phase, leave=False, file=sys.stderr,
                                   bar_format="{desc}: {percentage:3.0f}% |{bar:30}| {elapsed}{postfix}")
        self._bar.n = round(100 * progress["fraction"])
        if progress["best_validation_loss"] is not None:
            self._bar.set_postfix_str(f"best {progress['best_validation_loss']:.4f}", refresh=False)
        self._bar.refresh()

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


def told(progress: Progress) -> tuple[Optional[Told], Callable[[], None]]:
    """Whom the run tells where it stands, and what ends that."""
    if callable(progress):
        return progress, lambda: None
    if not progress or not (_in_notebook() or sys.stderr.isatty()):
        return None, lambda: None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None, lambda: None
    bar = _Bar(tqdm)
    return bar, bar.close
