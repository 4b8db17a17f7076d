#!/usr/bin/python3
"""A study whose networks are trained by the workers of mpi4py.futures.

    mpirun -n 5 python3 -m mpi4py.futures mpi4py_study.py study.toml      # 1 process that runs the study, 4 that train

Without Python `mpirun -n 5 gbho tune study.toml` does the same."""

import sys

from mpi4py.futures import MPIPoolExecutor

import gbho

if __name__ == "__main__":
    with MPIPoolExecutor() as executor:
        print(gbho.tune(study=sys.argv[1], executor=executor).best)
