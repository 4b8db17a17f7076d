#!/bin/bash
# Predictions and scores with a model to take home.

. "$(dirname "$0")/lib.sh"

run predict "$MODELS/classes.gbho" "$MODELS/classes.csv"
expect_status 0
[ "$(head -1 .run/stdout)" = "prediction,p:high,p:low,p:middle" ] || fail "another header"
[ "$(wc -l < .run/stdout)" -eq 41 ] || fail "not a line for every row"
cp .run/stdout classes.txt
run predict "$MODELS/classes.gbho" "$MODELS/classes.csv" --out classes.out --threads 2
expect_status 0
[ ! -s .run/stdout ] || fail "wrote to standard output"
cmp -s classes.out classes.txt || fail "the file differs from standard output"

run predict "$MODELS/regression.gbho" "$MODELS/regression.csv" --out -
expect_status 0
[ "$(head -1 .run/stdout)" = "prediction" ] || fail "another header"

# The program that does everything else says the same.
command_line="gbho-core predict"
"$GBHO-core" predict "$MODELS/classes.gbho" "$MODELS/classes.csv" | cmp -s - classes.txt || fail "differs"

run score "$MODELS/classes.gbho" "$MODELS/classes.csv"
expect_status 0
for text in "rows              40" "log_loss" "accuracy"; do expect_stdout "$text"; done
run score "$MODELS/regression.gbho" "$MODELS/regression.csv" --json -
expect_status 0
for text in '"task": "regression"' '"rows": 40' '"left_out": 0' '"rmse":' '"r2":'; do expect_stdout "$text"; done
run score "$MODELS/classes.gbho" "$MODELS/classes.csv" --json scores.json
expect_status 0
grep -q '"auc": null' scores.json || fail "three classes have an AUC"

# For other programs.
run export-model "$MODELS/classes.gbho" --out classes.onnx
expect_status 0
for text in "size    double  a number; missing: not a number" "color   string"; do expect_stdout "$text"; done
run export-model "$MODELS/classes.gbho" --out -
expect_status 0
cmp -s .run/stdout classes.onnx || fail "the file differs from standard output"
command_line="gbho-core export-model"
"$GBHO-core" export-model "$MODELS/classes.gbho" --out - | cmp -s - classes.onnx || fail "differs"

# Bad input.
run export-model "$MODELS/classes.csv" --out out
expect_refused "classes.csv" "not a model of gbho"
run export-model "$MODELS/classes.gbho"
expect_refused "--out" "gbho export-model --help"
cp "$MODELS/classes.gbho" same.gbho
run export-model same.gbho --out same.gbho
expect_refused "is what is read"
run predict "$MODELS/classes.csv" "$MODELS/classes.gbho" --out out
expect_refused "classes.csv" "not a model of gbho"
run predict nowhere.gbho "$MODELS/classes.csv" --out out
expect_refused "nowhere.gbho"
head -c 3000 "$MODELS/classes.gbho" > cut.gbho
run predict cut.gbho "$MODELS/classes.csv" --out out
expect_refused "cut.gbho" "damaged"
cut -d, -f1,3,4 "$MODELS/classes.csv" > narrow.csv
run predict "$MODELS/classes.gbho" narrow.csv --out out
expect_refused "narrow.csv" "'weight'"
sed '5s/^[^,]*/large/' "$MODELS/classes.csv" > text.csv
run predict "$MODELS/classes.gbho" text.csv --out out
expect_refused "text.csv" "'large'" "size"
run predict "$MODELS/classes.gbho"
expect_refused "TABLE" "gbho predict --help"
run predict "$MODELS/classes.gbho" "$MODELS/classes.csv" --ot x
expect_refused "did you mean '--out'?"
run predict "$MODELS/classes.gbho" text.csv --out text.csv
expect_refused "is what is read"
run score "$MODELS/classes.gbho" "$MODELS/regression.csv" --json result.json
expect_refused "no class of this model"
sed '2s/[^,]*$//' "$MODELS/classes.csv" > unknown.csv
run score "$MODELS/classes.gbho" unknown.csv
expect_stdout "rows              39 (1 left out"
run predict --help
expect_status 0
for text in "MODEL" "TABLE" "--out FILE|-"; do expect_stdout "$text"; done

finish
