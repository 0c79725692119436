// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/loop/causes.h"

#include <algorithm>
#include <cmath>

#include "solvers/analyses/manifold_projection.h"
#include "solvers/integrators/stabilised/spectral_radius.h"

namespace holonom {

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

bool isControl(const DaeSystem& system, int coordinate) {
  return coordinate >= 0 && system.role(coordinate) != DaeSystem::Role::Motion;
}

bool isLimitedByStability(const Course& course, double h) {
  constexpr double kOfBorder = 0.5;  // h |λ|
  if (!course.steps.properties().limitedByStability) return false;
  State at = course.steps.method().state();
  const Eigen::Index n = at.q.size();
  const Vector lambda = at.lambda;
  Vector y(2 * n), f(2 * n), scale(2 * n);
  y << at.q, at.v;
  scale << course.scale, course.scale / course.system.timeScale();
  const auto rate = [&](const Vector& from, Vector& out) {
    at.q = from.head(n);
    at.v = from.tail(n);
    at.lambda = lambda;
    if (!solveAccelerations(course.steps.rows(), at)) return false;
    out << at.v, at.a;
    return true;
  };
  const auto norm = [&](const Vector& x) { return x.cwiseQuotient(scale).cwiseAbs().maxCoeff(); };
  if (!rate(y, f)) return false;
  SpectralRadius radius(static_cast<int>(2 * n));
  radius.start(scale);
  const auto found = radius.estimate(y, f, 1, rate, norm);
  return found && *found * h > kOfBorder;
}

/// The attempts went beyond the last accepted state; what fails there is searched along the motion, ever
/// farther.
std::string notFiniteAhead(const Course& course, double within) {
  const State& at = course.state;
  const double least = 1e-15 * course.interval();
  Vector q, v;
  for (double h = 0; std::abs(h) <= within * std::abs(course.toGo());
       h = h == 0 ? std::max(std::abs(course.steps.plan().h), least) : 4 * h) {
    q = at.q + h * at.v + 0.5 * h * h * at.a;
    v = at.v + h * at.a;
    course.system.moveTo(at.t + h, q, v);
    if (std::string part = course.system.notFinitePart(); !part.empty()) return part;
  }
  return {};
}

double roundingOfAcceleration(const Course& course, int coordinate) {
  constexpr double kRounding = 1e-16, kCounts = 0.3;
  const SimulationOptions& options = course.options;
  if (!course.steps.properties().judgesAccelerations || coordinate < 0) return 0;
  const State& here = course.steps.method().state();
  const Vector& scale = course.scale;
  State at = here;
  if (!solveAccelerations(course.steps.rows(), at)) return 0;
  const double before = at.a[coordinate], time = course.system.timeScale();
  double change = 0;
  for (const double digits : {-2.0, -1.0, 1.0, 2.0}) {
    at = here;
    at.t += digits * kRounding * std::abs(at.t);
    at.q += digits * kRounding * (at.q.cwiseAbs() + scale);
    at.v += digits * kRounding * (at.v.cwiseAbs() + scale / time);
    if (solveAccelerations(course.steps.rows(), at))
      change = std::max(change, std::abs(at.a[coordinate] - before));
  }
  const double allowed =
      usedRtol(options) * std::abs(before) + usedAtol(options) * scale[coordinate] / (time * time);
  return change > kCounts * allowed ? change : 0;
}

}  // namespace holonom
