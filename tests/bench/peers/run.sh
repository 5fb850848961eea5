#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh [BUILD [REPETITIONS]]: racewindow beside its peers on the same work, in turns, in one run;
# README.md here says how to read it. BUILD is a build directory with the targets racewindow and
# racewindow_peer_search (default: build/release of this tree). A peer that is not installed is
# skipped. Writes in a temporary directory only. Exit code 1: a verdict or an output differs; 77:
# there was no peer at all.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
build=$(realpath -m "${1:-$root/build/release}")
repetitions=${2:-5}

[[ $repetitions =~ ^[1-9][0-9]*$ ]] || {
  echo "run.sh: expected a number of repetitions above 0, seen '$repetitions'" >&2
  exit 2
}
for program in scenarios/racewindow tests/bench/peers/racewindow_peer_search; do
  [[ -x $build/$program ]] || {
    echo "run.sh: there is no $build/$program; to build it: cmake --preset release &&" \
      "cmake --build --preset release --target ${program##*/}" >&2
    exit 2
  }
done

directory=
trap '[[ -z $directory ]] || rm -rf "$directory"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
directory=$(mktemp -d)
cd "$directory"

peers=0
# compare COMMAND…: whether it was not skipped; fails with it otherwise.
compare() {
  local code=0
  "$@" "$build" "$repetitions" || code=$?
  case $code in
    0) peers=$((peers + 1)) ;;
    77) ;;
    *) exit "$code" ;;
  esac
  echo
}
compare "$here/spin.sh"
compare "$root/sim/store/postgres/private_server.sh" "$here/isolationtester.sh"
((peers)) || exit 77
