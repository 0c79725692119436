// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/dae_system.h"

#include <algorithm>

#include "core/dynamics/offers.h"

namespace holonom {

void DaeSystem::accelerationVelocityJacobian(ConstVectorRef, double* values) const {
  velocityJacobian(values);
  for (int k = 0; k < constraintPattern().nonZeros(); ++k) values[k] *= 2;
}

void DaeSystem::constraintDamping(ConstVectorRef, double* values) const {
  std::fill_n(values, dampingPattern().nonZeros(), 0.0);
}

Offers DaeSystem::offers() { return {}; }

}  // namespace holonom
