#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# explore_spec_test.sh PROGRAM SPECS DOCUMENT: specs explored, checked and replayed by the program,
# and what the document shows of it.
set -euo pipefail
program=$1
specs=$2
document=$3
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cp "$specs"/*.spec "$directory"
cd "$directory"
failed=0

fail() {
  printf '%s\n' "$@"
  failed=1
}

# run CODE ARGUMENT…: standard output goes to the file output, standard error to the file error.
run() {
  local code=0 expected_code=$1
  shift
  "$program" "$@" >output 2>error || code=$?
  [[ $code == "$expected_code" ]] ||
    fail "$*" "expected $expected_code, seen $code:" "$(cat output error)"
}
shows() {
  grep -qF -e "$1" output error || fail "expected: $1" "seen: $(cat output error)"
}

# The lost update is found, and the printed command replays it.
run 1 explore lost-update.spec --json found.json
shows '✗ both-deposits: violated, expected holds'
command=$(sed -n 's/^  replay     racewindow //p' output)
[[ $command == 'replay --spec lost-update.spec rw1:spec/lost-update/sessions:-:memory:'* ]] ||
  fail "the command is: $command"
# shellcheck disable=SC2086 # the words of a command
run 1 $command
shows '✗ BREACH both-deposits: expected true, seen false'
line=${command##* }

# A line does not say where the file is; the JSON does.
run 2 replay "$line"
shows 'expected --spec FILE, from which spec/lost-update/sessions is read'
run 1 replay found.json
shows 'violated: both-deposits'
# A spec that has changed since is noticed.
sed -i 's/10 + (SELECT balance/20 + (SELECT balance/' lost-update.spec
run 2 replay --spec lost-update.spec "$line"
shows 'diverged'
cp "$specs/lost-update.spec" .

# What repairs it holds; write skew and deadlocks are as they expect them.
run 0 explore for-update.spec
shows 'both-deposits: holds'
run 0 check for-update.spec one-update.spec write-skew.spec deadlock.spec
shows '4 runs: 4 as expected'
run 1 check for-update.spec lost-update.spec
shows '2 runs: 1 as expected, 1 other than expected'
# Where BEGIN states no level, the default can be another.
run 1 explore for-update.spec --isolation repeatable-read
shows '40001 could not serialize access due to concurrent update'

mkdir 'a b' && cp lost-update.spec 'a b/it.spec'
run 1 explore 'a b/it.spec'
shows "  replay     racewindow replay --spec 'a b/it.spec' rw1:spec/it/sessions:"
run 2 check lost-update.spec ./lost-update.spec
shows 'expected specs whose names differ, seen two for spec/lost-update/sessions'
printf '# racewindow: final f: (SELECT x FROM t)\nsetup { CREATE TABLE t (k int); }\n' >bad.spec
echo 'session a step s { SELECT 1; }' >>bad.spec
run 2 explore bad.spec
shows 'racewindow: bad.spec:1:24: column "x" does not exist'
run 2 explore missing.spec

# block LANGUAGE: the document's first block in it.
block() {
  sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$document" | sed '1d;/^```$/,$d'
}
[[ $(block spec) == "$(cat lost-update.spec)" ]] || fail 'the document shows another spec'
run 1 explore lost-update.spec
[[ $(cat output) == *"$(block text)"* && -n $(block text) ]] ||
  fail 'the document shows another output than:' "$(cat output)"
exit "$failed"
