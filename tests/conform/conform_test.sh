#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# conform_test.sh PROGRAM WAITING_PROGRAM: scenarios of the catalog, and those whose statements
# wait, do on a PostgreSQL 15 what they do in memory. Exit code 77: skipped.
set -euo pipefail
program=$1
waiting=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
failed=0

# expect CODE OUTPUT COMMAND…: standard output and error, in which OUTPUT must be.
expect() {
  local code=0 expected_code=$1 expected=$2 output
  shift 2
  output=$("$@" 2>&1) || code=$?
  [[ $code == "$expected_code" && $output == *"$expected"* ]] && return
  printf '%s\nexpected %s: %s\nseen %s: %s\n' "$*" "$expected_code" "$expected" "$code" "$output"
  failed=1
}

expect 2 "--store: expected postgres, a private server" "$program" conform --store postgres:x
expect 2 "--interleavings: expected no --runs" "$program" conform --interleavings --runs 1
expect 2 "expected a pattern that matches a scenario" "$program" conform portal-pull

"$here/../../sim/store/postgres/private_server.sh" true ||
  { (($? == 77)) && echo "skipped: PostgreSQL 15 is not installed" && exit 77; }

expect 0 ": 5 schedules as on the server, 0 different" \
  "$program" conform --runs 5 portal-push/accepted/equal-pushes
expect 0 ", 0 different" "$waiting" conform --runs 10
expect 0 ", 0 different" "$waiting" conform --runs 5 --isolation repeatable-read waits
# Deadlocks included: every step in every state.
expect 0 " schedules as on the server, 0 different" "$waiting" conform --interleavings \
  waits/transfer/deadlock
# What a server cannot be made to do is said.
expect 0 "not replayed: a timeout or pg_sleep of the database runs" \
  "$waiting" conform --interleavings limits/timeout
expect 0 "0 schedules as on the server, 0 different, 1 not replayed: CURRENT_TIMESTAMP" \
  "$waiting" conform limits/clock
exit "$failed"
