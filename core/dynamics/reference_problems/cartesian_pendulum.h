// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dynamics/reference_problems/dense_system.h"

namespace holonom {

/// Point mass of 1 kg on a rigid massless bar, in Cartesian coordinates: C = (x² + y² − l²)/2, so that
/// x″ = −λ x, y″ = −λ y − g and the bar pulls with λ l.
class CartesianPendulum final : public DenseSystem {
 public:
  /// gravity in m/s² (along −y), length in m, both > 0.
  CartesianPendulum(double gravity, double length)
      : DenseSystem({"x", "y"}, {"length"}), gravity_(gravity), length_(length) {
    for (Coordinate& coordinate : layout_.coordinates) coordinate.scale = length;
  }

  /// T + V, J, of the present state, zero at rest at the height of the pivot.
  double energy() const { return 0.5 * v_.squaredNorm() + gravity_ * q_.y(); }

  void moveTo(double, ConstVectorRef q, ConstVectorRef v) override { q_ = q, v_ = v; }
  void mass(double* values) const override { matrix(values).setIdentity(); }
  void forces(VectorRef Q) const override { Q << 0, -gravity_; }
  void constraints(VectorRef c) const override { c[0] = 0.5 * (q_.squaredNorm() - length_ * length_); }
  void constraintJacobian(double* values) const override { Eigen::Map<Vector2>{values} = q_; }
  void gamma(VectorRef g) const override { g[0] = -v_.squaredNorm(); }
  void velocityJacobian(double* values) const override { Eigen::Map<Vector2>{values} = v_; }
  void accelerationJacobian(ConstVectorRef a, double* values) const override {
    Eigen::Map<Vector2>{values} = a;
  }
  void stiffness(ConstVectorRef, ConstVectorRef lambda, double* values) const override {
    constraintHessian(lambda, values);
  }
  void constraintHessian(ConstVectorRef lambda, double* values) const override {
    matrix(values) = lambda[0] * Eigen::Matrix2d::Identity();
  }

 private:
  static Eigen::Map<Eigen::Matrix2d> matrix(double* values) { return Eigen::Map<Eigen::Matrix2d>(values); }

  double gravity_, length_;
  Vector2 q_ = Vector2::Zero(), v_ = Vector2::Zero();
};

/// One state of a pendulum with l = 1 m released at rest from the height of its pivot.
struct PendulumReference {
  double gravity;    ///< m/s²
  double startX;     ///< m; the start is (startX, 0)
  double time;       ///< s
  Vector2 position;  ///< m
  Vector2 velocity;  ///< m/s
};

/// g = 10 from (1, 0) and g = 9.81 from (−1, 0) (benchmark A01 of the IFToMM library), each at 1, 5 and 10 s,
/// recomputed in quadruple precision.
inline const PendulumReference kPendulumReferences[] = {
    {10,
     1,
     1,
     {-9.889381492365035491108e-1, -1.483284766478744457174e-1},
     {-2.554769969744431053336e-1, 1.703320591366877506273}},
    {10,
     1,
     5,
     {8.891126970423871196317e-1, -4.576883349595140582827e-1},
     {-1.384744865429677758576, -2.690027575482531145736}},
    {10,
     1,
     10,
     {-1.456007488310404688386e-1, -9.893434297249061266174e-1},
     {-4.400840298075236505224, 6.476675577294157167990e-1}},
    {9.81,
     -1,
     1,
     {9.8629175113187531936e-1, -1.6501085312554116875e-1},
     {2.9690551591631582156e-1, 1.7746436411126556265}},
    {9.81,
     -1,
     5,
     {-9.4230543504375733550e-1, -3.3475433841400058079e-1},
     {8.5790425688594907306e-1, -2.4149286543704886226}},
    {9.81,
     -1,
     10,
     {-2.7508746257611686005e-1, -9.6141920509912506427e-1},
     {4.1755981009517288365, -1.1947490545604752716}},
};

}  // namespace holonom
