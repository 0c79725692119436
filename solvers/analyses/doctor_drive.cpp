// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the drivers can take the mechanism through the motion that they prescribe.
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/text.h"
#include "core/model/building.h"
#include "core/model/editing.h"
#include "solvers/analyses/doctor_parts.h"
#include "solvers/analyses/manifold_projection.h"
#include "solvers/analyses/row_selection.h"
#include "solvers/analyses/scales.h"
#include "solvers/integrators/kinematic/kinematics.h"

namespace holonom::doctor {
namespace {

using Kind = DoctorFinding::Kind;

constexpr double kWayTolerance = 1e-3;  // of the positions: the way is looked at, not computed
constexpr long kMostTries = 3000;       // of a step
constexpr long kMostWork = 400'000;     // the same times coordinates
constexpr double kShortestStep = 1e-9;  // of the run
// of a driver within ten of the shortest steps, in parts of the sizes of the rows
constexpr double kJump = 1e-4;
constexpr double kSameBranch = 0.3;  // rad, or parts of the model's size: farther on is another branch

/// Motions go straight on through a singular configuration that two branches share, as through that of a flat
/// parallelogram. Where links are stretched to their end there is no position behind.
bool goesOnBehind(DaeSystem& system, const State& halt, double span) {
  const Vector scale = coordinateScales(system), weight = scale.array().square().inverse();
  for (const double way : {1e-4, 1e-3, 1e-2}) {
    Vector q = halt.q;
    if (leastSquaresProjection(system, halt.t + way * span, halt.v, weight, q) &&
        scaledSize(q - halt.q, scale) < kSameBranch)
      return true;
  }
  return false;
}

bool driversJump(DaeSystem& system, const State& halt, double step) {
  Vector gaps(system.constraintCount());
  system.moveTo(halt.t + step, halt.q, halt.v);
  system.constraints(gaps);
  return scaledSize(gaps, rowSizes(system)) > kJump;
}

/// The state in which the drivers come to a halt; none where they get through, or as far as the work allows.
std::optional<State> haltOf(const Patient& patient, DaeSystem& system, const State& start) {
  Work work;
  const auto method = kinematicsMethod().make(system, {.rtol = kWayTolerance, .atol = kWayTolerance}, work);
  const double end = patient.options.endTime, span = end - start.t;
  double h = method->properties().firstStep * span;
  method->start(start, h);
  int failures = 0;
  for (long left = std::min(kMostTries, kMostWork / system.coordinateCount());
       left > 0 && method->state().t < end; --left) {
    if (patient.stop.stop_requested()) return std::nullopt;
    const Attempt attempt = method->attempt(std::min(h, end - method->state().t));
    if (attempt.status == AttemptStatus::Success) {
      h = method->accept().h;
      failures = 0;
      continue;
    }
    // of an expression, which a run tells
    if (attempt.status == AttemptStatus::NotFinite) return std::nullopt;
    h = method->reject(attempt, ++failures).h;
    if (h > kShortestStep * span) continue;
    const State halt = method->state();
    if (driversJump(system, halt, 10 * kShortestStep * span) || goesOnBehind(system, halt, span))
      return std::nullopt;
    return halt;
  }
  return std::nullopt;
}

/// "'A' has turned by 74.3°"
std::string wayText(const Patient& patient, const Joint& joint, int coordinate, double way) {
  if (slideAxis(joint, coordinate))
    return tr("'{}' has moved by {}", joint.name, lengthText(patient, std::abs(way)));
  return tr("'{}' has turned by {}", joint.name, angleText(std::abs(way)));
}

}  // namespace

void findHalt(const Patient& patient) {
  const Mechanism& mechanism = patient.mechanism;
  EquationsOfMotion& equations = patient.equations;
  const Assembly& assembly = patient.assembly;
  if (!assembly.consistent || assembly.singularStart || mechanism.drivers.empty() ||
      !mechanism.events.empty())
    return;
  const int n = equations.coordinateCount();
  if (equations.constrainsVelocities() || static_cast<int>(assembly.independentRows.size()) != n) return;
  RowSelection kept(equations, assembly.independentRows);
  State start = assembly.state;
  start.lambda = assembly.state.lambda(assembly.independentRows);
  const auto halt = haltOf(patient, kept, start);
  if (!halt) return;
  const std::vector<PartRef> drivers = allParts(mechanism, PartRef::Kind::Driver);
  std::string ways;
  const Mechanism before = equations.startingAt(start.q, start.v),
                  there = equations.startingAt(halt->q, halt->v);
  for (int i = 0; i < static_cast<int>(mechanism.drivers.size()); ++i) {
    const Driver& driver = mechanism.drivers[std::size_t(i)];
    const Joint& joint = mechanism.joints[std::size_t(driver.joint)];
    const std::string way = wayText(
        patient, joint, driver.coordinate,
        jointCoordinate(there, joint, driver.coordinate) - jointCoordinate(before, joint, driver.coordinate));
    ways = i == 0 ? way : tr("{} and {}", ways, way);
  }
  patient.add({Severity::Warns, Kind::Halt,
               trn(static_cast<long>(drivers.size()), "Driver {1} locks at t = {2} s, when {3}",
                   "Drivers {1} lock at t = {2} s, when {3}", listed(mechanism, drivers, 3),
                   shortText(halt->t), ways),
               tr("The links are stretched or folded as far as they go there, and no position farther on "
                  "closes the joints: a run with this motion ends there. Let the driver move less, to and "
                  "fro, or change lengths so that its link can go round: in a four-bar the shortest link "
                  "can, where it and the longest together are no longer than the other two (Grashof)."),
               drivers});
}

}  // namespace holonom::doctor
