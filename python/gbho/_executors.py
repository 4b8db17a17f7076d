"""Executors of Python as workers of a run: `gbho.tune(..., executor=...)`."""

from __future__ import annotations

import os
import queue
import threading
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from typing import Any, Optional

from ._errors import ConfigError
from ._loading import core

_of_thread = threading.local()


def answer(request: bytes, number: int) -> bytes:
    """What a worker does with a piece of a run. It keeps the study's problem for the next one. The number tells one try from
    another: an executor that remembers what it has computed must not give back that a piece has failed."""
    if not hasattr(_of_thread, "worker"):
        _of_thread.worker = core().Worker(1)
    return bytes(_of_thread.worker.answer(request))


class Pieces:
    """What the run hands out and what comes back. Called by the run's thread; futures end on any."""

    def __init__(self, executor: Any) -> None:
        check_executor(executor)
        self._executor = executor
        self._tries = 0
        self._open: dict[Any, int] = {}
        self._ended: "queue.SimpleQueue[tuple[int, Any]]" = queue.SimpleQueue()

    def workers(self) -> int:
        return workers_of(self._executor)

    def submit(self, number: int, request: bytes) -> None:
        self._tries += 1
        try:
            future = self._executor.submit(answer, request, self._tries)
        except Exception as error:  # an executor that is broken says so here
            self._ended.put((number, error))
            return
        self._open[future] = number
        future.add_done_callback(self._end)

    def _end(self, future: "Future[bytes]") -> None:
        self._ended.put((-1, future))

    def poll(self) -> Optional[tuple[int, bytes, str]]:
        """A piece that has ended: its number, the answer, and why there is none."""
        while True:
            try:
                number, ended = self._ended.get_nowait()
            except queue.Empty:
                return None
            if number >= 0:
                return number, b"", _words(ended)
            if ended not in self._open:
                continue  # nobody wants it any more
            number = self._open.pop(ended)
            if ended.cancelled():
                return number, b"", "the executor has dropped it"
            error = ended.exception()
            return (number, b"", _words(error)) if error is not None else (number, ended.result(), "")

    def cancel(self) -> None:
        open_ones, self._open = list(self._open), {}
        for future in open_ones:
            future.cancel()


def _words(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".rstrip(": ")


def check_executor(executor: Any) -> None:
    if not isinstance(executor, Executor) and not hasattr(executor, "submit"):
        raise ConfigError(f"executor: {type(executor).__name__} is none; give a concurrent.futures.Executor, such as Dask's "
                          "client.get_executor()", key="executor")
    context = getattr(executor, "_mp_context", None)
    if isinstance(executor, ProcessPoolExecutor) and context is not None and context.get_start_method() == "fork":
        raise ConfigError("executor: its workers would be copies of a process with threads, which may hang; make it with "
                          "ProcessPoolExecutor(mp_context=multiprocessing.get_context(\"spawn\"))", key="executor")


def workers_of(executor: Any) -> int:
    """How many pieces it can do at once, as far as it tells. Workers may come and go."""
    client = getattr(executor, "_client", None)
    if client is not None:  # Dask
        return max(1, sum(client.nthreads().values()))
    for name in ("num_workers", "_max_workers"):  # mpi4py, the standard library
        count = getattr(executor, name, None)
        if isinstance(count, int) and count > 0:
            return count
    return os.cpu_count() or 1
