#!/usr/bin/python3
"""A study whose networks are trained by Dask's workers, which may come, go and be killed.

    dask-scheduler --scheduler-file scheduler.json &
    dask-worker --scheduler-file scheduler.json --nthreads 1 --nworkers 8 &     # on as many machines as there are
    python3 dask_study.py scheduler.json study.toml

Workers need gbho on their PYTHONPATH, and read the study's data by the same path."""

import sys

import distributed

import gbho

scheduler, study = sys.argv[1:]
with distributed.Client(scheduler_file=scheduler) as client:
    result = gbho.tune(study=study, executor=client.get_executor(retries=20))
print(result.best)
