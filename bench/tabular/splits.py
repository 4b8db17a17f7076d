"""Rows for training and rows for the test: a quarter, the same for everybody.

What decides is a digest of table, split and row, not a generator, so that no version of anything changes the rows.
Classes and the range of a numeric target keep their shares: of neighbours in the order of the target, every fourth goes
to the test. A class keeps at least three of its rows for training.
"""

import hashlib

SPLITS = 5
SHARE = 4  # one row of so many
KEPT = 3   # rows of a class that always train


def _digest(*parts) -> int:
    return int.from_bytes(hashlib.sha256("/".join(map(str, parts)).encode()).digest()[:8], "big")


def _test_rows_of_class(table: str, split: int, rows: list) -> list:
    shuffled = sorted(rows, key=lambda row: _digest(table, split, row))
    wanted = (len(rows) + _digest(table, split, "rounding", min(rows)) % SHARE) // SHARE
    return shuffled[:max(0, min(wanted, len(rows) - KEPT))]


def _test_rows_of_range(table: str, split: int, rows: list, targets: list) -> list:
    ordered = sorted(rows, key=lambda row: (float(targets[row]), _digest(table, split, row)))
    groups = [ordered[start:start + SHARE] for start in range(0, len(ordered), SHARE)]
    return [min(group, key=lambda row: _digest(table, split, "pick", row)) for group in groups if len(group) == SHARE]


def test_rows(table: str, split: int, targets: list, regression: bool) -> set:
    rows = range(len(targets))
    if regression:
        return set(_test_rows_of_range(table, split, list(rows), targets))
    classes = {}
    for row in rows:
        classes.setdefault(targets[row], []).append(row)
    return {row for members in classes.values() for row in _test_rows_of_class(table, split, members)}
