"""`executor=` with what Debian does not have: Ray and mpi4py, from a virtual environment (examples/cluster/make_environment).

    PYTHONPATH=build/release/python build/cluster/venv/bin/python -m pytest tests/python/clusters_test.py"""

import importlib.util
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import gbho

EXAMPLES = Path(__file__).parents[2] / "examples" / "cluster"
SETTINGS = {"store": False, "progress": False, "method": "random", "random__points": 48, "lower__epochs": 300, "lower__learning_rate": 0.1,
            "model__hidden": [16]}


def without_times(summary):
    summary = json.loads(json.dumps(summary))
    for key in ("seconds", "seconds_lower", "peak_rss_mb"):
        summary["cost"].pop(key)
    for phase in summary["phases"]:
        phase.pop("seconds")
    return summary


@pytest.fixture(scope="module")
def alone():
    return without_times(gbho.tune(study="mnist-1k-1hp", **SETTINGS).summary)


def ray_executor():
    specification = importlib.util.spec_from_file_location("ray_study", EXAMPLES / "ray_study.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module.RayExecutor()


def workers_of_ray():
    """Processes that wait for tasks or do them; Ray names them so."""
    listed = subprocess.run(["pgrep", "-f", "^ray::"], capture_output=True, text=True, check=False).stdout
    return [int(line) for line in listed.split()]


def test_ray_workers_may_be_killed(alone):
    ray = pytest.importorskip("ray")
    kills = int(os.environ.get("KILLS", "3"))
    ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        ended = threading.Event()
        killed = []

        def kill():
            chance = random.Random(1)
            while not ended.wait(chance.uniform(0.5, 2)) and len(killed) < kills:
                own = workers_of_ray()
                if own:
                    killed.append(chance.choice(own))
                    os.kill(killed[-1], signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        try:
            result = gbho.tune(study="mnist-1k-1hp", executor=ray_executor(), **SETTINGS)
        finally:
            ended.set()
            killer.join()
        assert killed
        assert without_times(result.summary) == alone
    finally:
        ray.shutdown()


SCRIPT = """
import json, sys
from mpi4py.futures import MPIPoolExecutor
import gbho
if __name__ == "__main__":
    with MPIPoolExecutor() as executor:
        result = gbho.tune(study="mnist-1k-1hp", executor=executor, **json.loads(sys.argv[1]))
    with open(sys.argv[2], "w") as file:
        json.dump(result.summary, file)
"""


def test_mpi4py_gives_the_same_bytes(alone, tmp_path):
    pytest.importorskip("mpi4py")
    if shutil.which("mpirun") is None:
        pytest.skip("mpirun is missing")
    (tmp_path / "study.py").write_text(SCRIPT)
    command = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "3", sys.executable, "-m", "mpi4py.futures", "study.py",
               json.dumps(SETTINGS), "result.json"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=1800)
    assert without_times(json.loads((tmp_path / "result.json").read_text())) == alone
