#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A private PostgreSQL 15 in a temporary directory, reached through a Unix socket there only. It and
# the directory are gone when this script ends, also by Ctrl-C; no other server is touched.
#   private_server.sh COMMAND [ARGUMENT…]  runs the command with PGHOST, PGUSER, PGDATABASE set
#   private_server.sh                      prints the directory, serves until its input ends
# Exit code 77: PostgreSQL 15 is not installed.
set -euo pipefail

fail() {
  echo "private PostgreSQL server: $2" >&2
  exit "$1"
}

bin=/usr/lib/postgresql/15/bin
[[ -x $bin/postgres ]] || bin=$(pg_config --bindir 2>/dev/null) || bin=
version=$("$bin/postgres" --version 2>/dev/null) || version=
[[ $version == *" 15."* ]] || fail 77 "PostgreSQL 15 is not installed"

directory=
server=
clean_up() {
  trap '' INT TERM HUP
  [[ -z $server ]] || { kill -QUIT "$server" && wait "$server"; } 2>/dev/null || true
  [[ -z $directory ]] || rm -rf "$directory"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
directory=$(mktemp -d "${TMPDIR:-/tmp}/racewindow-postgres.XXXXXX")

# PostgreSQL refuses to run as root. Should this script be killed, the kernel ends the server.
as_server=(setpriv --pdeathsig QUIT)
if ((EUID == 0)); then
  user=postgres
  id "$user" >/dev/null 2>&1 || user=nobody
  as_server+=(--reuid "$user" --regid "$(id -g "$user")" --clear-groups)
  chown "$user" "$directory"
fi
cd "$directory"
"${as_server[@]}" "$bin/initdb" --no-sync --auth=trust --username=postgres --locale=C \
  --encoding=UTF8 data >initdb.log 2>&1 || fail 1 "initdb failed: $(tail -n 3 initdb.log)"
# Durability is not wanted. Without autovacuum nothing but the spec's own statements takes locks,
# and with no statistics a query has one plan.
"${as_server[@]}" "$bin/postgres" -D data -k "$directory" -c listen_addresses= -c fsync=off \
  -c full_page_writes=off -c synchronous_commit=off -c autovacuum=off \
  </dev/null >server.log 2>&1 &
server=$!

export PGHOST=$directory PGPORT=5432 PGUSER=postgres PGDATABASE=postgres
until "$bin/pg_isready" --quiet; do
  kill -0 "$server" 2>/dev/null || fail 1 "it did not start: $(tail -n 3 server.log)"
  sleep 0.02
done

cd "$OLDPWD"
if (($#)); then
  "$@"
else
  echo "$directory"
  # In the background, so that signals are seen at once.
  exec 3<&0
  cat <&3 >/dev/null &
  wait -n "$server" $!
fi
