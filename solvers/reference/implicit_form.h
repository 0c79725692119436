// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/dynamics/state.h"
#include "solvers/integrators/balance.h"
#include "solvers/linear/block_matrix.h"

namespace holonom {

/// The equations as F(t, y, y′) = 0 for a general-purpose DAE code, with the matrix F_y + c F_y′.
class ImplicitForm {
 public:
  virtual ~ImplicitForm() = default;

  virtual void residual(double t, ConstVectorRef y, ConstVectorRef yRate, VectorRef F) = 0;
  /// Result in matrix().
  virtual void jacobian(double t, double c, ConstVectorRef y, ConstVectorRef yRate) = 0;
  virtual void pack(const State& state, VectorRef y, VectorRef yRate) const = 0;
  virtual void unpack(double t, ConstVectorRef y, ConstVectorRef yRate, State& state) const = 0;

  int size() const { return size_; }
  int velocity() const { return velocity_; }  ///< first place of v in y
  int position() const { return position_; }  ///< first place of q in y
  const BlockMatrix& matrix() const { return matrix_; }

 protected:
  ImplicitForm(DaeSystem& system, Work& work, int size, int velocity, int position)
      : balance_(system, work), matrix_(size), curvature_(system.stiffnessPattern().nonZeros()), size_(size),
        velocity_(velocity), position_(position) {}
  int n() const { return balance_.n(); }
  int m() const { return balance_.m(); }
  int mh() const { return balance_.holonomic(); }

  Balance balance_;
  BlockMatrix matrix_;
  std::vector<double> curvature_;  // Σ x_i C^i_qq

 private:
  int size_, velocity_, position_;
};

/// Stabilised index 2 (Gear, Gupta, Leimkuhler), y = (v, q, λ, μ), no μ for nonholonomic rows.
std::unique_ptr<ImplicitForm> makeImplicitIndex2(DaeSystem& system, Work& work);
/// Variables of index 1 with all constraint levels, y = (a, v, q, λ, τ, μ), no μ for nonholonomic rows.
std::unique_ptr<ImplicitForm> makeImplicitIndex1(DaeSystem& system, Work& work);

}  // namespace holonom
