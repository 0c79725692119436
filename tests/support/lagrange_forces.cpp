// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/lagrange_forces.h"

#include "tests/support/dense_evaluation.h"

namespace holonom {

Vector lagrangeForces(DaeSystem& system, const std::function<double()>& potentialEnergy, double t,
                      const Vector& q, const Vector& v, double step) {
  static constexpr struct {
    double shift, weight;
  } kPoints[] = {{-2, 1.0 / 12}, {-1, -8.0 / 12}, {1, 8.0 / 12}, {2, -1.0 / 12}};
  const int n = system.coordinateCount();
  Vector forces(n), momentumRate = Vector::Zero(n);
  for (int i = 0; i < n; ++i) {
    const double h = step * system.coordinateScale(i);
    Vector momentum = Vector::Zero(n);  // ∂(M v)/∂q_i
    double potential = 0;
    for (const auto& [shift, weight] : kPoints) {
      Vector moved = q;
      moved[i] += shift * h;
      system.moveTo(t, moved, v);
      momentum += weight / h * (denseMass(system) * v);
      potential += weight / h * potentialEnergy();
    }
    forces[i] = 0.5 * v.dot(momentum) - potential;
    momentumRate += momentum * v[i];
  }
  system.moveTo(t, q, v);
  return forces - momentumRate;
}

}  // namespace holonom
