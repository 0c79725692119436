// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/flexible/beam_body.h"
#include "core/dynamics/flexible/marker_bodies.h"

namespace holonom {

/// The equations of a mechanism with flexible bodies: (x, y, θ) of every body, then the elastic coordinates
/// of the flexible ones, then those of controllers. Joints and forces act on the coordinates u of an inner
/// mechanism in which every point of a flexible body is a body of its own (marker_bodies.h), and u = u(q).
/// With T = ∂u/∂q, W = ∂(T v)/∂q and Z = ∂ü/∂q for ü = T a + W v:
///     C_q = C_u T,  γ = γ_u − C_u W v,  P = P_u T + C_u W,
///     ∂(C_q a − γ)/∂q = A_u T + V_u W + C_u Z,  ∂(C_q a − γ)/∂v = V_u T + 2 C_u W  with V_u = ∂(C_u ü − γ_u)/∂u̇,
///     Q = Tᵀ Q_u,  −∂Q/∂q = Tᵀ (K_u T + D_u W) − Q_u · u_qq,  −∂Q/∂v = Tᵀ D_u T,
/// and what belongs to the beams themselves (beam_body.h). Nonholonomic rows follow the same rules with G_u̇
/// for C_u, since W v is quadratic in v.
class FlexibleEquations final : public MechanismEquations {
 public:
  explicit FlexibleEquations(const Mechanism& mechanism, bool freeHands = false);

  const Mechanism& mechanism() const override { return mechanism_; }
  Vector givenCoordinates() const override;
  Vector givenVelocities() const override;
  Vector exactCoordinates() const override;
  Vector exactVelocities() const override;
  Mechanism startingAt(ConstVectorRef q, ConstVectorRef v) const override;
  double kineticEnergy() const override;
  double potentialEnergy() const override;
  double dissipatedPower() const override;
  double suppliedPower() const override { return inner_.suppliedPower(); }
  EquationsOfMotion& bodies() override { return inner_; }
  const State& seenByBodies(const State& state) override;
  StateReader readerOf(const std::string& symbol) const override;

  int coordinateCount() const override { return n_; }
  int constraintCount() const override { return inner_.constraintCount(); }
  int holonomicCount() const override { return inner_.holonomicCount(); }
  const SparsePattern& massPattern() const override { return massPattern_; }
  const SparsePattern& constraintPattern() const override { return constraintPattern_; }
  const SparsePattern& stiffnessPattern() const override { return stiffnessPattern_; }
  const SparsePattern& dampingPattern() const override { return dampingPattern_; }
  void moveTo(double t, ConstVectorRef q, ConstVectorRef v) override;
  void mass(double* values) const override;
  void forces(VectorRef Q) const override;
  void constraints(VectorRef c) const override { inner_.constraints(c); }
  void constraintJacobian(double* values) const override;
  void constraintTimeDerivative(VectorRef ct) const override { inner_.constraintTimeDerivative(ct); }
  void gamma(VectorRef g) const override;
  void velocityJacobian(double* values) const override;
  void accelerationJacobian(ConstVectorRef a, double* values) const override;
  void accelerationVelocityJacobian(ConstVectorRef a, double* values) const override;
  void stiffness(ConstVectorRef a, ConstVectorRef lambda, double* values) const override;
  void constraintHessian(ConstVectorRef lambda, double* values) const override;
  void damping(double* values) const override;
  double coordinateScale(int i) const override {
    return inner_.coordinateScale(i < rigid_ ? i : isElastic(i) ? 0 : innerControl(i));
  }
  int coordinateGroup(int i) const override;
  Role role(int i) const override { return i < n_ - controls_ ? Role::Motion : inner_.role(innerControl(i)); }
  bool isControlRow(int row) const override { return inner_.isControlRow(row); }
  std::string coordinateName(int i) const override;
  std::string constraintName(int row) const override { return inner_.constraintName(row); }
  std::string notFinitePart() const override { return inner_.notFinitePart(); }
  int elasticCount() const override { return n_ - rigid_ - controls_; }

  int switchCount() const override { return inner_.switchCount(); }
  void switchValues(VectorRef s) const override { inner_.switchValues(s); }
  void setModes(std::span<const signed char> modes) override { inner_.setModes(modes); }
  bool isTimeSwitch(int i) const override { return inner_.isTimeSwitch(i); }
  double timeSwitch(int i, double t) const override { return inner_.timeSwitch(i, t); }
  std::string switchName(int i) const override { return inner_.switchName(i); }
  int poleCount() const override { return inner_.poleCount(); }
  void poleValues(VectorRef values) const override { inner_.poleValues(values); }
  double nearPole(int i) const override { return inner_.nearPole(i); }
  bool isLine(int i) const override { return inner_.isLine(i); }
  std::string poleName(int i) const override { return inner_.poleName(i); }
  void holdLines() override { inner_.holdLines(); }
  int frontCount() const override { return inner_.frontCount(); }
  void frontValues(VectorRef w) const override { inner_.frontValues(w); }
  int waveCount() const override { return inner_.waveCount(); }
  void waveValues(VectorRef values) const override { inner_.waveValues(values); }
  bool hits(int i, VectorRef n, double& restitution) const override;
  int stopRow(int i) const override { return inner_.stopRow(i); }
  void closeStops(std::span<const char> closed) override { inner_.closeStops(closed); }
  bool isOpen(int row) const override { return inner_.isOpen(row); }
  int heldCount() const override { return inner_.heldCount(); }
  void moveHand(int force, const std::vector<Hand::Grab>& grabs) override;
  void initialHeld(VectorRef held) const override { inner_.initialHeld(held); }
  void setHeld(ConstVectorRef held) override { inner_.setHeld(held); }
  double nextSample(double t) const override { return inner_.nextSample(t); }
  bool sampleDue(double t) const override { return inner_.sampleDue(t); }
  void sample(VectorRef held) const override { inner_.sample(held); }
  Kink nextKink(double t) const override { return inner_.nextKink(t); }
  int markCount() const override { return inner_.markCount(); }
  void markValues(VectorRef values) const override { inner_.markValues(values); }
  Mark mark(int i) const override { return inner_.mark(i); }

 private:
  struct Beam {
    BeamBody law;
    int body = 0, first = 0;                                   // first: of its elastic coordinates
    std::vector<int> columns;                                  // of its local coordinates
    std::vector<int> massSlots, stiffnessSlots, dampingSlots;  // of the local matrix, column-major; −1: zero
  };
  struct MarkerMap {
    Marker marker;
    int beam = 0;
    BeamPoint point;
    int row = 0;                    // of its first coordinate u
    std::vector<int> hessianSlots;  // of (θ, θ), then (θ, q_j) and (q_j, θ)
  };
  /// Row u_i of T, W and Z: `count` entries from `first` on.
  struct Row {
    int first = 0, count = 0;
  };
  bool isElastic(int i) const { return i >= rigid_ && i < n_ - controls_; }
  int innerControl(int i) const { return i - n_ + outer_; }
  void buildRows();
  void buildPatterns();
  void addPulledBack(const Vector& outer, VectorRef Q) const;  // Q += Tᵀ outer
  void addRight(const std::vector<double>& inner, const std::vector<double>& factor, double scale,
                double* values) const;
  void addBoth(const SparsePattern& pattern, const std::vector<double>& inner,
               const std::vector<double>& right, const std::vector<int>& slots, double* values) const;
  void addCurvature(const Vector& force, double* values) const;  // force · u_qq
  void setAccelerations(ConstVectorRef a) const;                 // ü and Z
  void addRates(const std::vector<double>& factor, ConstVectorRef v, Vector& u) const;
  Vector2 elasticArm(const MarkerMap& map, ConstVectorRef q) const;

  Mechanism mechanism_;
  std::vector<Marker> markers_;
  EquationsOfMotion inner_;
  int rigid_ = 0, n_ = 0, outer_ = 0;  // 3 B; coordinates; coordinates of u
  int controls_ = 0;                   // coordinates of controllers, the last of both
  std::vector<Beam> beams_;
  std::vector<MarkerMap> maps_;
  std::vector<Row> rows_;
  std::vector<int> columns_;
  mutable std::vector<double> T_, W_, Z_;
  SparsePattern massPattern_, constraintPattern_, stiffnessPattern_, dampingPattern_;
  std::vector<int> rigidMassSlots_, constraintSlots_, stiffnessSlots_, rateSlots_, dampingSlots_;
  Vector q_, v_;
  mutable Vector u_, uRate_, uAcceleration_, innerForce_;
  mutable std::vector<double> jacobian_, innerRows_, innerPairs_;
  mutable BeamBody::Local local_;
  mutable BeamBody::LocalMatrix localMatrix_;
  State seen_;
};

}  // namespace holonom
