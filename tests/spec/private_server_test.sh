#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# private_server_test.sh PROGRAM: the private server and its directory are gone afterwards, however
# the program or the script ends. Exit code 77: skipped.
set -euo pipefail
program=$1
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
server=$here/../../sim/store/postgres/private_server.sh

# The server, which does not run as root, must get there too.
TMPDIR=$(mktemp -d)
export TMPDIR
chmod 755 "$TMPDIR"
trap 'rm -rf "$TMPDIR"' EXIT

"$server" true || { (($? == 77)) && echo "skipped: PostgreSQL 15 is not installed" && exit 77; }

# The brackets keep grep from finding itself.
processes() { grep -las "${TMPDIR%?}[${TMPDIR: -1}]/racewindow-postgres" /proc/[0-9]*/cmdline; }
is_there() { compgen -G "$TMPDIR/racewindow-postgres.*" >/dev/null || processes >/dev/null; }
until_true() {
  local n
  for ((n = 0; n < 300; n++)); do
    "$@" && return
    sleep 0.1
  done
  return 1
}
is_gone() { ! is_there; }
is_ready() { compgen -G "$TMPDIR/racewindow-postgres.*/.s.PGSQL.5432" >/dev/null; }
failed=0
expect_gone() {
  until_true is_gone || {
    echo "after $1 it is still there: $(ls "$TMPDIR"; processes || true)"
    failed=1
  }
}

expect_gone "a command that ends"

"$server" false && failed=1
expect_gone "a command that fails"

# A session that sleeps for longer than this test lasts.
cat >"$TMPDIR/sleeps.spec" <<'SPEC'
session a
step sleeps { SELECT pg_sleep(1000); }
SPEC
for signal in INT TERM KILL; do
  # With job control, so that the program does not ignore SIGINT.
  set -m
  "$program" spec --store postgres "$TMPDIR/sleeps.spec" >"$TMPDIR/output" &
  process=$!
  set +m
  until_true is_ready || { echo "it does not start"; exit 1; }
  kill -"$signal" "$process"
  wait "$process" || true
  expect_gone "SIG$signal to the program"
done

# The script itself: what it serves ends with its input, or with a signal.
mkfifo "$TMPDIR/lifeline"
for signal in none TERM; do
  "$server" <"$TMPDIR/lifeline" >/dev/null &
  process=$!
  exec 4>"$TMPDIR/lifeline"
  until_true is_ready || { echo "it does not start"; exit 1; }
  [[ $signal == none ]] || kill -"$signal" "$process"
  exec 4>&-
  wait "$process" || true
  expect_gone "the end of its input (signal: $signal)"
done
exit "$failed"
