// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/flexible/beam_station.h"

namespace holonom {

BeamStation::BeamStation(BeamPoint point, std::vector<int> coordinates)
    : FrameMap(std::move(coordinates)), point_(std::move(point)), turned_(point_.shapes) {
  T_.leftCols<kFrameSize>().setIdentity();
  T_.row(2).tail(elasticCount()) = point_.turns;
}

void BeamStation::moveTo(const PlanarMotion& body, ConstVectorRef q, ConstVectorRef v, PlanarMotion& motion) {
  const auto displacement = elastic(q), rate = elastic(v);
  omega_ = body.omega;
  Vector2 bent = point_.arm;
  armRate_.setZero();
  motion.theta = body.theta;
  motion.omega = omega_;
  for (int j = 0; j < elasticCount(); ++j) {
    turned_.col(j) = body.turn(point_.shapes.col(j));
    bent += displacement[j] * point_.shapes.col(j);
    armRate_ += rate[j] * turned_.col(j);
    motion.theta += point_.turns[j] * displacement[j];
    motion.omega += point_.turns[j] * rate[j];
  }
  arm_ = body.turn(bent);
  motion.cosine = std::cos(motion.theta);
  motion.sine = std::sin(motion.theta);
  motion.r = body.r + arm_;
  motion.v = body.v + omega_ * perpendicular(arm_) + armRate_;
  T_.block<2, 1>(0, 2) = perpendicular(arm_);
  W_.block<2, 1>(0, 2) = -omega_ * arm_ + perpendicular(armRate_);
  for (int j = 0; j < elasticCount(); ++j) {
    const Vector2 shape = turned_.col(j);
    T_.block<2, 1>(0, kFrameSize + j) = shape;
    W_.block<2, 1>(0, kFrameSize + j) = omega_ * perpendicular(shape);
  }
}

FrameVector BeamStation::bias() const {
  const Vector2 bias = -omega_ * omega_ * arm_ + 2 * omega_ * perpendicular(armRate_);
  return {bias.x(), bias.y(), 0};
}

FrameMap::Rows BeamStation::Z(ConstVectorRef a) const {
  const double alpha = a[coordinates()[2]], square = omega_ * omega_;
  const auto second = elastic(a);
  Rows Z = Rows::Zero(kFrameSize, size());
  Z.block<2, 1>(0, 2) = -alpha * arm_ - square * perpendicular(arm_) - 2 * omega_ * armRate_;
  for (int j = 0; j < elasticCount(); ++j) {
    const Vector2 shape = turned_.col(j), across = perpendicular(shape);
    Z.block<2, 1>(0, 2) += second[j] * across;
    Z.block<2, 1>(0, kFrameSize + j) = alpha * across - square * shape;
  }
  return Z;
}

/// By θθ −f · R (s + Φ q), by θ and q_j f · (R Φ_j)⊥.
void BeamStation::addCurvature(const double* force, double* K, int stride) const {
  const Vector2 f(force[0], force[1]);
  K[2 * stride + 2] -= f.dot(arm_);
  for (int j = 0; j < elasticCount(); ++j) {
    const double mixed = f.dot(perpendicular(turned_.col(j)));
    K[2 * stride + kFrameSize + j] += mixed;
    K[(kFrameSize + j) * stride + 2] += mixed;
  }
}

}  // namespace holonom
