#!/usr/bin/python3
"""Races the lower-level solver against PyTorch for Python, and kriging against scikit-learn, side by side on this machine.

Every round runs, case by case and in turning order, this solver with two threads, PyTorch on one thread, and PyTorch in
two processes of one thread that share the networks between them. All of them start from the same weights, see the same
batches in the same order at the same λ, and must report the same losses; otherwise the race ends with status 1.
Times are those of the training loops alone. Kriging is raced in kriging_race.py.

Whole runs of `gbho tune` against Optuna follow as cases of their own (tune_race.py), then hyper-cleaning with thousands of
hyperparameters against the same algorithm in PyTorch (hyperclean_race.py).

Needs Debian's python3-torch, python3-sklearn, python3-numpy and python3-optuna, and the programs gbho_race and gbho
of the build.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import hyperclean_race
import kriging_race
import results
import tune_race
from contender import Contender, OtherLoad

HERE = Path(__file__).resolve().parent
PYTHON = "/usr/bin/python3"  # Debian's: the one that has python3-torch
THREADS = 2
PEER_SAMPLE = 10  # networks that PyTorch trains of a hundred; one after another, so time is proportional
EARLY_STEPS = 30
EARLY_BOUND = 1e-4  # relative difference of an epoch's mean loss within the first steps …
LATE_BOUND = 2e-2   # … and to the end, while rounding errors grow
LOSS_FLOOR = 1e-2   # differences of smaller losses count relative to this
MEMORY_LIMIT_MB = 1000
OTHER_LOAD_BOUND = 0.1  # cores; above it a note says that the figures are rough


@dataclass(frozen=True)
class Case:
    name: str
    model: str
    examples: int
    batch: int  # 0: all examples
    epochs: int
    learning_rate: float
    target: float  # ratio to PyTorch on one thread that we mean to reach

    def steps(self) -> int:
        return -(-self.examples // (self.batch or self.examples))


CASES = [
    Case("mlp-600-b64", "mlp", 600, 64, 20, 0.05, 5),
    Case("mlp-6000-b64", "mlp", 6000, 64, 4, 0.05, 5),
    Case("mlp-600-full", "mlp", 600, 0, 40, 0.05, 2.4),
    Case("lenet5-600-b64", "lenet5", 600, 64, 5, 0.02, 4),
]
ALL_NAMES = [case.name for case in CASES] + [kriging_race.NAME, *tune_race.NAMES, hyperclean_race.NAME]
MEMBERS = [10, 1, 100]  # ten first: the headline

# Multiply-adds of one example through each layer, and how many of the three products training needs: the first layer
# has no gradient of its input.
LAYERS = {
    "mlp": [(784 * 100, 2), (100 * 10, 3)],
    "lenet5": [(28 * 28 * 6 * 75, 2), (10 * 10 * 16 * 150, 3), (400 * 120, 3), (120 * 84, 3), (84 * 10, 3)],
}


def flops_per_example(model: str) -> float:
    return 2.0 * sum(products * multiply_adds for multiply_adds, products in LAYERS[model])


def lambdas(members: int) -> list:
    if members == 1:
        return [-6.0]
    return [-10 + 8 * e / (members - 1) for e in range(members)]


def sampled(members: int) -> list:
    """The members that PyTorch trains, spread over all."""
    if members <= PEER_SAMPLE:
        return list(range(members))
    return [round(i * (members - 1) / (PEER_SAMPLE - 1)) for i in range(PEER_SAMPLE)]


def job_of(case: Case, members: list, count: int) -> dict:
    # A single network is over soon, a hundred take long: as many epochs as make the time measurable.
    epochs = case.epochs * 3 if count == 1 else case.epochs if count <= 10 else case.epochs // 2
    values = lambdas(count)
    return {"job": "train", "model": case.model, "examples": case.examples, "batch": case.batch, "epochs": epochs,
            "learning_rate": case.learning_rate, "momentum": 0.9, "threads": THREADS,
            "lambda": [values[e] for e in members]}


def run_ours(solver: Contender, job: dict) -> dict:
    solver.ask(job)
    return solver.ask({"job": "go"})


def run_peer(peers: list, job: dict) -> dict:
    """The networks dealt to the processes; from the first start to the last end."""
    parts = [{**job, "lambda": job["lambda"][p::len(peers)]} for p in range(len(peers))]
    for peer, part in zip(peers, parts):
        peer.send(part)
    for peer in peers:
        peer.receive()
    for peer in peers:
        peer.send({"job": "go"})
    replies = [peer.receive() for peer in peers]
    epochs = range(job["epochs"])
    loss = [[replies[e % len(peers)]["loss"][t][e // len(peers)] for e in range(len(job["lambda"]))] for t in epochs]
    return {"seconds": max(r["end"] for r in replies) - min(r["start"] for r in replies), "loss": loss}


def difference(ours: list, theirs: list) -> list:
    """Per epoch, the largest relative difference over the members. Not a number counts as infinite."""
    worst = []
    for mine, other in zip(ours, theirs, strict=True):
        values = [abs(a - b) / max(abs(b), LOSS_FLOOR) for a, b in zip(mine, other, strict=True)]
        worst.append(max(v if v == v else float("inf") for v in values))
    return worst


class Match:
    """One case with one number of members, over all rounds."""

    def __init__(self, case: Case, members: int):
        self.case = case
        self.members = members
        self.name = case.name if members == 10 else f"{case.name}-e{members}"
        self.sample = sampled(members)
        self.peer_names = ["pytorch-1-thread"] + (["pytorch-2-processes"] if members > 1 else [])
        self.seconds = {name: [] for name in ["ours", *self.peer_names]}
        self.solve_seconds = []
        self.early = 0.0
        self.late = 0.0
        self.engine = ""
        self.job = job_of(case, list(range(members)), members)

    def play(self, solver: Contender, peers: list, turn: int) -> None:
        order = ["ours", *self.peer_names]
        order = order[turn % len(order):] + order[:turn % len(order)]
        loss = {}
        for name in order:
            if name == "ours":
                reply = run_ours(solver, self.job)
                self.solve_seconds.append(reply["seconds_solve"])
                self.engine = reply["engine"]
                loss[name] = [[epoch[e] for e in self.sample] for epoch in reply["loss"]]
                scale = 1.0
            else:
                use = peers[:1] if name == "pytorch-1-thread" else peers
                reply = run_peer(use, job_of(self.case, self.sample, self.members))
                loss[name] = reply["loss"]
                scale = self.members / len(self.sample)
            self.seconds[name].append(reply["seconds"] * scale)
        for name in self.peer_names:
            self.compare(difference(loss["ours"], loss[name]))

    def compare(self, worst: list) -> None:
        early_epochs = max(1, EARLY_STEPS // self.case.steps())
        self.early = max(self.early, *worst[:early_epochs])
        self.late = max(self.late, *worst)

    def agrees(self) -> bool:
        return self.early <= EARLY_BOUND and self.late <= LATE_BOUND

    def flops(self) -> float:
        return flops_per_example(self.case.model) * self.case.examples * self.job["epochs"] * self.members

    def entries(self, machine: dict) -> list:
        peak = machine["sgemm_peak_gflops_per_thread"]
        gflops = self.flops() / median(self.seconds["ours"]) / 1e9
        more = {"members": self.members, "peer_members": len(self.sample), "threads": THREADS,
                "epochs": self.job["epochs"], "engine": self.engine,
                "trajectory_difference": float(f"{self.late:.3g}"),
                "trajectory_difference_first_steps": float(f"{self.early:.3g}"),
                "gflops": round(gflops, 1), "share_of_sgemm_peak": round(gflops / (THREADS * peak), 3), **machine,
                "ours_seconds_whole_solve": round(median(self.solve_seconds), 5)}
        result = []
        for name in self.peer_names:
            target = {"target": self.case.target} if name == "pytorch-1-thread" and self.members == 10 else {}
            result.append(results.entry(self.name, name, self.seconds["ours"], self.seconds[name], **more, **target))
        return result


def measure_memory(program: Path) -> dict:
    reply = json.loads(subprocess.run([program, "memory"], check=True, capture_output=True, text=True).stdout)
    reply = {**reply, "limit_mb": MEMORY_LIMIT_MB, "within_limit": reply["peak_rss_mb"] < MEMORY_LIMIT_MB}
    return {key: round(value, 3) if isinstance(value, float) else value for key, value in reply.items()}


def print_table(entries: list, memory: dict) -> None:
    header = ["case", "networks", "peer", "ours s", "peer s", "ratio", "lowest to highest", "aim", "GFLOP/s",
              "share of sgemm peak", "loss difference"]
    rows = [[e["case"], str(e["members"]), e["peer"], f"{e['ours_seconds']:.3f}", f"{e['peer_seconds']:.3f}",
             f"{e['ratio']:.2f}", f"{min(e['ratios']):.2f} to {max(e['ratios']):.2f}",
             f"{e['target']:g}" if "target" in e else "", f"{e['gflops']:.0f}", f"{e['share_of_sgemm_peak']:.2f}",
             f"{e['trajectory_difference']:.1e}"] for e in entries]
    print(results.table(header, rows))
    print(f"\npeak memory, {memory['members']} MLPs on {memory['train_examples']} + {memory['validation_examples']} digits: "
          f"{memory['peak_rss_mb']:.0f} MB (limit {memory['limit_mb']} MB; "
          f"{memory['peak_rss_mb_before_solve']:.0f} MB of it before the solve)")


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", type=Path, default=Path("build/release"), help="folder of the program gbho_race")
    parser.add_argument("--out", type=Path, default=Path("bench/results/race.json"),
                        help="where the JSON goes; memory.json goes beside it")
    parser.add_argument("--repeats", type=int, default=5, help="rounds (5)")
    parser.add_argument("--cases", help="some of: " + ", ".join(ALL_NAMES))
    parser.add_argument("--members", help="some of: 1, 10, 100")
    parser.add_argument("--strict", action="store_true", help="fail when an aim is missed, too")
    arguments = parser.parse_args()
    if arguments.repeats < 1:
        parser.error("--repeats must be at least 1")
    names = arguments.cases.split(",") if arguments.cases else ALL_NAMES
    unknown = set(names) - set(ALL_NAMES)
    if unknown:
        parser.error(f"--cases: no case {', '.join(sorted(unknown))}")
    counts = [int(m) for m in arguments.members.split(",")] if arguments.members else MEMBERS
    arguments.tune = [case for case in tune_race.CASES if case.name in names]
    arguments.matches = [Match(case, members) for case in CASES if case.name in names for members in counts]
    arguments.kriging = kriging_race.NAME in names
    arguments.hyperclean = hyperclean_race.NAME in names
    return arguments


def run_rounds(program: Path, matches: list, repeats: int) -> dict:
    """Plays all matches; returns the sgemm peak of one thread, and what other programs took of the machine at most."""
    one_thread = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    peaks = []
    others = []
    with tempfile.TemporaryDirectory(prefix="gbho-race-") as folder:
        epochs = max(match.job["epochs"] for match in matches)
        prepared = subprocess.run([program, "prepare", folder, str(epochs)], check=True, capture_output=True, text=True)
        print("race: " + json.loads(prepared.stdout)["note"], file=sys.stderr)
        solver = Contender("gbho_race", [program, "serve", folder])
        peers = [Contender("pytorch_peer.py", [PYTHON, HERE / "pytorch_peer.py", folder], one_thread) for _ in range(2)]
        for peer in peers:
            description = peer.ask({"job": "describe"})
        print(f"race: PyTorch {description['torch']}, {description['threads']} thread, oneDNN: {description['onednn']}, "
              f"BLAS: {description['blas']}", file=sys.stderr)
        for turn in range(repeats):
            load = OtherLoad([solver, *peers])
            peaks.append(solver.ask({"job": "peak"})["gflops"])
            for match in matches:
                match.play(solver, peers, turn)
            others.append(load.cores())
            print(f"race: round {turn + 1} of {repeats}, sgemm {peaks[-1]:.0f} GFLOP/s on one thread, "
                  f"other programs on {others[-1]:.2f} cores", file=sys.stderr)
        for contender in [solver, *peers]:
            contender.close()
    return {"sgemm_peak_gflops_per_thread": round(median(peaks), 1), "other_load_cores": round(max(others), 2)}


def race_solvers(program: Path, arguments: argparse.Namespace) -> tuple:
    """The entries of the lower level, and whether they hold: same losses on both sides, memory within its limit."""
    machine = run_rounds(program, arguments.matches, arguments.repeats)
    memory = measure_memory(program)
    entries = [entry for match in arguments.matches for entry in match.entries(machine)]
    print_table(entries, memory)
    if machine["other_load_cores"] > OTHER_LOAD_BOUND:
        print(f"race: other programs kept up to {machine['other_load_cores']} cores busy: the ratios are rough, and "
              "lower than on an idle machine", file=sys.stderr)
    apart = [match for match in arguments.matches if not match.agrees()]
    for match in apart:
        print(f"race: {match.name}: the losses differ by {match.early:.1e} (bound {EARLY_BOUND:g}) in the first "
              f"{EARLY_STEPS} steps and by {match.late:.1e} (bound {LATE_BOUND:g}) later", file=sys.stderr)
    if not apart:
        results.write_json(arguments.out.with_name("memory.json"), memory)
    return entries, not apart and memory["within_limit"]


def race_kriging(program: Path, arguments: argparse.Namespace) -> tuple:
    """The entry of the surrogate, and whether it holds: our parameters at least as likely as scikit-learn's."""
    entry = kriging_race.run(program, arguments.repeats)
    kriging_race.print_table(entry)
    if not entry["agrees"]:
        print(f"race: {kriging_race.NAME}: scikit-learn found parameters that are more likely, by "
              f"{-entry['log_likelihood_gain']:.4f}", file=sys.stderr)
    return [entry], entry["agrees"]


def race_hyperclean(program: Path, arguments: argparse.Namespace) -> tuple:
    """The entries of hyper-cleaning, and whether they hold: the same trajectory on both sides."""
    entries = hyperclean_race.run(program, arguments.repeats)
    hyperclean_race.print_table(entries)
    hold = entries[0]["agrees"]
    if not hold:
        print(f"race: {hyperclean_race.NAME}: the trajectories differ by {entries[0]['trajectory_difference']:.1e}, and in "
              f"{entries[0]['flagged_difference']} examples at the end", file=sys.stderr)
    return entries, hold


def race_tune(arguments: argparse.Namespace) -> tuple:
    """The entries of whole runs."""
    entries = []
    for case in arguments.tune:
        entries.append(tune_race.play(case, arguments.build.resolve(), arguments.repeats))
        tune_race.print_entry(entries[-1])
    return entries, True


def main() -> int:
    arguments = parse_arguments()
    program = (arguments.build / "gbho_race").resolve()
    if not program.exists():
        print(f"race: {program} is missing; build with GBHO_BUILD_BENCH=ON", file=sys.stderr)
        return 2
    races = []
    if arguments.matches:
        races.append(race_solvers(program, arguments))
    if arguments.kriging:
        races.append(race_kriging(program, arguments))
    if arguments.tune:
        races.append(race_tune(arguments))
    if arguments.hyperclean:
        races.append(race_hyperclean(program, arguments))
    entries = [entry for own, _ in races for entry in own]
    hold = all(good for _, good in races)
    if hold:  # times of different computations do not compare
        results.write_json(arguments.out, entries)
    missed = [e for e in entries if e["ratio"] < e.get("target", 0)]
    for e in missed:
        print(f"race: {e['case']}: {e['ratio']:.2f} times as fast as {e['peer']}; the aim is {e['target']:g}",
              file=sys.stderr)
    failed = not hold or (arguments.strict and bool(missed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
