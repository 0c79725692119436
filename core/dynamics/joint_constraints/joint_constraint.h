// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <string>

#include "core/dynamics/spaces.h"
#include "core/model/mechanism.h"

namespace holonom {

struct Coincidence;
class PoleSource;
class SwitchSource;

/// What there is to know of the rows of a constraint, in the plane and in space.
class RowLaw {
 public:
  RowLaw(std::string name, int frameA, int frameB)
      : name_(std::move(name)), frameA_(frameA), frameB_(frameB) {}
  virtual ~RowLaw() = default;

  const std::string& name() const { return name_; }
  int frameA() const { return frameA_; }  ///< kGround for ground
  int frameB() const { return frameB_; }

  virtual int rowCount() const = 0;
  /// The first rows of a joint are holonomic; the others are nonholonomic and linear in the velocities, G =
  /// A(q) v = 0: for them A stands for C_q, (A v)_q for (C_q v)_q, −(A v)_q v for γ, and they have no
  /// residual.
  virtual int holonomicRowCount() const { return rowCount(); }
  virtual std::string rowName(int row) const = 0;

  /// The branches of a prescribed motion; null when there are none. They depend on time only.
  virtual SwitchSource* switches() { return nullptr; }
  virtual double timeSwitch(int /*i*/, double /*t*/) const { return 1; }
  /// Where its formula may be infinite; null when there is no motion. `formulaAt`: its value, of whichever of
  /// position, velocity and acceleration it prescribes.
  virtual const PoleSource* poles() const { return nullptr; }
  virtual void poleValues(double /*t*/, double* /*out*/) const {}
  virtual double formulaAt(double /*t*/) const { return 0; }
  virtual double positionAt(double /*t*/) const { return 0; }  ///< that is prescribed
  /// of the motion, switches()->frontCount() of them
  virtual void fronts(double /*t*/, double* /*out*/) const {}

  /// Evaluates what depends on time only; called once per state.
  virtual void setTime(double /*t*/) {}
  virtual void timeDerivative(double* /*ct*/) const {}  ///< C_t; zero for joints

 private:
  std::string name_;
  int frameA_, frameB_;
};

/// Constraint rows between two frames. Rows are written so that +λ acts on the second: the force on b is
/// −(C_q)ᵀ λ restricted to b. Matrices are row-major over the coordinates u of the pair; arrays arrive
/// zeroed, and only entries of the structure may be set.
template <class S>
class ConstraintIn : public RowLaw {
 public:
  using RowLaw::RowLaw;
  using Pair = typename S::Pair;

  /// One character per entry, rowCount × 2 kFrame: 'x' where C_q or (C_q v)_q may differ from zero, '.'
  /// elsewhere.
  virtual std::string_view jacobianStructure() const = 0;
  /// The same for Σ λ_i C^i_qq.
  virtual std::string_view hessianStructure() const = 0;
  /// The points that it holds together where it does nothing else (core/dynamics/pin_joints.h); or null.
  virtual const Coincidence* pin() const { return nullptr; }

  virtual void residual(const Pair& pair, double* c) const = 0;
  virtual void jacobian(const Pair& pair, double* J) const = 0;
  virtual void velocityJacobian(const Pair& pair, double* P) const = 0;  ///< (C_q v)_q + C_tq
  /// ∂(C_q a − γ)/∂q for the accelerations of the pair
  virtual void accelerationJacobian(const Pair& pair, const PairValues<S>& acceleration, double* A) const = 0;
  /// ∂(C_q a − γ)/∂v: 2 P wherever rows are holonomic or can be integrated
  virtual void accelerationVelocityJacobian(const Pair& pair, double* B) const {
    velocityJacobian(pair, B);
    for (int k = 0; k < rowCount() * S::kPair; ++k) B[k] *= 2;
  }
  virtual void gamma(const Pair& pair, double* g) const = 0;
  virtual void hessian(const Pair& pair, const double* lambda, double* H) const = 0;
};

using JointConstraint = ConstraintIn<Plane>;
using SpatialConstraint = ConstraintIn<Space>;

/// The constraint of a joint in the plane, in space, of a driver. Points are taken relative to the centres of
/// mass. Throws InputError for a joint that cannot be where it is (core/model/particles.h).
std::unique_ptr<JointConstraint> makeJointConstraint(const Mechanism& mechanism, const Joint& joint);
std::unique_ptr<SpatialConstraint> makeSpatialConstraint(const Mechanism& mechanism, const Joint& joint);
std::unique_ptr<JointConstraint> makeDriverConstraint(const Mechanism& mechanism, const Driver& driver);
std::unique_ptr<SpatialConstraint> makeSpatialDriver(const Mechanism& mechanism, const Driver& driver);

/// (pᵀp − 1)/2 = 0 of the Euler parameters of a body.
std::unique_ptr<SpatialConstraint> makeNormalisation(const Mechanism& mechanism, int body);

/// The row that holds a mechanism at a limit: minus the distance to it, positive inside, so that λ ≥ 0 pushes
/// away from it.
std::unique_ptr<JointConstraint> makeStopConstraint(const Mechanism& mechanism, const std::string& name,
                                                    const Stop& stop, const StopLimit& limit);
std::unique_ptr<SpatialConstraint> makeSpatialStop(const Mechanism& mechanism, const std::string& name,
                                                   const Stop& stop, const StopLimit& limit);

}  // namespace holonom
