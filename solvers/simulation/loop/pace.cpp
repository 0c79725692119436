// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/loop/pace.h"

#include <algorithm>
#include <cmath>

namespace holonom {
namespace {

constexpr double kHopelessSteps = 2e6;  // still to do, with steps that stability limits
constexpr long kStepsOfALook = 1000;
constexpr double kEvaluationsOfALook = 1e5;
constexpr double kStepsBeyondReach = 1e15;  // still to do, at the present pace
constexpr double kHardlyMoved = 1e-2;       // radians, or parts of the model, in such a row of steps
constexpr double kHopelessGrowth = 1e6;     // of a state of a controller before the end, times itself
// still to do, when a stabilisation that the user chose limits the steps
constexpr double kImposedEvaluations = 1e6;
constexpr double kOfItsTime = 0.5;  // the time constant of a stabilisation, per step

}  // namespace

int explodingControl(const Course& course, double times) {
  const double left = course.toGo();
  const State& at = course.state;
  for (int i = 0; i < course.system.coordinateCount(); ++i)
    if (course.system.role(i) == DaeSystem::Role::State && at.q[i] * at.v[i] > 0 && at.v[i] * at.a[i] > 0 &&
        std::abs(at.v[i]) * left > times * (std::abs(at.q[i]) + course.scale[i]) &&
        std::abs(at.a[i]) * left > times * std::abs(at.v[i]))
      return i;
  return -1;
}

void Pace::remember() {
  then_ = course_.journal.counts();
  since_ = course_.state.t;
  positions_ = course_.state.q;
}

Pace::Row Pace::sinceLastLook() const {
  const Counts& now = course_.journal.counts();
  return {static_cast<double>(now.steps - then_.steps), course_.state.t - since_,
          scaledSize(course_.state.q - positions_, course_.scale),
          static_cast<double>(now.residuals - then_.residuals)};
}

/// More than so many steps, or evaluations, as those of the row are still to do.
bool Pace::isOutOfReach(const Row& row, double most) const {
  return course_.toGo() * row.steps > most * row.progress;
}

Pace::Finding Pace::look() {
  const Integrator& method = course_.steps.method();
  if (method.stiffSince() && course_.toGo() > kHopelessSteps * course_.journal.usualStep())
    return Finding::Stiff;
  const Counts& now = course_.journal.counts();
  if (now.steps < then_.steps + kStepsOfALook &&
      static_cast<double>(now.residuals - then_.residuals) < kEvaluationsOfALook)
    return Finding::Fine;
  const Row row = sinceLastLook();
  remember();
  if (isOutOfReach(row, kStepsBeyondReach) || explodingControl(course_, kHopelessGrowth) >= 0)
    return Finding::Creeping;
  if (row.way < kHardlyMoved && isOutOfReach(row, kHopelessSteps) &&
      course_.steps.properties().limitedByStability)
    return Finding::Stiff;
  const double imposed = course_.steps.properties().imposedRate;
  if (imposed * row.progress > kOfItsTime * row.steps &&
      course_.toGo() * row.evaluations > kImposedEvaluations * row.progress)
    return Finding::Stiff;
  return isOutOfReach(row, kHopelessSteps) ? Finding::Slow : Finding::Fine;
}

}  // namespace holonom
