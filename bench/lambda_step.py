#!/usr/bin/env python3
"""What one step of λ costs with 10 to 100,000 hyperparameters: medians of alternating runs, a table and a plot.

    bench/lambda_step.py [--build build/release] [--repeats 5] [--out docs/results/figures]

Every run is a process of its own, so that its peak memory can be told. Needs gnuplot (scripts/install-packages figures).
"""
import argparse
import json
import os
import statistics
import subprocess
import tempfile

METHODS = ["two_sided", "f2sa", "vpbgd"]
COUNTS = [10, 100, 1000, 10000, 100000]
PLOT = """set terminal {terminal} size {size} font 'sans,12'
set output '{name}.{kind}'
set multiplot layout 1,2
set logscale x
set xlabel 'hyperparameters'
set format x '10^{{%T}}'
set key bottom left
set grid ytics lc rgb '#dddddd'
set ylabel 'milliseconds for one step of λ'
set yrange [0:*]
plot {time}
set ylabel 'peak memory, MB'
plot {memory}
unset multiplot
"""


def measure(bench, method, count):
    """Milliseconds of a step, and peak memory of the process in MB."""
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen([bench, f"--benchmark_filter=^lambda_step/{method}/hyperparameters:{count}/",
                                    "--benchmark_format=json", "--benchmark_min_time=0.5"],
                                   stdout=output, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        if status != 0:
            raise SystemExit(f"lambda_step: {bench} ended with status {status}; make all builds it")
        output.seek(0)
        return json.load(output)["benchmarks"][0]["real_time"], usage.ru_maxrss / 1024


def draw(folder, name):
    columns = {method: k for k, method in enumerate(METHODS)}

    def lines(first):
        return ", ".join(f"'{name}.dat' using 1:{first + 2 * k} with linespoints lw 2 pt 7 lc {k + 1} title '{method}' noenhanced"
                         for method, k in columns.items())

    for kind, terminal, size in (("svg", "svg", "900,340"), ("png", "pngcairo", "900,340")):
        script = PLOT.format(terminal=terminal, size=size, name=name, kind=kind, time=lines(2), memory=lines(3))
        subprocess.run(["gnuplot"], input=script, text=True, check=True, cwd=folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build/release")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--out", default="docs/results/figures")
    arguments = parser.parse_args()
    bench = os.path.abspath(os.path.join(arguments.build, "gbho_bench"))
    found = {(method, count): [] for method in METHODS for count in COUNTS}
    for _ in range(arguments.repeats):
        for key, runs in found.items():
            runs.append(measure(bench, *key))
    middle = {key: [statistics.median(column) for column in zip(*runs)] for key, runs in found.items()}
    os.makedirs(arguments.out, exist_ok=True)
    with open(os.path.join(arguments.out, "lambda-step.dat"), "w") as file:
        file.write("# hyperparameters, then milliseconds and MB of " + ", ".join(METHODS) + "\n")
        for count in COUNTS:
            numbers = [number for method in METHODS for number in middle[method, count]]
            file.write(" ".join([str(count), *(f"{number:.2f}" for number in numbers)]) + "\n")
    draw(arguments.out, "lambda-step")
    for method in METHODS:
        times = [middle[method, count][0] for count in COUNTS]
        memory = [middle[method, count][1] for count in COUNTS]
        print(f"{method:10}", " ".join(f"{time:6.2f}" for time in times), "ms;",
              f"slowest/fastest {max(times) / min(times):.2f};", " ".join(f"{mb:4.0f}" for mb in memory), "MB")


if __name__ == "__main__":
    main()
