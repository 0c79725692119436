// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/analyses/inertia_spread.h"

#include <cmath>
#include <vector>

#include "core/base/text.h"

namespace holonom {

InertiaSpread::InertiaSpread(const DaeSystem& system, const Vector& scale) {
  std::vector<double> values(system.massPattern().nonZeros());
  system.mass(values.data());
  for (int i = 0; i < system.coordinateCount(); ++i) {
    const int slot = system.massPattern().slot(i, i);
    if (slot < 0 || values[slot] == 0) continue;  // without mass
    const double size = std::abs(values[slot]) * scale[i] * scale[i];
    if (lightest < 0 || size < least) lightest = i, least = size;
    if (heaviest < 0 || size > most) heaviest = i, most = size;
  }
}

std::string InertiaSpread::extremes(const DaeSystem& system) const {
  if (lightest < 0 || most < 1e13 * least) return {};
  return " " + tr("The inertia of {} is more than 1e13 times that of {}.", system.coordinateName(heaviest),
                  system.coordinateName(lightest));
}

}  // namespace holonom
