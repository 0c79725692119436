// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/dynamics/planar_pair.h"
#include "core/model/mechanism.h"

namespace holonom {

/// A force between two planar bodies (or a body and ground). Arrays arrive zeroed; matrices are 6 × 6,
/// row-major, over (x_a, y_a, θ_a, x_b, y_b, θ_b).
class ForceLaw {
 public:
  ForceLaw(int bodyA, int bodyB) : bodyA_(bodyA), bodyB_(bodyB) {}
  virtual ~ForceLaw() = default;
  int bodyA() const { return bodyA_; }
  int bodyB() const { return bodyB_; }

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
  int bodyA_, bodyB_;
};

/// Null for forces with expressions (expression_force.h).
std::unique_ptr<ForceLaw> makeForceLaw(const Mechanism& mechanism, const Force& force);

}  // namespace holonom
