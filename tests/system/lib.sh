# Shared by the system tests: runs the program ($GBHO) in a folder of its own and checks what it does.

set -u
failures=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1

# run ARGS...: leaves stdout, stderr and status in $folder/.run
run() {
  mkdir -p .run
  "$GBHO" "$@" > .run/stdout 2> .run/stderr
  status=$?
  command_line="gbho $*"
}

fail() {
  failures=$((failures + 1))
  echo "FAILED: $command_line: $1" >&2
  sed 's/^/  stdout: /' .run/stdout | head -20 >&2
  sed 's/^/  stderr: /' .run/stderr | head -20 >&2
}

expect_status() { [ "$status" -eq "$1" ] || fail "exit status $status instead of $1"; }
expect_stderr() { grep -qF -- "$1" .run/stderr || fail "standard error lacks: $1"; }
expect_stdout() { grep -qF -- "$1" .run/stdout || fail "standard output lacks: $1"; }

# The promise for bad input: status 2, one message that holds all the given texts, nothing printed or written.
expect_refused() {
  expect_status 2
  [ ! -s .run/stdout ] || fail "wrote to standard output"
  [ "$(wc -l < .run/stderr)" -eq 1 ] || fail "not exactly one line on standard error"
  [ ! -e result.json ] || fail "wrote result.json"
  [ ! -e out ] || fail "created out/"
  for text in "gbho: error:" "$@"; do expect_stderr "$text"; done
}

# same A B: two summaries, times and memory aside.
same() {
  /usr/bin/python3 - "$1" "$2" << 'END' || fail "$1 and $2 differ"
import json
import sys


def without_times(path):
    with open(path, encoding="utf-8") as file:
        summary = json.load(file)
    for key in ("seconds", "seconds_lower", "peak_rss_mb"):
        summary["cost"].pop(key)
    for phase in summary["phases"]:
        phase.pop("seconds")
    return summary


sys.exit(without_times(sys.argv[1]) != without_times(sys.argv[2]))
END
}

finish() {
  if [ "$failures" -gt 0 ]; then
    echo "$failures checks failed" >&2
    exit 1
  fi
  exit 0
}
