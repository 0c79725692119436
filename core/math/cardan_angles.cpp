// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/cardan_angles.h"

#include <Eigen/LU>
#include <cmath>
#include <numbers>

namespace holonom {
namespace {

Vector4 withoutSign(CardanChart chart) {
  chart.opposite = false;
  return chart.base();
}

}  // namespace

Vector4 CardanChart::base() const {
  const Vector4 p = second ? Vector4(0.5, -0.5, -0.5, -0.5) : Vector4(1, 0, 0, 0);
  return opposite ? Vector4(-p) : p;
}

Vector4 CardanChart::parameters(const Vector3& angles) const {
  Vector4 p = base();
  for (int k = 0; k < 3; ++k) p = composed(p, eulerParameters(Vector3::Unit(k), angles[k]));
  return p;
}

Vector3 CardanChart::angles(const Vector4& p) const {
  return cardanAngles(rotationMatrix(composed(inverse(base()), p)));
}

Vector3 CardanChart::spin(const Vector3& angles, const Vector3& rates) const {
  return rotationMatrix(base()) * (cardanRates(angles) * rates);
}

Vector3 CardanChart::rates(const Vector3& angles, const Vector3& spin) const {
  return cardanRates(angles).inverse() * (rotationMatrix(base()).transpose() * spin);
}

CardanChart CardanChart::at(const Vector4& p) {
  CardanChart chart;
  chart.second = std::abs(chart.angles(p).y()) > std::abs(chart.other().angles(p).y());
  chart.opposite = chart.parameters(chart.angles(p)).dot(p) < 0;
  return chart;
}

Vector3 cardanAngles(const Matrix3& A) {
  return {std::atan2(-A(1, 2), A(2, 2)), std::atan2(A(0, 2), std::hypot(A(1, 2), A(2, 2))),
          std::atan2(-A(0, 1), A(0, 0))};
}

Matrix3 cardanRates(const Vector3& angles) {
  const double ca = std::cos(angles.x()), sa = std::sin(angles.x());
  const double cb = std::cos(angles.y()), sb = std::sin(angles.y());
  Matrix3 S;
  S << 1, 0, sb, 0, ca, -sa * cb, 0, sa, ca * cb;
  return S;
}

Matrix3 cardanRateChange(const Vector3& angles, const Vector3& rates) {
  const double ca = std::cos(angles.x()), sa = std::sin(angles.x());
  const double cb = std::cos(angles.y()), sb = std::sin(angles.y());
  const double a = rates.x(), b = rates.y();
  Matrix3 change;
  change << 0, 0, cb * b, 0, -sa * a, -ca * cb * a + sa * sb * b, 0, ca * a, -sa * cb * a - ca * sb * b;
  return change;
}

CardanChange::CardanChange(const CardanChart& from, const Vector3& angles)
    : to_(from.other()), R_(rotationMatrix(composed(inverse(withoutSign(from.other())), withoutSign(from)))) {
  expected_ = principal(angles);
  Vector3 there = angles, rates, seconds;
  (*this)(there, rates, seconds);
  if (from.parameters(angles).dot(to_.parameters(there)) < 0) to_.opposite = !to_.opposite;
}

/// The last turn of both is about the z of the body, so that what comes before it does not depend on γ.
Vector3 CardanChange::principal(const Vector3& angles) const {
  Vector4 tilt(1, 0, 0, 0);
  for (int k = 0; k < 2; ++k) tilt = composed(tilt, eulerParameters(Vector3::Unit(k), angles[k]));
  return cardanAngles(R_ * rotationMatrix(tilt));
}

void CardanChange::operator()(Vector3& angles, Vector3& rates, Vector3& seconds) const {
  constexpr double kTurn = 2 * std::numbers::pi;
  Vector3 there = principal(angles);
  for (const int k : {0, 2}) there[k] += kTurn * std::round((expected_[k] - there[k]) / kTurn);
  there.z() += angles.z();
  const Matrix3 S = cardanRates(angles), back = cardanRates(there).inverse();
  const Vector3 rate = back * (R_ * (S * rates));
  const Vector3 second = back * (R_ * (S * seconds + cardanRateChange(angles, rates) * rates) -
                                 cardanRateChange(there, rate) * rate);
  angles = there;
  rates = rate;
  seconds = second;
}

}  // namespace holonom
