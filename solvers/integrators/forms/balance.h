// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/dynamics/dae_system.h"
#include "solvers/integrators/work.h"

namespace holonom {

/// Evaluations of a DaeSystem that every implicit form needs, with their storage: the blocks of the last
/// state and the products with them.
class Balance {
 public:
  Balance(DaeSystem& system, Work& work);

  /// Moves to a state and evaluates M, Q, C, C_q there.
  void evaluate(double t, ConstVectorRef q, ConstVectorRef v);
  /// out = M a + C_qᵀ λ − Q
  void dynamics(ConstVectorRef a, ConstVectorRef lambda, VectorRef out) const;
  const Vector& constraints() const { return constraints_; }
  /// out = C_q v + C_t
  void velocityConstraints(ConstVectorRef v, VectorRef out) const;
  /// out = C_q a − γ
  void accelerationConstraints(ConstVectorRef a, VectorRef out) const;
  /// out = G, the nonholonomic rows only, length m − m_h
  void nonholonomic(ConstVectorRef v, VectorRef out) const;
  void addConstraintForce(ConstVectorRef mu, VectorRef out) const;  ///< out += C_qᵀ μ

  /// K, D (with what nonholonomic multipliers add to it) and, if wanted, P = (C_q v + C_t)_q at the present
  /// state.
  void evaluateDerivatives(ConstVectorRef a, ConstVectorRef lambda, bool withVelocityConstraints);
  const double* mass() const { return mass_.data(); }
  const double* constraintJacobian() const { return jacobian_.data(); }
  const double* stiffness() const { return stiffness_.data(); }
  const double* damping() const { return damping_.data(); }
  const double* velocityJacobian() const { return velocityJacobian_.data(); }
  /// 1/scale² of every coordinate, length n: in this metric the stabilised forms measure how far C_qᵀμ moves
  /// q, C_qᵀτ v, instead of adding squares of metres and radians.
  const double* metric() const { return metric_.data(); }
  auto metricArray() const { return metric_.array(); }

  DaeSystem& system() const { return system_; }
  Work& work() const { return work_; }
  int n() const { return system_.coordinateCount(); }
  int m() const { return system_.constraintCount(); }
  int holonomic() const { return system_.holonomicCount(); }  ///< m_h
  bool isHolonomic() const { return holonomic() == m(); }

 private:
  DaeSystem& system_;
  Work& work_;
  std::vector<double> mass_, jacobian_, stiffness_, damping_, velocityJacobian_;
  std::vector<double> constraintDamping_;  // empty without nonholonomic rows
  Vector forces_, constraints_, metric_;
  mutable Vector rows_;  // work space of length m
};

}  // namespace holonom
