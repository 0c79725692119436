// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/math/sparse_pattern.h"
#include "solvers/integrators/local_equivalence/local_rule.h"

namespace holonom {

/// What the rows B of some constraints leave free (002, §5): V, n × f with f = n − m, whose columns are a
/// basis of B x = 0, and what goes with it. B has full rank. Nothing here allocates but take(), and that only
/// when other pivots are chosen.
class NullSpace {
 public:
  virtual ~NullSpace() = default;

  int coordinates() const { return n_; }
  int rows() const { return m_; }
  int freedoms() const { return n_ - m_; }

  /// B where steps begin: pivots may be chosen anew. False: the rows depend on each other there.
  virtual bool take(const double* B) = 0;
  /// The next take() chooses its pivots anew, however good the present ones are. False: there are none.
  virtual bool forget() { return false; }
  /// B nearby, with the same pivots.
  virtual bool renew(const double* B) = 0;

  virtual void readBasis(Eigen::MatrixXd& V) const = 0;                    ///< V, n × f
  virtual void tangential(ConstVectorRef r, VectorRef out) const = 0;      ///< Vᵀ r, length f
  virtual void particular(ConstVectorRef c, VectorRef x) const = 0;        ///< some x with B x = c
  virtual void multipliers(ConstVectorRef r, VectorRef lambda) const = 0;  ///< Bᵀ λ = r, if r is such a one

 protected:
  NullSpace(int n, int m) : n_(n), m_(m) {}

  int n_, m_;
};

/// Of the first `rows` rows of a matrix of this pattern. `scale`: of the coordinates, in whose units pivots
/// and angles are judged.
std::unique_ptr<NullSpace> makeNullSpace(NullSpaceKind kind, const SparsePattern& pattern, int rows,
                                         const Vector& scale);

/// The columns that rows of full rank see best, as many as there are rows: QR with pivots among the columns,
/// of rows of length one. True for these columns. Takes memory.
std::vector<bool> dependentColumns(Eigen::MatrixXd B);

}  // namespace holonom
