// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/spatial/spatial_rows.h"

namespace holonom {
namespace {

using Row = Eigen::Map<Eigen::Matrix<double, 1, kSpatialPairSize>>;
using Rows = Eigen::Map<Eigen::Matrix<double, 3, kSpatialPairSize, Eigen::RowMajor>>;
using Square = Eigen::Map<Eigen::Matrix<double, kSpatialPairSize, kSpatialPairSize, Eigen::RowMajor>>;

SpatialPairVector vectorOf(const SpatialPairValues& values) {
  return Eigen::Map<const SpatialPairVector>(values.data());
}

}  // namespace

void VectorRows::residual(const SpatialPair& pair, double* c) const {
  Eigen::Map<Eigen::Vector3d>{c} = x_.value(pair);
}

void VectorRows::jacobian(const SpatialPair& pair, double* J) const { Rows{J} = x_.derivative(pair); }

void VectorRows::velocityJacobian(const SpatialPair& pair, double* P) const {
  Rows{P} = x_.rateDerivative(pair);
}

void VectorRows::accelerationJacobian(const SpatialPair&, const SpatialPairValues& second, double* A) const {
  Rows{A} = x_.secondDerivative(vectorOf(second));
}

void VectorRows::gamma(const SpatialPair& pair, double* g) const {
  Eigen::Map<Eigen::Vector3d>{g} = -x_.bias(pair);
}

void VectorRows::hessian(const SpatialPair&, const double* lambda, double* H) const {
  x_.addCurvature(Eigen::Map<const Eigen::Vector3d>(lambda), H);
}

double ProductRow::residual(const SpatialPair& pair) const {
  return offset_ + scale_ * x_.value(pair).dot(y_.value(pair));
}

void ProductRow::jacobian(const SpatialPair& pair, double* J) const {
  Row{J} = scale_ * (x_.value(pair).transpose() * y_.derivative(pair) +
                     y_.value(pair).transpose() * x_.derivative(pair));
}

/// The gradient of ẋ · y + x · ẏ.
void ProductRow::velocityJacobian(const SpatialPair& pair, double* P) const {
  Row{P} = scale_ * (x_.rate(pair).transpose() * y_.derivative(pair) +
                     y_.rate(pair).transpose() * x_.derivative(pair) +
                     x_.value(pair).transpose() * y_.rateDerivative(pair) +
                     y_.value(pair).transpose() * x_.rateDerivative(pair));
}

/// The gradient of ẍ · y + 2 ẋ · ẏ + x · ÿ.
void ProductRow::accelerationJacobian(const SpatialPair& pair, const SpatialPairValues& acceleration,
                                      double* A) const {
  const SpatialPairVector second = vectorOf(acceleration);
  Row{A} = scale_ * (x_.second(pair, second).transpose() * y_.derivative(pair) +
                     y_.second(pair, second).transpose() * x_.derivative(pair) +
                     2 * x_.rate(pair).transpose() * y_.rateDerivative(pair) +
                     2 * y_.rate(pair).transpose() * x_.rateDerivative(pair) +
                     x_.value(pair).transpose() * y_.secondDerivative(second) +
                     y_.value(pair).transpose() * x_.secondDerivative(second));
}

double ProductRow::gamma(const SpatialPair& pair) const {
  return -scale_ * (2 * x_.rate(pair).dot(y_.rate(pair)) + x_.value(pair).dot(y_.bias(pair)) +
                    y_.value(pair).dot(x_.bias(pair)));
}

void ProductRow::hessian(const SpatialPair& pair, double lambda, double* H) const {
  const double factor = lambda * scale_;
  const VectorFunction::Matrix X = x_.derivative(pair), Y = y_.derivative(pair);
  Square{H} += factor * (X.transpose() * Y + Y.transpose() * X);
  x_.addCurvature(factor * y_.value(pair), H);
  y_.addCurvature(factor * x_.value(pair), H);
}

}  // namespace holonom
