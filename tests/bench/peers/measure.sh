# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Times of whole processes. Sourced; the caller's working directory is a temporary one.

export LC_ALL=C       # EPOCHREALTIME has a point
declare -A least_us=() # by name: the least time that a command of that name took

# measure NAME COMMAND…: its standard output goes to the file NAME.out.
measure() {
  local name=$1 begin end us
  shift
  begin=$EPOCHREALTIME
  "$@" >"$name.out"
  end=$EPOCHREALTIME
  us=$((${end/./} - ${begin/./}))
  if [[ -z ${least_us[$name]-} ]] || ((us < least_us[$name])); then least_us[$name]=$us; fi
}

# milliseconds NAME
milliseconds() { awk -v us="${least_us[$1]}" 'BEGIN { printf "%.1f", us / 1000 }'; }
# ratio A B: how many times A is B.
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.3g", a / b }'; }
