#!/usr/bin/env python3
"""The most suspicious images of a list as one PNG, and their rows and labels as Markdown.

    build/release/gbho clean mnist --part test --out suspects.csv
    build/clean/venv/bin/python bench/clean/pictures.py suspects.csv ~/.cache/gbho/mnist docs/images/suspects-mnist.png

Images stand in the list's order, eight in a line, twice as large as they are.
"""

import csv
import struct
import sys
import zlib
from pathlib import Path

import digits_of_mnist as digits
import numpy as np

COUNT, IN_A_LINE, TIMES, GAP = 24, 8, 2, 4


def png(grey: np.ndarray) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    lines = b"".join(b"\0" + line.tobytes() for line in grey)
    head = struct.pack(">IIBBBBB", grey.shape[1], grey.shape[0], 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines, 9)) + chunk(b"IEND", b"")


def sheet(images: np.ndarray) -> np.ndarray:
    large = images.repeat(TIMES, 1).repeat(TIMES, 2)
    height, width = large.shape[1] + GAP, large.shape[2] + GAP
    lines = -(-len(large) // IN_A_LINE)
    grey = np.full((lines * height + GAP, IN_A_LINE * width + GAP), 128, np.uint8)
    for k, image in enumerate(large):
        top, left = GAP + k // IN_A_LINE * height, GAP + k % IN_A_LINE * width
        grey[top:top + image.shape[0], left:left + image.shape[1]] = 255 - image
    return grey


def main() -> None:
    suspects, folder, out = map(Path, sys.argv[1:])
    with open(suspects, encoding="utf-8", newline="") as file:
        first = [line for _, line in zip(range(COUNT), csv.DictReader(file))]
    images, _ = digits.read(folder, "t10k")
    out.write_bytes(png(sheet(images[[int(line["row"]) - 1 for line in first]])))
    print("\n".join(["| row | label | suggested | suspicion |", "|---:|---|---|---:|"]))
    for line in first:
        print(f"| {line['row']} | {line['label']} | {line['suggested']} | {float(line['suspicion']):.4f} |")


if __name__ == "__main__":
    main()
