#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# spin.sh BUILD REPETITIONS: SPIN's verifier and our search on the push, in turns. Works in the
# current directory. Fails where the two disagree on a verdict. Exit code 77: skipped.
set -euo pipefail
build=$1 repetitions=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/bench/peers/measure.sh
source "$here/measure.sh"
peer_push=("$build/tests/bench/peers/racewindow_peer_search" push)

for command in spin gcc; do
  command -v "$command" >/dev/null || {
    echo "skipped: SPIN ($command is not installed; Debian's package: $command)"
    exit 77
  }
done

# generate DIRECTORY FLAG…
generate() {
  mkdir -p "$1"
  (cd "$1" && spin -a "${@:2}" "$here/push.pml")
}
# compile DIRECTORY FLAG…: without what only liveness needs, as is faster.
compile() { gcc -w -O2 -DSAFETY "${@:2}" -o "$1/pan" "$1/pan.c"; }
generate_and_compile() {
  generate "$1" "-DWRITERS=$2"
  compile "$1"
}
# search DIRECTORY: with a hash table of the size that is fastest here; the default one's 128 MB
# take longer to clear than two writers to search.
search() (
  cd "$1"
  ./pan -m1000 -w"$2"
)

# What a verifier's report and ours say.
states_of_spin() { awk '/states, stored/ { print $1 }' "$1"; }
verdict_of_spin() {
  if grep -q 'errors: 0$' "$1"; then echo holds; else echo violated; fi
}
# complete REPORT: the search was cut short by nothing.
complete() {
  ! grep -E 'max search depth too small|Search not completed' "$1"
}

agree() {
  [[ $2 == "$3" && $2 == "$4" ]] || {
    echo "$1: expected $4, seen $2 by SPIN and $3 by racewindow"
    exit 1
  }
}

row='%-7s  %9s %9s %9s %10s  %9s %10s %9s  %9s %9s %11s\n'
echo 'The push: SPIN and racewindow, whole processes, least of several times in ms'
# shellcheck disable=SC2059 # one format for head and rows
{
  printf "$row" writers SPIN search search generate+ ours executions search ratio ratio 'ratio with'
  printf "$row" '' states '' 'no POR' compile states '' '' '' 'no POR' compile
}
for writers in 2 3 4; do
  table=17
  ((writers < 4)) || table=20
  generate unreduced "-DWRITERS=$writers"
  compile unreduced -DNOREDUCE
  generate broken "-DWRITERS=$writers" -DBROKEN
  compile broken
  search broken "$table" >broken.out
  "${peer_push[@]}" "$writers" broken >ours_broken.out
  for ((n = 0; n < repetitions; n++)); do
    measure build_$writers generate_and_compile reduced "$writers"
    measure reduced_$writers search reduced "$table"
    measure ours_$writers "${peer_push[@]}" "$writers"
    measure unreduced_$writers search unreduced "$table"
  done
  read -r verdict states executions _ <ours_$writers.out
  read -r verdict_broken _ <ours_broken.out
  complete reduced_$writers.out && complete unreduced_$writers.out
  agree "$writers writers" "$(verdict_of_spin reduced_$writers.out)" "$verdict" holds
  agree "$writers writers, unreduced" "$(verdict_of_spin unreduced_$writers.out)" "$verdict" holds
  agree "$writers writers, broken" "$(verdict_of_spin broken.out)" "$verdict_broken" violated
  spin_us=${least_us[reduced_$writers]} ours_us=${least_us[ours_$writers]}
  build_us=${least_us[build_$writers]}
  # shellcheck disable=SC2059
  printf "$row" "$writers" "$(states_of_spin reduced_$writers.out)" \
    "$(milliseconds reduced_$writers)" "$(milliseconds unreduced_$writers)" \
    "$(milliseconds build_$writers)" "$states" "$executions" "$(milliseconds ours_$writers)" \
    "$(ratio "$spin_us" "$ours_us")" "$(ratio "${least_us[unreduced_$writers]}" "$ours_us")" \
    "$(ratio $((spin_us + build_us)) "$ours_us")"
done
echo 'ratio: how many times as long as we SPIN takes; above 1 we are faster'
