// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/spatial/plane_in_space.h"

#include <cmath>

namespace holonom {

PlaneInSpace::PlaneInSpace(std::vector<int> coordinates, const BodyPlane& plane)
    : FrameMapIn(std::move(coordinates)), origin_(plane.place({0, 0})), start_(plane.start),
      isTilted_(plane.normal != Vector3::UnitZ() || plane.start != Vector4::Unit(0)) {
  Vector4 about;
  about << 0, plane.normal;
  half_ = composed(about, start_);
  T_.block<3, 1>(0, 0) = plane.first;
  T_.block<3, 1>(0, 1) = plane.second;
}

bool PlaneInSpace::reaches(int k, int column) const {
  if (column == 2) return k >= kTurn && (start_[k - kTurn] != 0 || half_[k - kTurn] != 0);
  return k < kTurn && T_(k, column) != 0;
}

void PlaneInSpace::moveTo(const PlanarMotion&, ConstVectorRef q, ConstVectorRef v, SpatialMotion& motion) {
  const int first = coordinates().front();
  const double cosine = std::cos(q[first + 2] / 2), sine = std::sin(q[first + 2] / 2);
  omega_ = v[first + 2];
  p_ = cosine * start_ + sine * half_;
  change_ = 0.5 * (cosine * half_ - sine * start_);
  motion.at.r = origin_ + T_.topLeftCorner<3, 2>() * q.segment<2>(first);
  motion.rate.r = T_.topLeftCorner<3, 2>() * v.segment<2>(first);
  motion.at.p = p_;
  motion.rate.p = omega_ * change_;
  T_.block<4, 1>(kTurn, 2) = change_;
  W_.block<4, 1>(kTurn, 2) = -0.25 * omega_ * p_;
}

FrameValues<Space> PlaneInSpace::bias() const {
  FrameValues<Space> bias{};
  Eigen::Map<Eigen::Vector4d>(bias.data() + kTurn) = -0.25 * omega_ * omega_ * p_;
  return bias;
}

FrameMapIn<Space>::Rows PlaneInSpace::Z(ConstVectorRef a) const {
  Rows Z = Rows::Zero(Space::kFrame, size());
  Z.block<4, 1>(kTurn, 2) = -0.25 * (a[coordinates()[2]] * p_ + omega_ * omega_ * change_);
  return Z;
}

void PlaneInSpace::addCurvature(const double* force, double* K, int stride) const {
  K[2 * stride + 2] -= 0.25 * p_.dot(Eigen::Vector4d(force + kTurn));
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
