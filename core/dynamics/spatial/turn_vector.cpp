// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/spatial/turn_vector.h"

#include <cmath>

namespace holonom {
namespace {

constexpr int kFirst = 3, kSecond = kSpatialFrameSize + 3;  // of e0

/// p ∘ x = L(p) x and x ∘ p = R(p) x.
Matrix4 fromLeft(const Vector4& p) {
  Matrix4 L;
  L << p, bodyRates(p).transpose();
  return L;
}
Matrix4 fromRight(const Vector4& p) {
  Matrix4 R;
  R << p, groundRates(p).transpose();
  return R;
}

/// N for which y · (a ∘ b) = aᵀ N b.
Matrix4 productForm(const Vector4& y) {
  Matrix4 N;
  N(0, 0) = y[0];
  N.block<1, 3>(0, 1) = y.tail<3>().transpose();
  N.block<3, 1>(1, 0) = y.tail<3>();
  N.bottomRightCorner<3, 3>() = -y[0] * Matrix3::Identity() - crossMatrix(y.tail<3>());
  return N;
}

}  // namespace

/// With s = |e| and r = ρ₀² + s²: f = 2 atan2(s, ρ₀)/s, g = (2 ρ₀/r − f)/s², h = −(4 ρ₀/r² + 3 g)/s², near s
/// = 0 by their series in (s/ρ₀)².
TurnVector::TurnVector(const Vector4& first, const Vector4& second, const SpatialPair& pair) {
  const Vector4 opposite(1, -1, -1, -1);  // of the inverse
  firstFactor_ = opposite.asDiagonal() * fromRight(first);
  secondFactor_ = fromRight(second);
  const Vector4 a = firstFactor_ * pair.at[0].p, b = secondFactor_ * pair.at[1].p;
  relative_ = composed(a, b);
  if (relative_[0] < 0) {  // the shorter way
    relative_ = -relative_;
    firstFactor_ = -firstFactor_;
  }
  const double c = relative_[0], s = relative_.tail<3>().norm(), r = relative_.squaredNorm();
  constexpr double kNear = 0.1;
  if (s < kNear * c) {
    f_ = g_ = h_ = 0;
    const double x2 = s * s / (c * c);
    double power = 1, sign = 1;  // x^(2n), (−1)ⁿ
    constexpr int kTerms = 10;
    for (int n = 0; n < kTerms; ++n, power *= x2, sign = -sign) {
      const auto term = [&](int ahead) { return (ahead % 2 ? -sign : sign) * power / (2 * (n + ahead) + 1); };
      f_ += 2 / c * term(0);
      g_ += 2 / (c * c * c) * 2 * (n + 1) * term(1);
      h_ += 2 / std::pow(c, 5) * 4 * (n + 1) * (n + 2) * term(2);
    }
  } else {
    f_ = 2 * std::atan2(s, c) / s;
    g_ = (2 * c / r - f_) / (s * s);
    h_ = -(4 * c / (r * r) + 3 * g_) / (s * s);
  }
  const Vector3 e = relative_.tail<3>();
  value_ = f_ * e;
  byRelative_.col(0) = -2 / r * e;
  byRelative_.rightCols<3>() = f_ * Matrix3::Identity() + g_ * e * e.transpose();
  byU_.setZero();
  byU_.middleCols<4>(kFirst) = fromRight(b) * firstFactor_;
  byU_.middleCols<4>(kSecond) = fromLeft(firstFactor_ * pair.at[0].p) * secondFactor_;
  derivative_ = byRelative_ * byU_;
}

void TurnVector::addCurvature(const Vector3& w, Square& H) const {
  const double c = relative_[0], r = relative_.squaredNorm();
  const Vector3 e = relative_.tail<3>();
  const double along = w.dot(e);
  Matrix4 second;  // of w · θ by ρ
  second(0, 0) = 4 * c / (r * r) * along;
  second.block<3, 1>(1, 0) = -2 / r * w + 4 / (r * r) * along * e;
  second.block<1, 3>(0, 1) = second.block<3, 1>(1, 0).transpose();
  second.bottomRightCorner<3, 3>() = g_ * (w * e.transpose() + e * w.transpose()) +
                                     g_ * along * Matrix3::Identity() + h_ * along * e * e.transpose();
  H += byU_.transpose() * second * byU_;
  const Vector4 y = byRelative_.transpose() * w;
  const Matrix4 mixed = firstFactor_.transpose() * productForm(y) * secondFactor_;
  H.block<4, 4>(kFirst, kSecond) += mixed;
  H.block<4, 4>(kSecond, kFirst) += mixed.transpose();
}

}  // namespace holonom
