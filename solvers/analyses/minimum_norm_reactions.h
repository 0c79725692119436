// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/dynamics/dae_system.h"
#include "core/dynamics/state.h"
#include "solvers/linear/block_matrix.h"
#include "solvers/linear/linear_solver.h"

namespace holonom {

/// The reactions of redundant constraints: among all λ with the same forces f = C_qᵀ λ the one of least
/// Σ (r_i λ_i)². That is how elastic bearings of equal stiffness would share them, with a length of a tenth
/// of the model's: r_i is this length for the force of one metre and 1 for the moment of one radian. Two
/// hinges share the weight of a door evenly then, whichever rows a method keeps, and nothing jumps where it
/// keeps others.
///
/// It is λ = R⁻² C_q x with C_qᵀ R⁻² C_q x = f. Motions that the constraints leave free make that singular: a
/// small ε on its diagonal helps, and iterative refinement takes what ε changes away again.
class MinimumNormReactions {
 public:
  /// At the state the system was moved to. The system must outlive this object.
  explicit MinimumNormReactions(DaeSystem& system);

  /// Replaces λ of joints, drivers and constraints by formula (m numbers, all rows) by those of least norm;
  /// stops, which only press, keep theirs. Leaves λ as it is where that cannot be computed. Takes no memory
  /// but for new pivots.
  void share(const State& at, Vector& lambda);
  /// r_i² of all rows; 0 for those that hold the length of Euler parameters, whose λ is no reaction.
  Vector weights() const { return -squares_; }

 private:
  bool factorize();

  DaeSystem& system_;
  Vector scale_;
  std::vector<char> shares_;  // whether a row takes part
  BlockMatrix matrix_;        // [ε C_qᵀ; C_q −R²]
  std::unique_ptr<LinearSolver> solver_;
  std::vector<double> slight_, jacobian_;  // ε; C_q without the rows that take no part
  Vector squares_;                         // −R²
  Vector correction_, x_, forces_, reactions_;
};

}  // namespace holonom
