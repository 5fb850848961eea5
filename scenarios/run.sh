#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing (Debian 12), builds, and runs `racewindow check` with its arguments:
#   scenarios/run.sh                              every scenario
#   scenarios/run.sh portal-push/accepted         those of one design
#   scenarios/run.sh --help                       the options
set -euo pipefail
# shellcheck source=.ci/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/../.ci/setup.sh"

set_up release racewindow
exec "$root/build/release/scenarios/racewindow" check "$@"
