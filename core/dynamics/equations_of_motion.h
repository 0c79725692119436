// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/dynamics/configuration.h"
#include "core/dynamics/control_rows.h"
#include "core/dynamics/force_laws/expression_force.h"
#include "core/dynamics/force_laws/force_law.h"
#include "core/dynamics/force_laws/hand_force.h"
#include "core/dynamics/joint_constraints/joint_constraint.h"
#include "core/dynamics/mechanism_equations.h"
#include "core/dynamics/part_load.h"
#include "core/dynamics/sampled_controls.h"
#include "core/model/mechanism.h"

namespace holonom {

/// The equations of a planar mechanism in absolute coordinates: (x, y, θ) of the centre of mass of body 0,
/// body 1, …; holonomic constraint rows of the joints in their order, then one row per driver and one per
/// limit of an ideal stop, then the nonholonomic rows of the joints and those of the controllers, each in
/// their order. Controllers have coordinates without mass behind those of the bodies
/// (core/dynamics/control_rows.h). M is constant and diagonal. At set-up each joint and force is given the
/// slots of the fixed sparsity patterns that it writes into.
class EquationsOfMotion final : public MechanismEquations {
 public:
  /// `freeHands`: a Hand may take hold of any body later on, not only of those in its grabs.
  explicit EquationsOfMotion(Mechanism mechanism, bool freeHands = false);
  ~EquationsOfMotion() override;

  const Mechanism& mechanism() const override { return mechanism_; }
  /// Constraint row of the k-th multiplier of a joint, in the order of rowNames().
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

  int coordinateCount() const override { return n_; }
  int constraintCount() const override { return m_; }
  int holonomicCount() const override { return holonomic_; }
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
  void accelerationVelocityJacobian(ConstVectorRef a, double* values) const override;
  void stiffness(ConstVectorRef a, ConstVectorRef lambda, double* values) const override;
  void constraintHessian(ConstVectorRef lambda, double* values) const override;
  void damping(double* values) const override;
  int switchCount() const override { return static_cast<int>(switches_.size() + impacts_.size()); }
  void switchValues(VectorRef s) const override;
  void setModes(std::span<const signed char> modes) override;
  bool isTimeSwitch(int i) const override;
  double timeSwitch(int i, double t) const override;
  std::string switchName(int i) const override;
  int frontCount() const override { return frontCount_; }
  void frontValues(VectorRef w) const override;
  int waveCount() const override { return waveCount_; }
  void waveValues(VectorRef values) const override;
  bool hits(int i, VectorRef n, double& restitution) const override;
  int poleCount() const override { return static_cast<int>(poles_.size() + lines_.size()); }
  void poleValues(VectorRef values) const override;
  double nearPole(int i) const override;
  bool isLine(int i) const override;
  std::string poleName(int i) const override;
  void holdLines() override;
  int stopRow(int i) const override;
  void closeStops(std::span<const char> closed) override;
  bool isOpen(int row) const override;
  int heldCount() const override { return static_cast<int>(at_.held.size()); }
  void moveHand(int force, const std::vector<Hand::Grab>& grabs) override;
  void initialHeld(VectorRef held) const override;
  void setHeld(ConstVectorRef held) override { at_.held = held; }
  double nextSample(double t) const override;
  bool sampleDue(double t) const override;
  void sample(VectorRef held) const override;
  Kink nextKink(double t) const override;
  int markCount() const override { return static_cast<int>(marks_.size()); }
  void markValues(VectorRef values) const override;
  Mark mark(int i) const override;
  double coordinateScale(int i) const override {
    if (i >= bodyCoordinates_) return controlScales_[i - bodyCoordinates_];
    return i % 3 == 2 ? 1.0 : length_;
  }
  int coordinateGroup(int i) const override { return i < bodyCoordinates_ && i % 3 == 1 ? i - 1 : i; }
  Role role(int i) const override;
  bool isControlRow(int row) const override { return controls_ && row >= m_ - controls_->count(); }
  std::string coordinateName(int i) const override;
  std::string constraintName(int row) const override;
  std::string notFinitePart() const override;

 private:
  struct ConstraintElement {
    std::unique_ptr<JointConstraint> law;
    enum class Kind { Joint, Driver, Stop } kind = Kind::Joint;
    int firstRow = 0, firstNonholonomicRow = 0;
    int holonomicRows = 0;  // of the law, which has them first
    int row(int k) const {
      return k < holonomicRows ? firstRow + k : firstNonholonomicRow + k - holonomicRows;
    }
    std::vector<int> jacobianSlots, hessianSlots;  // −1: structurally zero, or on ground
    bool open = false;                             // of a stop: the row says nothing
  };
  struct ForceElement {
    std::unique_ptr<ForceLaw> law;
    int number;  // among the forces of the model
    std::vector<int> stiffnessSlots, dampingSlots;
  };
  Vector2 placeOf(const PointRef& point) const;
  Vector2 placeOfLoad(const Joint& joint) const;
  PartLoad reaction(const ConstraintElement& element, ConstVectorRef lambda, PartRef part,
                    const Joint& joint) const;
  void addApplied(int force, const PairVector& Q, int bodyA, int bodyB, std::vector<PartLoad>& out) const;
  void buildElements();
  /// Values of the law, one per row, to the rows of the system and back.
  void put(const ConstraintElement& element, const double* local, VectorRef rows) const;
  template <class Evaluate>
  void scatterRows(double* values, Evaluate evaluate) const;
  void buildPatterns();
  void collectSwitches();
  void addWaves(const StateFunction& function);
  void collectPoles();
  void collectSamplesAndMarks();
  template <class Law>
  PlanarPair pairOf(const Law& law) const {
    return at_.pair(law.bodyA(), law.bodyB());
  }

  /// One switching function: of a force with expressions, or of a driver.
  struct Switch {
    SwitchSource* source;
    StateFunction* function;  // null for a driver
    JointConstraint* driver;  // null for a force
    int number;               // within the source
    std::string part;         // "force 'jack'"
  };

  struct Pole {
    const PoleSource* source;
    StateFunction* function;  // null for a driver
    JointConstraint* driver;  // null for a force
    int number;               // within the source
    std::string part;         // "force 'jack'"
  };
  /// Of a force along the line between two points.
  struct Line {
    int a, b;        // bodies
    Vector2 sa, sb;  // from their centres of mass, body axes
    Vector2 held;    // a direction of the line
    std::string name;
  };
  Vector2 across(const Line& line) const;

  /// One limit of an ideal stop; its function is the distance to the limit, positive inside.
  struct Impact {
    std::shared_ptr<StateQuantity> quantity;
    double sign, limit;  // s = sign · (x − limit)
    double restitution;
    std::string name;
    int element;  // its row, in constraints_
  };

  Mechanism mechanism_;
  int n_ = 0, m_ = 0, holonomic_ = 0;
  std::unique_ptr<ControlRows> controls_;
  std::vector<double> controlScales_;
  std::unique_ptr<SampledControls> samples_;  // null without sampled controllers
  std::vector<StateFunction> marks_;          // of the named events
  double length_ = 1;
  int bodyCoordinates_ = 0;  // the others belong to controllers
  std::vector<ConstraintElement> constraints_;
  std::vector<ForceElement> forces_;
  // one per force of the model, null for other kinds
  std::vector<std::unique_ptr<ExpressionForce>> expressionForces_;
  struct HandElement {
    int force;  // index in the model
    HandForce law;
  };
  std::vector<HandElement> hands_;
  std::vector<Switch> switches_;
  std::vector<Pole> poles_;
  std::vector<Line> lines_;  // their functions follow those of poles_
  /// The fronts of one expression: of a function of the state, or of a driver.
  struct FrontSource {
    const StateFunction* function;
    const JointConstraint* driver;
    int count;
  };
  std::vector<FrontSource> fronts_;
  int frontCount_ = 0;
  std::vector<const StateFunction*> waves_;  // the functions that have some
  int waveCount_ = 0;
  std::vector<Impact> impacts_;  // their functions follow those of switches_
  mutable std::vector<double> slopes_;
  SparsePattern massPattern_, constraintPattern_, stiffnessPattern_, dampingPattern_;
  Configuration at_;
};

}  // namespace holonom
