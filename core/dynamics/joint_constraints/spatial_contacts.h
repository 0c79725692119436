// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dynamics/spatial/spatial_rows.h"

/// Rows of bodies that roll or glide on a plane of the ground with the normal n, as JointRows wants them.
/// Second frame: the body; c is the place of a point of it.
namespace holonom {

/// A direction d(u) of length 1 and its derivatives.
struct DirectionAt {
  Vector3 value, rate;                ///< d, ḋ
  VectorFunction::Matrix by, rateBy;  ///< ∂d/∂u, ∂ḋ/∂u
};

/// Fixed in the ground.
struct GroundDirection {
  Vector3 d;
  DirectionAt at(const SpatialPair&) const;
};

/// l = n × e/|n × e| of a direction e of the body: of a disc with the axle e the heading of its track on the
/// plane, of a blade along e the direction across it; or n × l.
struct HeadingDirection {
  VectorFunction e;
  Vector3 n;
  bool across = false;
  DirectionAt at(const SpatialPair& pair) const;
};

/// The height of a disc's centre c over the plane, C = ρ |n × e| − n · c + n · p0: it touches with its lowest
/// point, wherever its axle e points. The plane goes through p0.
class DiscHeight {
 public:
  static constexpr int kRows = 1;
  static constexpr std::string_view kJacobian = ProductRow::kJacobian, kHessian = ProductRow::kHessian;
  DiscHeight(VectorFunction centre, VectorFunction axle, Vector3 normal, double radius, double height)
      : c_(std::move(centre)), e_(std::move(axle)), n_(std::move(normal)), radius_(radius), height_(height) {}
  double residual(const SpatialPair& pair) const;
  void jacobian(const SpatialPair& pair, double* J) const;
  void velocityJacobian(const SpatialPair& pair, double* P) const;
  void accelerationJacobian(const SpatialPair& pair, const SpatialPairValues& acceleration, double* A) const;
  double gamma(const SpatialPair& pair) const;
  void hessian(const SpatialPair& pair, double lambda, double* H) const;

 private:
  struct Terms;
  VectorFunction c_, e_;
  Vector3 n_;
  double radius_, height_;
};

/// A nonholonomic row: the place of the body that touches has no velocity along d,
///     G = −(d · ċ + ṗᵀ M p),
/// where the second term is what the turning of the body adds to the velocity of c; M is constant.
template <class Direction>
class SlipRow {
 public:
  static constexpr int kRows = 1;
  static constexpr bool kIsNonholonomic = true;
  static constexpr std::string_view kJacobian = ProductRow::kJacobian, kHessian = ProductRow::kHessian;
  SlipRow(Direction direction, VectorFunction point, const Matrix4& turning)
      : direction_(std::move(direction)), c_(std::move(point)), M_(turning) {}
  void jacobian(const SpatialPair& pair, double* J) const;
  void velocityJacobian(const SpatialPair& pair, double* P) const;
  void accelerationJacobian(const SpatialPair& pair, const SpatialPairValues& acceleration, double* A) const;
  void accelerationVelocityJacobian(const SpatialPair& pair, double* B) const;
  double gamma(const SpatialPair& pair) const;
  void hessian(const SpatialPair& pair, double mu, double* H) const;

 private:
  Direction direction_;
  VectorFunction c_;
  Matrix4 M_;
};

/// M of a disc of radius ρ that turns about its axle e′ (axes of the body): along its heading, 2 ρ e′ᵀG(p) ṗ,
/// and across it, −ρ n · ė.
Matrix4 rollingAlong(const Vector3& axle, double radius);
Matrix4 rollingAcross(const Vector3& axle, const Vector3& normal, double radius);
/// M of a ball: d · (ω × (−ρ n)).
Matrix4 rollingBall(const Vector3& direction, const Vector3& normal, double radius);

}  // namespace holonom
