// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/dynamics/flexible/beam_shapes.h"
#include "core/dynamics/planar_pair.h"

namespace holonom {

/// Inertia, elastic and damping forces of a flexible body over its coordinates (x, y, θ, q1 …): place of the
/// undeformed centre of mass, angle of the chord, elastic coordinates. A material point is at p = r + R (ρ0 +
/// Φ q), hence p̈ = r̈ + α (Rρ)⊥ + R Φ q̈ − ω² Rρ + 2 ω (R Φ q̇)⊥, and the balance is ∫ p̈ · δp dm. With S =
/// ∫ρ dm = S̄ q, I(q) = I0 + 2 c·q + qᵀ M q, b(q)_j = ∫ ρ × Φ_j dm = d_j + (qᵀB)_j:
///     r   m r̈ + α (RS)⊥ + R S̄ q̈ − ω² RS + 2 ω (R S̄ q̇)⊥
///     θ   (RS)⊥ · r̈ + α I + b · q̈ + 2 ω (c + M q) · q̇
///     q   (R S̄)ᵀ r̈ + α b + M q̈ − ω² (c + M q) − 2 ω B q̇ + ∂V/∂q + D q̇
/// The integrals are evaluated once, by Gauss quadrature. Evaluations allocate nothing.
class BeamBody {
 public:
  BeamBody(const Body& body, Vector2 gravity);

  int elasticCount() const { return static_cast<int>(first_.cols()); }
  int size() const { return 3 + elasticCount(); }

  /// q and v: elastic coordinates and rates (length elasticCount()).
  void moveTo(const PlanarMotion& frame, ConstVectorRef q, ConstVectorRef v);

  using Local = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3 + FlexibleBeam::kMaxCoordinates, 1>;
  using LocalMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0,
                                    3 + FlexibleBeam::kMaxCoordinates, 3 + FlexibleBeam::kMaxCoordinates>;
  void mass(LocalMatrix& M) const;
  /// Generalised forces but for the weight m g of the frame.
  void forces(Local& Q) const;
  /// ∂(M a − Q)/∂(x, y, θ, q) for accelerations a (length size()).
  void stiffness(const Local& a, LocalMatrix& K) const;
  void damping(LocalMatrix& D) const;  ///< −∂Q/∂v

  // Beyond those of the rigid body: J, J, W.
  double kineticEnergy() const;
  double potentialEnergy() const;
  double dissipatedPower() const;

 private:
  struct Station {  // of the quadrature of the strain energy
    double weight;  // m
    BeamVector stretch, slope;
  };
  void integrate(const Body& body);
  BeamVector couplingForce() const;
  BeamMatrix couplingStiffness() const;

  double mass_, inertia_, axialStiffness_;  // m, I0, EA
  FlexibleBeam::Stiffness kind_;
  Vector2 gravity_;
  Eigen::Matrix<double, 2, Eigen::Dynamic, 0, 2, FlexibleBeam::kMaxCoordinates> first_;  // S̄, body axes
  BeamVector along_, across_;                                                            // c, d
  BeamMatrix elasticMass_, elasticStiffness_, damping_, gyroscopic_;  // M, ∂²V/∂q² at rest, D, B
  std::vector<Station> stations_;                                     // empty for linear stiffness

  // State.
  PlanarMotion frame_;
  BeamVector q_, v_;
  BeamVector lever_;                                                                      // c + M q
  BeamVector moment_;                                                                     // b(q)
  Eigen::Matrix<double, 2, Eigen::Dynamic, 0, 2, FlexibleBeam::kMaxCoordinates> turned_;  // R S̄
  Vector2 S_, Sdot_;                                                                      // R S, R S̄ q̇
};

}  // namespace holonom
