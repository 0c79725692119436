// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/dynamics/dae_system.h"
#include "core/dynamics/state.h"
#include "solvers/analyses/independence.h"

namespace holonom {

class SaddlePoint;
class SingularityWatch;

/// Reads σ and the condition of the constraints along a run, and factorises nothing for it: the left vectors
/// of both singular values go on from row to row, and where its residual asks for it a vector is improved by
/// the best combination with its residual, for σ preconditioned by the last factorisation of those who watch
/// it (Knyazev, SIAM J. Sci. Comput. 23, 2001). Values stay until the motion since is long enough to change
/// them by 2 or 3 %, the largest singular value until the watch has measured. Allocates nothing after the
/// constructor.
class ConditionReader {
 public:
  /// Both must outlive this object.
  ConditionReader(DaeSystem& system, const SingularityWatch& watch);

  /// Whenever the watch has measured. `regular`: its last point was not singular to rounding.
  void refresh(bool regular);
  /// At a state not far from the last point of the watch. `way`: of a coordinate, in scales,
  /// on which the watch measures again.
  const Independence& at(const State& state, double way);

 private:
  /// An approximate singular value: left vector u of length one, Aᵀu, and its square.
  struct Mode {
    Vector left, right;
    double square = 0;
  };
  void read();
  void takeRows(const double* jacobian);
  void shake(Mode& mode, double part);
  bool improve(Mode& mode, bool smallest);
  void precondition();

  DaeSystem& system_;
  const SingularityWatch& watch_;
  const SaddlePoint& factors_;           // of [S⁻² C_qᵀ; C_q 0], those of the watch
  std::vector<double> jacobian_, rows_;  // C_q, and A
  Vector length_, factorisedLength_;     // of the rows of C_q S
  Mode smallest_, largest_;
  Vector any_, direction_, directionRight_, x_;
  Independence reading_;
  Vector readAt_;  // q
  bool solvable_ = false, measured_ = true, begun_ = false;
};

}  // namespace holonom
