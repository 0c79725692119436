// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include "core/dynamics/frame_map.h"

namespace holonom {

/// Inertia and inner forces of a body that is more than a constant mass and moment of inertia, over its
/// coordinates: those of its frame and those of its own. Evaluations allocate nothing.
class BodyLaw {
 public:
  using Local = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMostOfBody, 1>;
  using LocalMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMostOfBody, kMostOfBody>;

  virtual ~BodyLaw() = default;
  virtual int size() const = 0;
  /// Where M, and ∂(M a − Q)/∂q and ∂Q/∂v, may differ from zero.
  virtual bool inMass(int row, int column) const = 0;
  virtual bool inStiffness(int row, int column) const = 0;

  /// `frame`: the motion of its frame in the plane; q and v: its own coordinates and rates, of a body in
  /// space all.
  virtual void moveTo(const PlanarMotion& frame, ConstVectorRef q, ConstVectorRef v) = 0;
  virtual void mass(LocalMatrix& M) const = 0;
  /// Generalised forces but for the weight m g of the frame.
  virtual void forces(Local& Q) const = 0;
  /// ∂(M a − Q)/∂q for accelerations a (length size()).
  virtual void stiffness(const Local& a, LocalMatrix& K) const = 0;
  virtual void damping(LocalMatrix& D) const = 0;  ///< −∂Q/∂v

  // Beyond those of a rigid body in this frame: J, J, W.
  virtual double kineticEnergy() const = 0;
  virtual double potentialEnergy() const = 0;
  virtual double dissipatedPower() const = 0;
};

}  // namespace holonom
