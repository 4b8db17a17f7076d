#!/bin/bash
# Public benchmarks on what comes with the program: tables, runs that are kept, a stop, and bad input.

. "$(dirname "$0")/lib.sh"

run suite
expect_status 0
for text in benchopt-cleaning benchopt-quadratics vpbgd-cleaning table-features "As published"; do expect_stdout "$text"; done

run suite table-features --quick --instances wine --out out --progress plain
expect_status 0
for text in "Wine, 13 penalties" "two_sided" "one penalty for all: grid" "refit test loss" "the best rival"; do expect_stdout "$text"; done
expect_stderr "wine, instance 1 of 1"
grep -qF "gbho suite table-features --quick --instances wine" out/table-features.md || fail "the page lacks its command"
[ -s out/table-features.json ] || fail "no JSON"

# The same again takes the runs that are kept.
run suite table-features --quick --instances wine --out out --progress plain
expect_status 0
expect_stderr "kept earlier"

rm -rf out

run suite benchopt-quadratics --quick --methods random:points=5,two_sided --json - --progress none
expect_status 0
expect_stdout '"squared_slope"'

# Labels that are wrong, on the embedded digits, with every control.
run suite benchopt-cleaning --quick --instances corruption-0.5 --methods two_sided:loop_epochs=5,controls --progress none
expect_status 0
for text in "control: validation only" "control: validation and selection only" \
            "control: doubted by the validation part left out" "control: wrong labels left out" "test error"; do
  expect_stdout "$text"
done

# Digits that are not there: one message with the remedy, nothing written.
for suite in vpbgd-cleaning benchopt-cleaning; do
  env GBHO_CACHE_DIR=/nowhere "$GBHO" suite $suite --out full > .run/stdout 2> .run/stderr
  status=$?
  command_line="gbho suite $suite, without MNIST"
  expect_refused "gbho data get mnist"
  [ -e full ] && fail "something was written"
done

run suite benchopt-cleanin
expect_refused "benchopt-cleaning"
run suite table-features --quick --methods gridd
expect_refused "gridd" "grid"
run suite table-features --quick --instances iris
expect_refused "iris" "wine"
run suite table-features --seeds 0
expect_refused "--seeds"

# Ctrl-C ends it with what is finished.
"$GBHO" suite table-features --seeds 500 --out stopped --progress none > .run/stdout 2> .run/stderr &
pid=$!
for _ in $(seq 600); do ls stopped/runs/table-features/breast-cancer/*.json > /dev/null 2>&1 && break; sleep 0.1; done
kill -INT $pid
wait $pid
[ $? -eq 130 ] || fail "an interrupted suite does not exit with 130"
grep -q "the same command goes on" .run/stderr || fail "it does not say how to go on"

finish
