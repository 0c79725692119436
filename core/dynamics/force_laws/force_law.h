// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/dynamics/spaces.h"
#include "core/model/mechanism.h"

namespace holonom {

/// A force between two frames, or one and the ground. Arrays arrive zeroed; matrices are row-major, over the
/// coordinates u of the pair.
template <class S>
class ForceLawIn {
 public:
  using Pair = typename S::Pair;
  ForceLawIn(int frameA, int frameB) : frameA_(frameA), frameB_(frameB) {}
  virtual ~ForceLawIn() = default;
  int frameA() const { return frameA_; }
  int frameB() const { return frameB_; }

  virtual void force(const Pair& pair, double* Q) const = 0;  ///< generalised forces, N and N·m
  virtual bool hasStiffness() const { return false; }
  virtual bool hasDamping() const { return false; }
  virtual void stiffness(const Pair&, double* /*K*/) const {}      ///< −∂Q/∂q
  virtual void damping(const Pair&, double* /*D*/) const {}        ///< −∂Q/∂v
  virtual double potentialEnergy(const Pair&) const { return 0; }  ///< J
  virtual double dissipatedPower(const Pair&) const { return 0; }  ///< W, ≥ 0
  /// W put in by a force without potential
  virtual double suppliedPower(const Pair&) const { return 0; }
  /// The k-th of the quantities of its kind that outputs may read; 0 where the kind computes it elsewhere.
  virtual double size(const Pair&, int /*k*/) const { return 0; }

 private:
  int frameA_, frameB_;
};

using ForceLaw = ForceLawIn<Plane>;
using SpatialForceLaw = ForceLawIn<Space>;

/// Null for forces with expressions (expression_force.h) and a hand (hand_force.h), and for those that act in
/// space, in the plane.
std::unique_ptr<ForceLaw> makeForceLaw(const Mechanism& mechanism, const Force& force);
std::unique_ptr<SpatialForceLaw> makeSpatialForceLaw(const Mechanism& mechanism, const Force& force);

}  // namespace holonom
