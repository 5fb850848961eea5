#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# sanitizers.sh SOURCE BUILD: builds everything with AddressSanitizer and UndefinedBehaviorSanitizer
# into BUILD and runs the tests there, without benchmarks and without builds inside builds.
set -euo pipefail
source=$1 build=$2

cmake -S "$source" --preset asan-ubsan -B "$build"
cmake --build "$build" --parallel "$(nproc)"
ctest --test-dir "$build" --output-on-failure --parallel "$(nproc)" -LE 'bench|other-build|slow'
