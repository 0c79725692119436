// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/dynamics/body_law.h"
#include "core/dynamics/flexible/beam_shapes.h"

namespace holonom {

/// The law of a flexible body over its coordinates (x, y, θ, q1 …): place of the undeformed centre of mass,
/// angle of the chord, elastic coordinates. A material point is at p = r + R (ρ0 + Φ q), hence p̈ = r̈ +
/// α (Rρ)⊥ + R Φ q̈ − ω² Rρ + 2 ω (R Φ q̇)⊥, and the balance is ∫ p̈ · δp dm. With S = ∫ρ dm = S̄ q, I(q) =
/// I0 + 2 c·q + qᵀ M q, b(q)_j = ∫ ρ × Φ_j dm = d_j + (qᵀB)_j:
///     r   m r̈ + α (RS)⊥ + R S̄ q̈ − ω² RS + 2 ω (R S̄ q̇)⊥
///     θ   (RS)⊥ · r̈ + α I + b · q̈ + 2 ω (c + M q) · q̇
///     q   (R S̄)ᵀ r̈ + α b + M q̈ − ω² (c + M q) − 2 ω B q̇ + ∂V/∂q + D q̇
/// The integrals are evaluated once, by Gauss quadrature.
class BeamBody final : public BodyLaw {
 public:
  BeamBody(const Body& body, Vector2 gravity);

  int elasticCount() const { return static_cast<int>(first_.cols()); }
  int size() const override { return kFrameSize + elasticCount(); }
  /// x and y do not meet, and nothing depends on the place.
  bool inMass(int row, int column) const override { return !(row < 2 && column < 2 && row != column); }
  bool inStiffness(int /*row*/, int column) const override { return column >= 2; }

  void moveTo(const PlanarMotion& frame, ConstVectorRef q, ConstVectorRef v) override;
  void mass(LocalMatrix& M) const override;
  void forces(Local& Q) const override;
  void stiffness(const Local& a, LocalMatrix& K) const override;
  void damping(LocalMatrix& D) const override;
  double kineticEnergy() const override;
  double potentialEnergy() const override;
  double dissipatedPower() const override;

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
