// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/dynamics/configuration.h"
#include "core/dynamics/constraint_element.h"
#include "core/dynamics/control_rows.h"
#include "core/dynamics/expression_part.h"
#include "core/dynamics/force_laws/expression_force.h"
#include "core/dynamics/force_laws/force_law.h"
#include "core/dynamics/mechanism_equations.h"
#include "core/dynamics/model_samples.h"
#include "core/dynamics/part_load.h"
#include "core/dynamics/pin_joints.h"
#include "core/model/mechanism.h"

namespace holonom {

class ModelFronts;
class ModelMarks;
class ModelPoles;
class ModelSwitches;
class ModelWaves;

/// The equations of a planar mechanism in absolute coordinates, (x, y, θ) of each body: holonomic constraint
/// rows of the joints in their order, then one row per driver and one per limit of an ideal stop, then the
/// nonholonomic rows of the joints and those of the controllers, each in their order. Controllers have
/// coordinates without mass behind those of the bodies (core/dynamics/control_rows.h). M is constant and
/// diagonal. At set-up each joint and force is given the slots of the fixed sparsity patterns that it writes
/// into. Joints are asked one by one (JointConstraint), but for revolute ones, of which large mechanisms have
/// most: PinJoints has C, C_q and γ of all of them.
class EquationsOfMotion final : public MechanismEquations {
 public:
  /// `freeHands`: a Hand may take hold of any body later on, not only of those in its grabs.
  explicit EquationsOfMotion(Mechanism mechanism, bool freeHands = false);
  ~EquationsOfMotion() override;

  const Mechanism& mechanism() const override { return mechanism_; }
  const CoordinateLayout& places() const override { return places_; }
  /// Constraint row of the k-th multiplier of a joint, in the order of its kind.
  int rowOfJoint(int joint, int k) const { return constraints_[joint].row(k); }
  int rowOfDriver(int driver) const { return constraints_[mechanism_.joints.size() + driver].firstRow; }
  /// Row of the k-th limit of an ideal stop, in the order of stopLimits().
  int rowOfStop(int force, int k) const;
  const PlanarMotion& motion(int body) const { return at_.motion(body); }
  const Configuration& configuration() const { return at_; }
  /// Present size of a force with expressions (its components in the order of the model), N or N·m; 0 for
  /// other kinds.
  double forceSize(int force, int component) const;
  /// What joints and drivers do to their second bodies with these multipliers (length m); a load per joint,
  /// then per driver.
  void reactions(ConstVectorRef lambda, std::vector<PartLoad>& out) const;
  /// What forces do to bodies: one load for each body that they act on. Ideal stops act in moments only and
  /// have none.
  void appliedLoads(std::vector<PartLoad>& out) const;

  Vector givenCoordinates() const override;
  Vector givenVelocities() const override;
  Vector exactCoordinates() const override;
  Vector exactVelocities() const override;
  Mechanism startingAt(ConstVectorRef q, ConstVectorRef v) const override;

  double kineticEnergy() const override;
  double potentialEnergy() const override;
  double dissipatedPower() const override;
  double suppliedPower() const override;
  EquationsOfMotion& bodies() override { return *this; }
  const State& seenByBodies(const State& state) override { return state; }

  void moveTo(double t, ConstVectorRef q, ConstVectorRef v) override;
  void mass(double* values) const override;
  void forces(VectorRef Q) const override;
  void constraints(VectorRef c) const override;
  void constraintJacobian(double* values) const override;
  void constraintTimeDerivative(VectorRef ct) const override;
  void gamma(VectorRef g) const override;
  void velocityJacobian(double* values) const override;
  void accelerationJacobian(ConstVectorRef a, double* values) const override;
  void accelerationVelocityJacobian(ConstVectorRef a, double* values) const override;
  void stiffness(ConstVectorRef a, ConstVectorRef lambda, double* values) const override;
  void constraintHessian(ConstVectorRef lambda, double* values) const override;
  void damping(double* values) const override;
  Offers offers() override;
  void moveHand(int force, const std::vector<Hand::Grab>& grabs) override;
  std::string coordinateName(int i) const override;
  std::string constraintName(int row) const override;
  std::string notFinitePart() const override;

 private:
  struct ForceElement {
    std::unique_ptr<ForceLaw> law;
    int number;  // among the forces of the model
    std::vector<EntrySlot> stiffnessSlots, dampingSlots;
  };
  Vector2 placeOf(const PointRef& point) const;
  Vector2 placeOfLoad(const Joint& joint) const;
  PartLoad reaction(const ConstraintElement& element, ConstVectorRef lambda, PartRef part,
                    const Joint& joint) const;
  void addApplied(int force, const PairVector& Q, int bodyA, int bodyB, std::vector<PartLoad>& out) const;
  void buildElements();
  void layOutRows();
  /// Values of the law, one per row, to the rows of the system and back.
  void put(const ConstraintElement& element, const double* local, VectorRef rows) const;
  template <class Evaluate>
  void scatterRows(double* values, bool withPins, Evaluate evaluate) const;
  void buildPatterns();
  void collectExpressions();
  template <class Law>
  PlanarPair pairOf(const Law& law) const {
    return at_.pair(law.bodyA(), law.bodyB());
  }

  Mechanism mechanism_;
  CoordinateLayout places_;
  int n_ = 0, m_ = 0;
  std::unique_ptr<ControlRows> controls_;
  double length_ = 1;
  std::vector<ConstraintElement> constraints_;
  PinJoints pins_;
  Vector mass_, weight_;  // M and the forces of gravity, per coordinate; controllers have neither
  std::vector<ForceElement> forces_;
  // one per force of the model, null for other kinds
  std::vector<std::unique_ptr<ExpressionForce>> expressionForces_;
  std::vector<HandElement> hands_;
  ExpressionParts expressions_;
  std::unique_ptr<ModelSwitches> switches_;
  std::unique_ptr<ModelPoles> poles_;
  std::unique_ptr<ModelFronts> fronts_;
  std::unique_ptr<ModelWaves> waves_;
  std::unique_ptr<ModelSamples> samples_;
  std::unique_ptr<HandKinks> kinks_;
  std::unique_ptr<ModelMarks> marks_;
  Configuration at_;
};

}  // namespace holonom
