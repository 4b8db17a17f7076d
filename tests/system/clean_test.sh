#!/bin/bash
# Wrong labels of a generated table: found, listed, dropped; and bad input.

. "$(dirname "$0")/lib.sh"

# Three classes of 80 rows, far enough apart; every tenth row has the next class's name.
awk 'BEGIN {
  srand(11); split("low middle high", names, " "); print "size,weight,shade,kind,checked"
  for (i = 0; i < 240; ++i) {
    own = i % 3; given = i % 10 == 4 ? (own + 1) % 3 : own
    noise = rand() + rand() + rand() - 1.5
    printf "%.4f,%.4f,%s,%s,%s\n", 3 * own + noise, rand() - own, rand() < 0.5 ? "red" : "blue", names[given + 1], (i % 10 != 4 && i % 4 == 0) ? "yes" : ""
  }
}' > kinds.csv
quick="--networks 2 --folds 3"

run clean kinds.csv --target kind $quick --out suspects.csv --json result.json --progress none
expect_status 0
[ ! -s .run/stderr ] || fail "wrote to standard error"
expect_stdout "rows flagged"
expect_stdout "Most suspicious"
[ "$(head -1 suspects.csv)" = "row,label,suggested,suspicion,flagged" ] || fail "another header"
[ "$(tail -n +2 suspects.csv | cut -d, -f1 | sort -n | tr '\n' ' ')" = "$(seq 1 240 | tr '\n' ' ')" ] || fail "not every row once"
tail -n +2 suspects.csv | awk -F, 'NR > 1 && $4 + 0 > before + 0 { exit 1 } { before = $4 }' || fail "not sorted by suspicion"
# Average precision: 0.1 by chance.
tail -n +2 suspects.csv | awk -F, '($1 - 1) % 10 == 4 { ++hits; sum += hits / NR } END { exit !(sum / 24 > 0.9) }' ||
  fail "wrong labels are not found"
tail -n +2 suspects.csv | awk -F, '$5 == 1 && $2 == $3 { exit 1 } $5 == 0 && $2 != $3 { exit 1 }' || fail "suggestions"
grep -q '"task": "classification"' result.json || fail "no task in the JSON"
rm -f result.json

run clean kinds.csv --target kind $quick --out again.csv --threads 2 --progress plain
expect_status 0
expect_stderr "networks"
cmp -s suspects.csv again.csv || fail "threads change the result"
run clean kinds.csv --target kind $quick --out - --threads 1 --progress none
cmp -s suspects.csv .run/stdout || fail "--out - prints something else"
run clean kinds.csv --target kind $quick --out seed.csv --seed 1 --progress none
cmp -s suspects.csv seed.csv && fail "the seed changes nothing"

flagged=$(grep -c ',1$' suspects.csv)
run clean kinds.csv --target kind $quick --apply drop --cleaned dropped.csv --progress none
expect_status 0
[ "$(wc -l < dropped.csv)" -eq $((241 - flagged)) ] || fail "not the rows that are not flagged"
[ "$(head -2 dropped.csv)" = "$(head -2 kinds.csv)" ] || fail "cells have changed"
run clean kinds.csv --target kind $quick --apply relabel --cleaned relabelled.csv --progress none
[ "$(diff kinds.csv relabelled.csv | grep -c '^>')" -eq "$flagged" ] || fail "not as many new labels as flags"

# Everything into a folder, with a page and a model that predicts without the column of trust.
run clean kinds.csv --target kind --trusted checked $quick --out-dir all --progress none
expect_status 0
expect_stdout "gbho predict all/model.gbho"
for file in suspects.csv clean.json cleaned.csv model.gbho; do [ -s "all/$file" ] || fail "no all/$file"; done
if [ -e all/report.html ]; then # a build without charts has none
  grep -q 'The most suspicious rows' all/report.html || fail "the page shows no rows"
fi
cut -d, -f1-3 kinds.csv > columns.csv
run predict all/model.gbho columns.csv --out predicted.csv
expect_status 0
[ "$(wc -l < predicted.csv)" -eq 241 ] || fail "not a prediction for every row"

# Images: rows of a file are trusted, and nothing is written where labels are missing.
images="$STUDIES/../data/mnist-1k-validation-images-idx3-ubyte.gz"
labels="$STUDIES/../data/mnist-1k-validation-labels-idx1-ubyte.gz"
printf '1\n2\n400\n' > rows.txt
run clean "$images" --labels "$labels" --trusted rows.txt $quick --out images.csv --progress none
expect_status 0
[ "$(wc -l < images.csv)" -eq 401 ] || fail "not every image once"
[ "$(tail -3 images.csv | cut -d, -f1 | sort -n | tr '\n' ' ')" = "1 2 400 " ] || fail "trusted images are not the last"
run clean "$images" --out out
expect_refused "--labels" "holds no labels"
run clean "$images" --labels "$labels" --apply drop --cleaned out.csv
expect_refused "are for tables"
run clean mnist-1k --labels "$labels" --out out
expect_refused "comes with its own labels"

run clean kinds.csv --target kind --trusted checked $quick --out trusted.csv --progress none
expect_status 0
expect_stdout "trusted, and never flagged"
tail -n +2 trusted.csv | awk -F, '$5 == 1 && ($1 - 1) % 4 == 0 && ($1 - 1) % 10 != 4 { exit 1 }' || fail "flags a trusted row"

# Bad input: one message, status 2, nothing written.
run clean nowhere.csv --out out
expect_refused "nowhere.csv"
run clean kinds.csv --target knd --out out
expect_refused "knd"
run clean kinds.csv --target kind --trusted shade --out out
expect_refused "kinds.csv" "line 2" "shade" "write true, yes or 1"
run clean kinds.csv --target kind --trusted chcked --out out
expect_refused "'chcked'" "did you mean 'checked'?"
run clean kinds.csv --trusted kind --target kind --out out
expect_refused "kind"
run clean kinds.csv --target kind --apply drop --out out
expect_refused "--apply drop" "--cleaned FILE.csv"
run clean kinds.csv --target kind --cleaned out
expect_refused "--apply drop or --apply relabel"
run clean kinds.csv --target kind --out kinds.csv
expect_refused "is what is read"
run clean kinds.csv --target kind --out out --json out
expect_refused "give another one"
run clean kinds.csv --target kind --out missing/out
expect_refused "missing" "does not exist"
run clean kinds.csv --target kind --model out
expect_refused "--model out" "--cleaned FILE.csv"
run clean kinds.csv --target kind --report -
expect_refused "--report -"
run clean kinds.csv --target kind --labels kinds.csv --out out
expect_refused "--labels kinds.csv" "--target"
sed 's/,[a-z]*$/,yes/; 1s/.*/size,weight,shade,kind,checked/' kinds.csv > sure.csv
run clean sure.csv --target kind --trusted checked --out out
expect_refused "all 240 rows are trusted"
: > empty.csv
run clean empty.csv --out out
expect_refused "empty.csv" "the file is empty"
sed 's/,\(low\|middle\|high\),/,low,/' kinds.csv > alike.csv
run clean alike.csv --target kind --out out
expect_refused "has one value, 'low'"
sed '5s/,\(low\|middle\|high\),/,,/' kinds.csv > missing.csv
run clean missing.csv --target kind --out out
expect_refused "line 5" "the target is empty"
run clean kinds.csv --target kind --folds 1 --out out
expect_refused "--folds 1" "from 2 to 100"
run clean kinds.csv --target kind --ranking guess --out out
expect_refused "guess"
run clean kinds.png --out out
expect_refused "kinds.png" ".csv"
head -4 kinds.csv > few.csv
run clean few.csv --target kind --out out
expect_status 2
run clean
expect_refused "TABLE" "gbho clean --help"
run clean --help
expect_status 0
for text in "TABLE" "--trusted COLUMN" "--out FILE.csv|-" "--apply WHAT" "--report FILE.html" "--labels FILE"; do expect_stdout "$text"; done

finish
