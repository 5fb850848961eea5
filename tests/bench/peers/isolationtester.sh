#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# isolationtester.sh BUILD REPETITIONS: isolationtester on the PostgreSQL 15 server that PGHOST
# names, and racewindow in memory, on push.spec in turns. Works in the current directory. Fails
# where the two print different things. Where there is no isolationtester, our own runner of specs
# on that server stands in for it.
set -euo pipefail
build=$1 repetitions=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
spec=$here/push.spec
racewindow=$build/scenarios/racewindow
# shellcheck source=tests/bench/peers/measure.sh
source "$here/measure.sh"

tester=/usr/lib/postgresql/15/lib/pgxs/src/test/isolation/isolationtester
if [[ -x $tester ]]; then
  peer=isolationtester
  on_server() { "$tester" "dbname=$PGDATABASE" <"$spec"; }
else
  echo 'skipped: isolationtester (not found; it is part of Debian'"'"'s postgresql-client-15)'
  peer='racewindow spec on the server, as a stand-in'
  on_server() { "$racewindow" spec --store "postgres:dbname=$PGDATABASE" "$spec"; }
fi

for ((n = 0; n < repetitions; n++)); do
  measure server on_server
  measure spec "$racewindow" spec "$spec"
  measure explore "$build/tests/bench/peers/racewindow_peer_search" spec "$spec"
done

cmp server.out spec.out || {
  echo "push.spec: racewindow prints something else than $peer"
  exit 1
}
permutations=$(grep -c '^starting permutation: ' server.out)
read -r _ _ executions _ <explore.out
((executions == permutations)) || {
  echo "push.spec: $permutations permutations, but racewindow explored $executions"
  exit 1
}

# per_second NAME
per_second() {
  awk -v n="$permutations" -v us="${least_us[$1]}" 'BEGIN { printf "%.0f", n / us * 1e6 }'
}
echo "push.spec, all $permutations permutations: whole processes, least of $repetitions"
line() {
  printf '%-46s %10s ms %9s a second  %8s\n' "$1" "$(milliseconds "$2")" "$(per_second "$2")" \
    "× $(ratio "${least_us[server]}" "${least_us[$2]}")"
}
line "$peer" server
line 'racewindow spec, which prints the same' spec
line 'the same interleavings explored one by one' explore
