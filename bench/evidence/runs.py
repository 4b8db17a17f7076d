"""Runs of the program that are made once: a file of JSON lines keeps what each of them gave, by its arguments."""

import json
import math
import os
import subprocess
import sys
from pathlib import Path
from statistics import mean, stdev

ROOT = Path(__file__).resolve().parents[2]
LOSSES = ("train_loss", "validation_loss", "test_loss", "test_accuracy")
CERTIFICATE = ("lambda", "f", "phi_hat", "s_hat", "phi", "violation", "bound", "phi_upper_bound")


def rounded(value):
    if isinstance(value, list):
        return [rounded(one) for one in value]
    return float(f"{value:.6g}") if isinstance(value, float) else value


def few(values):
    """λ, where it has few entries; thousands of weights are not kept."""
    return rounded(values) if values and len(values) <= 20 else None


def compact(summary: dict) -> dict:
    """What the tables need of a summary: no evidence, no settings."""
    models = {name: {key: rounded(model[key]) for key in LOSSES if key in model}
              for name, model in summary["models"].items() if model and name in ("joint", "consistent", "refit")}
    samples = [one for one in summary["iterations"]
               if one["kind"] == "sample" and one.get("validation_loss_consistent") is not None]
    best = min(samples, key=lambda one: one["validation_loss_consistent"]) if samples else {}
    certificate = summary.get("certificate") or {}
    cleaning = {"f1": rounded(summary["cleaning"]["f1"])} if summary.get("cleaning") else {}
    pilot = [rounded(summary["pilot"][key]) for key in ("learning_rate", "momentum")] if summary.get("pilot") else None
    return {"lambda": few(summary["lambda"]), "models": models, **cleaning, "pilot": pilot,
            "cost": {key: summary["cost"][key] for key in ("lower_solves", "sample_gradients")},
            "certificate": {key: few(certificate.get(key)) if key == "lambda" else rounded(certificate.get(key)) for key in CERTIFICATE},
            "best_sample": few(best.get("lambda")),
            "message": summary["message"], "version": summary["version"]}


def cache_folder() -> Path:
    """Where `gbho data get` puts data sets: runs are made there, so that paths of their files are the same on every machine."""
    own, cache = os.environ.get("GBHO_CACHE_DIR"), os.environ.get("XDG_CACHE_HOME")
    folder = Path(own) if own else (Path(cache) if cache else Path.home() / ".cache") / "gbho"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def known_runs(path: Path) -> dict:
    records = map(json.loads, path.read_text().splitlines()) if path.exists() else []
    return {record["key"]: record["value"] for record in records}


class Runs:
    """The program's answers, kept in `path`; a run that is there is not made again. With `known_alone` none is made: None stands for it."""

    missing = []  # arguments of what was asked for in vain, and what would have reduced the output

    def __init__(self, program: Path, path: Path, known_alone: bool = False):
        self.program, self.path, self.known_alone = program, path, known_alone
        self.known = known_runs(path)

    def keep(self, key: str, value) -> None:
        self.known[key] = value
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a") as file:
            file.write(json.dumps({"key": key, "value": value}, separators=(",", ":")) + "\n")

    def output(self, arguments: list) -> str:
        command = [str(self.program), *arguments, "--threads", "1"]
        done = subprocess.run(command, capture_output=True, text=True, cwd=cache_folder(), env={**os.environ, "OMP_NUM_THREADS": "1"})
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)} ended with status {done.returncode}:\n{done.stderr}")
        return done.stdout

    def tune(self, arguments: list) -> dict:
        key = " ".join(["tune", *arguments])
        if key not in self.known and self.known_alone:
            self.missing.append((["tune", *arguments], ""))
            return None
        if key not in self.known:
            text = self.output(["tune", *arguments, "--progress", "none", "--no-store", "--json", "-"])
            self.keep(key, compact(json.loads(text)))
            print(f"  made: {key}", file=sys.stderr, flush=True)
        return self.known[key]

    def text(self, arguments: list, reduce) -> object:
        """Of another command, what `reduce` makes of its output."""
        key = " ".join(arguments)
        if key not in self.known and self.known_alone:
            self.missing.append((arguments, reduce.__name__))
            return None
        if key not in self.known:
            self.keep(key, reduce(self.output(arguments)))
            print(f"  made: {key}", file=sys.stderr, flush=True)
        return self.known[key]


def setting(**values) -> list:
    """--set table.key=value for each table_key (first underscore, or two of them where the table has one in its name)."""
    words = []
    for name, value in values.items():
        table, _, key = name.partition("__" if "__" in name else "_")
        text = str(value).lower() if isinstance(value, bool) else str(value)
        words += ["--set", f"{table}.{key}={text}"]
    return words


def student(freedom: int, probability: float = 0.975) -> float:
    """The quantile of Student's distribution, by integrating its density."""
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(freedom * math.pi)
    density = lambda t: scale * (1 + t * t / freedom) ** (-(freedom + 1) / 2)
    step, t, area = 1e-3, 0.0, 0.5
    while area < probability:
        area += step / 6 * (density(t) + 4 * density(t + step / 2) + density(t + step))
        t += step
    return t


def interval(values: list) -> tuple:
    """Mean and the half width of its 95 % interval."""
    if len(values) < 2:
        return mean(values), float("nan")
    return mean(values), student(len(values) - 1) * stdev(values) / math.sqrt(len(values))


def spread(values: list, digits: int = 4) -> str:
    middle, half = interval(values)
    return f"{middle:.{digits}f} ± {half:.{digits}f}"


def difference(values: list, base: list, digits: int = 4) -> str:
    """Paired: mean and 95 % interval; bold where the interval leaves zero out."""
    middle, half = interval([one - other for one, other in zip(values, base)])
    text = f"{middle:+.{digits}f} ± {half:.{digits}f}"
    return f"**{text}**" if abs(middle) > half else text


def row(*cells) -> str:
    return "| " + " | ".join(str(cell) for cell in cells) + " |"
