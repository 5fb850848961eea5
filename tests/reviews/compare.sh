#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Whether a committed review is what the program finds now:
#   compare.sh PROGRAM SYSTEM docs/reviews/SYSTEM.md [--no-mutation]
# Without mutation the tables of mutants are left out on both sides.
set -euo pipefail

program=$1 system=$2 committed=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

without_mutants() {
  awk '/^Is every clause needed\?/ { skipping = 1 }
       /^#/ { skipping = 0 }
       !skipping && !/^racewindow mutate /' "$1"
}

"$program" review "$system" --quiet --markdown "$work/found.md" "$@"
if (($#)); then
  without_mutants "$committed" >"$work/committed.md"
  without_mutants "$work/found.md" >"$work/now.md"
else
  cp "$committed" "$work/committed.md"
  cp "$work/found.md" "$work/now.md"
fi
cmp -s "$work/committed.md" "$work/now.md" || {
  diff -u "$work/committed.md" "$work/now.md" | cut -c1-300 | head -60 || true
  echo "$committed is not what $system is now. If it is as it should be:"
  echo "  racewindow review $system --markdown docs/reviews/$system.md"
  exit 1
}
