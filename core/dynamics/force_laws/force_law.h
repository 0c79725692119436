// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/dynamics/planar_pair.h"
#include "core/model/mechanism.h"

namespace holonom {

/// A force between two frames, or one and the ground. Arrays arrive zeroed; matrices are 6 × 6,
/// row-major, over (x_a, y_a, θ_a, x_b, y_b, θ_b).
class ForceLaw {
 public:
  ForceLaw(int frameA, int frameB) : frameA_(frameA), frameB_(frameB) {}
  virtual ~ForceLaw() = default;
  int frameA() const { return frameA_; }
  int frameB() const { return frameB_; }

  virtual void force(const PlanarPair& pair, double* Q) const = 0;  ///< generalised forces, N and N·m
  virtual bool hasStiffness() const { return false; }
  virtual bool hasDamping() const { return false; }
  virtual void stiffness(const PlanarPair&, double* /*K*/) const {}      ///< −∂Q/∂q
  virtual void damping(const PlanarPair&, double* /*D*/) const {}        ///< −∂Q/∂v
  virtual double potentialEnergy(const PlanarPair&) const { return 0; }  ///< J
  virtual double dissipatedPower(const PlanarPair&) const { return 0; }  ///< W, ≥ 0
  /// W put in by a force without potential
  virtual double suppliedPower(const PlanarPair&) const { return 0; }

 private:
  int frameA_, frameB_;
};

/// Null for forces with expressions (expression_force.h) and a hand (hand_force.h).
std::unique_ptr<ForceLaw> makeForceLaw(const Mechanism& mechanism, const Force& force);

}  // namespace holonom
