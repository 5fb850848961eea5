#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every mutant that `mutate` calls killed is killed again by its replay line, in a fresh process.
set -eu
racewindow=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$racewindow" mutate portal-push/accepted/equal-pushes pipeline-lock/as-described/two-clicks \
  --quiet --json "$work/mutants.json" >"$work/table.txt"
grep -q '^portal-push/accepted on memory (accepted), 1 workload$' "$work/table.txt"

killed=$(grep -c '"outcome": "killed"' "$work/mutants.json")
lines=$(grep -o 'rw1:[^"]*mutant=[^"]*' "$work/mutants.json")
replayed=0
for line in $lines; do
  code=0
  "$racewindow" replay "$line" --quiet >/dev/null || code=$?
  test "$code" -eq 1 || { echo "exit code $code: $line"; exit 1; }
  replayed=$((replayed + 1))
done
echo "$replayed of $killed replayed"
test "$replayed" -eq "$killed"
test "$killed" -ge 20

# A guard that is not as expected is left out, and the run is not called done.
code=0
"$racewindow" mutate portal-push/accepted/equal-pushes --max-executions 1 >"$work/cut.txt" ||
  code=$?
test "$code" -eq 3
grep -q 'left out: .*not explored to the end' "$work/cut.txt"
