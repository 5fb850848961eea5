#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# same_output.sh SOURCE BUILD PROGRAM: builds the program with Clang into BUILD and expects the JSON
# of `check` to be the bytes that PROGRAM (the GCC build) gives, but for the fields that hold times.
set -euo pipefail
source=$1 build=$2 gcc_program=$3

cmake -S "$source" --preset clang -B "$build"
cmake --build "$build" --parallel "$(nproc)" --target racewindow

without_times() { sed -E 's/"elapsed_s": *[0-9.eE+-]+/"elapsed_s": 0/' "$1"; }

"$gcc_program" check --quiet --json "$build/gcc.json"
"$build/scenarios/racewindow" check --quiet --json "$build/clang.json"
for json in "$build"/{gcc,clang}.json; do grep -q '"elapsed_s"' "$json"; done
diff <(without_times "$build/gcc.json") <(without_times "$build/clang.json")
