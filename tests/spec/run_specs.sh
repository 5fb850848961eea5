#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run_specs.sh PROGRAM STORE SPECS EXPECTED
#
# Runs the isolation specs of the directory SPECS and compares with EXPECTED; in memory only those
# that need no SERIALIZABLE. Exit code 77: skipped.
set -euo pipefail
program=$1 store=$2 specs=$3 expected=$4
server=$(dirname "${BASH_SOURCE[0]}")/../../sim/store/postgres/private_server.sh

skip() {
  echo "skipped: $1"
  exit 77
}
[[ -d $specs ]] || skip "there is no $specs"

# Comments may mention it, and what is not SERIALIZABLE may be tested beside it.
needs_serializable() { sed 's/#.*//' "$1" | grep -qi serializable; }

chosen=()
failed=0
for spec in "$specs"/*.spec; do
  if [[ $store == memory ]] && needs_serializable "$spec"; then
    continue
  fi
  chosen+=("$spec")
done
if [[ $store == postgres ]]; then
  "$server" true || { (($? == 77)) && skip "PostgreSQL 15 is not installed"; exit 1; }
fi
# On a server, waiters of a row that was changed race for its new version: whoever loses that race
# once, on a machine under load, is not wrong. Each spec that differs has two more tries.
for spec in "${chosen[@]}"; do
  tries=1
  [[ $store == memory ]] || tries=3
  until "$program" spec --store "$store" --expected "$expected" "$spec"; do
    ((--tries)) || { failed=1; break; }
  done
done
exit "$failed"
