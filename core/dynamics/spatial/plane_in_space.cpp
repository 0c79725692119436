// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/spatial/plane_in_space.h"

#include <cmath>

namespace holonom {
namespace {

void place(const PlanarMotion& body, SpatialMotion& motion) {
  motion.at.r = body.r;
  motion.rate.r = body.v;
}

}  // namespace

PlaneInSpace::PlaneInSpace(std::vector<int> coordinates) : FrameMapIn(std::move(coordinates)) {
  T_.topLeftCorner<2, 2>().setIdentity();
}

void PlaneInSpace::moveTo(const PlanarMotion& body, ConstVectorRef, ConstVectorRef, SpatialMotion& motion) {
  cosine_ = std::cos(body.theta / 2);
  sine_ = std::sin(body.theta / 2);
  omega_ = body.omega;
  place(body, motion);
  motion.at.p << cosine_, 0, 0, sine_;
  T_(kE0, 2) = -sine_ / 2;
  T_(kE3, 2) = cosine_ / 2;
  motion.rate.p << omega_ * T_(kE0, 2), 0, 0, omega_ * T_(kE3, 2);
  W_(kE0, 2) = -omega_ * cosine_ / 4;
  W_(kE3, 2) = -omega_ * sine_ / 4;
}

FrameValues<Space> PlaneInSpace::bias() const {
  FrameValues<Space> bias{};
  bias[kE0] = W_(kE0, 2) * omega_;
  bias[kE3] = W_(kE3, 2) * omega_;
  return bias;
}

FrameMapIn<Space>::Rows PlaneInSpace::Z(ConstVectorRef a) const {
  const double alpha = a[coordinates()[2]], square = omega_ * omega_;
  Rows Z = Rows::Zero(Space::kFrame, size());
  Z(kE0, 2) = -alpha * cosine_ / 4 + square * sine_ / 8;
  Z(kE3, 2) = -alpha * sine_ / 4 - square * cosine_ / 8;
  return Z;
}

void PlaneInSpace::addCurvature(const double* force, double* K, int stride) const {
  K[2 * stride + 2] -= (force[kE0] * cosine_ + force[kE3] * sine_) / 4;
}

PointInSpace::PointInSpace(std::vector<int> coordinates) : FrameMapIn(std::move(coordinates)) {
  T_.topLeftCorner(size(), size()).setIdentity();
}

void PointInSpace::moveTo(const PlanarMotion&, ConstVectorRef q, ConstVectorRef v, SpatialMotion& motion) {
  const int first = coordinates().front(), count = size();
  motion.at.r.head(count) = q.segment(first, count);
  motion.rate.r.head(count) = v.segment(first, count);
  motion.at.p = Vector4::Unit(0);
}

}  // namespace holonom
