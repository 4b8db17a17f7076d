#!/usr/bin/python3
"""What the Python door costs: `gbho.tune` beside the program, importing, proposing. docs/results/python.md has the figures.

Times are of the clock, and of the processors (user and system), which a busy machine disturbs less. Runs alternate; medians.

    PYTHONPATH=build/release/python bench/python/door.py --gbho build/release/gbho
"""

import argparse
import json
import resource
import statistics
import subprocess
import sys
import time

STUDY = "mnist-1k-1hp"

TUNE = """
import json, resource, time
begun = time.perf_counter()
import gbho
result = gbho.tune(study={study!r}, store=False, progress=False)
print(json.dumps({{"seconds": time.perf_counter() - begun, "run": result.summary["cost"]["seconds"],
                  "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, "lambda": result.best_lambda}}))
"""

IMPORTS = {
    "import gbho": "import gbho",
    "gbho's library loaded (no PyTorch)": "import gbho; gbho.version()",
    "import torch": "import torch",
    "import torch, gbho; gbho's library loaded": "import torch, gbho; gbho.version()",
    "python3 alone": "pass",
}

SUGGEST = """
import json, time, optuna, gbho
optuna.logging.set_verbosity(optuna.logging.ERROR)
samplers = {"gbho bayes": lambda: gbho.OptunaSampler("bayes", seed=0), "gbho tpe": lambda: gbho.OptunaSampler("tpe", seed=0),
            "gbho smac": lambda: gbho.OptunaSampler("smac", seed=0),
            "optuna tpe": lambda: optuna.samplers.TPESampler(seed=0, multivariate=True)}
names = ["a", "b", "c", "d"]
space = {name: optuna.distributions.FloatDistribution(0, 1) for name in names}
def objective(trial):
    return sum((trial.suggest_float(name, 0, 1) - 0.3) ** 2 for name in names)
found = {}
for label, make in samplers.items():
    study = optuna.create_study(sampler=optuna.samplers.RandomSampler(seed=0))
    study.optimize(objective, n_trials=199)
    study.sampler = make()
    study.optimize(objective, n_trials=1)  # learns what is there
    times = []
    for _ in range(20):
        begun = time.perf_counter()
        trial = study.ask()
        params = [trial.suggest_float(name, 0, 1) for name in names]
        times.append(time.perf_counter() - begun)
        study.tell(trial, sum((value - 0.3) ** 2 for value in params))
    found[label] = sorted(times)[len(times) // 2]
print(json.dumps(found))
"""


def used():
    """Processor seconds of the programs that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def timed(work):
    """What the work gives, seconds of the clock, seconds of the processors."""
    begun, before = time.perf_counter(), used()
    found = work()
    return found, time.perf_counter() - begun, used() - before


def python(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


def program(path):
    command = [path, "tune", STUDY, "--no-store", "--progress", "none", "--json", "-"]
    done, seconds, processor = timed(lambda: subprocess.run(command, capture_output=True, text=True, check=True))
    summary = json.loads(done.stdout)
    return {"seconds": seconds, "processor": processor, "run": summary["cost"]["seconds"], "peak_mb": summary["cost"]["peak_rss_mb"],
            "lambda": summary["lambda"]}


def package():
    found, seconds, processor = timed(lambda: json.loads(python(TUNE.format(study=STUDY))))
    return {**found, "seconds": seconds, "processor": processor}


def median(runs, key):
    return statistics.median(run[key] for run in runs)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--gbho", default="build/release/gbho")
    parser.add_argument("--repeats", type=int, default=5)
    arguments = parser.parse_args()
    ours, theirs = [], []
    for _ in range(arguments.repeats):
        theirs.append(program(arguments.gbho))
        ours.append(package())
    assert ours[0]["lambda"] == theirs[0]["lambda"], "the same study, the same bits"
    print(f"processor time of the whole process: program {median(theirs, 'processor'):.2f} s, package {median(ours, 'processor'):.2f} s, "
          f"ratio {median(ours, 'processor') / median(theirs, 'processor'):.3f}")
    print(f"whole process: program {median(theirs, 'seconds'):.2f} s, package {median(ours, 'seconds'):.2f} s")
    print(f"the run itself: program {median(theirs, 'run'):.3f} s, package {median(ours, 'run'):.3f} s, "
          f"ratio {median(ours, 'run') / median(theirs, 'run'):.3f}")
    print(f"peak memory: program {median(theirs, 'peak_mb'):.0f} MiB, package {median(ours, 'peak_mb'):.0f} MiB")
    for label, code in IMPORTS.items():
        runs = [timed(lambda code=code: python(code))[1:] for _ in range(arguments.repeats)]
        print(f"{label}: {statistics.median(run[0] for run in runs):.3f} s, of the processor {statistics.median(run[1] for run in runs):.3f} s")
    for label, seconds in json.loads(python(SUGGEST)).items():
        print(f"one proposal of 4 numbers after 200 trials, {label}: {1000 * seconds:.1f} ms")


if __name__ == "__main__":
    main()
