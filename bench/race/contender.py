"""The processes that race, and what else the machine is doing meanwhile."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path


class Contender:
    """A process that takes jobs on its standard input and answers in JSON, one line each."""

    def __init__(self, name: str, command: list, environment: dict = None):
        self.name = name
        self.process = subprocess.Popen([str(part) for part in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, bufsize=1, env={**os.environ, **(environment or {})})

    def send(self, job: dict) -> None:
        self.process.stdin.write(json.dumps(job) + "\n")
        self.process.stdin.flush()

    def receive(self) -> dict:
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"race: {self.name} ended with status {self.process.wait()}; its message is above")
        return json.loads(line)

    def ask(self, job: dict) -> dict:
        self.send(job)
        return self.receive()

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait(timeout=60)


class OtherLoad:
    """Cores that other programs keep busy, on average since the construction. They slow two threads more than one."""

    def __init__(self, contenders: list):
        self.contenders = contenders
        self.start = self.sample()

    def sample(self) -> tuple:
        tick = os.sysconf("SC_CLK_TCK")
        fields = [int(value) for value in Path("/proc/stat").read_text().split("\n")[0].split()[1:9]]
        busy = sum(fields) - fields[3] - fields[4]  # all but idle and waiting for disks
        own = sum(os.times()[:2]) * tick
        for contender in self.contenders:
            status = Path(f"/proc/{contender.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
            own += int(status[11]) + int(status[12])
        return busy / tick, own / tick, time.monotonic()

    def cores(self) -> float:
        busy, own, elapsed = (b - a for a, b in zip(self.start, self.sample()))
        return max(0.0, (busy - own) / elapsed)
