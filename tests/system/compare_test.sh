#!/bin/bash
# A short contest of two methods: what it prints and writes, that it goes on after an interruption, and bad input.

. "$(dirname "$0")/lib.sh"

quick="--set lower.epochs=3"
contest="compare --methods grid,random:points=2 --set grid.points=3 $quick"

run $contest --seeds 2 --progress none
expect_status 0
for text in "mnist-1k-1hp  2 methods, seeds 0 to 1" "random:points=2" "control: default λ" "control: validation only" \
  "control: no penalty" "±" "Difference from grid" "95 % confidence interval" "sample-gradients"; do expect_stdout "$text"; done
[ ! -s .run/stderr ] || fail "--progress none still writes to standard error"

run $contest --seeds 2 --out out --json result.json --progress plain
expect_status 0
expect_stderr "run 1/10  grid, seed 0: refit test loss"
expect_stderr "run 10/10  control: no penalty, seed 1"
for file in report.html table.md table.csv table.tex runs.csv curves.csv compare.json runs/grid-seed0.json runs/grid-seed1.json; do
  [ -s "out/$file" ] || fail "out/$file is missing"
done
[ "$(ls out/runs | wc -l)" -eq 10 ] || fail "out/runs holds $(ls out/runs)"
[ "$(wc -l < out/runs.csv)" -eq 11 ] || fail "runs.csv has not one line a run"
[ "$(wc -l < out/table.csv)" -eq 6 ] || fail "table.csv has not one line a contestant"
grep -qF 'random:points=2 &' out/table.tex || fail "table.tex lacks a row"
grep -qF '**' out/table.md || fail "table.md has nothing in bold"
for key in study budget version table runs; do grep -q "^  \"$key\":" result.json || fail "result.json lacks $key"; done
[ "$(grep -c '"label": "grid"' result.json)" -eq 3 ] || fail "not two runs and one row of grid"
find . -name '*.tmp' | grep -q . && fail "left a temporary file behind"

# Nothing is trained twice, and one more seed adds only its own runs.
cp result.json first.json
run $contest --seeds 2 --out out --json - --progress plain
expect_status 0
expect_stderr "10 runs taken from out/runs"
diff first.json .run/stdout > /dev/null || fail "another result from the same runs"
run $contest --seeds 3 --out out
expect_stderr "10 runs taken from out/runs"
expect_stderr "run 11/15  grid, seed 2: refit test loss"
# Other settings are other runs.
run $contest --seeds 2 --out out --set lower.learning_rate=0.05
expect_status 0
grep -qF "taken from" .run/stderr && fail "took runs with other settings"

# Ctrl-C: what is finished is shown and kept, and the same command goes on.
rm -rf out result.json
"$GBHO" compare --methods grid --set grid.points=200 --seeds 40 --no-controls --out out --progress plain \
  --set lower.epochs=20 > .run/stdout 2> .run/stderr &
contestant=$!
command_line="gbho compare … (interrupted)"
for _ in $(seq 600); do [ -e out/runs/grid-seed0.json ] && break; sleep 0.1; done
kill -INT $contestant
wait $contestant
status=$?
expect_status 130
expect_stdout "interrupted"
expect_stderr "goes on where this one stopped"
[ -s out/table.md ] || fail "an interrupted contest has no table"
[ "$(ls out/runs | wc -l)" -lt 40 ] || fail "it was not interrupted"

# Budgets.
rm -rf out
run compare --methods grid,two_sided $quick --seeds 1 --no-controls --budget trials=4 --progress plain
expect_status 0
expect_stderr "the budget comes to 4 lower-level solves"
expect_stdout "budget of a search: trials 4"
expect_stdout "One seed"
grep -qF "±" .run/stdout && fail "a standard error of one seed"
run compare --methods grid $quick --seeds 1 --no-controls --budget seconds=1 --progress plain
expect_status 0
expect_stderr "timing 8 networks"

# A comma within brackets does not end a method.
run compare mnist-1k-2hp --methods "grid:points=[2,3],random:points=2" $quick --seeds 1 --no-controls --progress none
expect_status 0
expect_stdout "grid:points=[2,3]"
expect_stdout "2 methods"

# Every run of every method fails: rows without scores, and status 3.
run $contest --seeds 1 --no-controls --set hyperparameter.l2.low=40 --set hyperparameter.l2.high=41
expect_status 3
expect_stdout "grid, seed 0: failed: all 3 candidates diverged"

# Quality against cost, of methods that can be followed on the way.
run compare --methods f2sa,vpbgd,grid:points=2 $quick --set loop.loop_epochs=4 --set loop.curve_models=2 --seeds 1 \
  --no-controls --out drawn --figures --progress none
expect_status 0
[ "$(grep -c '^f2sa,0,' drawn/curves.csv)" -eq 4 ] || fail "curves.csv has not one line a look"
for kind in svg png dat gp; do [ -s "drawn/quality-against-cost.$kind" ] || fail "quality-against-cost.$kind is missing"; done
grep -q "vpbgd" drawn/quality-against-cost.svg || fail "the figure lacks a method"
rm -rf drawn
run compare --methods grid:points=2 $quick --seeds 1 --no-controls --out drawn --figures --progress none
expect_status 0
expect_stderr "--figures: no method of this contest has a run to follow"
rm -rf drawn

outputs="--json result.json --out out"
run compare --methods grid --figures --json result.json
expect_refused "--figures" "--out"
run compare $outputs
expect_refused "--methods" "such as --methods gbho,two_sided"
run compare --methods grid,gird $outputs
expect_refused "--methods gird" "did you mean 'grid'?"
run compare --methods grid,grid $outputs
expect_refused "'grid' is given twice"
run compare --methods grid,,random $outputs
expect_refused "an empty name"
run compare --methods grid:point=3 $outputs
expect_refused "--methods grid:point=3" "did you mean 'grid.points'?"
run compare --methods grid --seeds 0 $outputs
expect_refused "--seeds"
run compare --methods grid --budget trails=5 $outputs
expect_refused "--budget trails=5" "did you mean 'trials'?"
run compare --methods grid --budget trials=many $outputs
expect_refused "--budget trials=many" "positive number"
run compare --methods grid --budget sample_gradients=10 $outputs
expect_refused "not enough for one lower-level solve"
run compare --methods grid --set lower.epoch=5 $outputs
expect_refused "--set lower.epoch=5" "did you mean 'lower.epochs'?"
run compare missing.toml --methods grid $outputs
expect_refused "missing.toml"
run compare --methods grid --json missing/result.json
expect_refused "missing" "does not exist"

finish
