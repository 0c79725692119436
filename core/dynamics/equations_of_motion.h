// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/dynamics/configuration.h"
#include "core/dynamics/dae_system.h"
#include "core/dynamics/force_laws/expression_force.h"
#include "core/dynamics/force_laws/force_law.h"
#include "core/dynamics/joint_constraints/joint_constraint.h"
#include "core/model/mechanism.h"

namespace holonom {

class EquationsOfMotion;

/// The mechanism with initial positions and velocities taken from the coordinates q and v of its equations (length n).
Mechanism startingAt(const EquationsOfMotion& equations, ConstVectorRef q, ConstVectorRef v);

/// The equations of a planar mechanism in absolute coordinates: (x, y, θ) of the centre of mass of body 0, body 1, …;
/// constraint rows of the joints in their order, then one row per driver. M is constant and diagonal. At set-up each
/// joint and force is given the slots of the fixed sparsity patterns that it writes into.
class EquationsOfMotion final : public DaeSystem {
 public:
  explicit EquationsOfMotion(Mechanism mechanism);
  ~EquationsOfMotion() override;

  const Mechanism& mechanism() const { return mechanism_; }
  /// First constraint row of a joint or a driver.
  int firstRowOfJoint(int joint) const { return firstRow_[joint]; }
  int firstRowOfDriver(int driver) const { return firstRow_[mechanism_.joints.size() + driver]; }
  const PlanarMotion& motion(int body) const { return at_.motion(body); }
  const Configuration& configuration() const { return at_; }
  /// Present size of a force with expressions (its components in the order of the model), N or N·m; 0 for other kinds.
  double forceSize(int force, int component) const;

  /// Initial coordinates and velocities as the model gives them (length n), not yet consistent.
  Vector givenCoordinates() const;
  Vector givenVelocities() const;
  /// Which of them the user knows exactly (length n, 1 or 0).
  Vector exactCoordinates() const;
  Vector exactVelocities() const;

  double kineticEnergy() const;     ///< J, of the present state
  double potentialEnergy() const;   ///< gravity and springs, J
  double dissipatedPower() const;   ///< dampers, W
  double suppliedPower() const;     ///< forces and torques without potential, W (drivers: λᵀ C_t)

  int coordinateCount() const override { return n_; }
  int constraintCount() const override { return m_; }
  const SparsePattern& massPattern() const override { return massPattern_; }
  const SparsePattern& constraintPattern() const override { return constraintPattern_; }
  const SparsePattern& stiffnessPattern() const override { return stiffnessPattern_; }
  const SparsePattern& dampingPattern() const override { return dampingPattern_; }
  void moveTo(double t, ConstVectorRef q, ConstVectorRef v) override;
  void mass(double* values) const override;
  void forces(VectorRef Q) const override;
  void constraints(VectorRef c) const override;
  void constraintJacobian(double* values) const override;
  void constraintTimeDerivative(VectorRef ct) const override;
  void gamma(VectorRef g) const override;
  void velocityJacobian(double* values) const override;
  void accelerationJacobian(ConstVectorRef a, double* values) const override;
  void stiffness(ConstVectorRef a, ConstVectorRef lambda, double* values) const override;
  void constraintHessian(ConstVectorRef lambda, double* values) const override;
  void damping(double* values) const override;
  int switchCount() const override { return static_cast<int>(switches_.size()); }
  void switchValues(VectorRef s) const override;
  void setModes(std::span<const signed char> modes) override;
  bool isTimeSwitch(int i) const override;
  double timeSwitch(int i, double t) const override;
  std::string switchName(int i) const override;
  double coordinateScale(int i) const override { return i % 3 == 2 ? 1.0 : length_; }
  int coordinateGroup(int i) const override { return i % 3 == 1 ? i - 1 : i; }
  std::string coordinateName(int i) const override;
  std::string constraintName(int row) const override;

 private:
  struct ConstraintElement {
    std::unique_ptr<JointConstraint> law;
    bool isDriver = false;
    int firstRow = 0;
    std::vector<int> jacobianSlots, hessianSlots;  // −1: structurally zero, or on ground
  };
  struct ForceElement {
    std::unique_ptr<ForceLaw> law;
    std::vector<int> stiffnessSlots, dampingSlots;
  };
  void buildElements();
  void buildPatterns();
  void collectSwitches();
  template <class Law>
  PlanarPair pairOf(const Law& law) const { return at_.pair(law.bodyA(), law.bodyB()); }

  /// One switching function: of a force with expressions, or of a driver.
  struct Switch {
    SwitchSource* source;
    StateFunction* function;   // null for a driver
    JointConstraint* driver;   // null for a force
    int number;                // within the source
    std::string part;          // "force 'jack'"
  };

  Mechanism mechanism_;
  int n_ = 0, m_ = 0;
  double length_ = 1;
  std::vector<ConstraintElement> constraints_;
  std::vector<ForceElement> forces_;
  std::vector<std::unique_ptr<ExpressionForce>> expressionForces_;  // one per force of the model, null for other kinds
  std::vector<int> firstRow_;
  std::vector<Switch> switches_;
  SparsePattern massPattern_, constraintPattern_, stiffnessPattern_, dampingPattern_;
  Configuration at_;
};

}  // namespace holonom
