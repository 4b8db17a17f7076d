#!/bin/bash
# Damage to a finished study is found by whoever reads it, and mended by resume --rebuild. Runs of one name.

. "$(dirname "$0")/lib.sh"

quick="--method random --set random.points=2 --set lower.epochs=2 --set lower.learning_rate=0.1"
store="--store studies.db"
sql() { python3 -c 'import sqlite3, sys; d = sqlite3.connect(sys.argv[1]); d.execute(sys.argv[2]); d.commit()' studies.db "$1"; }
without_times() { grep -vE '"(seconds|seconds_lower|peak_rss_mb)"|"phase":' "$1"; }

run tune $quick $store --name whole --json whole.json --progress none
run tune $quick $store --name first --json first.json --progress none
expect_status 0

# Every kind of record.
for change in "UPDATE trial SET lambda = replace(lambda, '-', '-1') WHERE number = 0" \
  "UPDATE trial SET validation_loss = validation_loss + 1e-12 WHERE number = 1" \
  "UPDATE study SET summary = replace(summary, '\"seed\": 0', '\"seed\": 1')" \
  "UPDATE work SET seconds = seconds + 1 WHERE number = 0" \
  "UPDATE study SET best = best - 1" "UPDATE study SET state = 'failed'"; do
  cp studies.db saved.db
  sql "$change"
  for command in "show first" "show first --json" "report first --out out" "export first --format csv --out result.json" \
    "resume first"; do
    run $command $store
    command_line="gbho $command after $change"
    expect_refused "damaged" "gbho resume first --rebuild --store studies.db"
  done
  cp saved.db studies.db
done
cp studies.db saved.db
sql "UPDATE study SET used = replace(used, '2', '3')"
run show first $store
expect_refused "damaged" "begun with" "--replace"
cp saved.db studies.db

# Doing it again gives what it gave.
sql "UPDATE trial SET validation_loss = 0 WHERE study = 2 AND number = 0"
run resume first $store --rebuild --json again.json --progress none
expect_status 0
expect_stderr "all of it is done again"
diff <(without_times first.json) <(without_times again.json) > /dev/null || fail "it came to another end"
run show first $store
expect_status 0
run resume whole $store --rebuild --progress plain
expect_stderr "had finished"

# Weights: cut short, gone, or a pipe that nobody writes to.
for spoil in "truncate -s 100" "rm" "fifo"; do
  for file in studies.db.weights/2/*; do
    if [ "$spoil" = fifo ]; then rm "$file"; mkfifo "$file"; else $spoil "$file"; fi
  done
  run resume first $store --out out --progress none
  command_line="gbho resume first --out out after $spoil"
  expect_status 3
  expect_stdout "refit"
  expect_stderr "gbho resume first --rebuild --store studies.db"
  rm -rf out
  run resume first $store --rebuild --out mended --json again.json --progress none
  expect_status 0
  diff <(without_times first.json) <(without_times again.json) > /dev/null || fail "it came to another end"
  [ -s mended/weights/refit.safetensors ] || fail "no weights"
done

# Runs of one name: the latest is meant, and each can be named.
export XDG_DATA_HOME=$PWD/share
for seed in 1 2 3; do run tune $quick --seed $seed --progress plain; done
expect_status 0
expect_stderr "kept as mnist-1k-1hp-3; gbho report mnist-1k-1hp-3 --out report"
seed_of() { run show "$1" --json; grep -m1 -o '"seed": [0-9]*' .run/stdout; }
[ "$(seed_of mnist-1k-1hp)" = '"seed": 3' ] || fail "a bare name is not the latest run"
[ "$(seed_of mnist-1k-1hp-2)" = '"seed": 2' ] || fail "not the second run"
[ "$(seed_of mnist-1k-1hp-1)" = '"seed": 1' ] || fail "not the first run"
run resume mnist-1k-1hp --progress plain
expect_stderr "study 'mnist-1k-1hp-3' had finished"
run export mnist-1k-1hp --format json --out -
expect_stdout '"seed": 3'
run tune $quick --progress json --seed 4
! grep -q "kept as" .run/stderr || fail "kept as, in JSON"

# Removing: exactly what is called so, or what matches.
run studies --remove 'mnist-1k-1hp-?'
expect_status 0
expect_stdout "removed mnist-1k-1hp-4"
[ "$("$GBHO" studies --json | grep -c '"study":')" -eq 1 ] || fail "not one study left"
run studies --remove 'nothing*'
expect_refused "nothing*"
run studies --remove 'mnist-1k-1hp'
expect_status 0
run tune $quick --seed 5 --progress none
run studies --remove '*'
expect_status 0
run studies
expect_stdout "no studies"

# A study that failed would fail again.
run tune $quick $store --name failed --set lower.learning_rate=1e30 --progress none
expect_status 3
run show failed $store
expect_status 0
expect_stdout "failed"
! grep -q "gbho resume" .run/stdout || fail "recommends resume"
run tune $quick $store --name failed --progress none
expect_refused "failed" "--replace"
! grep -q "gbho resume" .run/stderr || fail "recommends resume"

# Help of every command has an example.
for command in tune resume compare paper suite studies show report export methods keys check-gradients data version help; do
  run "$command" --help
  expect_status 0
  expect_stdout "  gbho $command"
  cp .run/stdout shown
  run help "$command"
  expect_status 0
  cmp -s shown .run/stdout || fail "help $command is not $command --help"
done
run help data get
expect_stdout "gbho data get mnist"
run help
expect_stdout "Usage: gbho"
run help tnue
expect_refused "did you mean 'tune'?"
run --version
expect_status 0
grep -qE '^gbho [0-9]+\.[0-9]+\.[0-9]+$' .run/stdout || fail "not a version"

finish
