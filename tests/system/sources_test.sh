#!/bin/bash
# Sources of a table, what a class is decided for, penalties of columns: the options, what they write, and bad input.

. "$(dirname "$0")/lib.sh"

# Three sensors; what the second one says has nothing to do with the rows. One row in eight is of the rare class.
awk 'BEGIN {
  srand(7); print "u,v,sensor,label"
  for (i = 0; i < 240; ++i) {
    u = rand() + rand() - 1; v = rand() - 0.5
    own = u + 0.2 * v > 0.45 ? "rare" : "usual"
    if (i % 3 == 1) own = rand() < 0.3 ? "rare" : "usual"
    printf "%.4f,%.4f,%s,%s\n", u, v, substr("abc", i % 3 + 1, 1), own
  }
}' > rows.csv
quick="--no-store --progress none --threads 1 --set lower.epochs=6 --set random.points=4 --set model.hidden=[8] --set bag.binned=2"

run tune rows.csv --source sensor $quick --json summary.json --out made
expect_status 0
expect_stdout "Where the rows come from"
expect_stdout "Rows from 'b' make the model worse"
for key in '"column": "sensor"' '"harms": true' '"used": true'; do grep -q "$key" summary.json || fail "no $key"; done
head -1 rows.csv | cut -d, -f1,2,4 > new.csv && tail -n +2 rows.csv | cut -d, -f1,2,4 >> new.csv
run predict made/model.gbho new.csv --out predictions.csv
expect_status 0
rm -rf made summary.json predictions.csv

run tune rows.csv --metric balanced_accuracy $quick --out made
expect_status 0
expect_stdout "How a class is decided on"
expect_stdout "inverse frequencies"
run score made/model.gbho rows.csv
expect_status 0
expect_stdout "balanced_accuracy"
expect_stdout "f1 "
rm -rf made

run tune rows.csv --select-columns $quick
expect_status 0
expect_stdout "Which columns matter"

# Bad input: one message, status 2, nothing written.
run tune rows.csv --source sensr $quick --out out
expect_refused "'sensr'" "did you mean 'sensor'?"
run tune rows.csv --source label $quick --out out
expect_refused "'label' is the target"
sed 's/,[abc],/,a,/' rows.csv > one.csv
run tune one.csv --source sensor $quick --out out
expect_refused "all rows of column 'sensor' say 'a'"
sed '5s/,[abc],/,,/' rows.csv > empty.csv
run tune empty.csv --source sensor $quick --out out
expect_refused "line 5, column 'sensor'" "the cell is empty"
run tune rows.csv --source u $quick --out out
expect_refused "at most 50 sources"
run tune rows.csv --source sensor --judge d $quick --out out
expect_refused "no row is from that source"
run tune rows.csv --judge a $quick --out out
expect_status 2
run tune rows.csv --target u --metric f1 $quick --out out
expect_refused "a regression decides on no class"
run tune mnist-1k-1hp --source sensor --out out
expect_refused "--source"
