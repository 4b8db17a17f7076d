#!/bin/bash
# The tests of the fused kernels once more, with an instruction set below the best one of this processor.
#   kernels_test.sh SET
set -eu
best=$("$GBHO" version --verbose | awk '$1 == "kernels" {print $2}')
if [ "$best" = "$1" ]; then
  echo "$1 is the best set of this processor: its tests are those that run anyway"
  exit 77
fi
GBHO_KERNELS=$1 exec "$TESTS" --gtest_filter='Fused*'
