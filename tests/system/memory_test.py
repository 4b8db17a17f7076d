#!/usr/bin/python3
"""Memory of the gradient-based methods: a run four times as long takes no more, but for full reverse mode, which says so."""

import json
import os
import re
import subprocess
import unittest

GBHO = os.environ["GBHO"]
EPOCHS = (10, 40)  # ten steps each, of 101,770 weights: 0.4 MB a step where they are stored
STORED_MB = 0.001 * 4 * 101.770 * 10 * (EPOCHS[1] - EPOCHS[0])
# What two runs may differ by for other reasons.
NOISE_MB = 25

TUNE = ["tune", "mnist-1k-1hp", "--threads", "1", "--no-store", "--progress", "plain", "--json", "-"]
SETTINGS = ["model.hidden=[128]", "lower.batch=60", "lower.schedule=constant", "lower.nesterov=false", "loop.diagonal=1",
            "loop.warm_up=0"]


def tune(method, *settings):
    arguments = [GBHO, *TUNE, "--method", method]
    for setting in (*SETTINGS, *settings):
        arguments += ["--set", setting]
    done = subprocess.run(arguments, capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)["cost"]["peak_rss_mb"], done.stderr


def solve(mode, epochs):
    """One hypergradient through a whole solve."""
    return tune("unrolled", f"unrolled.mode={mode}", f"lower.epochs={epochs}", "loop.loop_epochs=1")


class Memory(unittest.TestCase):
    def test_full_reverse_mode_grows_with_the_steps_and_says_so_beforehand(self):
        (short, _), (long, said) = (solve("full", epochs) for epochs in EPOCHS)
        self.assertGreater(long - short, STORED_MB - NOISE_MB)
        announced = re.search(r"storing 400 steps of 101770 weights takes (\d+) MB", said)
        self.assertIsNotNone(announced, said)
        self.assertGreaterEqual(int(announced[1]), STORED_MB)
        self.assertLess(said.index("storing"), said.index("search"))

    def test_other_passes_through_a_solve_stay_flat(self):
        for mode in ("reversible", "drmad", "truncated"):
            with self.subTest(mode):
                (short, _), (long, _) = (solve(mode, epochs) for epochs in EPOCHS)
                self.assertLess(long - short, NOISE_MB)

    def test_methods_that_train_on_stay_flat(self):
        for method in ("implicit", "penalty", "bome", "vpbgd", "f2sa", "two_sided"):
            regime = ["two_sided.regime=single_loop"] if method == "two_sided" else []
            with self.subTest(method):
                (short, _), (long, _) = (tune(method, "lower.epochs=2", f"loop.loop_epochs={epochs}",
                                              f"loop.patience={epochs}", *regime) for epochs in EPOCHS)
                self.assertLess(long - short, NOISE_MB)


if __name__ == "__main__":
    unittest.main()
