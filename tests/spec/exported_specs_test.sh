#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# exported_specs_test.sh PROGRAM PATTERN…: counterexamples that leave the tool as isolation specs.
# PostgreSQL's own isolationtester, on a private server, must print for them what `racewindow spec`
# prints in memory. Exit code 77: skipped.
set -euo pipefail
program=$1
shift
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
server=$here/../../sim/store/postgres/private_server.sh
tester=/usr/lib/postgresql/15/lib/pgxs/src/test/isolation/isolationtester
[[ -x $tester ]] || { echo "skipped: isolationtester is not installed" && exit 77; }

directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
code=0
"$program" check "$@" --store memory --quiet --json found.json >/dev/null || code=$?
((code == 0)) || { echo "check: exit code $code" && exit 1; }

# Schedules with faults or moves of time are refused: a spec cannot say them.
count=0
while read -r line; do
  code=0
  "$program" replay --quiet --spec-out "$count.spec" "$line" </dev/null >/dev/null 2>&1 || code=$?
  [[ ! -e $count.spec ]] || ((++count))
done < <(grep -o '"replay_line": "[^"]*"' found.json | cut -d'"' -f4 | sort -u)
((count > 10)) || { echo "only $count counterexamples could be written as specs" && exit 1; }

# shellcheck disable=SC2016 # PGDATABASE is the server's
"$server" bash -c '
  failed=0
  for spec in *.spec; do
    "$0" spec "$spec" >in_memory 2>&1 || true
    "$1" "dbname=$PGDATABASE" <"$spec" >on_server 2>&1 || true
    diff -u --label "$spec in memory" --label isolationtester in_memory on_server || failed=1
  done
  exit $failed' "$program" "$tester"
echo "$count counterexamples: isolationtester prints the same"
