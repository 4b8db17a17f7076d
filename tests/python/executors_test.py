"""`gbho.tune(..., executor=...)`: workers in processes of their own, that come, go and are killed."""

import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import threading
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor

import pytest

import gbho

SETTINGS = {"store": False, "progress": False, "lower__epochs": 3, "random__points": 12}


def without_times(result):
    summary = json.loads(json.dumps(result.summary))
    for key in ("seconds", "seconds_lower", "peak_rss_mb"):
        summary["cost"].pop(key)
    for phase in summary["phases"]:
        phase.pop("seconds")
    return summary


@pytest.fixture(scope="module")
def alone():
    return gbho.tune(study="mnist-1k-1hp", method="random", **SETTINGS)


def spread(executor, **more):
    return gbho.tune(study="mnist-1k-1hp", method="random", executor=executor, **{**SETTINGS, **more})


def test_processes_give_the_same_bytes(alone):
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as executor:
        assert without_times(spread(executor)) == without_times(alone)


def test_a_table_in_memory_reaches_the_workers():
    rows = [[i % 7, (i * i) % 11, (i % 3) * 1.5] for i in range(120)]
    labels = ["a" if row[0] > 3 else "b" for row in rows]
    settings = {"store": False, "progress": False, "lower__epochs": 2, "method": "random", "random__points": 4, "data__folds": 2}
    here = gbho.tune(rows, labels, **settings)
    with ThreadPoolExecutor(2) as executor:
        assert without_times(gbho.tune(rows, labels, executor=executor, **settings))["models"] == without_times(here)["models"]


def test_workers_that_fork_are_refused():
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("fork")) as executor:
        with pytest.raises(gbho.ConfigError, match="spawn"):
            spread(executor)


def test_what_is_no_executor_is_refused():
    with pytest.raises(gbho.ConfigError, match="executor"):
        spread(object())


class Failing(ThreadPoolExecutor):
    """Fails the first two tries of everything."""

    def __init__(self):
        super().__init__(2)
        self.seen = {}

    def submit(self, function, request, number):
        tries = self.seen[request] = self.seen.get(request, 0) + 1
        if tries < 3:
            failed: Future = Future()
            failed.set_exception(MemoryError("no room"))
            return failed
        return super().submit(function, request, number)


def test_what_fails_is_tried_again(alone):
    with Failing() as executor:
        assert without_times(spread(executor)) == without_times(alone)


def test_ctrl_c_stops_and_another_executor_goes_on(alone, tmp_path):
    store = str(tmp_path / "studies.db")
    def progress(now):
        if now["phase"] == "search" and now["fraction"] > 0:
            os.kill(os.getpid(), signal.SIGINT)

    with ThreadPoolExecutor(2) as executor:
        with pytest.raises(gbho.Interrupted):
            spread(executor, store=store, progress=progress, name="stopped")
    result = gbho.Study.open("stopped", store=store).resume(progress=False)
    assert without_times(result)["models"] == without_times(alone)["models"]


class Cluster:
    """A scheduler of Dask, and workers in processes that can be killed."""

    def __init__(self, folder, workers):
        self.folder = folder
        self.file = str(folder / "scheduler.json")
        self.scheduler = self.start("distributed.cli.dask_scheduler", "--scheduler-file", self.file, "--port", "0", "--no-dashboard",
                                    "--host", "127.0.0.1")
        self.workers = [self.worker() for _ in range(workers)]

    def start(self, module, *arguments):
        log = open(self.folder / "log.txt", "ab")
        return subprocess.Popen([sys.executable, "-m", module, *arguments], stdout=log, stderr=log, cwd=self.folder)

    def worker(self):
        return self.start("distributed.cli.dask_worker", "--scheduler-file", self.file, "--nthreads", "1", "--no-nanny", "--no-dashboard",
                          "--local-directory", str(self.folder), "--death-timeout", "60")

    def kill_one(self, chance):
        number = chance.randrange(len(self.workers))
        self.workers[number].kill()
        self.workers[number].wait()
        self.workers[number] = self.worker()

    def close(self):
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()


def test_dask_workers_may_be_killed(tmp_path):
    distributed = pytest.importorskip("distributed")
    kills = int(os.environ.get("KILLS", "3"))
    settings = {"random__points": 40, "lower__epochs": 300}  # long enough to be killed in, on a fast machine too
    expected = without_times(spread(None, **settings))
    chance = random.Random(1)
    cluster = Cluster(tmp_path, 2)
    try:
        with distributed.Client(scheduler_file=cluster.file, timeout=60) as client:
            client.wait_for_workers(2, timeout=120)
            done = 0
            while done < kills:
                ended = threading.Event()

                def kill():
                    nonlocal done
                    while not ended.wait(chance.uniform(0.1, 0.8)) and done < kills:
                        cluster.kill_one(chance)
                        done += 1

                killer = threading.Thread(target=kill)
                killer.start()
                try:
                    result = spread(client.get_executor(pure=False, retries=20), **settings)
                finally:
                    ended.set()
                    killer.join()
                assert without_times(result) == expected
    finally:
        cluster.close()
