#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Sets the machine up, builds Holonom into build/release and starts it.
#   packaging/run.sh            opens the window; without a display runs a demonstration that needs none
#   packaging/run.sh ARGS...    passes the arguments on: packaging/run.sh run slider_crank --output result.csv
set -euo pipefail
# shellcheck source=packaging/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

readonly program=$HOLONOM_ROOT/build/release/bin/holonom
readonly demonstration=$HOLONOM_ROOT/build/demonstration

has_display() { [[ -n ${DISPLAY:-} || -n ${WAYLAND_DISPLAY:-} ]]; }

demonstrate() {
  say "There is no display (DISPLAY and WAYLAND_DISPLAY are not set), so no window."
  say "Demonstration: the slider-crank with index 3 beside index 2"
  "$program" compare slider_crank --with bdf:3 --with bdf:2 --rtol 1e-4 --atol 1e-4 \
    --output "$demonstration"
  cat <<END

Look at the plots in $demonstration:
  acceleration.png, lambda.png   index 3 shows spikes where index 2 is smooth
  drift.png                      how far position, velocity and acceleration leave the constraints
  order.png                      the order and the step size that the method chose
The numbers are in the CSV files beside them. '$program --help' shows what else there is.
END
}

main() {
  "$HOLONOM_ROOT/packaging/setup.sh"
  local started_in=$PWD
  build release holonom
  cd "$started_in"
  if (($# == 0)) && ! has_display; then
    demonstrate
  else
    exec "$program" "$@"
  fi
}

main "$@"
