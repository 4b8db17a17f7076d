#!/bin/bash
# A part of the paper's experiments at quick scale: its tables and figures, that runs are not made twice, and bad input.

. "$(dirname "$0")/lib.sh"

part="paper mnist --instances mnist-1k-1hp --methods grid,hyperband"

run $part --out out --progress plain
expect_status 0
for text in "MNIST, 1 hp: 1,000" "paper's TEL" "0.4125" "Quick scale" "out/mnist.md"; do expect_stdout "$text"; done
expect_stderr "mnist-1k-1hp, instance 1 of 1"
expect_stderr "run 1/2  grid, seed 0: refit test loss"
for file in mnist.md mnist.html mnist.csv mnist.tex runs/mnist-1k-1hp/grid-seed0.json runs/mnist-1k-1hp/runs.csv; do
  [ -s "out/$file" ] || fail "out/$file is missing"
done
for text in "gbho paper mnist --scale quick" "Quick scale" "(0.4125)" "sample-gradients"; do
  grep -qF "$text" out/mnist.md || fail "mnist.md lacks: $text"
done

# The same again, and with one more row: what is there is taken as it is.
run $part --out out --progress plain
expect_stderr "run 2/2  hyperband, seed 0: refit test loss"
expect_stderr "kept earlier"
run paper mnist --instances mnist-1k-1hp --methods grid,controls --out out --progress plain
expect_status 0
expect_stderr "control: no penalty"
grep -qF "control: default λ" out/mnist.md || fail "mnist.md lacks the controls"

run paper figures --only curve --out out --progress none
expect_status 0
expect_stdout "out/figures/validation_curve.svg"
[ -s out/figures/validation_curve.png ] || fail "no PNG"
rm -rf out

# A figure without gnuplot is refused before anything is trained.
env PATH=/nowhere "$GBHO" paper figures --only curve --out out > .run/stdout 2> .run/stderr
status=$?
command_line="gbho paper figures, without gnuplot"
expect_refused "gnuplot" "install"

run paper
expect_refused "PART"
run paper imagenet --out out
expect_refused "imagenet" "mnist"
run paper mnist
expect_refused "--out"
run paper mnist --instances mnist-2k-1hp --out out
expect_refused "mnist-2k-1hp" "mnist-1k-1hp"
run paper mnist --methods gridd --out out
expect_refused "gridd" "grid"
run paper mnist --scale huge --out out
expect_refused "huge" "quick"
run paper mnist --seeds 0 --out out
expect_refused "--seeds"
run paper figures --only phy --out out
expect_refused "phy" "phi"
touch file
run paper mnist --out file/out
expect_refused "file/out"

finish
