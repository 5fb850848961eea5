#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# regenerate.sh [NAME…]: makes tests/sql/expected anew, of these specs or of all. PostgreSQL 15's
# own isolationtester runs each on a private server, with the settings of pg_regress.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
server=$here/../../sim/store/postgres/private_server.sh
tester=/usr/lib/postgresql/15/lib/pgxs/src/test/isolation/isolationtester

if [[ -z ${PGHOST:-} ]]; then
  (($#)) || set -- $(cd "$here/specs" && ls | sed 's/\.spec$//')
  # A server for each: one that fails leaves its tables behind.
  for name in "$@"; do "$server" "${BASH_SOURCE[0]}" "$name"; done
  exit
fi
export PGTZ=PST8PDT PGDATESTYLE='Postgres, MDY' PGOPTIONS='-c intervalstyle=postgres_verbose'
"$tester" '' <"$here/specs/$1.spec" >"$here/expected/$1.out" 2>&1 || echo "$1: failed" >&2
