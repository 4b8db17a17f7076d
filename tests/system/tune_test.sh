#!/bin/bash
# A short run of the default study: what it prints, what it writes, and that the same seed gives the same bytes.

. "$(dirname "$0")/lib.sh"

short="--set lower.epochs=2 --set grid.points=3"
# The lines of the summary that may differ between two runs.
without_times() { grep -vE '"(seconds|seconds_lower|peak_rss_mb)":' "$1"; }

run tune $short --progress none
expect_status 0
for text in "mnist-1k-1hp" "λ*" "consistent" "refit" "sample-gradients"; do expect_stdout "$text"; done
[ ! -s .run/stderr ] || fail "--progress none still writes to standard error"

run tune $short --json - --progress none
expect_status 0
cmake -DFILE="$PWD/.run/stdout" -P "$CHECK_JSON" || fail "standard output is not the summary"
cp .run/stdout first.json

run tune $short --json second.json --out out
expect_status 0
expect_stdout "λ*"
diff <(without_times first.json) <(without_times second.json) > /dev/null || fail "same seed, other bytes"
diff <(without_times second.json) <(without_times out/summary.json) > /dev/null || fail "--out and --json differ"
[ "$(ls out out/weights | tr '\n' ' ')" = "out: report.txt summary.json weights  out/weights: consistent.safetensors refit.safetensors " ] ||
  fail "out/ holds $(ls out out/weights | tr '\n' ' ')"
grep -q "λ" out/report.txt || fail "report.txt is not a report"
find . -name '*.tmp' | grep -q . && fail "left a temporary file behind"

run tune $short --json other.json --seed 1
diff <(without_times first.json) <(without_times other.json) > /dev/null && fail "another seed, same bytes"

run tune $short --method random --set random.points=2 --progress plain
expect_status 0
expect_stdout "method random"
expect_stderr "search     2 networks"
expect_stderr "refit"

# More threads than the machine has are not begun.
run tune $short --threads 4096 --json - --progress none
expect_status 0
expect_stdout "threads = 4096: more than this machine can use"

# A study file, with a path of its own and a budget.
cat > study.toml <<'TOML'
name = "mine"
[model]
kind = "linear"
[[hyperparameter]]
name = "l1"
kind = "l1"
[lower]
epochs = 1
[grid]
points = 4
[budget]
lower_solves = 2
TOML
run tune study.toml --json - --progress none
expect_status 0
for text in '"study": "mine"' '"termination": "budget"' '"l1":'; do expect_stdout "$text"; done

# Every candidate diverges: the run fails, and says what to do.
run tune $short --set hyperparameter.l2.low=40 --set hyperparameter.l2.high=41 --set lower.learning_rate=0.1 --json result.json
expect_status 3
expect_stderr "diverged"
[ ! -e result.json ] || fail "wrote a result of a failed run"

finish
