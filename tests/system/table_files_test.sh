#!/bin/bash
# Tables as strangers have them: each is tuned by the bare command, or refused in one line that says what to do.

. "$(dirname "$0")/lib.sh"

quick="--set random.points=2 --set bag.binned=2 --set lower.epochs=2 --no-store --progress none"

# table FILE SEPARATOR HEADER ROW...: twenty rows, which take the given ones in turn.
table() {
  local file=$1 separator=$2
  shift 2
  echo "${1//,/$separator}" > "$file"
  shift
  for i in $(seq 0 19); do
    local number=$((i % $#)) at=0
    for row in "$@"; do
      [ $((at++)) -eq "$number" ] && echo "${row//,/$separator}" | sed "s/#/$((i * 7 % 20))/g" >> "$file"
    done
  done
}

refused() {  # FILE TEXT...
  run tune "$1" $quick --json result.json --out out
  shift
  expect_refused "$@"
}

# Bars, and decimal commas between tabs: read as they are meant, and so when the model is used.
table bars.csv '|' "size,colour,kind" "#,red,a" "#,blue,b" "#.5,red,b"
run tune bars.csv $quick
expect_status 0
expect_stdout "Columns: 1 number, 1 yes/no."
table commas.tsv $'\t' "size,price,kind" "0;#49,7;5 €,a" "1;#10,1.250;25 €,b"
sed -i 's/;/,/g' commas.tsv
run tune commas.tsv $quick --out good
expect_status 0
expect_stdout "Columns: 1 number, 1 yes/no."
run predict good/model.gbho commas.tsv --out predictions.csv
expect_status 0
[ "$(wc -l < predictions.csv)" -eq 21 ] || fail "not one prediction for each row"

# Nothing in it, or nothing to learn.
: > empty.csv
refused empty.csv "empty.csv: the file is empty"
echo "a,b,y" > header.csv
refused header.csv "header.csv: line 1: the table has a header and no rows"
mkdir folder.csv
refused folder.csv "folder.csv: is a folder"
head -c 3000 /bin/ls > program.csv
refused program.csv "program.csv: line" "NUL byte"
table one.csv , "a,y" "#,same"
refused one.csv "one value, 'same', in all rows"
table quoted.csv , "a,y" "'#',x" "'#',y"
echo "'0',x" >> quoted.csv
refused quoted.csv "quoted.csv: no column tells the rows of a fold apart" "add columns of numbers"
table large.csv , "a,y" "#,#e280"
refused large.csv "large.csv: line 3, column 2 (y): the target" "too large"
table gap.csv , "a,y" "#,x" "#,z" "#," "#,x"
refused gap.csv "gap.csv: line 4, column 2 (y): the target is empty" "(5 in all)"

finish
