#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing (Debian 12), builds, and runs the tests; arguments go to ctest:
#   tests/run.sh                   what the GCC build can tell
#   tests/run.sh -L mutation       every mutant of every accepted design (minutes)
#   tests/run.sh -L long           reductions against naive on 20,000 programs (about an hour)
#   tests/run.sh -L other-build    the comparison with Clang's output, and the sanitizers
set -euo pipefail
# shellcheck source=.ci/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/../.ci/setup.sh"

set_up dev
install_test_tools
(($#)) || set -- -LE 'other-build|mutation|long'
exec ctest --test-dir "$root/build/dev" --output-on-failure --parallel "$(nproc)" "$@"
