// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <random>
#include <vector>

#include "core/dynamics/dae_system.h"
#include "solvers/linear/least_squares.h"
#include "solvers/linear/rank_analysis.h"

namespace holonom {

/// R C_q S at the state the system was moved to: coordinates in these scales, rows in parts of their largest
/// entries.
SparseMatrix scaledJacobian(const DaeSystem& system, const Vector& scale);

/// What constraints allow at a configuration to first order, by A = R C_q S with the local scales S of the
/// coordinates and rows in parts of their size: which rows depend on others, and along what the rows let the
/// mechanism move.
class Mobility {
 public:
  /// Moves the system to t, q, v.
  Mobility(DaeSystem& system, double t, const Vector& q, const Vector& v, double tolerance);
  Mobility(const Mobility&) = delete;  // its parts refer to each other
  Mobility& operator=(const Mobility&) = delete;

  const SparseMatrix& matrix() const { return matrix_; }
  const Vector& scale() const { return scale_; }  ///< S
  const RowRank& rank() const { return rank_; }
  const SparseMatrix& independentRows() const { return kept_; }
  /// Number of independent motions.
  int motions() const { return kept_.pattern.cols - kept_.pattern.rows; }
  /// The coordinates that dependent rows touch; all, where none depend.
  const std::vector<int>& touched() const { return touched_; }
  /// A motion that the rows allow, of length one in the coordinates touched and as short as can be in the
  /// others: in a large mechanism these need hardly move. Only where there are motions.
  Vector randomMotion(std::mt19937& random) const;
  /// Some u of length one with uᵀ A = 0. Only where rows depend.
  Vector randomDependency(std::mt19937& random) const;

 private:
  Mobility(DaeSystem& moved, double tolerance);

  Vector scale_;
  SparseMatrix matrix_;
  RowRank rank_;
  SparseMatrix kept_;
  RowSpace space_;
  std::vector<int> touched_;
};

}  // namespace holonom
