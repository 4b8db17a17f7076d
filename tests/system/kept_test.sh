#!/bin/bash
# Studies that are kept: tune, studies, show, resume, report and export on one store, and bad input to each.

. "$(dirname "$0")/lib.sh"

quick="--method two_sided --set lower.epochs=3 --set two_sided.evaluations=7"
store="--store studies.db"

run studies $store
expect_status 0
expect_stdout "There are no studies in studies.db"
[ ! -e studies.db ] || fail "looking made a store"

run tune $quick $store --name first --json first.json --progress none
expect_status 0
run studies $store
expect_status 0
for text in first finished two_sided; do expect_stdout "$text"; done
run studies $store --json
expect_stdout '"study": "first"'
run show first $store
expect_status 0
for text in first finished "best" "l2"; do expect_stdout "$text"; done
run show first $store --json
cp .run/stdout shown.json

run export first $store --format json --out first-export.json
expect_status 0
cmp -s shown.json first-export.json || fail "show --json and export --format json differ"
run export first $store --format csv --out first.csv
expect_status 0
[ "$(wc -l < first.csv)" -eq 8 ] || fail "first.csv has $(wc -l < first.csv) lines, not 1 + 7"
head -1 first.csv | grep -q '^number,value,datetime_start,datetime_complete,duration,params_l2,' || fail "other columns: $(head -1 first.csv)"
run export first $store --format optuna-journal --out -
expect_status 0
expect_stdout '"op_code"'

# A report, where the program has charts.
run report first $store --out pages
expect_status 0
expect_stdout "pages/report.html"
grep -qF "<title>" pages/report.html || fail "no page"

# λ becomes a hyperparameter in three ways; what is printed, shown and exported is the same value.
ways='hyperparameter=[{name="plain"},{name="weight",kind="example_weight",count=2},{name="drop",kind="dropout"}]'
values() { awk '$1 ~ /^(plain|weight\.[01]|drop)$/ { print $1, $(NF - 2) }' .run/stdout | sort -u; }
run tune --method random --set random.points=2 --set lower.epochs=2 --set lower.learning_rate=0.1 --set "$ways" $store --name ways \
  --json ways.json --progress none
expect_status 0
values > printed
run show ways $store
values | cmp -s - printed || fail "not the values that the run printed"
run export ways $store --format csv --out ways.csv
/usr/bin/python3 - << 'END' || fail "not the values of λ*: $(cat printed)"
import csv
import json
import math

with open("ways.json", encoding="utf-8") as file:
    given = json.load(file)["lambda"]
sigmoid = lambda x: 1 / (1 + math.exp(-x))
values = [way(x) for way, x in zip((math.exp, sigmoid, sigmoid, float), given, strict=True)]
names = ("plain", "weight.0", "weight.1", "drop")
with open("printed", encoding="utf-8") as file:
    assert file.read().split("\n")[:-1] == sorted(f"{name} {value:.4g}" for name, value in zip(names, values))
with open("ways.csv", encoding="utf-8") as file:
    best = [row for row in csv.DictReader(file) if abs(float(row["params_plain"]) - given[0]) < 1e-12]
assert [abs(float(best[0]["user_attrs_hyperparameter_" + name]) - value) < 1e-12 for name, value in zip(names, values)] == [True] * 4
END
run studies $store --remove ways

# A study that has finished gives its result again, weights and all.
run resume first $store --json again.json --out again --progress plain
expect_status 0
expect_stderr "had finished"
cmp -s first.json again.json || fail "resume of a finished study gives another summary"
for file in summary.json report.txt weights/consistent.safetensors weights/refit.safetensors; do
  [ -s "again/$file" ] || fail "again/$file is missing"
done

# The same name twice.
outputs="--json result.json --out out"
run tune $quick $store --name first $outputs
expect_refused "first" "gbho resume first --store studies.db" "--replace"
cmp -s <("$GBHO" show first $store --json) shown.json || fail "a refused run changed the study"
run tune $quick $store --name first --replace --seed 5 --progress none
expect_status 0
run studies $store
[ "$(grep -c first .run/stdout)" -eq 1 ] || fail "not one study called first"
# In the default place a run without a name gets a number.
export XDG_DATA_HOME=$PWD/share
run tune $quick --progress none
run tune $quick --progress none
run studies
expect_stdout "mnist-1k-1hp-2"
[ -s share/gbho/studies.db ] || fail "the default place does not follow XDG_DATA_HOME"
run tune $quick --no-store --progress none
expect_status 0
[ "$("$GBHO" studies --json | grep -c '"study":')" -eq 2 ] || fail "--no-store kept something"

# Ctrl-C, a second one at once, and on to the end that a run without a break has.
long="--method gbho --set lower.epochs=40 --set gbho.inner_steps=300"
run tune mnist-1k-2hp $long --no-store --json whole.json --progress none
"$GBHO" tune mnist-1k-2hp $long $store --name cut --progress plain > .run/stdout 2> .run/stderr &
tuning=$!
command_line="gbho tune … (interrupted)"
for _ in $(seq 600); do "$GBHO" show cut $store > /dev/null 2>&1 && break; sleep 0.05; done
sleep 1
kill -INT $tuning
wait $tuning
status=$?
expect_status 130
expect_stderr "stopped; go on with: gbho resume cut --store studies.db"
run studies $store
expect_stdout "interrupted"
run report cut $store --out pages
expect_status 0
run resume cut $store --json cut.json --progress none
expect_status 0
without_times() { grep -vE '"(seconds|seconds_lower|peak_rss_mb)"|"phase":' "$1"; }
diff <(without_times whole.json) <(without_times cut.json) > /dev/null || fail "it went on to another end"

# Bad input to each of them.
run resume frist $store $outputs
expect_refused "frist" "did you mean 'first'?"
run show frist $store
expect_refused "frist" "did you mean 'first'?"
run report first --store missing.db --out out
expect_refused "missing.db" "no such file"
run export first --store missing.db --format csv --out result.json
expect_refused "missing.db"
run report first $store
expect_refused "--out"
echo "this is text" > text.db
run studies --store text.db
expect_refused "text.db"
run tune $quick --store text.db $outputs
expect_refused "text.db"
[ "$(cat text.db)" = "this is text" ] || fail "wrote into a file that is no store"
run tune $quick --store . $outputs
expect_refused "is a folder"
run tune $quick --name "" $outputs
expect_refused "--name"
run tune $quick --no-store --name x $outputs
expect_refused "--no-store" "--name"
run studies $store --remove frist
expect_refused "frist"
run studies $store --remove first
expect_status 0
run show first $store
expect_refused "first"

finish
