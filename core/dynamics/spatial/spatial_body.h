// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dynamics/body_law.h"
#include "core/dynamics/spatial/rigid_inertia.h"

namespace holonom {

/// The law of a rigid body in space over (x, y, z, e0 … e3), with place of the centre of mass.
class SpatialBody final : public BodyLaw {
 public:
  SpatialBody(double mass, const Matrix3& inertia) : mass_(mass), inertia_(inertia) {}

  int size() const override { return kSpatialFrameSize; }
  bool inMass(int row, int column) const override { return row == column || (row >= kP && column >= kP); }
  bool inStiffness(int row, int column) const override { return row >= kP && column >= kP; }

  void moveTo(const PlanarMotion&, ConstVectorRef q, ConstVectorRef v) override {
    p_ = q.segment<4>(kP);
    rate_ = v.segment<4>(kP);
  }
  void mass(LocalMatrix& M) const override {
    M.setZero(size(), size());
    M.topLeftCorner<3, 3>().diagonal().setConstant(mass_);
    M.block<4, 4>(kP, kP) = inertia_.mass(p_);
  }
  void forces(Local& Q) const override {
    Q.setZero(size());
    Q.segment<4>(kP) = inertia_.forces(p_, rate_);
  }
  void stiffness(const Local& a, LocalMatrix& K) const override {
    K.setZero(size(), size());
    K.block<4, 4>(kP, kP) = inertia_.stiffness(p_, rate_, a.segment<4>(kP));
  }
  void damping(LocalMatrix& D) const override {
    D.setZero(size(), size());
    D.block<4, 4>(kP, kP) = inertia_.damping(p_, rate_);
  }
  double kineticEnergy() const override { return inertia_.kineticEnergy(p_, rate_); }  // of the rotation
  double potentialEnergy() const override { return 0; }
  double dissipatedPower() const override { return 0; }

 private:
  static constexpr int kP = 3;  // of e0
  double mass_;
  RigidInertia inertia_;
  Vector4 p_ = Vector4::Unit(0), rate_ = Vector4::Zero();
};

}  // namespace holonom
