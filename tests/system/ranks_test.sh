#!/bin/bash
# Runs under mpirun: the same bytes as one process, whatever ends them and however many ranks go on.

. "$(dirname "$0")/lib.sh"

if [ -n "${SANITIZE:-}" ] || [ ! -e "$(dirname "$GBHO")/gbho-mpi.so" ] || ! command -v mpirun > /dev/null; then
  echo "this build has no MPI, or sanitizers, which MPI is not made for"
  exit 77
fi
# Tests run as root and on few processors.
ranks() {
  local count=$1
  shift
  mpirun --allow-run-as-root --oversubscribe -n "$count" "$GBHO" "$@"
}

run_ranks() {
  mkdir -p .run
  command_line="mpirun -n $1 gbho ${*:2}"
  ranks "$@" > .run/stdout 2> .run/stderr
  status=$?
}

random="--method random --set random.points=12 --set lower.epochs=3 --no-store --progress none"
run tune $random --json one.json
expect_status 0
cp .run/stdout one.txt
for count in 2 3; do
  run_ranks $count tune $random --json ranks.json
  expect_status 0
  [ ! -s .run/stderr ] || fail "something on standard error"
  same one.json ranks.json
done
[ "$(grep -c "random" .run/stdout)" -eq "$(grep -c "random" one.txt)" ] || fail "several ranks print"

hyperband="--method hyperband --set hyperband.epochs=9 --no-store --progress none"
run tune $hyperband --out one
run_ranks 3 tune $hyperband --out ranks
expect_status 0
same one/summary.json ranks/summary.json
cmp -s one/weights/refit.safetensors ranks/weights/refit.safetensors || fail "other weights"

# Bad input is told once, and nobody waits for anybody.
run_ranks 3 tune --set lower.epochs=0 --no-store
grep -c "gbho: error:" .run/stderr | grep -qx 1 || fail "not exactly one error"
run_ranks 2 version
expect_status 0
[ "$(grep -c "^gbho" .run/stdout)" -eq 1 ] || fail "several ranks print"

# Contests spread whole runs.
contest="compare --methods grid,random:points=2 --set grid.points=3 --set lower.epochs=3 --seeds 2 --progress none"
run $contest --json one.json
run_ranks 3 $contest --json ranks.json --out contest
expect_status 0
[ "$(ls contest/runs | wc -l)" -eq 10 ] || fail "contest/runs holds $(ls contest/runs)"
/usr/bin/python3 - << 'END' || fail "another contest"
import json
import sys


def bare(path):
    with open(path, encoding="utf-8") as file:
        contest = json.load(file)
    for run in contest["runs"]:
        for key in ("seconds", "seconds_lower", "peak_rss_mb"):
            run["cost"].pop(key)
        for phase in run["phases"]:
            phase.pop("seconds")
    return contest["runs"]


sys.exit(bare("one.json") != bare("ranks.json"))
END

# A run that is told to stop, one that is killed, and others that go on: with three ranks, none, and two.
long="--method random --set random.points=40 --set lower.epochs=300 --set lower.learning_rate=0.1 --progress none"
run tune $long --no-store --json long.json
expect_status 0

# begin NAME: three ranks at work, and $launcher, which has started them.
begin() {
  command_line="mpirun -n 3 gbho tune $long ($1)"
  mpirun --allow-run-as-root --oversubscribe -n 3 "$GBHO" tune $long --store studies.db --name "$1" --checkpoint 0 \
    > .run/stdout 2> .run/stderr &
  launcher=$!
  for _ in $(seq 1200); do
    "$GBHO" show "$1" --store studies.db 2> /dev/null | grep -q running && break
    sleep 0.05
  done
  sleep 1
}

begin stopped
kill -TERM $launcher
wait $launcher
[ $? -ne 0 ] || fail "had ended before it was stopped"
run resume stopped --store studies.db --json resumed.json --progress none
expect_status 0
same long.json resumed.json

begin killed
kill -KILL "$(pgrep -P $launcher | tail -1)"
wait $launcher
[ $? -ne 0 ] || fail "had ended before it was killed"
run_ranks 2 resume killed --store studies.db --json resumed.json --progress none
expect_status 0
same long.json resumed.json

finish
