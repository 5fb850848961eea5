#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes tests/spec/expected anew: PostgreSQL 15's own isolationtester runs each spec on a private
# server, with the settings of pg_regress.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

if [[ -z ${PGHOST:-} ]]; then
  exec "$here/../../sim/store/postgres/private_server.sh" "${BASH_SOURCE[0]}"
fi
export PGTZ=PST8PDT PGDATESTYLE='Postgres, MDY' PGOPTIONS='-c intervalstyle=postgres_verbose'
tester=/usr/lib/postgresql/15/lib/pgxs/src/test/isolation/isolationtester
for spec in "$here"/specs/*.spec; do
  name=$(basename "$spec" .spec)
  "$tester" '' <"$spec" >"$here/expected/$name.out" 2>&1 || echo "$name: failed" >&2
done
