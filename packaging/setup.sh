#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what Holonom needs to be built and tested and what is missing on this machine (Debian 12 or newer, Ubuntu
# 24.04 or newer). Asks nothing and changes nothing when all is there.
#   packaging/setup.sh             everything
#   packaging/setup.sh --headless  without Qt, VTK and the virtual display: core, solvers and command line
# HOLONOM_SKIP_SETUP=1 leaves the machine as it is.
set -euo pipefail
# shellcheck source=packaging/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# "a|b": one package under the names that different releases give it. "a|" may be absent: it is part of another, or
# only a check needs it.
base_packages=(
  build-essential cmake ninja-build ccache git pkg-config
  libeigen3-dev libsuitesparse-dev libginac-dev libcairo2-dev fonts-dejavu-core libsundials-dev
  nlohmann-json3-dev libcli11-dev
  libgtest-dev libbenchmark-dev libvalijson-dev 'clang-format-14|'
)
window_packages=(
  qt6-base-dev 'libqt6opengl6-dev|' 'qt6-charts-dev|libqt6charts6-dev' 'qt6-svg-dev|libqt6svg6-dev'
  libgl-dev libgl1-mesa-dri libvtk9-dev libtheora-dev libopenmpi-dev libfftw3-dev libmd4c-dev libmd4c-html0-dev
  xvfb xauth
)

is_installed() {
  [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

is_known() {
  [[ -n $(apt-cache policy "$1" 2>/dev/null | awk '/Candidate:/ && $2 != "(none)"') ]]
}

any_installed() {
  local name
  for name in ${1//|/ }; do
    if is_installed "$name"; then return 0; fi
  done
  return 1
}

# The name that this release knows; nothing when it knows none and the package may be absent.
choose_name() {
  local name
  for name in ${1//|/ }; do
    if is_known "$name"; then
      echo "$name"
      return
    fi
  done
  [[ $1 == *'|' ]] || fail "this release has no package '${1//|/\' or \'}'. Debian 12, Ubuntu 24.04 or newer is needed."
}

as_root() {
  if ((EUID == 0)); then
    "$@"
  else
    sudo --preserve-env=DEBIAN_FRONTEND "$@"
  fi
}

install_packages() {
  local log=${TMPDIR:-/tmp}/holonom-setup-$UID.log
  local entry name names=()
  export DEBIAN_FRONTEND=noninteractive
  say "Reading the package lists"
  quietly "$log" as_root apt-get update
  for entry in "$@"; do
    name=$(choose_name "$entry")
    if [[ -n $name ]]; then names+=("$name"); fi
  done
  if ((${#names[@]} == 0)); then return; fi
  say "Installing ${names[*]}"
  # What is only to be unpacked again after a crash need not be flushed to the disk file by file.
  quietly "$log" as_root apt-get install --yes -o Dpkg::Options::=--force-unsafe-io "${names[@]}"
}

main() {
  if [[ ${HOLONOM_SKIP_SETUP:-0} == 1 ]]; then return; fi
  local packages=("${base_packages[@]}")
  case ${1:-} in
    --headless) ;;
    '') packages+=("${window_packages[@]}") ;;
    *) fail "unknown argument '$1'. Usage: packaging/setup.sh [--headless]" ;;
  esac
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    fail "this machine has no apt. Install the equivalents of: ${packages[*]//|/ }; then set HOLONOM_SKIP_SETUP=1."
  fi

  local entry missing=() needed=()
  for entry in "${packages[@]}"; do
    if any_installed "$entry"; then continue; fi
    missing+=("$entry")
    if [[ $entry != *'|' ]]; then needed+=("$entry"); fi
  done
  if ((${#needed[@]} == 0)); then
    # What remains is at most a part that newer releases ship inside another package, or not at all.
    local wanted=0
    for entry in "${missing[@]}"; do
      if is_known "${entry%|}"; then wanted=1; fi
    done
    if ((wanted == 0)); then return; fi
  fi
  if ((EUID != 0)) && ! command -v sudo >/dev/null; then
    fail "these packages are missing and sudo is not there: ${missing[*]%|}. Install them as root, then start again."
  fi
  install_packages "${missing[@]}"
}

main "$@"
