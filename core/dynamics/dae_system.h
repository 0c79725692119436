// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/dynamics/row_name.h"
#include "core/dynamics/system_layout.h"
#include "core/math/types.h"

namespace holonom {

struct Offers;

/// The equations of a mechanism as an integrator sees them (000, eq. (1)–(5)):
///     M(q,t) a + C_qᵀ λ = Q(q,v,t),   C(q,t) = 0,
///     velocity level      C_q v + C_t = 0,
///     acceleration level  C_q a = γ,  γ = −(C_q v)_q v − 2 C_qt v − C_tt,
/// and, after the m_h holonomic rows C, nonholonomic rows G(q,v,t) = 0 (000, §7) that begin at the velocity
/// level: their forces are G_vᵀ μ with μ behind the holonomic multipliers in one vector λ. With G_v for C_q
/// in these rows and G − G_v v for C_t everything at the velocity and acceleration level reads the same for
/// both kinds:
///     C_q v + C_t = 0   is   G = 0,          C_q a = γ   is   G_v a = −G_q v − G_t.
/// n coordinates, m constraint rows. The sparsity patterns are fixed for the life of the object; evaluations
/// write values in the order of the patterns. One object serves one run at a time: moveTo() sets the state
/// that the evaluations after it refer to. Evaluations allocate nothing; numbers that are not finite are for
/// the caller to detect.
class DaeSystem {
 public:
  using Role = Coordinate::Role;

  virtual ~DaeSystem() = default;

  const SystemLayout& layout() const { return layout_; }
  int coordinateCount() const { return layout_.mass.rows; }        ///< n
  int constraintCount() const { return layout_.constraint.rows; }  ///< m
  int holonomicCount() const { return layout_.holonomic; }         ///< m_h
  /// Whether rows on velocities take part in the motion: nonholonomic ones, but for those that count turns.
  bool constrainsVelocities() const { return holonomicCount() + layout_.counts < constraintCount(); }
  const SparsePattern& massPattern() const { return layout_.mass; }
  const SparsePattern& constraintPattern() const { return layout_.constraint; }
  const SparsePattern& stiffnessPattern() const { return layout_.stiffness; }
  const SparsePattern& dampingPattern() const { return layout_.damping; }
  double coordinateScale(int i) const { return layout_.coordinates[i].scale; }
  double timeScale() const { return layout_.timeScale; }
  Role role(int i) const { return layout_.coordinates[i].role; }
  /// Coordinates of one group are components of one vector.
  int coordinateGroup(int i) const {
    return layout_.coordinates[i].group < 0 ? i : layout_.coordinates[i].group;
  }
  /// Whether a row belongs to a controller and not to the mechanism, or prescribes a motion.
  bool isControlRow(int row) const { return layout_.rows[row].part.kind == PartRef::Kind::Controller; }
  bool isDriverRow(int row) const { return layout_.rows[row].part.kind == PartRef::Kind::Driver; }
  bool isNormalisation(int row) const { return row < layout_.normalisations; }

  /// Sets the state: t in s, q and v of length n.
  virtual void moveTo(double t, ConstVectorRef q, ConstVectorRef v) = 0;

  virtual void mass(double* values) const = 0;                ///< M
  virtual void forces(VectorRef Q) const = 0;                 ///< Q, length n
  virtual void constraints(VectorRef c) const = 0;            ///< C, length m; nonholonomic rows 0
  virtual void constraintJacobian(double* values) const = 0;  ///< C_q; nonholonomic rows G_v
  /// C_t, length m; nonholonomic rows G − G_v v
  virtual void constraintTimeDerivative(VectorRef ct) const = 0;
  virtual void gamma(VectorRef g) const = 0;  ///< γ, length m; nonholonomic rows −G_q v − G_t
  virtual void velocityJacobian(double* values) const = 0;  ///< P = (C_q v + C_t)_q; nonholonomic rows G_q

  /// ∂(C_q a − γ)/∂q = (C_q a)_q + ((C_q v)_q v)_q + 2 (C_qt v)_q + C_ttq for given a, in the pattern of C_q.
  /// Nonholonomic rows ∂(G_v a + G_q v + G_t)/∂q.
  virtual void accelerationJacobian(ConstVectorRef a, double* values) const = 0;
  /// ∂(C_q a − γ)/∂v: 2 P in holonomic rows, where −γ is quadratic in v; nonholonomic rows ∂(G_v a + G_q v +
  /// G_t)/∂v.
  virtual void accelerationVelocityJacobian(ConstVectorRef a, double* values) const;

  /// K = ∂(M a + C_qᵀ λ − Q)/∂q.
  virtual void stiffness(ConstVectorRef a, ConstVectorRef lambda, double* values) const = 0;
  /// (C_qᵀ λ)_q = Σ λ_i C^i_qq, for nonholonomic rows (G_vᵀ μ)_q, in the stiffness pattern.
  virtual void constraintHessian(ConstVectorRef lambda, double* values) const = 0;
  /// D = −∂Q/∂v, without the share of the constraints.
  virtual void damping(double* values) const = 0;
  /// (G_vᵀ μ)_v, the share of nonholonomic rows that are not linear in v, in the damping pattern; 0 for all
  /// others.
  virtual void constraintDamping(ConstVectorRef lambda, double* values) const;

  /// What the system has beside its equations: switches, stops, samples … (core/dynamics/offers.h). Smooth
  /// systems have nothing of it.
  virtual Offers offers();

  /// Makes of velocities at coordinates q those that say the same at others: angular velocities stay where
  /// rates of coordinates mean something else there.
  virtual void carryVelocities(ConstVectorRef /*from*/, ConstVectorRef /*to*/, VectorRef /*v*/) const {}

  virtual std::string coordinateName(int i) const = 0;  ///< "crank.theta"
  virtual RowName rowName(int row) const = 0;
  std::string constraintName(int row) const { return rowName(row).text(); }  ///< "joint 'B': x"
  /// What at the present state is not a finite number, or has a derivative that is none, for a message:
  /// "force 'f': sqrt(b.x)"; empty when nothing is or the system does not know. May take memory.
  virtual std::string notFinitePart() const { return {}; }

 protected:
  SystemLayout layout_;  // complete when the constructor of the system has run
};

}  // namespace holonom
