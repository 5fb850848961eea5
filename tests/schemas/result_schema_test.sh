#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# result_schema_test.sh RACEWINDOW BROKEN_PROGRAM SCHEMA: every kind of JSON that the program writes
# is what docs/result.schema.json says, and that names no field which is never written. Skipped (77)
# where there is no validator.
set -euo pipefail
racewindow=$1 broken_program=$2 schema=$3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
specs=$here/../spec/explored

python3 -c 'import jsonschema' 2>/dev/null || {
  echo "skipped: no JSON Schema validator here (Debian: apt-get install python3-jsonschema)"
  exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# written NAME CODE PROGRAM ARGUMENT…: the program writes $work/NAME.json and ends with this code.
written() {
  local name=$1 expected=$2 code=0
  shift 2
  "$@" --quiet --json "$work/$name.json" >/dev/null 2>&1 || code=$?
  ((code == expected)) || {
    echo "expected exit code $expected, seen $code: $*"
    exit 1
  }
}

# Faults, a recovery and an operation outside the database; waits; a race with what passes.
written faults 0 "$racewindow" check portal-push/before-task-1923/dying-push --set rows=1
written waits 0 "$racewindow" check pipeline-lock/blocking-lock/two-clicks
written races 0 "$racewindow" check portal-push/pre-stage-clear/equal-pushes --set rows=1
written spec 1 "$racewindow" explore "$specs/lost-update.spec" --isolation repeatable-read
# An integer that JavaScript would round.
written random 3 "$racewindow" explore portal-push/accepted/equal-pushes \
  --strategy random --seed 18446744073709551615 --runs 3
written limit 3 "$racewindow" explore portal-push/accepted/equal-pushes --max-executions 1
written unexpected 1 "$broken_program" check test/wrong
written undecided 3 "$broken_program" check test/undecided
written broken 4 "$broken_program" check test/broken/signal test/broken/unsupported
written replay 0 "$racewindow" replay "$work/races.json"
written mutate 0 "$racewindow" mutate pipeline-lock/as-described/two-clicks

files=("$work"/*.json)
python3 "$here/validate.py" --all-fields "$schema" "${files[@]}"

# Were a field written that the schema does not name, or not written that it wants, this would tell.
for change in 's/"store":/"shop":/' 's/"kind": "statement"/"kind": "statment"/' \
  's/"number": 1,/"number": "1",/' 's/"seed": 0,/"seed": 0, "more": 1,/'; do
  sed "$change" "$work/races.json" >"$work/changed"
  if python3 "$here/validate.py" "$schema" "$work/changed" >/dev/null; then
    echo "not noticed: $change"
    exit 1
  fi
done
# … and so would a schema that names one field more.
sed 's/"scenario": {/"invented": {"type": "string"},\n&/' "$schema" >"$work/more.schema"
if python3 "$here/validate.py" --all-fields "$work/more.schema" "${files[@]}" >/dev/null; then
  echo "not noticed: a field that nothing writes"
  exit 1
fi
echo "${#files[@]} files are as the schema says"
