// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/dynamics/state.h"
#include "solvers/analyses/row_selection.h"
#include "solvers/integrators/kinematic/kinematic_solver.h"

namespace holonom {

/// By how much a run is wrong on a mechanism whose constraints prescribe the whole motion (as many
/// independent holonomic rows as coordinates). Positions then say nothing about a method: each finds them
/// from the constraints. Accelerations and reactions it may make from differences over its steps, and at
/// every time the exact ones are known (000, §2):
///     C = 0,   C_q v = −C_t,   C_q a* = γ,   C_qᵀ λ* = Q − M a*.
class PrescribedMotion {
 public:
  /// Null where the constraints leave freedom at the state from which the rows were selected.
  static std::unique_ptr<PrescribedMotion> of(DaeSystem& system, const std::vector<int>& independentRows);

  /// Compares an accepted state (λ of all rows) with the exact one at its time. Where the constraints become
  /// dependent there is none, and nothing is compared. Moves the system.
  void look(const State& state);

  /// The largest distance so far, of accelerations max |a_i − a*_i| / s_i over max |a*_i| / s_i with the
  /// scales s_i of the coordinates, of reactions max s_i |(C_qᵀ λ)_i − (C_qᵀ λ*)_i| over
  /// max s_i |(C_qᵀ λ*)_i|: generalised forces, which are unique where single multipliers are not. The
  /// larger of both, without unit.
  double error() const;

 private:
  /// A distance beside the size of what it is part of.
  struct Part {
    double distance = 0, size = 0;
    double relative() const { return size > 0 ? distance / size : distance; }
  };
  PrescribedMotion(DaeSystem& system, const std::vector<int>& rows);
  void compare(ConstVectorRef is, ConstVectorRef exact, ConstVectorRef unit, Part& part) const;

  DaeSystem& system_;
  RowSelection kept_;
  Work work_;
  IntegratorSettings settings_;
  KinematicSolver solver_;
  ErrorWeights weights_;
  State exact_;
  Vector scale_, reaction_, exactReaction_;
  std::vector<double> jacobian_, mass_;
  Part acceleration_, reactions_;
};

}  // namespace holonom
