#!/usr/bin/env python3
"""What a study costs with 1 to a million hyperparameters of the same network: a table.

    bench/many.py [--gbho build/release/gbho] [--methods two_sided,f2sa] [--repeats 3] [--train 600]

A network of 784-1258-10, one L2 weight for each of its 986,272 weights, for groups of them, or for all. Processor time of
a round of λ is the difference of a long and a short run, so that set-up and final models do not count.
"""
import argparse
import json
import os
import statistics
import subprocess
import tempfile

STUDY = """name = "many"
[data]
name = "mnist-1k"
split = [0.6, 0.2, 0.2]
[model]
kind = "mlp"
hidden = [1258]
[[hyperparameter]]
name = "l2"
layers = ["hidden"]
low = -12
high = -2
{per}
[lower]
epochs = 4
batch = 64
learning_rate = 0.1
momentum = 0.9
[loop]
diagonal = 2
warm_up = 1
check_every = 100
patience = 1000
"""
SHORT, LONG = 4, 24


def per(count):
    if count == 1:
        return ""
    return 'per = "weight"' + ("" if count == 986272 else f"\ncount = {count}")


def timed(command):
    """Processor seconds and peak memory in MB."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    message = process.stderr.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        raise SystemExit(f"many: {' '.join(command)}: status {status}\n{message}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def size_of(folder):
    return sum(os.path.getsize(os.path.join(root, name)) for root, _, names in os.walk(folder) for name in names)


def measure(gbho, method, count, folder):
    study = os.path.join(folder, "many.toml")
    with open(study, "w") as file:
        file.write(STUDY.format(per=per(count)))
    run = [gbho, "tune", study, "--method", method, "--threads", "1", "--progress", "none"]
    short, _ = timed([*run, "--set", f"loop.loop_epochs={SHORT}", "--no-store"])
    long, memory = timed([*run, "--set", f"loop.loop_epochs={LONG}", "--no-store"])
    return {"round": (long - short) / (LONG - SHORT), "memory": memory}


def outputs(gbho, method, count, folder):
    study, store = os.path.join(folder, "many.toml"), os.path.join(folder, "studies.db")
    summary = os.path.join(folder, "summary.json")
    timed([gbho, "tune", study, "--method", method, "--threads", "1", "--progress", "none", "--set",
           f"loop.loop_epochs={SHORT}", "--store", store, "--json", summary])
    found = {"summary": os.path.getsize(summary), "store": os.path.getsize(store), "files": size_of(store + ".weights")}
    found["show"], _ = timed([gbho, "show", "many", "--store", store])
    found["report"], _ = timed([gbho, "report", "many", "--store", store, "--out", folder])
    found["page"] = os.path.getsize(os.path.join(folder, "report.html"))
    for kind in ("csv", "json"):
        out = os.path.join(folder, "export")
        timed([gbho, "export", "many", "--store", store, "--format", kind, "--out", out])
        found[kind] = os.path.getsize(out)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gbho", default="build/release/gbho")
    parser.add_argument("--methods", default="two_sided,f2sa")
    parser.add_argument("--counts", default="1,10,10000,100000,986272")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--outputs", action="store_true", help="sizes of what a study leaves, too")
    arguments = parser.parse_args()
    gbho = os.path.abspath(arguments.gbho)
    counts = [int(count) for count in arguments.counts.split(",")]
    found = {(method, count): [] for method in arguments.methods.split(",") for count in counts}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(arguments.repeats):
            for (method, count), runs in found.items():
                runs.append(measure(gbho, method, count, folder))
        for (method, count), runs in found.items():
            middle = {key: statistics.median(run[key] for run in runs) for key in runs[0]}
            if arguments.outputs:
                with tempfile.TemporaryDirectory() as own:
                    measure_file = os.path.join(own, "many.toml")
                    with open(measure_file, "w") as file:
                        file.write(STUDY.format(per=per(count)))
                    middle |= outputs(gbho, method, count, own)
            print(json.dumps({"method": method, "count": count, **{key: round(value, 4) for key, value in middle.items()}}),
                  flush=True)


if __name__ == "__main__":
    main()
