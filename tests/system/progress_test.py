#!/usr/bin/python3
"""What `gbho tune` shows on standard error: a bar in a terminal of any width, plain lines elsewhere, JSON when asked."""

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unicodedata
import unittest

GBHO = os.environ["GBHO"]
# Enough training to see a bar move, and hardly any.
SHORT = ["tune", "--method", "random", "--set", "random.points=24", "--set", "lower.epochs=40", "--json", "-"]
TINY = ["tune", "--method", "random", "--set", "random.points=2", "--set", "lower.epochs=2", "--json", "-"]
ENDLESS = ["tune", "--method", "random", "--set", "lower.epochs=1000000", "--set", "lower.learning_rate=0.1", "--json", "-"]
KEYS = ["phase", "fraction", "networks", "planned", "epoch", "epochs", "seconds", "seconds_left", "best_validation_loss",
        "best_lambda", "finished"]
COLOR = "\x1b[32m"


def environment(**more):
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "TERM", "COLUMNS")}
    return {**kept, "TERM": "xterm-256color", **more}


def columns_of(text: str) -> int:
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


class Terminal:
    """A run of the program whose standard error is a terminal."""

    def __init__(self, arguments, columns, **more):
        self.master, slave = pty.openpty()
        self.resize(columns)
        self.process = subprocess.Popen([GBHO, *arguments], stdout=subprocess.DEVNULL, stderr=slave, stdin=subprocess.DEVNULL,
                                        env=environment(**more))
        os.close(slave)
        self.raw = b""

    def resize(self, columns):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))

    def read(self, until=lambda text: False, seconds=500) -> str:
        """Reads until the text suffices or the program ends."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and not until(self.text()):
            ready, _, _ = select.select([self.master], [], [], 0.1)
            if not ready:
                continue
            try:
                part = os.read(self.master, 65536)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            self.raw += part
        return self.text()

    def text(self) -> str:
        return self.raw.decode("utf-8", "replace")

    def finish(self) -> int:
        self.read()
        os.close(self.master)
        return self.process.wait()


def drawn(text: str) -> list:
    """Every state of every line, as it is seen."""
    pieces = re.split(r"[\r\n]+", text)
    return [re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", piece) for piece in pieces]


class InATerminal(unittest.TestCase):
    def seen(self, arguments, **more) -> str:
        terminal = Terminal(arguments, 80, **more)
        self.assertEqual(terminal.finish(), 0, terminal.text())
        return terminal.text()

    def test_width(self):
        for columns in (40, 80, 200):
            with self.subTest(columns=columns):
                terminal = Terminal(SHORT, columns)
                self.assertEqual(terminal.finish(), 0, terminal.text())
                lines = drawn(terminal.text())
                bars = [line for line in lines if "%" in line]
                self.assertGreater(len(bars), 1, terminal.text())
                self.assertLess(max(map(columns_of, bars)), columns)
                ends = [line for line in lines if re.match(r"search +24 networks in", line)]
                self.assertEqual(len(ends), 1, lines)
                self.assertLess(columns_of(ends[0]), columns)
                if columns >= 80:
                    self.assertTrue(any(re.search(r" left .*(networks|epochs)/s", line) for line in bars), bars)

    def test_redraws_in_color_without_erasing(self):
        text = self.seen(TINY)
        self.assertIn(COLOR, text)
        self.assertNotIn("\x1b[2K", text)
        for piece in text.split("\r")[1:]:
            if "%" in piece:
                self.assertTrue(piece.rstrip("\n").endswith("\x1b[K"), repr(piece))

    def test_no_color(self):
        text = self.seen(TINY, NO_COLOR="1")
        self.assertIn("%", text)
        self.assertIsNone(re.search(r"\x1b\[[0-9;]*m", text))

    def test_dumb_terminal(self):
        self.assertNotIn("\x1b", self.seen(TINY, TERM="dumb"))

    def test_resize(self):
        terminal = Terminal(ENDLESS, 120)
        try:
            terminal.read(lambda text: text.count("%") > 2)
            self.assertGreater(max(map(columns_of, drawn(terminal.text()))), 60)
            terminal.resize(40)
            seen = terminal.text().count("%")
            terminal.read(lambda text: text.count("%") > seen + 4)
            # One line may have been on its way when the terminal changed.
            last = [line for line in drawn(terminal.text()) if line.endswith("left") or "%" in line][-3:]
            self.assertLess(max(map(columns_of, last)), 40, last)
        finally:
            terminal.process.send_signal(signal.SIGTERM)
            self.assertEqual(terminal.finish(), 130)


class Redirected(unittest.TestCase):
    def run_program(self, arguments, *more):
        return subprocess.run([GBHO, *arguments, *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=True,
                              env=environment())

    def test_plain_lines(self):
        text = self.run_program(SHORT).stderr
        self.assertNotIn("\r", text)
        self.assertNotIn("\x1b", text)
        self.assertRegex(text, r"(?m)^search +24 networks in .*, best validation loss \d")
        self.assertTrue(text.endswith("\n"))

    def test_none(self):
        self.assertEqual(self.run_program(TINY, "--progress", "none").stderr, "")

    def test_json(self):
        began = time.monotonic()
        run = self.run_program(SHORT, "--progress", "json")
        took = time.monotonic() - began
        records = [json.loads(line) for line in run.stderr.splitlines()]
        records = [record for record in records if "phase" in record]
        for record in records:
            self.assertEqual(list(record), KEYS)
        phases = list(dict.fromkeys(record["phase"] for record in records))
        self.assertIn("search", phases)
        self.assertEqual(phases[-1], "refit")
        for phase in phases:
            of_phase = [record for record in records if record["phase"] == phase]
            self.assertTrue(of_phase[-1]["finished"], phase)
            self.assertEqual(sum(record["finished"] for record in of_phase), 1)
            fractions = [record["fraction"] for record in of_phase]
            self.assertEqual(fractions, sorted(fractions))
        self.assertLess(len(records), 11 * took + 3 * len(phases))
        search = [record for record in records if record["phase"] == "search"][-1]
        summary = json.loads(run.stdout)
        self.assertEqual(search["best_lambda"], summary["lambda"])
        self.assertEqual(search["networks"], 24)

    def test_json_of_an_interrupted_run_ends_with_its_last_record(self):
        process = subprocess.Popen([GBHO, *ENDLESS, "--progress", "json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True, env=environment())
        first = [process.stderr.readline() for _ in range(3)]
        process.send_signal(signal.SIGTERM)
        _, rest = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 130)
        for line in first + rest.splitlines():
            json.loads(line)

    def test_compare_json(self):
        run = subprocess.run([GBHO, "compare", "--methods", "random", "--seeds", "1", "--set", "random.points=3", "--set",
                              "lower.epochs=3", "--progress", "json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                             check=True, env=environment())
        records = [json.loads(line) for line in run.stderr.splitlines()]
        ends = [record for record in records if record.get("run_finished")]
        self.assertIn("random", [record["label"] for record in ends])
        self.assertEqual(len(ends), ends[-1]["runs"])


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:
        os.environ["XDG_DATA_HOME"] = home  # no study of the user's is touched
        os.chdir(home)
        result = unittest.main(exit=False).result
    sys.exit(0 if result.wasSuccessful() else 1)
