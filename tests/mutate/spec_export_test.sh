#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Counterexamples as isolation specs print the same on the memory store and on a real server.
set -eu
racewindow=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$(dirname "$0")/../../sim/store/postgres/private_server.sh" true || {
  test $? -eq 77 && echo "skipped: PostgreSQL 15 is not installed" && exit 77
  exit 1
}

specs=0
for scenario in portal-push/pre-stage-clear/equal-pushes portal-push/before-task-1923/equal-pushes \
  operation-lock/unguarded/two-replaces pipeline-lock/unguarded/two-clicks \
  pipeline-lock/as-printed/pool-of-2; do
  "$racewindow" explore "$scenario" --store memory --quiet --json "$work/found.json" >/dev/null ||
    test $? -eq 1
  for line in $(grep -o '"rw1:[^"]*"' "$work/found.json" | tr -d '"' | sort -u); do
    "$racewindow" replay "$line" --quiet --spec-out "$work/export.spec" >/dev/null || continue
    "$racewindow" spec "$work/export.spec" >"$work/memory.out"
    "$racewindow" spec --store postgres "$work/export.spec" >"$work/postgres.out"
    diff -u "$work/memory.out" "$work/postgres.out" || { echo "differs: $line"; exit 1; }
    specs=$((specs + 1))
  done
done
echo "$specs specs"
test "$specs" -ge 10
