# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# From a clean Debian 12 to a built tree. Sourced by scenarios/run.sh and tests/run.sh; all that it
# prints goes to stderr, so that a caller's stdout is the program's alone.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

packages=(
  g++-12 clang-16 cmake ninja-build ccache pkg-config
  libboost-context-dev libfmt-dev libpg-query-dev libsqlitecpp-dev libsqlite3-dev libpq-dev
  libssl-dev
  nlohmann-json3-dev libcli11-dev
  libgtest-dev libgmock-dev librapidcheck-dev libbenchmark-dev
  postgresql-15
)
commands=(g++-12 clang++-16 cmake ninja pkg-config)
# What single tests need, which are skipped where it is missing: a browser and what drives it;
# validators of JSON and XML.
test_tools=(chromium nodejs python3-jsonschema libxml2-utils)

is_debian_12() {
  (. /etc/os-release && [[ $ID == debian && $VERSION_ID == 12 ]]) 2>/dev/null &&
    command -v apt-get >/dev/null
}

# missing_packages PACKAGE…
missing_packages() {
  local package
  for package; do
    dpkg-query --show --showformat '${db:Status-Status}\n' "$package" 2>/dev/null |
      grep -x installed >/dev/null || echo "$package"
  done
}

# install_missing_packages PACKAGE…
install_missing_packages() {
  local missing as_root=()
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0
  if ((EUID != 0)); then
    command -v sudo >/dev/null || {
      echo "neither root nor sudo here: have these installed, then run again: ${missing[*]}"
      return 2
    }
    as_root=(sudo)
  fi
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive
    apt-get -q -o DPkg::Lock::Timeout=300)
  "${apt[@]}" update </dev/null
  # PostgreSQL is wanted for private servers: its package need not start one for the machine.
  local no_cluster=/etc/postgresql-common/createcluster.d/racewindow.conf
  "${as_root[@]}" mkdir -p "${no_cluster%/*}"
  "${as_root[@]}" tee "$no_cluster" <<<'create_main_cluster = false'
  "${apt[@]}" install -y --no-install-recommends "${missing[@]}" </dev/null
  "${as_root[@]}" rm "$no_cluster"
}

# Libraries are left to CMake, which stops at the first one that is not there.
require_commands() {
  local command missing=()
  for command in "${commands[@]}"; do
    command -v "$command" >/dev/null || missing+=("$command")
  done
  echo "this is not Debian 12, so nothing is installed; needed, as Debian names it: ${packages[*]}"
  ((${#missing[@]} == 0)) || {
    echo "not found: ${missing[*]}"
    return 2
  }
}

install_dependencies() {
  if is_debian_12; then install_missing_packages "${packages[@]}"; else require_commands; fi
}

# Never fails: not to have them is no fault.
install_test_tools() {
  if is_debian_12; then install_missing_packages "${test_tools[@]}" || true; fi >&2
}

# set_up PRESET [TARGET…]: everything or these targets, in build/PRESET.
set_up() {
  local preset=$1 target targets=()
  shift
  for target in "$@"; do targets+=(--target "$target"); done
  # A container's user often has no home that ccache could write to.
  [[ -w ${HOME:-/} ]] || export CCACHE_DIR=$root/build/ccache
  {
    install_dependencies
    cmake -S "$root" --preset "$preset"
    cmake --build "$root/build/$preset" --parallel "$(nproc)" "${targets[@]}"
  } >&2
}
