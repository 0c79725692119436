// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/flexible/beam_body.h"
#include "core/dynamics/flexible/marker_bodies.h"
#include "core/dynamics/offers/stops.h"

namespace holonom {

/// The equations of a mechanism with flexible bodies: (x, y, θ) of every body, then the elastic coordinates
/// of the flexible ones, then those of controllers. Joints and forces act on the coordinates u of an inner
/// mechanism in which every point of a flexible body is a body of its own (marker_bodies.h), and u = u(q).
/// With T = ∂u/∂q, W = ∂(T v)/∂q and Z = ∂ü/∂q for ü = T a + W v:
///     C_q = C_u T,  γ = γ_u − C_u W v,  P = P_u T + C_u W,
///     ∂(C_q a − γ)/∂q = A_u T + V_u W + C_u Z,
///     ∂(C_q a − γ)/∂v = V_u T + 2 C_u W  with V_u = ∂(C_u ü − γ_u)/∂u̇,
///     Q = Tᵀ Q_u,  −∂Q/∂q = Tᵀ (K_u T + D_u W) − Q_u · u_qq,  −∂Q/∂v = Tᵀ D_u T,
/// and what belongs to the beams themselves (beam_body.h). Nonholonomic rows follow the same rules with G_u̇
/// for C_u, since W v is quadratic in v.
class FlexibleEquations final : public MechanismEquations {
 public:
  explicit FlexibleEquations(const Mechanism& mechanism, bool freeHands = false);

  const Mechanism& mechanism() const override { return mechanism_; }
  const CoordinateLayout& places() const override { return places_; }
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
  std::string coordinateName(int i) const override;
  std::string constraintName(int row) const override { return inner_.constraintName(row); }
  std::string notFinitePart() const override { return inner_.notFinitePart(); }

  /// What the inner mechanism offers; only what stops push against are other coordinates.
  Offers offers() override;
  void moveHand(int force, const std::vector<Hand::Grab>& grabs) override;

 private:
  class OuterStops final : public Stops {
   public:
    OuterStops(FlexibleEquations& equations, Stops& inner) : equations_(equations), inner_(inner) {}
    bool hits(int i, VectorRef n, double& restitution) const override;
    int row(int i) const override { return inner_.row(i); }
    void close(std::span<const char> closed) override { inner_.close(closed); }
    bool isOpen(int row) const override { return inner_.isOpen(row); }

   private:
    FlexibleEquations& equations_;
    Stops& inner_;
  };
  struct Beam {
    BeamBody law;
    int body = 0, frame = 0, first = 0;                        // of its frame, of its elastic coordinates
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
  CoordinateLayout places_;
  std::vector<Marker> markers_;
  EquationsOfMotion inner_;
  OuterStops stops_;
  int rigid_ = 0, n_ = 0, outer_ = 0;  // coordinates of frames; all; coordinates of u
  int controls_ = 0;                   // coordinates of controllers, the last of both
  std::vector<Beam> beams_;
  std::vector<MarkerMap> maps_;
  std::vector<Row> rows_;
  std::vector<int> columns_;
  mutable std::vector<double> T_, W_, Z_;
  std::vector<int> rigidMassSlots_, constraintSlots_, stiffnessSlots_, rateSlots_, dampingSlots_;
  Vector q_, v_;
  mutable Vector u_, uRate_, uAcceleration_, innerForce_;
  mutable std::vector<double> jacobian_, innerRows_, innerPairs_;
  mutable BeamBody::Local local_;
  mutable BeamBody::LocalMatrix localMatrix_;
  State seen_;
};

}  // namespace holonom
