#!/bin/bash
# Runs of hours that are told to stop: whatever they are doing, they end in good time, with what is known.

. "$(dirname "$0")/lib.sh"

# stops SIGNAL ARGS...: begins, is told so when progress shows that it is on its way, and must be gone long before its end.
stops() {
  local signal=$1 process
  shift
  rm -rf .run && mkdir .run
  command_line="gbho $* (SIG$signal)"
  "$GBHO" "$@" --progress json > .run/stdout 2> .run/stderr &
  process=$!
  for _ in $(seq 1200); do [ -s .run/stderr ] && break; sleep 0.05; done
  sleep 0.5
  kill "-$signal" "$process" || fail "it has ended by itself"
  for _ in $(seq 600); do kill -0 "$process" 2> /dev/null || break; sleep 0.2; done
  if kill -0 "$process" 2> /dev/null; then
    kill -KILL "$process"
    fail "it goes on two minutes later"
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
stops TERM compare --methods grid --set grid.points=1000 --seeds 1000

finish
