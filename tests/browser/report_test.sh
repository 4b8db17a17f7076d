#!/bin/bash
# Makes reports of all kinds and looks at them in Chromium. SHOTS=FOLDER leaves pictures of them there, to be looked at.
set -eu
fail() { echo "FAILED: $1" >&2; exit 1; }
for program in chromium node npm; do
  command -v $program > /dev/null || fail "$program is missing; scripts/install-packages browser installs it"
done

"$FETCH_NPM" playwright-core "$PLAYWRIGHT" "$PLAYWRIGHT_SHA256" "$NPM_FOLDER"
rm -rf "$WORK"
mkdir -p "$WORK/node_modules/playwright-core" "$WORK/pages"
tar -xzf "$NPM_FOLDER/playwright-core-$PLAYWRIGHT.tgz" -C "$WORK/node_modules/playwright-core" --strip-components=1

"$MAKE_REPORTS" "$WORK/pages"
(cd "$WORK" && "$GBHO" compare --methods "grid,random:points=3,two_sided" --set grid.points=4 --set lower.epochs=3 --seeds 3 \
  --out contest --progress none > contest.txt)
cp "$WORK/contest/report.html" "$WORK/pages/contest.html"
(cd "$WORK" && "$GBHO" paper mnist --instances mnist-1k-1hp --methods grid,hyperband --out paper --progress none > paper.txt)
cp "$WORK/paper/mnist.html" "$WORK/pages/paper.html"

cp "$(dirname "$0")/report_test.mjs" "$WORK/"
shots=${SHOTS:+$(realpath -m "$SHOTS")}
cd "$WORK" && exec node report_test.mjs "$WORK/pages" $shots
