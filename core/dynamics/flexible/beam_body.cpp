// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/flexible/beam_body.h"

#include <Eigen/Eigenvalues>
#include <array>
#include <cmath>

namespace holonom {
namespace {

/// Gauss quadrature with five points in each of `pieces` equal parts of [0, 1]: visit(ξ, weight).
template <class Visit>
void quadrature(int pieces, Visit visit) {
  const double inner = std::sqrt(5 - 2 * std::sqrt(10.0 / 7)) / 3,
               outer = std::sqrt(5 + 2 * std::sqrt(10.0 / 7)) / 3;
  const double innerWeight = (322 + 13 * std::sqrt(70.0)) / 900,
               outerWeight = (322 - 13 * std::sqrt(70.0)) / 900;
  const std::array<std::pair<double, double>, 5> points{{{-outer, outerWeight},
                                                         {-inner, innerWeight},
                                                         {0, 128.0 / 225},
                                                         {inner, innerWeight},
                                                         {outer, outerWeight}}};
  for (int i = 0; i < pieces; ++i)
    for (const auto& [x, weight] : points) visit((i + 0.5 + 0.5 * x) / pieces, 0.5 * weight / pieces);
}

/// D with the damping ratio ζ in every eigenmode of (K, M): M^½ · 2ζ (M^−½ K M^−½)^½ · M^½.
BeamMatrix modalDamping(const BeamMatrix& mass, const BeamMatrix& stiffness, double ratio) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> modes(stiffness, mass);  // ΦᵀMΦ = 1
  const Eigen::MatrixXd back = mass * modes.eigenvectors();
  return back * (2 * ratio * modes.eigenvalues().cwiseMax(0).cwiseSqrt()).asDiagonal() * back.transpose();
}

}  // namespace

BeamBody::BeamBody(const Body& body, Vector2 gravity)
    : mass_(body.mass), inertia_(body.inertia),
      axialStiffness_(body.flexible->youngsModulus * body.flexible->area), kind_(body.flexible->stiffness),
      gravity_(std::move(gravity)) {
  integrate(body);
  moveTo({}, Vector::Zero(elasticCount()), Vector::Zero(elasticCount()));
}

void BeamBody::integrate(const Body& body) {
  const FlexibleBeam& beam = *body.flexible;
  const BeamAxis axis = beamAxis(body);
  const int n = beam.coordinateCount();
  const double bending = beam.youngsModulus * beam.secondMoment;
  first_.setZero(2, n);
  along_ = across_ = BeamVector::Zero(n);
  elasticMass_ = elasticStiffness_ = gyroscopic_ = BeamMatrix::Zero(n, n);
  quadrature(32 * (beam.lateralModes + 1), [&](double xi, double weight) {
    const BeamShapesAt at = beamShapes(beam, axis.length, xi);
    const double dm = mass_ * weight, dx = axis.length * weight, x = (xi - 0.5) * axis.length;
    first_ +=
        dm * (axis.direction * at.along.transpose() + perpendicular(axis.direction) * at.across.transpose());
    along_ += dm * x * at.along;
    across_ += dm * x * at.across;
    elasticMass_ += dm * (at.along * at.along.transpose() + at.across * at.across.transpose());
    gyroscopic_ += dm * (at.along * at.across.transpose() - at.across * at.along.transpose());
    elasticStiffness_ += dx * (axialStiffness_ * at.stretch * at.stretch.transpose() +
                               bending * at.curvature * at.curvature.transpose());
  });
  damping_ = modalDamping(elasticMass_, elasticStiffness_, beam.dampingRatio);
  if (kind_ == FlexibleBeam::Stiffness::Linear) return;
  quadrature(8 * (beam.lateralModes + 1), [&](double xi, double weight) {
    const BeamShapesAt at = beamShapes(beam, axis.length, xi);
    stations_.push_back({axis.length * weight, at.stretch, at.slope});
  });
}

void BeamBody::moveTo(const PlanarMotion& frame, ConstVectorRef q, ConstVectorRef v) {
  frame_ = frame;
  q_ = q;
  v_ = v;
  lever_ = along_;
  lever_.noalias() += elasticMass_ * q_;
  moment_ = across_;
  moment_.noalias() += gyroscopic_.transpose() * q_;
  turned_.resize(2, elasticCount());
  for (int j = 0; j < elasticCount(); ++j) turned_.col(j) = frame.turn(first_.col(j));
  S_.noalias() = turned_ * q_;
  Sdot_.noalias() = turned_ * v_;
}

void BeamBody::mass(LocalMatrix& M) const {
  const int n = elasticCount();
  M.setZero(size(), size());
  M(0, 0) = M(1, 1) = mass_;
  M.block<2, 1>(0, 2) = perpendicular(S_);
  M.block<1, 2>(2, 0) = perpendicular(S_).transpose();
  M(2, 2) = inertia_ + q_.dot(along_ + lever_);
  M.block(0, 3, 2, n) = turned_;
  M.block(3, 0, n, 2) = turned_.transpose();
  M.block(2, 3, 1, n) = moment_.transpose();
  M.block(3, 2, n, 1) = moment_;
  M.bottomRightCorner(n, n) = elasticMass_;
}

void BeamBody::forces(Local& Q) const {
  const double omega = frame_.omega;
  Q.resize(size());
  Q.head<2>() = omega * omega * S_ - 2 * omega * perpendicular(Sdot_);
  Q[2] = -2 * omega * lever_.dot(v_) + perpendicular(S_).dot(gravity_);
  BeamVector elastic = omega * omega * lever_ + turned_.transpose() * gravity_;
  elastic.noalias() += 2 * omega * (gyroscopic_ * v_);
  elastic.noalias() -= elasticStiffness_ * q_;
  elastic.noalias() -= damping_ * v_;
  if (!stations_.empty()) elastic -= couplingForce();
  Q.tail(elasticCount()) = elastic;
}

void BeamBody::stiffness(const Local& a, LocalMatrix& K) const {
  const int n = elasticCount();
  const double omega = frame_.omega, alpha = a[2];
  const Vector2 fall = a.head<2>() - gravity_;  // r̈ − g
  const BeamVector p = a.tail(n);
  const Vector2 Sddot = turned_ * p;
  K.setZero(size(), size());
  // by θ: every vector turns by +90°
  K.block<2, 1>(0, 2) =
      -alpha * S_ + perpendicular(Sddot) - omega * omega * perpendicular(S_) - 2 * omega * Sdot_;
  K(2, 2) = -S_.dot(fall);
  // by q
  for (int j = 0; j < n; ++j) {
    const Vector2 column = turned_.col(j), across = perpendicular(column);
    K.block<2, 1>(0, 3 + j) = alpha * across - omega * omega * column;
    K(2, 3 + j) = across.dot(fall);
    K(3 + j, 2) = across.dot(fall);
  }
  BeamVector row = 2 * alpha * lever_;
  row.noalias() += gyroscopic_ * p;
  row.noalias() += 2 * omega * (elasticMass_ * v_);
  K.block(2, 3, 1, n) += row.transpose();
  auto elastic = K.bottomRightCorner(n, n);
  elastic += alpha * gyroscopic_.transpose() - omega * omega * elasticMass_ + elasticStiffness_;
  if (!stations_.empty()) elastic += couplingStiffness();
}

void BeamBody::damping(LocalMatrix& D) const {
  const int n = elasticCount();
  const double omega = frame_.omega;
  D.setZero(size(), size());
  D.block<2, 1>(0, 2) = -2 * omega * S_ + 2 * perpendicular(Sdot_);
  D(2, 2) = 2 * lever_.dot(v_);
  for (int j = 0; j < n; ++j) D.block<2, 1>(0, 3 + j) = 2 * omega * perpendicular(turned_.col(j));
  D.block(2, 3, 1, n) = 2 * omega * lever_.transpose();
  BeamVector column = -2 * omega * lever_;
  column.noalias() -= 2 * (gyroscopic_ * v_);
  D.block(3, 2, n, 1) = column;
  D.bottomRightCorner(n, n) = damping_ - 2 * omega * gyroscopic_;
}

/// ∂/∂q of EA ∫ (½ u′ w′² + ⅛ w′⁴) dx; the second term only in full.
BeamVector BeamBody::couplingForce() const {
  const double full = kind_ == FlexibleBeam::Stiffness::Full ? 1 : 0;
  BeamVector force = BeamVector::Zero(elasticCount());
  for (const Station& at : stations_) {
    const double u = at.stretch.dot(q_), w = at.slope.dot(q_), weight = axialStiffness_ * at.weight;
    force += weight * (0.5 * w * w * at.stretch + (u + 0.5 * full * w * w) * w * at.slope);
  }
  return force;
}

BeamMatrix BeamBody::couplingStiffness() const {
  const double full = kind_ == FlexibleBeam::Stiffness::Full ? 1 : 0;
  BeamMatrix stiffness = BeamMatrix::Zero(elasticCount(), elasticCount());
  for (const Station& at : stations_) {
    const double u = at.stretch.dot(q_), w = at.slope.dot(q_), weight = axialStiffness_ * at.weight;
    const BeamVector mixed = weight * (w * at.stretch + (u + 1.5 * full * w * w) * at.slope);
    stiffness.noalias() += at.slope * mixed.transpose();
    stiffness.noalias() += (weight * w) * at.stretch * at.slope.transpose();
  }
  return stiffness;
}

double BeamBody::kineticEnergy() const {
  const double omega = frame_.omega;
  const BeamVector momentum = elasticMass_ * v_;
  return frame_.v.dot(omega * perpendicular(S_) + Sdot_) + 0.5 * omega * omega * q_.dot(along_ + lever_) +
         omega * moment_.dot(v_) + 0.5 * v_.dot(momentum);
}

double BeamBody::potentialEnergy() const {
  const BeamVector force = elasticStiffness_ * q_;
  double energy = 0.5 * q_.dot(force) - gravity_.dot(S_);
  const double full = kind_ == FlexibleBeam::Stiffness::Full ? 1 : 0;
  for (const Station& at : stations_) {
    const double u = at.stretch.dot(q_), w = at.slope.dot(q_);
    energy += axialStiffness_ * at.weight * w * w * (0.5 * u + 0.125 * full * w * w);
  }
  return energy;
}

double BeamBody::dissipatedPower() const {
  const BeamVector force = damping_ * v_;
  return v_.dot(force);
}

}  // namespace holonom
