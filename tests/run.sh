#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing (Debian 12), builds, and runs all tests; arguments go to ctest:
#   tests/run.sh                   everything, the builds with Clang and with sanitizers included
#   tests/run.sh -LE other-build   only what the GCC build can tell
set -euo pipefail
# shellcheck source=.ci/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/../.ci/setup.sh"

set_up dev
exec ctest --test-dir "$root/build/dev" --output-on-failure --parallel "$(nproc)" "$@"
