#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run_specs.sh PROGRAM STORE SPECS EXPECTED [DIFFERING]
#
# Runs the isolation specs of the directory SPECS and compares with EXPECTED; in memory only those
# that need no SERIALIZABLE. DIFFERING lists those that do not pass yet, a name a line: one of them
# that passes is a failure too, so that the list only shrinks. Exit code 77: skipped.
set -euo pipefail
program=$1 store=$2 specs=$3 expected=$4 differing=${5:-/dev/null}
server=$(dirname "${BASH_SOURCE[0]}")/../../sim/store/postgres/private_server.sh

skip() {
  echo "skipped: $1"
  exit 77
}
[[ -d $specs ]] || skip "there is no $specs"

# Comments may mention it, and what is not SERIALIZABLE may be tested beside it.
needs_serializable() { sed 's/#.*//' "$1" | grep -qi serializable; }
is_differing() { grep -qx "$(basename "$1" .spec)" "$differing"; }

passing=()
failed=0
for spec in "$specs"/*.spec; do
  if [[ $store == memory ]] && needs_serializable "$spec"; then
    continue
  elif ! is_differing "$spec"; then
    passing+=("$spec")
  elif "$program" spec --store "$store" --expected "$expected" "$spec" >/dev/null 2>&1; then
    echo "$spec passes: take it off $differing"
    failed=1
  fi
done
if [[ $store == postgres ]]; then
  "$server" true || { (($? == 77)) && skip "PostgreSQL 15 is not installed"; exit 1; }
fi
# On a server, waiters of a row that was changed race for its new version: whoever loses that race
# once, on a machine under load, is not wrong. Each spec that differs has two more tries.
for spec in "${passing[@]}"; do
  tries=1
  [[ $store == memory ]] || tries=3
  until "$program" spec --store "$store" --expected "$expected" "$spec"; do
    ((--tries)) || { failed=1; break; }
  done
done
exit "$failed"
