"""Rows of MNIST, or of Fashion-MNIST, whose labels are partly wrong, and rows beside them that are trusted."""

import gzip
from dataclasses import dataclass
from pathlib import Path

import numpy as np

CLASSES = 10


@dataclass
class Rows:
    x: np.ndarray  # [N, pixels], uint8; the trusted ones last
    given: np.ndarray
    true: np.ndarray
    trusted: np.ndarray  # bool
    chosen: np.ndarray  # their places among the images that were drawn from

    @property
    def wrong(self) -> np.ndarray:
        return self.given != self.true


def _idx(path: Path) -> np.ndarray:
    raw = gzip.open(path).read() if path.suffix == ".gz" else path.read_bytes()
    shape = [int.from_bytes(raw[4 + 4 * k:8 + 4 * k], "big") for k in range(raw[3])]
    return np.frombuffer(raw, np.uint8, offset=4 + 4 * raw[3]).reshape(shape)


def read(folder: Path, part: str = "train") -> tuple:
    """Images and labels; `part` is train or t10k."""
    [x] = folder.glob(f"{part}-images-idx3-ubyte*")
    [y] = folder.glob(f"{part}-labels-idx1-ubyte*")
    return _idx(x), _idx(y).astype(int)


def halved(images: np.ndarray) -> np.ndarray:
    """Means of 2×2 pixels, as rows: a quarter of the work."""
    n, h, w = images.shape
    return images.reshape(n, h // 2, 2, w // 2, 2).mean((2, 4)).reshape(n, -1).round().astype(np.uint8)


def draw(x: np.ndarray, y: np.ndarray, rows: int, trusted: int, noise: str, share: float, seed: int) -> Rows:
    """uniform: any other class; pairs: the next digit."""
    random = np.random.default_rng([seed, rows, trusted, round(100 * share), noise == "pairs"])
    chosen = random.permutation(len(y))[:rows + trusted]
    true = y[chosen]
    given = true.copy()
    wrong = random.permutation(rows)[:round(share * rows)]
    steps = random.integers(1, CLASSES, len(wrong)) if noise == "uniform" else 1
    given[wrong] = (given[wrong] + steps) % CLASSES
    return Rows(x[chosen].reshape(len(chosen), -1), given, true, np.arange(rows + trusted) >= rows, chosen)
