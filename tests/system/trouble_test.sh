#!/bin/bash
# Trouble at the end of a run, and hostile names, files and terminals: the result is not lost, and one line says why.

. "$(dirname "$0")/lib.sh"

quick="--method random --set random.points=2 --set lower.epochs=2 --set lower.learning_rate=0.1"
store="--store studies.db"

# One line that says "error", beside progress.
expect_one_error() {
  [ "$(grep -c '^gbho: error:' .run/stderr)" -eq 1 ] || fail "not exactly one error"
  for text in "$@"; do expect_stderr "$text"; done
}

# Nowhere to write to at the end: the summary is printed all the same.
mkdir -p taken && touch taken/weights
run tune $quick --no-store --out taken --json good.json --progress none
expect_status 3
expect_stdout "refit"
expect_one_error "taken/weights"
[ -s good.json ] || fail "the other file was not written"
run tune $quick --no-store --out taken --json - --progress none
expect_status 3
expect_stdout '"termination": "finished"'
expect_one_error "taken/weights"
command_line="gbho tune > /dev/full"
"$GBHO" tune $quick --no-store --json full.json --progress none > /dev/full 2> .run/stderr
status=$?
expect_status 3
expect_one_error "standard output" "space"
[ -s full.json ] || fail "the file was not written"

# A store that fails when the run is kept, and when it is left: here by a limit on the size of files. The default store
# is larger than that before the limit is set, so that the first writes go through.
at_limit() {
  mkdir -p .run
  rm -rf limited.db*
  "$GBHO" tune $quick --store limited.db --name a --progress none > /dev/null 2>&1
  command_line="(ulimit -f; gbho tune $*)"
  (ulimit -f 64; exec "$GBHO" tune --store limited.db --progress none "$@") > .run/stdout 2> .run/stderr
  status=$?
}
at_limit $quick --name b --checkpoint 3600
expect_status 3
expect_stdout "refit"
expect_one_error "limited.db" "gbho resume b --store limited.db"
run resume b --store limited.db --progress none
expect_status 0
expect_stdout "refit"

# Help and other results that cannot be written.
for arguments in --help --version "tune --help" "help" "data list" "methods"; do
  command_line="gbho $arguments > /dev/full"
  "$GBHO" $arguments > /dev/full 2> .run/stderr
  status=$?
  expect_status 3
  expect_one_error "standard output"
done

# A reader that goes away.
command_line="gbho tune 2>&1 | true"
"$GBHO" tune $quick --no-store --json piped.json --progress plain 2> >(exec true) > /dev/null
status=$?
expect_status 0
[ -s piped.json ] || fail "progress to a closed pipe ended the run"

# SIGHUP leaves a study as SIGTERM does.
"$GBHO" tune --set lower.epochs=1000000 --set lower.learning_rate=0.1 $store --name hung-up --progress plain \
  > .run/stdout 2> .run/stderr &
process=$!
command_line="gbho tune (SIGHUP)"
for _ in $(seq 600); do "$GBHO" show hung-up $store > /dev/null 2>&1 && break; sleep 0.05; done
sleep 0.5
kill -HUP "$process"
wait "$process"
status=$?
expect_status 130
expect_stderr "go on with: gbho resume hung-up --store studies.db"
run studies $store
expect_stdout "interrupted"

# Names that a terminal or a shell would obey.
name=$'-red\033[31m\nname'
run tune $quick $store --name="$name" --progress plain
expect_status 0
expect_stderr 'kept as -red\x1b[31m\nname; gbho report --out report --store studies.db -- $'"'"'-red\x1b[31m\x0aname'"'"
run tune $quick $store --name="$name" --progress none
expect_refused '-red\x1b[31m\nname' "resume --store studies.db -- "
run show $store -- "$name"
expect_status 0
run studies $store
expect_stdout '-red\x1b[31m\nname'
run show $store $'no\033such'
expect_refused 'no\x1bsuch'
! grep -q $'\033' .run/stdout .run/stderr || fail "a control character reached the terminal"

# Endless values are cut.
endless=$(head -c 100000 /dev/zero | tr '\0' x)
for arguments in "tune --method $endless" "tune --set $endless=1" "tune $endless" "$endless" "show $endless $store" \
  "tune --progress $endless" "studies --$endless" "methods $endless"; do
  run $arguments
  command_line="gbho (endless)"
  expect_status 2
  [ "$(wc -c < .run/stderr)" -lt 2500 ] || fail "echoed $(wc -c < .run/stderr) bytes"
  expect_stderr "…"
done

# Stores that are none.
mkfifo pipe.db
for place in pipe.db /dev/zero . ""  :memory:; do
  run tune $quick --store "$place" --json result.json
  expect_refused "store"
  run studies --store "$place"
  expect_refused "store"
done
for pace in nan inf -1 many; do
  run tune $quick --checkpoint "$pace" --json result.json
  expect_refused "--checkpoint" "$pace"
done

# A store whose making was cut short is a new one.
: > empty.db
run studies --store empty.db
expect_status 0
expect_stdout "no studies"
run show x --store empty.db
expect_refused "no study 'x'"
python3 -c 'import sqlite3; d = sqlite3.connect("half.db"); d.execute("PRAGMA journal_mode = WAL"); d.close()'
run studies --store half.db
expect_status 0
run tune $quick --store half.db --progress none
expect_status 0
run studies --store half.db
expect_stdout "finished"
python3 -c 'import sqlite3; d = sqlite3.connect("other.db"); d.execute("CREATE TABLE t (x)"); d.close()'
run studies --store other.db
expect_refused "another program"

# No memory: one line. (Sanitizers reserve more than any limit.)
if [ -z "${SANITIZE:-}" ]; then
  command_line="(ulimit -v; gbho tune)"
  (ulimit -v 1500000; exec "$GBHO" tune --method random --set "model.hidden=[100000]" --no-store --progress none) \
    > .run/stdout 2> .run/stderr
  status=$?
  expect_status 3
  [ "$(wc -l < .run/stderr)" -eq 1 ] || fail "more than one line"
  expect_one_error "memory"
fi

finish
