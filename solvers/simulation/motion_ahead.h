// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/dynamics/dae_system.h"
#include "core/dynamics/state.h"
#include "solvers/analyses/saddle_point.h"

namespace holonom {

/// The state moved on by a span (s) along its present velocities and accelerations.
void moveAlong(State& state, double span);

/// Accelerations of the mechanism and, in their unit, rates of its controllers: what jumps where a force or a rate does. The
/// second derivatives of controllers tell nothing: they carry errors divided by squares of time constants.
void takeRates(const DaeSystem& system, const State& state, Vector& rates);

/// The motion ahead of a state, continued along its present velocities and accelerations: a guess, but good enough to see where
/// accelerations jump in time, and near the right place for what jumps by the state. It is brought back onto the constraints
/// only where that matters, for it costs more than a step, and what the accelerations lack without it changes smoothly. Matrices
/// and vectors are made once; a look takes no memory then, unless new pivots must be chosen.
class MotionAhead {
 public:
  /// The rows must be independent. The system must outlive this object, and every look moves it.
  explicit MotionAhead(DaeSystem& system);

  /// Looks from here on. False when there are no accelerations.
  bool begin(const State& present);
  /// How far it is from there to a jump of the accelerations within h, up to `width` before it (all in s); `coordinate`: in
  /// which it is largest. None where all is smooth.
  std::optional<double> findJump(double h, double width, int* coordinate);
  /// Whether the motion ahead goes through this place on one branch of the constraints: only accelerations jump there.
  bool velocityContinues(double place, double width);

 private:
  bool look(double span, bool ontoConstraints);
  bool ontoPositions();
  bool ontoVelocities();
  bool accelerations(State& state);
  double size(const Vector& x, const Vector& y) const;

  DaeSystem& system_;
  int n_, m_;
  SaddlePoint byMass_;                 // with M
  std::unique_ptr<SaddlePoint> near_;  // with scale⁻²; made when first needed
  bool controlled_ = false;            // rates of controllers follow from rows of theirs, as they are on the constraints
  std::vector<double> weight_, mass_, jacobian_;
  Vector scale_, x_, c_, target_, difference_, before_;
  Vector atLeft_, atRight_, atMiddle_;  // rates
  State front_, ahead_;
};

}  // namespace holonom
