// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "core/dynamics/dae_system.h"
#include "core/dynamics/state.h"
#include "solvers/linear/saddle_point.h"

namespace holonom {

/// The state moved on by a span (s) along its present velocities and accelerations.
void moveAlong(State& state, double span);

/// Accelerations of the mechanism and, in their unit, rates of its controllers: what jumps where a force or a
/// rate does. The second derivatives of controllers tell nothing: they carry errors divided by squares of
/// time constants.
void takeRates(const DaeSystem& system, const State& state, Vector& rates);

/// The motion ahead of a state, continued along its present velocities and accelerations: a guess, but good
/// enough to see where accelerations jump in time, and near the right place for what jumps by the state. It
/// is brought back onto the constraints only where that matters, for it costs more than a step, and what the
/// accelerations lack without it changes smoothly. Matrices and vectors are made once; a look takes no memory
/// then, unless new pivots must be chosen.
class MotionAhead {
 public:
  /// The rows must be independent. The system must outlive this object, and every look moves it.
  explicit MotionAhead(DaeSystem& system);

  /// Looks from here on. False when there are no accelerations. `end`: where a step leads that was tried from
  /// there, if known; up to it the motion between both is then looked at, which is right on this side of a
  /// jump. The accelerations of both are those of the equations.
  bool begin(const State& present, const State* end = nullptr);
  /// Rates that the equations have at a state.
  bool ratesAt(const State& state, Vector& rates);
  /// How far it is from there to a jump of the accelerations within h, up to `width` before it (all in s);
  /// `coordinate`: in which it is largest. None where all is smooth.
  std::optional<double> findJump(double h, double width, int* coordinate);
  /// Whether the motion ahead goes through this place on one branch of the constraints: only accelerations
  /// jump there.
  bool velocityContinues(double place, double width);

 private:
  bool look(double span, bool ontoConstraints);
  bool ontoPositions();
  bool ontoVelocities();
  bool accelerations(State& state);
  int roughestPart(double h);
  double size(const Vector& x, const Vector& y, double time) const;

  DaeSystem& system_;
  int n_, m_;
  SaddlePoint byMass_;                 // with M
  std::unique_ptr<SaddlePoint> near_;  // with scale⁻²; made when first needed
  // rates of controllers follow from rows of theirs, as they are on the constraints
  bool controlled_ = false;
  std::vector<double> weight_;
  Vector scale_, rowSize_, x_, c_, target_, difference_, before_;
  static constexpr int kParts = 4;
  Vector atLeft_, atRight_, atMiddle_, slope_;  // rates, and their change per s beside a jump
  std::array<Vector, kParts + 1> rates_;
  State front_, ahead_, end_;
  bool endKnown_ = false;
};

}  // namespace holonom
