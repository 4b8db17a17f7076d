"""Kills studies at random instants, again and again, and holds them to the end of a run that nothing happened to."""
import os
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

from studies import Studies


class Kills(Studies):
    """One method, killed so many times."""

    def __init__(self, gbho, method, wanted, seed):
        super().__init__(gbho, f"{seed} {method}")
        self.method = method
        self.wanted = wanted
        self.kills = 0
        self.differing = 0

    def kill_again_and_again(self):
        """The row of the table."""
        began = time.monotonic()
        try:
            seconds = self.measure(self.method)
            round_number = 0
            while self.kills < self.wanted:
                before = self.failures
                self.one_study(self.path(f"killed-{round_number}.db"), seconds)
                self.differing += self.failures > before
                round_number += 1
        finally:
            self.remove()
        return self.method, self.kills, round_number, self.differing, self.failures, time.monotonic() - began

    def one_study(self, store, seconds):
        """From its beginning to its end, however often it is cut off."""
        if os.path.exists(self.path("result.json")):
            os.remove(self.path("result.json"))
        arguments = self.begin(self.method, store)
        often = self.random.choice([[], ["--checkpoint", "0.1"]])
        while True:
            process = self.start(*arguments, *often)
            patience = self.random.uniform(0, 0.7 * seconds) if self.kills < self.wanted else None
            sent = self.random.choice([signal.SIGKILL] * 3 + [signal.SIGINT, signal.SIGTERM])
            try:
                _, errors = process.communicate(timeout=patience)
                if process.returncode != 0:
                    self.check(f"{self.method}: goes on", False, f"status {process.returncode}: {errors}")
                break
            except subprocess.TimeoutExpired:
                fair = (0, 130) if self.catches(process, sent) else (0, 130, -sent)
                process.send_signal(sent)
                _, errors = process.communicate()
                self.kills += 1
            if sent != signal.SIGKILL and process.returncode not in fair:
                self.check(f"{self.method}: {sent.name}", False, f"status {process.returncode}: {errors}")
            if self.run_show(self.method, store) == 0:
                arguments = self.resume(self.method, store)
        self.check_result(f"{self.method}: after {self.kills} kills", self.method)

    @staticmethod
    def catches(process, sent):
        """Whether the program is far enough to have its handler: before that, a signal ends it like any program."""
        try:
            with open(f"/proc/{process.pid}/status", encoding="utf-8") as file:
                caught = next(line for line in file if line.startswith("SigCgt:"))
        except (OSError, StopIteration):
            return False
        return bool(int(caught.split()[1], 16) >> (sent - 1) & 1)


def kill_all(gbho, methods, kills, jobs, seed):
    """Shares the kills out among the methods, prints a table, and returns the number of failures."""
    shares = [(method, kills * (n + 1) // len(methods) - kills * n // len(methods)) for n, method in enumerate(methods)]
    with ThreadPoolExecutor(jobs) as pool:
        rows = list(pool.map(lambda share: Kills(gbho, *share, seed).kill_again_and_again(), shares))
    rows.append(("in all", *(sum(row[column] for row in rows) for column in range(1, 6))))
    print("\n| method | kills | studies | differing results | other failures | seconds |\n|---|---|---|---|---|---|")
    for method, killed, studies, differing, failures, seconds in rows:
        print(f"| {method} | {killed} | {studies} | {differing} | {failures - differing} | {seconds:.0f} |")
    return rows[-1][4]
