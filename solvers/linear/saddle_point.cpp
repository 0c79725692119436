// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/linear/saddle_point.h"

#include <algorithm>
#include <cmath>

namespace holonom {
namespace {

Vector scalesOf(const DaeSystem& system) {
  return Vector::NullaryExpr(system.coordinateCount(),
                             [&](auto i) { return system.coordinateScale(int(i)); });
}

}  // namespace

SaddlePoint::SaddlePoint(DaeSystem& system) : SaddlePoint(system, system.massPattern()) {}

SaddlePoint::SaddlePoint(DaeSystem& system, const SparsePattern& A)
    : system_(system), pattern_(A), scale_(scalesOf(system)), values_(A.nonZeros()),
      jacobian_(system.constraintPattern().nonZeros()), solver_(A, system.constraintPattern(), scale_) {}

void SaddlePoint::evaluate() {
  system_.mass(values_.data());
  system_.constraintJacobian(jacobian_.data());
}

bool SaddlePoint::factorize(const double* A) {
  std::copy_n(A, values_.size(), values_.begin());
  system_.constraintJacobian(jacobian_.data());
  return factorizeEvaluated();
}

bool SaddlePoint::isFinite() const {
  const auto finite = [](double x) { return std::isfinite(x); };
  return std::ranges::all_of(values_, finite) && std::ranges::all_of(jacobian_, finite);
}

void SaddlePoint::addMatrixProduct(ConstVectorRef x, VectorRef out) const {
  addProduct(pattern_, values_.data(), x, 1, out);
}

void SaddlePoint::addConstraintProduct(ConstVectorRef v, VectorRef out) const {
  addProduct(system_.constraintPattern(), jacobian_.data(), v, 1, out);
}

}  // namespace holonom
