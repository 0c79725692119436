#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Sets the machine up, builds everything and runs every test; the tests of the window run on a virtual display.
#   packaging/test.sh                all tests, then what must not need Qt and VTK
#   packaging/test.sh --sanitizers   also all tests but those of the window under the address and undefined-behaviour
#                                    sanitizers
#   packaging/test.sh -R NAME ...    further arguments go to ctest
set -euo pipefail
# shellcheck source=packaging/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# Nothing of the user's settings reaches a test and nothing of a test reaches them.
isolate() {
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  mkdir -m 700 "$scratch/runtime"
  export XDG_RUNTIME_DIR=$scratch/runtime XDG_CONFIG_HOME=$scratch/config XDG_DATA_HOME=$scratch/data
  export LIBGL_ALWAYS_SOFTWARE=1 QT_SCALE_FACTOR=1 LC_ALL=C.UTF-8
  unset WAYLAND_DISPLAY HOLONOM_DATA_DIR
}

run_tests() {
  local preset=$1
  shift
  cd "$HOLONOM_ROOT"
  say "Testing $preset"
  xvfb-run --auto-servernum --server-args='-screen 0 1920x1080x24' \
    ctest --preset "$preset" --parallel "$(nproc)" "$@"
}

# The command line must be configured, and work, where Qt and VTK are not installed. holonom-headless is made of the same
# libraries that a build without the window makes, and none of them sees the headers of Qt or VTK.
check_headless() {
  say "Configuring without Qt and VTK"
  quietly "$HOLONOM_ROOT/build/headless-check.log" cmake --preset headless -B "$scratch/headless" \
    -D CMAKE_DISABLE_FIND_PACKAGE_Qt6=ON -D CMAKE_DISABLE_FIND_PACKAGE_VTK=ON
  local program=$HOLONOM_ROOT/build/unity/bin/holonom-headless
  if ldd "$program" | grep -E 'libQt|libvtk'; then fail "$program needs Qt or VTK"; fi
  "$program" check slider_crank
}

main() {
  local sanitizers=0
  if [[ ${1:-} == --sanitizers ]]; then
    sanitizers=1
    shift
  fi
  "$HOLONOM_ROOT/packaging/setup.sh"
  isolate
  build unity all
  run_tests unity "$@"
  if ((sanitizers)); then
    build sanitizers all
    run_tests sanitizers "$@"
  fi
  check_headless
  say "All tests have passed."
}

main "$@"
