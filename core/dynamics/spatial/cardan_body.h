// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dynamics/body_law.h"
#include "core/dynamics/spatial/cardan_frame.h"
#include "core/dynamics/spatial/rigid_inertia.h"

namespace holonom {

/// The law of a rigid body in space over (x, y, z, α, β, γ), with place of the centre of mass: that over its
/// Euler parameters, R = M_p p̈ − Q_p, taken over to the angles with T, W and Z of its frame:
///     Tᵀ R,   ∂/∂q = Tᵀ (K_p T + D_p W + M_p Z) + R · p_qq,   ∂/∂v = Tᵀ (D_p T + 2 M_p W).
class CardanBody final : public BodyLaw {
 public:
  /// `frame`: of the configuration, which moves it before it moves this law.
  CardanBody(double mass, const Matrix3& inertia, const CardanFrame& frame)
      : mass_(mass), inertia_(inertia), frame_(frame) {}

  int size() const override { return CardanFrame::kSize; }
  bool inMass(int row, int column) const override {
    return row == column || (row >= kAngles && column >= kAngles);
  }
  bool inStiffness(int row, int column) const override { return row >= kAngles && column >= kAngles; }
  void moveTo(const PlanarMotion&, ConstVectorRef, ConstVectorRef) override {}
  void mass(LocalMatrix& M) const override;
  void forces(Local& Q) const override;
  void stiffness(const Local& a, LocalMatrix& K) const override;
  void damping(LocalMatrix& D) const override;
  double kineticEnergy() const override { return inertia_.kineticEnergy(frame_.p(), frame_.rate()); }
  double potentialEnergy() const override { return 0; }
  double dissipatedPower() const override { return 0; }

 private:
  static constexpr int kAngles = 3;  // the place of α
  double mass_;
  RigidInertia inertia_;
  const CardanFrame& frame_;
};

}  // namespace holonom
