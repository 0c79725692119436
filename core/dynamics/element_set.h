// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/dynamics/constraint_element.h"
#include "core/dynamics/local_values.h"
#include "core/dynamics/pin_joints.h"
#include "core/dynamics/system_layout.h"

namespace holonom {

/// The constraints and plain forces of a mechanism that act in the plane, or in space: each is asked over the
/// coordinates u of its pair of frames and put into the rows, coordinates and slots of the whole system.
/// Evaluations are those of DaeSystem of the same names and refer to the configuration.
template <class S>
class ElementSet {
 public:
  explicit ElementSet(const Configuration& at) : at_(at) {}

  /// Rows of the constraint begin at firstRow.
  void add(std::unique_ptr<ConstraintIn<S>> law, PartRef part, int firstRow);
  void add(std::unique_ptr<ForceLawIn<S>> law, int number);
  std::vector<ConstraintElement<S>>& constraintElements() { return constraints_; }
  const std::vector<ConstraintElement<S>>& constraintElements() const { return constraints_; }
  const std::vector<ForceElement<S>>& forceElements() const { return forces_; }
  void addPatterns(Entries& jacobian, Entries& stiffness, Entries& damping) const;
  void takeSlots(const SystemLayout& layout);

  void constraints(VectorRef c) const;
  void constraintTimeDerivative(VectorRef ct) const;  ///< rows that nothing prescribes stay
  void gamma(VectorRef g) const;
  void constraintJacobian(double* values) const;
  void velocityJacobian(double* values) const;
  void accelerationJacobian(ConstVectorRef a, double* values) const;
  void accelerationVelocityJacobian(ConstVectorRef a, double* values) const;
  void addHessian(ConstVectorRef lambda, double* values) const;
  void addForces(VectorRef Q) const;
  void addStiffness(double* values) const;  ///< −∂Q/∂q
  void addDamping(double* values) const;

  void addPotentialEnergy(double& energy) const;
  void addDissipatedPower(double& power) const;
  void addSuppliedPower(double& power) const;

 private:
  using Pair = typename S::Pair;
  using Constraint = ConstraintElement<S>;
  Pair pairOf(const PairMapIn<S>& map) const { return map.pair(at_); }
  void subtractBias(const Constraint& element, double* gamma) const;
  template <class Evaluate>
  void scatterRows(double* values, bool withPins, Evaluate evaluate) const;
  Entries jacobianEntries(const Constraint& element) const;
  Entries hessianEntries(const Constraint& element) const;
  Entries pairEntries(const PairMapIn<S>& map) const;

  const Configuration& at_;
  std::vector<Constraint> constraints_;
  PinJoints pins_;
  std::vector<ForceElement<S>> forces_;
};

}  // namespace holonom
