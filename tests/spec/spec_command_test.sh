#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# spec_command_test.sh PROGRAM: what `racewindow spec` and `conform` print and return, without a
# server.
set -euo pipefail
program=$1
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
failed=0

# expect CODE OUTPUT ARGUMENT…: standard output, then standard error, must be OUTPUT.
expect() {
  local code=0 expected_code=$1 expected=$2 output
  shift 2
  output=$("$program" "$@" 2>error) || code=$?
  output+=$(cat error)
  [[ $code == "$expected_code" && $output == "$expected" ]] && return
  printf '%s\nexpected %s: %s\nseen %s: %s\n' "$*" "$expected_code" "$expected" "$code" "$output"
  failed=1
}

mkdir expected
cat >one.spec <<'SPEC'
session a
step s { SELECT 1 AS n; }
SPEC
printed='Parsed test spec with 1 sessions

starting permutation: s
step s: SELECT 1 AS n;
n
-
1
(1 row)'
echo 'session a step s { SELECT 2 AS n; }' >two.spec
echo 'session a step s { CREATE EXTENSION x; }' >unsupported.spec
printf 'session a\nstep s\n' >bad.spec
"$program" spec one.spec >expected/two_1.out
"$program" spec two.spec >expected/one.out
echo 'something else' >expected/two.out
cp expected/one.out expected/unsupported.out

expect 0 "$printed" spec one.spec
expect 1 'one.spec: differs from expected/one.out, line 4
  permutation: s
  expected: step s: SELECT 2 AS n;
  seen:     step s: SELECT 1 AS n;' spec --expected expected one.spec
expect 0 'one.spec: as expected/two_1.out' spec --expected expected/two_1.out one.spec
# Any alternative will do; where none does, the one that agrees longest is shown.
mv one.spec kept && cp kept two.spec
expect 0 'two.spec: as expected/two_1.out' spec --expected expected two.spec
echo 'session a step s { SELECT 1 AS m; }' >two.spec
expect 1 'two.spec: differs from expected/two_1.out, line 4
  permutation: s
  expected: step s: SELECT 1 AS n;
  seen:     step s: SELECT 1 AS m;' spec --expected expected two.spec
mv kept one.spec

# What cannot be run is named, and the next file is run all the same.
"$program" spec unsupported.spec >output 2>error && failed=1
grep -q '^racewindow: unsupported.spec: unsupported: .*Extension.* at line 1, column 1' error || {
  echo "the missing construct is not named: $(cat error)"
  failed=1
}
code=0
"$program" spec --expected expected unsupported.spec one.spec >output 2>error || code=$?
[[ $code == 4 && $(tail -n 1 error) == '2 specs: 0 as expected, 1 different, 1 broken' ]] || {
  echo "two files: code $code, $(cat error)"
  failed=1
}

expect 2 'racewindow: bad.spec:3:1: expected an SQL block in braces, seen the end of the file' \
  spec one.spec bad.spec
expect 2 'racewindow: --expected: expected a directory, as there are several specs' \
  spec --expected expected/one.out one.spec two.spec
expect 2 "racewindow: --store: expected memory, postgres or postgres:CONNECTION, seen 'oracle'" \
  spec --store oracle one.spec
expect 2 "racewindow: --store: expected postgres or postgres:CONNECTION, seen 'memory'" \
  conform --store memory one.spec
expect 2 'racewindow: --seed: expected --runs beside it' conform --seed 2 one.spec
expect 2 'racewindow: --interleavings: expected no --runs or --seed beside it, for a sample' \
  conform --interleavings --runs 2 one.spec
exit "$failed"
