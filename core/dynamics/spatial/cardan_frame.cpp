// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/spatial/cardan_frame.h"

#include <cmath>
#include <numbers>

namespace holonom {
namespace {

constexpr double kFar = std::numbers::pi * 50 / 180;  // |β| at which the other chart has 40° or less

/// Of a turn about one axis by an angle, or its derivative.
Vector4 aboutAxis(int axis, double angle, bool derivative) {
  const double cosine = std::cos(angle / 2), sine = std::sin(angle / 2);
  Vector4 p = Vector4::Zero();
  p[0] = derivative ? -sine / 2 : cosine;
  p[1 + axis] = derivative ? cosine / 2 : sine;
  return p;
}

}  // namespace

CardanFrame::CardanFrame(std::vector<int> coordinates, const CardanChart& chart)
    : FrameMapIn(std::move(coordinates)), chart_(chart) {
  T_.topLeftCorner<3, 3>().setIdentity();
  products_.fill(Vector4::Zero());
}

double CardanFrame::strain() const { return std::abs(std::tan(angles_.y())) / std::tan(kFar); }

void CardanFrame::moveTo(const PlanarMotion&, ConstVectorRef q, ConstVectorRef v, SpatialMotion& motion) {
  const int first = coordinates().front();
  angles_ = q.segment<kAngleCount>(first + kTurn);
  rates_ = v.segment<kAngleCount>(first + kTurn);
  products_.fill(chart_.base());
  for (int axis = 0; axis < 3; ++axis) {
    const Vector4 turn[] = {aboutAxis(axis, angles_[axis], false), aboutAxis(axis, angles_[axis], true)};
    for (int i = 0; i < 8; ++i) products_[i] = composed(products_[i], turn[i >> (2 - axis) & 1]);
  }
  for (int j = 0; j < 3; ++j) {
    std::array<int, 3> once{};
    once[j] = 1;
    T_.block<4, 1>(kTurn, kTurn + j) = derivative(once);
    W_.block<4, 1>(kTurn, kTurn + j) = by(j, 0) * rates_[0] + by(j, 1) * rates_[1] + by(j, 2) * rates_[2];
  }
  motion.at = {q.segment<kTurn>(first), p()};
  motion.rate = {v.segment<kTurn>(first), rate()};
}

/// Those of one turn are themselves times −¼ after two derivatives.
Vector4 CardanFrame::derivative(std::array<int, 3> times) const {
  double factor = 1;
  int place = 0;
  for (const int n : times) {
    for (int pair = 0; pair < n / 2; ++pair) factor *= -0.25;
    place = 2 * place + n % 2;
  }
  return factor * products_[place];
}

Vector4 CardanFrame::by(int j, int k) const {
  std::array<int, 3> times{};
  for (const int angle : {j, k}) ++times[angle];
  return derivative(times);
}

Vector4 CardanFrame::by(int j, int k, int l) const {
  std::array<int, 3> times{};
  for (const int angle : {j, k, l}) ++times[angle];
  return derivative(times);
}

FrameValues<Space> CardanFrame::bias() const {
  FrameValues<Space> bias{};
  Eigen::Map<Eigen::Vector4d>(bias.data() + kTurn) = turningBias();
  return bias;
}

CardanFrame::Turning CardanFrame::turningZ(const Vector3& seconds) const {
  Turning Z = Turning::Zero();
  for (int j = 0; j < 3; ++j)
    for (int k = 0; k < 3; ++k) {
      Z.col(j) += by(j, k) * seconds[k];
      for (int l = 0; l < 3; ++l) Z.col(j) += by(j, k, l) * (rates_[k] * rates_[l]);
    }
  return Z;
}

Matrix3 CardanFrame::turningCurvature(const Vector4& force) const {
  Matrix3 curvature;
  for (int j = 0; j < 3; ++j)
    for (int k = 0; k < 3; ++k) curvature(j, k) = force.dot(by(j, k));
  return curvature;
}

FrameMapIn<Space>::Rows CardanFrame::Z(ConstVectorRef a) const {
  Rows Z = Rows::Zero(Space::kFrame, kSize);
  Z.block<4, 3>(kTurn, kTurn) = turningZ(a.segment<kAngleCount>(coordinates().front() + kTurn));
  return Z;
}

void CardanFrame::addCurvature(const double* force, double* K, int stride) const {
  const Matrix3 curvature = turningCurvature(Eigen::Vector4d(force + kTurn));
  for (int j = 0; j < 3; ++j)
    for (int k = 0; k < 3; ++k) K[(kTurn + j) * stride + kTurn + k] += curvature(j, k);
}

}  // namespace holonom
