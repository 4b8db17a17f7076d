#!/bin/bash
# The small commands, and what an interrupted run leaves.

. "$(dirname "$0")/lib.sh"

run --help
expect_status 0
for text in "Usage: gbho" "tune" "methods" "check-gradients" "version" "Examples:"; do expect_stdout "$text"; done
awk 'length($0) > 84 { bad = 1 } END { exit bad }' .run/stdout || fail "a line of the help is too long"

run tune --help
expect_status 0
for text in "--method NAME" "--seed N" "--set KEY=VALUE" "--json FILE" "--threads N" "--device" "--progress" "--out DIR"; do
  expect_stdout "$text"
done

run methods
expect_status 0
expect_stdout "grid"
expect_stdout "random"

run methods grid
expect_status 0
expect_stdout "points"
expect_stdout "[20]"

run methods grid --markdown
expect_status 0
expect_stdout '| `points` | list of integers ≥ 1, ≤ 1000000 | `[20]` |'

run keys
expect_status 0
for text in "hyperparameter" "learning_rate" "scale_penalty"; do expect_stdout "$text"; done
run keys lower
expect_status 0
for text in "[lower]" "sgd, adam or" "integer ≥ 1" "learning_rate"; do expect_stdout "$text"; done
run keys lower --markdown
expect_stdout '| `epochs` | integer ≥ 1, ≤ 1000000 | `50` |'
run keys lwer
expect_refused "did you mean 'lower'?"

run version
expect_status 0
grep -qE '^gbho [0-9]+\.[0-9]+\.[0-9]+$' .run/stdout || fail "not a version"

run version --verbose
expect_status 0
for text in "LibTorch" "BLAS" "threads" "CUDA" "kernels"; do expect_stdout "$text"; done

# LibTorch's threads wait without spinning, unless somebody wants them to. (Only GNU's OpenMP says so.)
if [ -z "${SANITIZE:-}" ]; then
  command_line="OMP_DISPLAY_ENV=verbose gbho version"
  env -u OMP_WAIT_POLICY OMP_DISPLAY_ENV=verbose "$GBHO" version > .run/stdout 2> .run/stderr
  ! grep -q "GOMP_SPINCOUNT" .run/stderr || expect_stderr "GOMP_SPINCOUNT = '0'"
  OMP_WAIT_POLICY=active OMP_DISPLAY_ENV=verbose "$GBHO" version > .run/stdout 2> .run/stderr
  ! grep -q "GOMP_SPINCOUNT = '0'" .run/stderr || fail "OMP_WAIT_POLICY=active is not obeyed"
fi

run check-gradients
expect_status 0
expect_stdout "passed"

# Ctrl-C in the middle: what is known is reported, and the status is 130. (A background job of a script ignores
# SIGINT from birth, so the signal here is SIGTERM, which means the same.)
command_line="gbho tune (interrupted)"
"$GBHO" tune --set lower.epochs=1000000 --json - --progress json > .run/stdout 2> .run/stderr &
process=$!
for _ in $(seq 1200); do [ -s .run/stderr ] && break; sleep 0.05; done
kill -TERM "$process"
wait "$process"
status=$?
expect_status 130
expect_stdout '"termination": "interrupted"'

finish
