#!/usr/bin/python3
"""Many workers, one rank 0: which of them is busy, and what stands in the way first. A simulation, with costs that were measured.
    bench/cluster/simulate.py --workers 16 100 1000 --piece 1 10
Rank 0 does one thing at a time: it makes and sends a request, or takes an answer in and puts it to the others. What it takes is
given in milliseconds of its time (`--request`, `--answer`), and the bytes that pass (`--megabytes`) over its link (`--gigabits`).
Pieces take a time that varies by a tenth, from a fixed seed."""

import argparse
import heapq
import random


def simulate(workers, pieces, seconds, request, answer, transfer, start):
    """Seconds until the last piece is in, and how long rank 0 and its link were busy."""
    chance = random.Random(1)
    rank0 = link = start  # until when each of them is taken
    busy = linked = 0.0
    events = [(start, worker) for worker in range(workers)]  # when a worker wants something: first its piece
    heapq.heapify(events)
    holds = [False] * workers
    left = pieces
    end = start
    while events:
        time, worker = heapq.heappop(events)
        cost = 0.0
        if holds[worker]:
            link = max(link, time) + transfer
            linked += transfer
            time = link
            cost += answer
        if left > 0:
            cost += request
        rank0 = max(rank0, time) + cost
        busy += cost
        end = max(end, rank0)
        holds[worker] = left > 0
        if left > 0:
            left -= 1
            heapq.heappush(events, (rank0 + seconds * chance.uniform(0.9, 1.1), worker))
    return end, busy, linked


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, nargs="+", default=[16, 100, 200, 500, 1000])
    parser.add_argument("--piece", type=float, nargs="+", default=[1, 10])
    parser.add_argument("--rounds", type=int, default=8, help="pieces for each worker")
    parser.add_argument("--pieces", type=int, help="instead: pieces in all")
    parser.add_argument("--request", type=float, default=0.8)
    parser.add_argument("--answer", type=float, default=1.8)
    parser.add_argument("--megabytes", type=float, default=0.3)
    parser.add_argument("--gigabits", type=float, default=1)
    parser.add_argument("--start", type=float, default=0)
    arguments = parser.parse_args()
    transfer = arguments.megabytes * 8e-3 / arguments.gigabits
    print("workers  piece   pieces   seconds  efficiency  rank 0 busy  link busy")
    for seconds in arguments.piece:
        for workers in arguments.workers:
            pieces = arguments.pieces or arguments.rounds * workers
            end, busy, linked = simulate(workers, pieces, seconds, arguments.request / 1000, arguments.answer / 1000, transfer, arguments.start)
            print(f"{workers:7} {seconds:4g} s {pieces:8} {end:9.1f} {pieces * seconds / (workers * end):11.1%} {busy / end:12.0%} "
                  f"{linked / end:10.0%}")


main()
