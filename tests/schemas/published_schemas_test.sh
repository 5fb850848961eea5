#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# published_schemas_test.sh RACEWINDOW BROKEN_PROGRAM: the JUnit XML and the SARIF of results of
# every sort are what their published schemas say. Skipped (77) where a validator is missing.
set -euo pipefail
racewindow=$1 broken_program=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

if ! python3 -c 'import jsonschema' 2>/dev/null || ! command -v xmllint >/dev/null; then
  echo "skipped: no validators here (Debian: apt-get install python3-jsonschema libxml2-utils)"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# written NAME CODE PROGRAM ARGUMENT…: $work/NAME.xml and .sarif, by a program that ends so.
written() {
  local name=$1 expected=$2 code=0
  shift 2
  "$@" --quiet --junit "$work/$name.xml" --sarif "$work/$name.sarif" >/dev/null 2>&1 || code=$?
  ((code == expected)) || {
    echo "expected exit code $expected, seen $code: $*"
    exit 1
  }
}
valid_junit() {
  xmllint --noout --nonet --schema "$here/published/jenkins-junit.xsd" "$@" 2>"$work/faults"
}
valid_sarif() {
  python3 "$here/validate.py" "$here/published/sarif-2.1.0-rtm.5.json" "$@" >"$work/faults"
}

# An error that quotes markup, a control character and one that makes text run from right to left.
printf '%b' 'setup { CREATE TABLE t (n int); }\nsession s\n' \
  "step cast { INSERT INTO t SELECT CAST('<b>&\"]]>\x01\xe2\x80\xae' AS int); }\n" \
  >"$work/hostile.spec"

written expected 0 "$racewindow" check portal-push/pre-stage-clear/equal-pushes --set rows=1
written hostile 1 "$racewindow" check "$work/hostile.spec"
written limit 3 "$racewindow" check portal-push/accepted/equal-pushes --max-executions 1
written unexpected 1 "$broken_program" check test/wrong
written undecided 3 "$broken_program" check test/undecided
written broken 4 "$broken_program" check test/broken/signal test/broken/unsupported

grep -q '&lt;b&gt;' "$work/hostile.xml" || { echo "the error is not quoted"; exit 1; }
valid_junit "$work"/*.xml || { cat "$work/faults"; exit 1; }
valid_sarif "$work"/*.sarif || { cat "$work/faults"; exit 1; }

# Files that are not as they should be are told apart.
sed 's/<testcase /<testcase verdict="1" /' "$work/unexpected.xml" >"$work/wrong"
if valid_junit "$work/wrong"; then echo "not noticed: an attribute of no schema"; exit 1; fi
sed 's/"level": "error"/"level": "fatal"/' "$work/unexpected.sarif" >"$work/wrong"
if valid_sarif "$work/wrong"; then echo "not noticed: a level that SARIF has not"; exit 1; fi
echo "6 files of JUnit and 6 of SARIF are as their schemas say"
