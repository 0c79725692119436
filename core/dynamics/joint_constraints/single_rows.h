// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <numbers>

#include "core/dynamics/joint_constraints/axis_projection.h"
#include "core/dynamics/joint_constraints/joint_constraint.h"
#include "core/dynamics/spatial/joint_coordinate.h"

namespace holonom {

/// A constraint of one row, k + c(q) = 0 with an offset k: what holds a joint's coordinate at a value.
template <class S>
class SingleRowIn : public ConstraintIn<S> {
 public:
  SingleRowIn(std::string name, int a, int b, std::string rowName, double offset)
      : ConstraintIn<S>(std::move(name), a, b), rowName_(std::move(rowName)), offset_(offset) {}
  int rowCount() const final { return 1; }
  std::string rowName(int) const final { return rowName_; }

 protected:
  virtual double offset() const { return offset_; }

 private:
  std::string rowName_;
  double offset_;
};

using SingleRow = SingleRowIn<Plane>;

/// C = k − w · (p_b − p_a) with the axis w fixed in body a, of length 1.
class AxisRow : public SingleRow {
 public:
  AxisRow(std::string name, int a, int b, std::string rowName, AxisProjection axis, double offset = 0)
      : SingleRow(std::move(name), a, b, std::move(rowName), offset), axis_(std::move(axis)) {}
  std::string_view jacobianStructure() const override { return "xxxxxx"; }
  std::string_view hessianStructure() const override { return AxisProjection::kHessian; }
  void residual(const PlanarPair& pair, double* c) const override { c[0] = offset() + axis_.residual(pair); }
  void jacobian(const PlanarPair& pair, double* J) const override { axis_.jacobian(pair, J); }
  void velocityJacobian(const PlanarPair& pair, double* P) const override { axis_.velocityJacobian(pair, P); }
  void accelerationJacobian(const PlanarPair& pair, const PairVector& acceleration,
                            double* A) const override {
    axis_.accelerationJacobian(pair, acceleration, A);
  }
  void gamma(const PlanarPair& pair, double* g) const override { g[0] = axis_.gamma(pair); }
  void hessian(const PlanarPair& pair, const double* lambda, double* H) const override {
    axis_.hessian(pair, lambda[0], H);
  }

 private:
  AxisProjection axis_;
};

/// C = k − σ (θ_b − θ_a), σ = ±1.
class AngleRow : public SingleRow {
 public:
  AngleRow(std::string name, int a, int b, std::string rowName, double sign = 1, double offset = 0)
      : SingleRow(std::move(name), a, b, std::move(rowName), offset), sign_(sign) {}
  std::string_view jacobianStructure() const override { return "..x..x"; }
  std::string_view hessianStructure() const override { return {}; }
  void residual(const PlanarPair& pair, double* c) const override {
    c[0] = offset() - sign_ * (pair.b.theta - pair.a.theta);
  }
  void jacobian(const PlanarPair&, double* J) const override {
    J[2] = sign_;
    J[5] = -sign_;
  }
  void velocityJacobian(const PlanarPair&, double*) const override {}
  void accelerationJacobian(const PlanarPair&, const PairVector&, double*) const override {}
  void gamma(const PlanarPair&, double* g) const override { g[0] = 0; }
  void hessian(const PlanarPair&, const double*, double*) const override {}

 private:
  double sign_;
};

/// C = k − σ x of a function x of a pair in space with its derivatives, the coordinate of a joint or a
/// distance, σ = ±1; a turn is taken to the nearest one, so that the row holds for any number of them.
template <class Scalar>
class ScalarRow : public SingleRowIn<Space> {
 public:
  ScalarRow(std::string name, int a, int b, std::string rowName, Scalar x, double sign = 1, double offset = 0)
      : SingleRowIn(std::move(name), a, b, std::move(rowName), offset), x_(std::move(x)), sign_(sign) {}
  std::string_view jacobianStructure() const override { return ProductRow::kJacobian; }
  std::string_view hessianStructure() const override { return ProductRow::kHessian; }
  void residual(const SpatialPair& pair, double* c) const override {
    c[0] = offset() - sign_ * x_.value(pair);
    if (x_.turns()) c[0] = std::remainder(c[0], 2 * std::numbers::pi);
  }
  void jacobian(const SpatialPair& pair, double* J) const override { row(J) = -sign_ * x_.gradient(pair); }
  void velocityJacobian(const SpatialPair& pair, double* P) const override {
    row(P) = -sign_ * (x_.hessian(pair) * pair.velocity());
  }
  void accelerationJacobian(const SpatialPair& pair, const SpatialPairValues& acceleration,
                            double* A) const override {
    row(A) = -sign_ * x_.secondDerivative(pair, acceleration);
  }
  void gamma(const SpatialPair& pair, double* g) const override {
    const SpatialPairVector v = pair.velocity();
    g[0] = sign_ * v.dot(x_.hessian(pair) * v);
  }
  void hessian(const SpatialPair& pair, const double* lambda, double* H) const override {
    Eigen::Map<VectorFunction::Square>{H} -= lambda[0] * sign_ * x_.hessian(pair);
  }

 private:
  static Eigen::Map<SpatialPairVector> row(double* values) { return Eigen::Map<SpatialPairVector>(values); }
  Scalar x_;
  double sign_;
};

}  // namespace holonom
