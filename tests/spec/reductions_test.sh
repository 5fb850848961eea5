#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# reductions_test.sh PROGRAM SPECS: on the specs, which use every construct that the memory store
# has, `dpor` and sleep sets find the same views and end states as the search without them.
set -euo pipefail
program=$1
specs=$2
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
found=$directory/found.json

# What was found, one line each; nothing where the executions do not suffice, or where the spec is
# refused, as one with a syntax error is.
findings() {
  rm -f "$found"
  "$program" explore "$@" --store memory --max-executions 20000 --quiet --json "$found" \
    >"$directory/printed" 2>&1 || true
  [[ -e $found ]] || return 0
  grep -q '"broken": null' "$found" || { cat "$directory/printed" && return 1; }
  grep -q '"limit": ""' "$found" || return 0
  grep -o '"\(views\|end_states\)\(_digest\)\?": [^,}]*' "$found"
}

compared=0
failed=0
for spec in "$specs"/*.spec; do
  whole=$(findings "$spec") || { echo "$spec: $whole" && failed=1 && continue; }
  [[ -n $whole ]] || continue
  for strategy in --sleep-sets --strategy=dpor; do
    reduced=$(findings "$spec" "$strategy") || { echo "$spec: $reduced" && failed=1 && continue; }
    [[ -n $reduced ]] || continue
    ((++compared))
    [[ $reduced == "$whole" ]] && continue
    printf '%s %s\nexpected\n%s\nseen\n%s\n' "$spec" "$strategy" "$whole" "$reduced"
    failed=1
  done
done
echo "$compared explorations compared"
exit $((failed || compared < 40))
