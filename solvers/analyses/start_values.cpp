// SPDX-License-Identifier: GPL-3.0-or-later
// The values a run is given to start with, before assembly changes them.
#include "solvers/analyses/start_values.h"

#include <cmath>

#include "core/base/text.h"
#include "core/dynamics/equations_of_motion.h"

namespace holonom {

InitialGuess initialGuess(const EquationsOfMotion& equations, double t) {
  InitialGuess guess{.t = t,
                     .q = equations.givenCoordinates(),
                     .v = equations.givenVelocities(),
                     .exactQ = equations.exactCoordinates(),
                     .exactV = equations.exactVelocities()};
  equations.setDrivenTurns(t, guess.q);
  return guess;
}

std::string notFiniteAt(DaeSystem& system, const InitialGuess& guess) {
  const int m = system.constraintCount();
  Vector c(m), rate(m), gamma(m);
  system.moveTo(guess.t, guess.q, guess.v);
  system.constraints(c);
  system.constraintTimeDerivative(rate);
  system.gamma(gamma);
  for (int row = 0; row < m; ++row)
    if (!std::isfinite(c[row]) || !std::isfinite(rate[row]) || !std::isfinite(gamma[row]))
      return tr(
          "At the start time {} is not a finite number, or its velocity or acceleration is not. Check the "
          "motion's expression, or start later.",
          system.constraintName(row));
  Vector Q(system.coordinateCount());
  system.forces(Q);
  for (int i = 0; i < Q.size(); ++i)
    if (!std::isfinite(Q[i])) {
      const std::string part = system.notFinitePart();
      return tr("At the start time the force on {} is not a finite number. {}", system.coordinateName(i),
                (part.empty() ? tr("Check the forces on this body.") : tr("It comes from {}.", part)));
    }
  return {};
}

Vector velocityResidual(DaeSystem& system, double t, const Vector& q, const Vector& v) {
  Vector c(system.constraintCount());
  std::vector<double> jacobian(system.constraintPattern().nonZeros());
  system.moveTo(t, q, v);
  system.constraintTimeDerivative(c);
  system.constraintJacobian(jacobian.data());
  addProduct(system.constraintPattern(), jacobian.data(), v, 1, c);
  return c;
}

}  // namespace holonom
