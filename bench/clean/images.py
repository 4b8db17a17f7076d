"""The first 10,000 training images of MNIST and of Fashion-MNIST with labels that are wrong on purpose, as flipped.py does it for tables.

`gbho data get` fetches them.
"""

import zlib
from dataclasses import dataclass
from pathlib import Path

import digits_of_mnist as digits
import numpy as np
from flipped import shifted

NAMES = ("mnist", "fashion-mnist")
NOISES = ("uniform", "pairs")
ROWS = 10_000
FOLDER = Path.home() / ".cache" / "gbho"


@dataclass
class FlippedImages:
    x: np.ndarray  # [N, pixels], uint8
    given: np.ndarray
    wrong: np.ndarray  # bool, by row

    @property
    def rows(self) -> np.ndarray:
        return self.x

    def write(self, folder: Path) -> list:
        """What `gbho clean` is to be asked about."""
        np.save(folder / "x.npy", self.x)
        np.save(folder / "y.npy", self.given.astype(np.int64))
        return [folder / "x.npy", "--labels", folder / "y.npy"]


def flip(name: str, noise: str, share: float, seed: int) -> FlippedImages:
    x, y = digits.read(FOLDER / name)
    true = [str(label) for label in y[:ROWS]]
    random = np.random.default_rng([seed, zlib.crc32(f"{name}/{noise}/{share}".encode())])
    wrong = np.zeros(ROWS, bool)
    wrong[random.permutation(ROWS)[: round(share * ROWS)]] = True
    given = np.array(shifted(true, wrong, noise, random), int)
    return FlippedImages(x[:ROWS].reshape(ROWS, -1), given, wrong)
