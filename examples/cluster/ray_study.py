#!/usr/bin/python3
"""A study whose networks are trained by Ray's workers, which may come, go and be killed.

    ray start --head                       # and `ray start --address ...` on other machines
    python3 ray_study.py study.toml

Workers need gbho on their PYTHONPATH, and read the study's data by the same path."""

import sys
from concurrent.futures import Executor, Future
from typing import Any, Callable

import ray

import gbho


class RayExecutor(Executor):
    """What gbho needs of an executor, as tasks of Ray on one processor each."""

    def __init__(self, retries: int = 20) -> None:
        self._task = ray.remote(num_cpus=1, max_retries=retries)(lambda function, *arguments: function(*arguments))
        self._max_workers = max(1, int(ray.cluster_resources().get("CPU", 1)))

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> "Future[Any]":
        return self._task.remote(function, *arguments).future()


def main() -> None:
    ray.init(address="auto")
    print(gbho.tune(study=sys.argv[1], executor=RayExecutor()).best)


if __name__ == "__main__":
    main()
