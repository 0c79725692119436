// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/dynamics/body_element.h"
#include "core/dynamics/configuration.h"
#include "core/dynamics/control_rows.h"
#include "core/dynamics/dae_system.h"
#include "core/dynamics/element_set.h"
#include "core/dynamics/expression_part.h"
#include "core/dynamics/force_laws/expression_force.h"
#include "core/dynamics/formula_rows.h"
#include "core/dynamics/model_samples.h"
#include "core/dynamics/part_load.h"
#include "core/model/centre_motion.h"

namespace holonom {

class ModelCharts;
class ModelFronts;
class ModelMarks;
class ModelPoles;
class ModelSwitches;
class ModelWaves;

/// The equations of a mechanism in absolute coordinates: (x, y, θ) or (x, y) of each body, in space (x, y, z)
/// and Euler parameters, of which a row for their length comes first, or Cardan angles, then the elastic ones
/// of beams; holonomic constraint rows of the joints in their order, then one row per driver and one per
/// limit of an ideal stop and those of constraints by formulas, then the nonholonomic rows of the joints, of
/// constraints by formulas and of the controllers, each in their order. Controllers have coordinates without
/// mass behind those of the bodies (core/dynamics/control_rows.h). A body has a constant, diagonal M, or what
/// its BodyLaw says. Joints and forces act between frames (core/dynamics/frames.h), in the plane or in space,
/// each with a PairMap to the coordinates that these follow, and are given the slots of the fixed sparsity
/// patterns that they write into: an ElementSet for either space. Joints are asked one by one, but for
/// revolute ones between rigid bodies in the plane, of which large mechanisms have most: PinJoints has C, C_q
/// and γ of all of them.
class EquationsOfMotion final : public DaeSystem {
 public:
  /// Throws ExpressionError for expressions that cannot be read. `freeHands`: the hands among the forces may
  /// take hold of any body while the run goes on.
  explicit EquationsOfMotion(Mechanism mechanism, bool freeHands = false);
  ~EquationsOfMotion() override;

  const Mechanism& mechanism() const { return mechanism_; }   ///< as the user wrote it
  const CoordinateLayout& places() const { return places_; }  ///< where its coordinates are
  /// Constraint row of the k-th multiplier of a joint, in the order of its kind.
  int rowOfJoint(int joint, int k) const { return rows_[joint]->row(k); }
  int rowOfDriver(int driver) const { return rows_[mechanism_.joints.size() + driver]->firstRow; }
  int rowOfConstraint(int constraint, int k) const { return formulas_->elements()[constraint]->row(k); }
  /// Row of the k-th limit of an ideal stop, in the order of stopLimits().
  int rowOfStop(int force, int k) const;
  const PlanarMotion& motion(int frame) const { return at_.motion(frame); }
  const Configuration& configuration() const { return at_; }
  /// Present size of a force, N or N·m: the k-th of the quantities of its kind; 0 for those that have none
  /// here.
  double forceSize(int force, int k) const;
  /// What joints and drivers do to their second bodies with these multipliers (length m); a load per joint,
  /// then per driver.
  void reactions(ConstVectorRef lambda, std::vector<PartLoad>& out) const;
  /// What a joint does to its second body, or to its first, at its own point there.
  PartLoad reaction(int joint, bool onSecond, ConstVectorRef lambda) const;
  /// What forces do to bodies: one load for each body that they act on. Ideal stops act in moments only and
  /// have none.
  void appliedLoads(std::vector<PartLoad>& out) const;

  /// Initial coordinates and velocities as the model gives them (length n), not yet consistent.
  Vector givenCoordinates() const;
  Vector givenVelocities() const;
  /// Turns what drivers turn by whole turns, so that its coordinates q (length n) and counts are near to what
  /// the drivers say at time t.
  void setDrivenTurns(double t, VectorRef q) const;
  double prescribedPosition(int driver, double t) const;  ///< of the coordinate that it drives, m or rad
  /// Which of them the user knows exactly (length n, 1 or 0).
  Vector exactCoordinates() const;
  Vector exactVelocities() const;
  /// The mechanism with initial positions and velocities from coordinates q and v (length n). Its drivers
  /// prescribe what they did.
  Mechanism startingAt(ConstVectorRef q, ConstVectorRef v) const;
  CentreMotion motionIn(int body, ConstVectorRef q, ConstVectorRef v) const;

  double kineticEnergy() const;           ///< J, of the present state
  double potentialEnergy() const;         ///< gravity, springs and deformation, J
  double dissipatedPower() const;         ///< dampers and material, W
  double suppliedPower() const;           ///< forces and torques without potential, W (drivers: λᵀ C_t)
  double suppliedPower(int force) const;  ///< of one of them, W

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
  void constraintDamping(ConstVectorRef lambda, double* values) const override;
  Offers offers() override;
  /// The way that the Hand with this index among the forces takes from now on; no knot before the present
  /// time may change.
  void moveHand(int force, const std::vector<Hand::Grab>& grabs);
  void carryVelocities(ConstVectorRef from, ConstVectorRef to, VectorRef v) const override;
  std::string coordinateName(int i) const override;
  RowName rowName(int row) const override;
  std::string notFinitePart() const override;

 private:
  Vector3 placeOf(const PointRef& point) const;
  Vector3 placeOfLoad(const Joint& joint) const;
  template <class S>
  PartLoad loadOf(const ConstraintElement<S>& element, bool onSecond, const Vector3& place,
                  ConstVectorRef lambda) const;
  template <class S>
  void addReactions(const ElementSet<S>& set, ConstVectorRef lambda, std::vector<PartLoad>& out) const;
  template <class S>
  void addApplied(int force, const PairValues<S>& Q, int frameA, int frameB,
                  std::vector<PartLoad>& out) const;
  template <class S>
  void addApplied(const ElementSet<S>& set, std::vector<PartLoad>& out) const;
  template <class S>
  void addApplied(const ExpressionForceIn<S>* force, std::size_t number, std::vector<PartLoad>& out) const;
  std::vector<int> turningWith(int body) const;
  void turnDrivenBodies(double t, VectorRef q) const;
  void advanceScrew(const Joint& joint, double position, VectorRef q) const;
  void buildBodies();
  void addBodyLaw(int body, std::unique_ptr<BodyLaw> law, CoordinateLayout::Span own);
  template <class S>
  void addConstraint(ElementSet<S>& set, std::unique_ptr<ConstraintIn<S>> law, PartRef part);
  void addConstraints();
  void addFormulas();
  void addForces();
  void collectRows();
  void layOutRows();
  void buildPatterns();
  void takeSlots();
  void collectExpressions();
  void clearRows(double* values) const;
  Vector coordinateScales() const;
  Vector exactFlags(bool Exact::*x, bool Exact::*y, bool Exact::*z, bool Exact::*turn) const;

  Mechanism mechanism_;
  CoordinateLayout places_;
  int n_ = 0, m_ = 0;
  std::unique_ptr<ControlRows> controls_;
  double length_ = 1;
  Configuration at_;
  ElementSet<Plane> planar_{at_};
  ElementSet<Space> spatial_{at_};
  std::unique_ptr<FormulaRows> formulas_;  // null where there are none
  std::vector<ConstraintRows*> rows_,
      normalisations_;               // of joints, drivers, stops and constraints in their order; of bodies
  std::vector<BodyElement> bodies_;  // those with laws of their own
  // M, but for what those laws have beyond it, and the forces of gravity, per coordinate of the frames
  Vector mass_, weight_;
  double heldPotential_ = 0;  // J, of bodies at the height of their planes
  EntrySlots massSlots_;      // of bodies without laws of their own
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
  std::unique_ptr<ModelCharts> charts_;
};

}  // namespace holonom
