// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/joint_constraints/spatial_contacts.h"

namespace holonom {
namespace {

using Matrix = VectorFunction::Matrix;
using Row = Eigen::Map<Eigen::Matrix<double, 1, kSpatialPairSize>>;
using Square = Eigen::Map<VectorFunction::Square>;

constexpr int kTurn = kSpatialFrameSize + 3;  // of e0 of the second frame

SpatialPairVector vectorOf(const SpatialPairValues& values) {
  return Eigen::Map<const SpatialPairVector>(values.data());
}

/// l = w/|w| of w = n × e, and its derivatives by w.
struct UnitCross {
  UnitCross(const VectorFunction& e, const Vector3& n, const SpatialPair& pair)
      : N(crossMatrix(n)), w(N * e.value(pair)), rate(N * e.rate(pair)), size(w.norm()), l(w / size),
        P((Matrix3::Identity() - l * l.transpose()) / size) {}
  /// ∂l̇/∂w where ẇ stays.
  Matrix3 rateBy() const {
    const Vector3 turned = P * rate;
    return -(P * l.dot(rate) + l * turned.transpose() + turned * l.transpose()) / size;
  }
  Matrix3 N;
  Vector3 w, rate;
  double size;
  Vector3 l;
  Matrix3 P;  // ∂l/∂w
};

}  // namespace

DirectionAt GroundDirection::at(const SpatialPair&) const {
  return {d, Vector3::Zero(), Matrix::Zero(), Matrix::Zero()};
}

DirectionAt HeadingDirection::at(const SpatialPair& pair) const {
  const UnitCross u(e, n, pair);
  const Matrix byW = u.N * e.derivative(pair);
  DirectionAt heading{u.l, u.P * u.rate, u.P * byW, u.rateBy() * byW + u.P * u.N * e.rateDerivative(pair)};
  if (!across) return heading;
  return {u.N * heading.value, u.N * heading.rate, u.N * heading.by, u.N * heading.rateBy};
}

double DiscHeight::residual(const SpatialPair& pair) const {
  return radius_ * n_.cross(e_.value(pair)).norm() - n_.dot(c_.value(pair)) + height_;
}

void DiscHeight::jacobian(const SpatialPair& pair, double* J) const {
  const UnitCross u(e_, n_, pair);
  Row{J} = radius_ * u.l.transpose() * u.N * e_.derivative(pair) - n_.transpose() * c_.derivative(pair);
}

/// The gradient of ρ l · ẇ − n · ċ.
void DiscHeight::velocityJacobian(const SpatialPair& pair, double* P) const {
  const UnitCross u(e_, n_, pair);
  Row{P} = radius_ * ((u.P * u.rate).transpose() * u.N * e_.derivative(pair) +
                      u.l.transpose() * u.N * e_.rateDerivative(pair)) -
           n_.transpose() * c_.rateDerivative(pair);
}

/// The gradient of ρ (l · ẅ + ẇᵀP ẇ) − n · c̈.
void DiscHeight::accelerationJacobian(const SpatialPair& pair, const SpatialPairValues& acceleration,
                                      double* A) const {
  const UnitCross u(e_, n_, pair);
  const SpatialPairVector second = vectorOf(acceleration);
  const Vector3 wSecond = u.N * e_.second(pair, second), turned = u.P * u.rate;
  const Vector3 byW = u.P * wSecond - (2 * u.l.dot(u.rate) * turned + u.rate.dot(turned) * u.l) / u.size;
  Row{A} = radius_ * (byW.transpose() * u.N * e_.derivative(pair) +
                      u.l.transpose() * u.N * e_.secondDerivative(second) +
                      2 * turned.transpose() * u.N * e_.rateDerivative(pair)) -
           n_.transpose() * c_.secondDerivative(second);
}

double DiscHeight::gamma(const SpatialPair& pair) const {
  const UnitCross u(e_, n_, pair);
  return n_.dot(c_.bias(pair)) - radius_ * (u.l.dot(u.N * e_.bias(pair)) + u.rate.dot(u.P * u.rate));
}

void DiscHeight::hessian(const SpatialPair& pair, double lambda, double* H) const {
  const UnitCross u(e_, n_, pair);
  const Matrix byW = u.N * e_.derivative(pair);
  Square{H} += lambda * radius_ * byW.transpose() * u.P * byW;
  e_.addCurvature(lambda * radius_ * u.N.transpose() * u.l, H);
  c_.addCurvature(-lambda * n_, H);
}

template <class Direction>
void SlipRow<Direction>::jacobian(const SpatialPair& pair, double* J) const {
  Row row{J};
  row = -direction_.at(pair).value.transpose() * c_.derivative(pair);
  row.segment<4>(kTurn) -= (M_ * pair.at[1].p).transpose();
}

template <class Direction>
void SlipRow<Direction>::velocityJacobian(const SpatialPair& pair, double* P) const {
  const DirectionAt d = direction_.at(pair);
  Row row{P};
  row = -(c_.rate(pair).transpose() * d.by + d.value.transpose() * c_.rateDerivative(pair));
  row.segment<4>(kTurn) -= pair.rate[1].p.transpose() * M_;
}

/// The gradient of d · c̈ + ḋ · ċ + p̈ᵀM p + ṗᵀM ṗ by the coordinates, and by their rates.
template <class Direction>
void SlipRow<Direction>::accelerationJacobian(const SpatialPair& pair, const SpatialPairValues& acceleration,
                                              double* A) const {
  const DirectionAt d = direction_.at(pair);
  const SpatialPairVector second = vectorOf(acceleration);
  Row row{A};
  row = -(c_.second(pair, second).transpose() * d.by + d.value.transpose() * c_.secondDerivative(second) +
          c_.rate(pair).transpose() * d.rateBy + d.rate.transpose() * c_.rateDerivative(pair));
  row.segment<4>(kTurn) -= second.segment<4>(kTurn).transpose() * M_;
}

template <class Direction>
void SlipRow<Direction>::accelerationVelocityJacobian(const SpatialPair& pair, double* B) const {
  const DirectionAt d = direction_.at(pair);
  Row row{B};
  row = -(c_.rate(pair).transpose() * d.by + d.rate.transpose() * c_.derivative(pair) +
          2 * d.value.transpose() * c_.rateDerivative(pair));
  row.segment<4>(kTurn) -= pair.rate[1].p.transpose() * (M_ + M_.transpose());
}

template <class Direction>
double SlipRow<Direction>::gamma(const SpatialPair& pair) const {
  const DirectionAt d = direction_.at(pair);
  return d.rate.dot(c_.rate(pair)) + d.value.dot(c_.bias(pair)) + pair.rate[1].p.dot(M_ * pair.rate[1].p);
}

template <class Direction>
void SlipRow<Direction>::hessian(const SpatialPair& pair, double mu, double* H) const {
  const DirectionAt d = direction_.at(pair);
  Square{H} -= mu * c_.derivative(pair).transpose() * d.by;
  c_.addCurvature(-mu * d.value, H);
  Square{H}.block<4, 4>(kTurn, kTurn) -= mu * M_;
}

template class SlipRow<GroundDirection>;
template class SlipRow<HeadingDirection>;

Matrix4 rollingAlong(const Vector3& axle, double radius) {
  Matrix4 M;
  for (int k = 0; k < 4; ++k) M.col(k) = 2 * radius * bodyRates(Vector4::Unit(k)).transpose() * axle;
  return M;
}

Matrix4 rollingAcross(const Vector3& axle, const Vector3& normal, double radius) {
  return -2 * radius * rotationCurvature(normal, axle);
}

Matrix4 rollingBall(const Vector3& direction, const Vector3& normal, double radius) {
  return 2 * radius * groundMomentMatrix(direction.cross(normal));
}

}  // namespace holonom
