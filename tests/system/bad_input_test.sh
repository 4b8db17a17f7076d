#!/bin/bash
# Bad input of every kind: status 2, one clear message, nothing written.

. "$(dirname "$0")/lib.sh"

outputs="--json result.json --out out"

# Writes study.toml: the default study with one line replaced (sed expression).
spoil() { sed -e "$1" "$STUDIES/mnist-1k-1hp.toml" > study.toml; }

run tune missing.toml $outputs
expect_refused "missing.toml" "No such file"

spoil 's/^epochs .*/epoch = 5/'
run tune study.toml $outputs
expect_refused "study.toml:" "unknown key 'lower.epoch'" "did you mean 'lower.epochs'?"

spoil 's/^epochs .*/epochs = "many"/'
run tune study.toml $outputs
expect_refused "study.toml:" "lower.epochs" "many" "integer"

spoil 's/^epochs .*/epochs = -1/'
run tune study.toml $outputs
expect_refused "study.toml:" "lower.epochs = -1"

spoil 's/^epochs .*/epochs = = 5/'
run tune study.toml $outputs
expect_refused "study.toml:" "not valid TOML"

spoil 's/^method .*/method = "gird"/'
run tune study.toml $outputs
expect_refused "study.toml:" "did you mean 'grid'?" "grid, random"

spoil 's/^low .*/low = 3/'
run tune study.toml $outputs
expect_refused "study.toml:" "hyperparameter.l2.low = 3" "must be smaller"

spoil 's/^layers .*/layers = ["hiden"]/'
run tune study.toml $outputs
expect_refused "study.toml:" "hyperparameter.l2.layers" "did you mean 'hidden'?"

spoil 's/^layers .*/layers = ["hidden"]\ninputs = [700, 800]/'
run tune study.toml $outputs
expect_refused "study.toml:" "hyperparameter.l2.inputs = [700, 800]" "784 inputs"

spoil 's/^layers .*/layers = ["output"]\ninputs = [0, 112]/'
run tune study.toml $outputs
expect_refused "study.toml:" "hyperparameter.l2.inputs = [0, 112]" '"hidden"'

spoil 's/^name  = .*/path = "nothing.csv"/'
run tune study.toml $outputs
expect_refused "nothing.csv"

run tune $outputs --set lower.epoch=5
expect_refused "--set lower.epoch=5" "did you mean 'lower.epochs'?"

run tune $outputs --set lower.epochs
expect_refused "--set lower.epochs" "section.key=value"

run tune $outputs --set hyperparameter.l3.low=-5
expect_refused "hyperparameter.l3.low" "l2"

run tune $outputs --sed 5
expect_refused "unknown option '--sed'" "did you mean '--seed'?"

run tune $outputs --seed five
expect_refused "--seed five"

run tune $outputs --progress loud
expect_refused "--progress" "loud"

run tune $outputs --method gbhoo
expect_refused "--method gbhoo" "grid, random"

# Bounds, before anything is allocated: each of these took gigabytes, or minutes, or failed at the end.
bounds() {
  run tune $outputs --method "$1" --set "$2"
  expect_refused "--set $2" "must be" "$3"
}
bounds random hyperparameter.l2.count=9223372036854775807 "between 0 and 10000000"
bounds random hyperparameter.l2.low=-1000 "between -80 and 80"
bounds stn stn.scale_max=1e6 "at most 80"
bounds smac smac.trees=1000000000 "between 2 and 10000"
bounds tpe tpe.candidates=1000000000 "between 1 and 1000000"
bounds two_sided two_sided.diagonal=1000000000 "between 1 and 10000"
bounds grid grid.points=1000000000 "1000000"
# Whichever method runs: a table that waits for its method may be wrong, too.
for given in smac.trees=1000000000 tpe.candidates=0 stn.scale_max=1e6 loop.diagonal=0 refit.networks=0; do
  run tune $outputs --method gbho --set $given
  expect_refused "--set $given" "${given%%=*} = " "must be"
done
{ cat "$STUDIES/mnist-1k-1hp.toml"; printf '[smac]\ntrees = 1000000000\n'; } > study.toml
run tune study.toml $outputs --method random
expect_refused "study.toml:$(grep -n '^trees' study.toml | cut -d: -f1): smac.trees = 1000000000: must be between 2 and 10000"
run tune $outputs --set "lower.learning_rate=[$(seq -s, 0.001 0.001 0.2)]"
expect_refused "200 rates" "at most 100 pairs"
run tune $outputs --threads 99999999999999999999
expect_refused "--threads"

run tune --json missing/result.json
expect_refused "missing" "does not exist"

run tune one.toml two.toml
expect_refused "two.toml"

run tnue
expect_refused "'tnue' is not a command" "did you mean 'tune'?"

run
expect_refused "a command is missing"

run export some-study --format cvs --out result.json --store store.db
expect_refused '--format = "cvs"' "did you mean 'csv'?" "csv, json, optuna-journal"

run export some-study --format csv --out missing/trials.csv --store store.db
expect_refused "--out missing/trials.csv" "does not exist"

run export some-study --format csv --store store.db
expect_refused "--out is required"

run export some-study --format csv --out . --store store.db
expect_refused "--out ." "is a folder"

run export some-study --format csv --out /dev/null --store store.db
expect_refused "--out /dev/null" "give '-'"

run show
expect_refused "NAME is required"

run methods gird
expect_refused "did you mean 'grid'?"

run version --verbos
expect_refused "did you mean '--verbose'?"

finish
