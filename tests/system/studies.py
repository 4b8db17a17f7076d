"""Running the program on studies of every method, and judging what it says; shared by torture.py and kills.py."""
import json
import os
import random
import shutil
import subprocess
import tempfile
import time

# Long enough that a store is written many times on the way: some seconds each.
STUDIES = {
    "gbho": ["mnist-1k-2hp", "--set", "gbho.inner_steps=300"],
    "two_sided": ["mnist-1k-2hp", "--set", "two_sided.gradients=always"],
    **{method: ["mnist-1k-1hp", "--set", "loop.loop_epochs=12", "--set", "lower.epochs=20"]
       for method in ("implicit", "unrolled", "hypernet", "stn", "penalty", "bome", "vpbgd", "f2sa",
                       "soba", "saba", "amigo", "stocbio", "sustain")},
    "grid": ["mnist-1k-2hp", "--set", "grid.points=[6]"],
    "random": ["mnist-1k-1hp", "--set", "random.points=40"],
    **{method: ["mnist-1k-1hp", "--set", f"{method}.trials=30"] for method in ("bayes", "tpe", "smac")},
    "hyperband": ["mnist-1k-1hp"],
}


class Studies:
    """A folder of its own for the studies of one worker."""

    def __init__(self, gbho, seed):
        self.gbho = os.path.abspath(gbho)
        self.random = random.Random(seed)
        self.folder = tempfile.mkdtemp(prefix="gbho-torture-")
        self.environment = dict(os.environ, XDG_DATA_HOME=os.path.join(self.folder, "xdg"), NO_COLOR="1")
        self.failures = 0
        self.reference = {}

    # Running the program.

    def path(self, name):
        return os.path.join(self.folder, name)

    def command(self, *arguments, threads="1"):
        return [self.gbho, *arguments, "--threads", threads, "--progress", "none"]

    def start(self, *arguments, **settings):
        return subprocess.Popen(self.command(*arguments, **settings), env=self.environment, cwd=self.folder,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run(self, *arguments, prefix=(), **settings):
        return subprocess.run([*prefix, *self.command(*arguments, **settings)], env=self.environment,
                              cwd=self.folder, capture_output=True, text=True, check=False)

    def begin(self, method, store):
        return ["tune", *STUDIES[method], "--method", method, "--store", store, "--name", method, "--json", self.path("result.json")]

    def resume(self, method, store):
        return ["resume", method, "--store", store, "--json", self.path("result.json")]

    # Judging.

    def check(self, what, good, details=""):
        print(f"{'ok  ' if good else 'FAIL'} {what}", flush=True)
        if not good:
            self.failures += 1
            print("     " + str(details).strip().replace("\n", "\n     "))

    def check_refused(self, what, done, *texts, status=(2, 3)):
        lines = done.stderr.strip().splitlines()
        errors = [line for line in lines if line.startswith("gbho: error:")]
        good = done.returncode in status and len(errors) == 1 and all(text in errors[0] for text in texts)
        self.check(what, good, f"status {done.returncode}: {done.stderr}")

    @staticmethod
    def without_times(path):
        with open(path, encoding="utf-8") as file:
            summary = json.load(file)
        for key in ("seconds", "seconds_lower", "peak_rss_mb"):
            summary["cost"].pop(key)
        for phase in summary["phases"]:
            phase.pop("seconds")
        return summary

    def check_result(self, what, method):
        try:
            same = self.without_times(self.path("result.json")) == self.reference[method]
        except (OSError, ValueError) as error:
            return self.check(what, False, error)
        return self.check(what, same, "the summary differs from the uninterrupted run's")

    def run_show(self, method, store):
        return subprocess.run([self.gbho, "show", method, "--store", store], env=self.environment,
                              cwd=self.folder, capture_output=True, check=False).returncode

    def measure(self, method):
        """A run that nothing happens to, and how long it takes."""
        began = time.monotonic()
        done = self.run(*self.begin(method, self.path("reference.db")))
        seconds = time.monotonic() - began
        self.check(f"{method}: a run that nothing happens to ({seconds:.1f} s)", done.returncode == 0, done.stderr)
        self.reference[method] = self.without_times(self.path("result.json"))
        return seconds

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)
