#!/bin/bash
# Runs of hours that are told to stop: whatever they are doing, they end in good time, with what is known.

. "$(dirname "$0")/lib.sh"

# What it may still compute when it has been told: processor time, which a busy machine does not stretch. A second or
# two of both threads; in builds with sanitizers, of which a step may take twenty times as long, any.
allowance=400
if [ -n "${SANITIZE:-}" ]; then allowance=100000; fi

# Hundredths of a second of processor time.
used_by() { awk '{ print $14 + $15 }' "/proc/$1/stat" 2> /dev/null; }

# stops SIGNAL ARGS...: begins, is told so when progress shows that it is on its way, and must be gone at once.
stops() {
  local signal=$1 process before now used
  shift
  rm -rf .run && mkdir .run
  command_line="gbho $* (SIG$signal)"
  "$GBHO" "$@" --progress json > .run/stdout 2> .run/stderr &
  process=$!
  for _ in $(seq 1200); do [ -s .run/stderr ] && break; sleep 0.05; done
  sleep 0.5
  before=$(used_by "$process")
  used=$before
  kill "-$signal" "$process" || fail "it has ended by itself"
  for _ in $(seq 2400); do
    kill -0 "$process" 2> /dev/null || break
    now=$(used_by "$process")
    used=${now:-$used}
    [ "$((used - before))" -lt "$allowance" ] || break
    sleep 0.05
  done
  if kill -0 "$process" 2> /dev/null; then
    kill -KILL "$process"
    fail "it goes on, and has used $((used - before)) hundredths of a second of processor time"
  fi
  wait "$process"
  status=$?
  expect_status 130
}

rate="--set lower.learning_rate=0.1 --no-store"
# Many short solves; one that is long; a pilot; a population; λ that moves; a contest.
stops TERM tune --method grid --set lower.epochs=1 --set grid.points=300000 $rate
stops HUP tune --method random --set lower.epochs=1000000 $rate
stops TERM tune --set "lower.learning_rate=[0.1,0.2,0.3]" --set lower.epochs=1000000 --no-store
stops TERM tune --method hyperband --set hyperband.epochs=100000 $rate
stops TERM tune --method gbho --set gbho.inner_steps=1000000 $rate
for method in implicit unrolled stn f2sa; do
  stops TERM tune --method "$method" --set loop.loop_epochs=1000000 --set loop.patience=1000000 $rate
done
# Models of log F in eight dimensions.
eight=$(for k in 0 1 2 3 4 5 6 7; do printf '{name="h%d",layers=["hidden"],inputs=[%d,%d]},' $k $((98 * k)) $((98 * k + 98)); done)
for method in bayes gbho; do
  stops TERM tune --method $method --set "hyperparameter=[${eight%,}]" --set lower.epochs=1 --set $method.$([ $method = bayes ] && echo trials=1000 || echo iterations=1000) $rate
done
# Tables that take seconds to read: what has done nothing yet ends at once.
/usr/bin/python3 - << 'END'
import random
with open("large.csv", "w", encoding="utf-8") as file:
    file.write(",".join(f"x{j}" for j in range(60)) + ",y\n")
    for i in range(60000):
        file.write(",".join(f"{random.random():.4f}" for j in range(60)) + f",{i % 3}\n")
END
stops_reading() {
  "$GBHO" "$@" > .run/stdout 2> .run/stderr &
  local process=$! before
  command_line="gbho $* (SIGTERM while it reads)"
  while before=$(used_by "$process") && [ "${before:-1000}" -lt 100 ]; do sleep 0.02; done
  kill -TERM "$process" || fail "it has ended by itself"
  while kill -0 "$process" 2> /dev/null && [ "$(($(used_by "$process" || echo 0) - before))" -lt 100 ]; do sleep 0.02; done
  kill -KILL "$process" 2> /dev/null && fail "it goes on"
  wait "$process"
  status=$?
  expect_status 130
  expect_stderr "gbho: stopped before anything was trained"
  [ ! -s .run/stdout ] || fail "wrote to standard output"
}
stops_reading tune large.csv --store large.db
[ ! -e large.db ] || fail "a study was kept"
stops_reading clean large.csv --out cleaned.csv
[ ! -e cleaned.csv ] || fail "cleaned.csv was written"
# Contests: of all their seeds, not of the one that runs.
stops TERM compare --methods grid --set grid.points=1000 --seeds 1000
stops TERM compare --methods random --set random.points=1 --set lower.epochs=1 --set lower.learning_rate=0.1 --seeds 1000

finish
