#!/bin/bash
# Begins a study, opens its live page in Chromium (gbho serve), and looks on until it has ended. Screenshots stay in
# $WORK/shots.
set -eu
fail() { echo "FAILED: $1" >&2; exit 1; }
for program in chromium node npm; do
  command -v $program > /dev/null || fail "$program is missing; scripts/install-packages browser installs it"
done

"$FETCH_NPM" playwright-core "$PLAYWRIGHT" "$PLAYWRIGHT_SHA256" "$NPM_FOLDER"
rm -rf "$WORK"
mkdir -p "$WORK/node_modules/playwright-core"
tar -xzf "$NPM_FOLDER/playwright-core-$PLAYWRIGHT.tgz" -C "$WORK/node_modules/playwright-core" --strip-components=1
cp "$(dirname "$0")/live_test.mjs" "$WORK/"
cd "$WORK"

"$GBHO" serve --store studies.db --control > address 2> serve.log &
server=$!
trap 'kill $server 2> /dev/null || true' EXIT
for _ in $(seq 600); do [ -s address ] && break; sleep 0.1; done
[ -s address ] || fail "no address: $(cat serve.log)"
timeout 900 node live_test.mjs "$(cat address)" "$WORK/shots" "$GBHO" "$WORK/studies.db"

kill -INT $server
for _ in $(seq 600); do kill -0 $server 2> /dev/null || exit 0; sleep 0.1; done
fail "it goes on a minute after Ctrl-C"
