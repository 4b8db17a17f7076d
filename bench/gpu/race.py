#!/usr/bin/env python3
"""Training steps of ensembles on this GPU against JAX and PyTorch, side by side: Nesterov SGD, batches of 64, one L2 penalty.

    bench/gpu/race.py --ours build/quick/gbho_gpu_steps [--out bench/results/race-gpu.json] [--peers jax,pytorch] [--seconds N]

Each case: the losses of 30 steps from the same weights and batches must agree (float32: to 1e-4), then five rounds in which both sides
train some epochs, one after the other; the ratio is the median of the rounds', above 1 when we are faster. The peer's precision is ours.
--seconds: no case is begun after so long; those that are left out are named.
"""
import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "race"))
import networks  # noqa: E402
from results import entry, table, write_json  # noqa: E402

ROUNDS = 5
CASES = [("mlp-784-100-10", 100), ("mlp-784-100-10", 900), ("mlp-784-100-10", 10), ("mlp-784-100-10", 1), ("lenet5", 10), ("lenet5", 100),
         ("mlp-60-128-128-4", 80), ("linear-784-10", 100)]


class Ours:
    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, line):
        print(line, file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit(f"race: {line}: the program has ended")
        return answer.strip()

    def microseconds(self, case, members, precision, epochs):
        return float(self.ask(f"time {case} {members} {precision} {epochs}"))

    def check(self):
        lines = [self.ask("check")]
        while lines[-1] != "end":
            lines.append(self.process.stdout.readline().strip())
        return lines[:-1]


def same_losses(ours, peer, case, members, precision):
    """The largest difference of a loss over 30 steps, relative."""
    with tempfile.TemporaryDirectory() as folder:
        ours.ask(f"trajectory {case} {members} {precision} {folder}")
        mine = np.fromfile(f"{folder}/losses", np.float64).reshape(-1, members)
        theirs = np.asarray(peer(case, precision, *networks.written_inputs(case, members, folder)).run(1))
    return float(np.max(np.abs(mine - theirs) / mine))


def race(ours, peer, case, members, precision):
    difference = same_losses(ours, peer, case, members, precision)
    if not difference < (1e-4 if precision == "float32" else 2e-2):
        sys.exit(f"race: {case}, {members} networks, {precision}: losses differ by {difference:.2g} from those of {peer.name}")
    theirs = peer(case, precision, *networks.random_inputs(case, members))
    theirs.run(1)
    steps = networks.EXAMPLES.get(case, 6400) // networks.BATCH
    epochs = max(2, 30 // (1 + members // 20))
    times = ([], [])
    for _ in range(ROUNDS):
        times[0].append(ours.microseconds(case, members, precision, epochs) * 1e-6)
        began = time.perf_counter()
        theirs.run(epochs)
        times[1].append((time.perf_counter() - began) / (epochs * steps))
    row = entry(f"{case}-e{members}-{precision}", peer.name, *times, members=members, trajectory_difference=float(f"{difference:.2g}"))
    row.update(ours_seconds=median(times[0]), peer_seconds=median(times[1]), seconds_of="a step")
    return row


def peers_of(names):
    for name in names.split(","):
        module = __import__("jax_peer" if name == "jax" else "torch_peer")
        yield module.Ensemble


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ours", required=True)
    parser.add_argument("--out", type=Path, default=Path("bench/results/race-gpu.json"))
    parser.add_argument("--peers", default="jax,pytorch")
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--check", action="store_true", help="first, whether the GPU does what the same kernels on the processor do")
    arguments = parser.parse_args()
    began = time.monotonic()
    ours = Ours(arguments.ours)
    if arguments.check:
        print("\n".join(ours.check()), flush=True)
    rows, left_out = [], []
    for peer in peers_of(arguments.peers):
        for precision in ("tf32", "float32"):
            for case, members in CASES:
                if peer.name != "jax" and case == "lenet5":
                    continue
                if time.monotonic() - began > arguments.seconds:
                    left_out.append(f"{case}-e{members}-{precision} against {peer.name}")
                    continue
                rows.append(race(ours, peer, case, members, precision))
                write_json(arguments.out, rows)
                print(f"{rows[-1]['case']:32} {peer.name:20} {rows[-1]['ours_seconds'] * 1e6:9.1f} us  {rows[-1]['ratio']:.2f} x", flush=True)
    cells = [[r["case"], r["peer"], f"{r['ours_seconds'] * 1e6:.1f}", f"{r['peer_seconds'] * 1e6:.1f}", f"{r['ratio']:.2f}×"] for r in rows]
    print(table(["case", "peer", "ours, µs a step", "peer, µs a step", "ratio"], cells))
    if left_out:
        print("left out, for want of time: " + "; ".join(left_out))


if __name__ == "__main__":
    main()
