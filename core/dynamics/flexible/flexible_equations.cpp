// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/flexible/flexible_equations.h"

#include <algorithm>

#include "core/dynamics/offers.h"

namespace holonom {

FlexibleEquations::FlexibleEquations(const Mechanism& mechanism, bool freeHands)
    : mechanism_(mechanism), places_(mechanism), markers_(withMarkers(mechanism).markers),
      inner_(withMarkers(mechanism).mechanism, freeHands), stops_(*this, inner_.offers().stops),
      rigid_(places_.frames().count), n_(places_.count()), outer_(inner_.coordinateCount()),
      controls_(places_.controls().count) {
  for (int body = 0; body < places_.bodyCount(); ++body) {
    if (!mechanism.bodies[body].flexible) continue;
    const CoordinateLayout::Span frame = places_.frame(body), elastic = places_.elastic(body);
    beams_.push_back({BeamBody(mechanism.bodies[body], mechanism.gravity),
                      body,
                      frame.first,
                      elastic.first,
                      {},
                      {},
                      {},
                      {}});
    for (const CoordinateLayout::Span& span : {frame, elastic})
      for (int i = span.first; i < span.end(); ++i) beams_.back().columns.push_back(i);
  }
  layout_.coordinates = places_.describe(mechanism, characteristicLength(inner_.mechanism()));
  layout_.rows = inner_.layout().rows;
  layout_.holonomic = inner_.holonomicCount();
  for (const Marker& marker : markers_) {
    const auto beam =
        std::find_if(beams_.begin(), beams_.end(), [&](const Beam& b) { return b.body == marker.body; });
    const Body& body = mechanism.bodies[marker.body];
    maps_.push_back({marker,
                     static_cast<int>(beam - beams_.begin()),
                     beamPoint(body, body.points[marker.point].position),
                     inner_.places().frame(marker.standIn).first,
                     {}});
  }
  q_ = v_ = Vector::Zero(n_);
  u_ = uRate_ = uAcceleration_ = innerForce_ = Vector::Zero(outer_);
  seen_.q = seen_.v = seen_.a = Vector::Zero(outer_);
  seen_.lambda = Vector::Zero(inner_.constraintCount());
  buildRows();
  buildPatterns();
  moveTo(0, givenCoordinates(), givenVelocities());
}

void FlexibleEquations::moveHand(int force, const std::vector<Hand::Grab>& grabs) {
  std::vector<Hand::Grab> onMarkers = grabs;
  for (Hand::Grab& grab : onMarkers) grab = onMarker(grab, mechanism_, markers_);
  inner_.moveHand(force, onMarkers);
}

Vector2 FlexibleEquations::elasticArm(const MarkerMap& map, ConstVectorRef q) const {
  const Beam& beam = beams_[map.beam];
  Vector2 arm = Vector2::Zero();
  for (int j = 0; j < beam.law.elasticCount(); ++j) arm += q[beam.first + j] * map.point.shapes.col(j);
  return arm;
}

/// u, u̇, T and W.
void FlexibleEquations::moveTo(double t, ConstVectorRef q, ConstVectorRef v) {
  q_ = q;
  v_ = v;
  u_.head(rigid_) = q.head(rigid_);
  u_.tail(controls_) = q.tail(controls_);
  for (const MarkerMap& map : maps_) {
    const Beam& beam = beams_[map.beam];
    const int frame = beam.frame, n = beam.law.elasticCount();
    PlanarMotion motion;
    motion.cosine = std::cos(q[frame + 2]);
    motion.sine = std::sin(q[frame + 2]);
    const double omega = v[frame + 2];
    const Vector2 arm = motion.turn(map.point.arm + elasticArm(map, q)),
                  armRate = motion.turn(elasticArm(map, v));
    double turn = 0;
    for (int j = 0; j < n; ++j) turn += map.point.turns[j] * q[beam.first + j];
    u_.segment<2>(map.row) = q.segment<2>(frame) + arm;
    u_[map.row + 2] = q[frame + 2] + turn;
    for (int k = 0; k < 2; ++k) {
      double* const T = &T_[rows_[map.row + k].first];
      double* const W = &W_[rows_[map.row + k].first];
      T[0] = 1;
      T[1] = perpendicular(arm)[k];
      W[1] = -omega * arm[k] + perpendicular(armRate)[k];
      for (int j = 0; j < n; ++j) {
        const Vector2 shape = motion.turn(map.point.shapes.col(j));
        T[2 + j] = shape[k];
        W[2 + j] = omega * perpendicular(shape)[k];
      }
    }
    double* const T = &T_[rows_[map.row + 2].first];
    T[0] = 1;
    for (int j = 0; j < n; ++j) T[1 + j] = map.point.turns[j];
  }
  uRate_.setZero();
  addRates(T_, v_, uRate_);
  inner_.moveTo(t, u_, uRate_);
  for (Beam& beam : beams_)
    beam.law.moveTo(inner_.motion(beam.body), q_.segment(beam.first, beam.law.elasticCount()),
                    v_.segment(beam.first, beam.law.elasticCount()));
}

/// u += factor · v
void FlexibleEquations::addRates(const std::vector<double>& factor, ConstVectorRef v, Vector& u) const {
  for (int i = 0; i < outer_; ++i)
    for (int b = 0; b < rows_[i].count; ++b)
      u[i] += factor[rows_[i].first + b] * v[columns_[rows_[i].first + b]];
}

void FlexibleEquations::setAccelerations(ConstVectorRef a) const {
  uAcceleration_.setZero();
  addRates(T_, a, uAcceleration_);
  addRates(W_, v_, uAcceleration_);
  for (const MarkerMap& map : maps_) {
    const Beam& beam = beams_[map.beam];
    const PlanarMotion& frame = inner_.motion(map.marker.body);
    const double omega = frame.omega, alpha = a[places_.angle(map.marker.body)];
    const Vector2 arm = frame.turn(map.point.arm + elasticArm(map, q_)),
                  rate = frame.turn(elasticArm(map, v_)), second = frame.turn(elasticArm(map, a));
    const Vector2 byAngle =
        -alpha * arm + perpendicular(second) - omega * omega * perpendicular(arm) - 2 * omega * rate;
    for (int k = 0; k < 2; ++k) {
      double* const Z = &Z_[rows_[map.row + k].first];
      Z[1] = byAngle[k];
      for (int j = 0; j < beam.law.elasticCount(); ++j) {
        const Vector2 shape = frame.turn(map.point.shapes.col(j));
        Z[2 + j] = alpha * perpendicular(shape)[k] - omega * omega * shape[k];
      }
    }
  }
}

void FlexibleEquations::addRight(const std::vector<double>& inner, const std::vector<double>& factor,
                                 double scale, double* values) const {
  const SparsePattern& pattern = inner_.constraintPattern();
  const int* slot = constraintSlots_.data();
  for (int col = 0; col < pattern.cols; ++col)
    for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k)
      for (int b = 0; b < rows_[col].count; ++b)
        values[*slot++] += scale * inner[k] * factor[rows_[col].first + b];
}

/// values += Tᵀ · inner · right
void FlexibleEquations::addBoth(const SparsePattern& pattern, const std::vector<double>& inner,
                                const std::vector<double>& right, const std::vector<int>& slots,
                                double* values) const {
  const int* slot = slots.data();
  for (int col = 0; col < pattern.cols; ++col)
    for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k) {
      const Row& row = rows_[pattern.rowIndex[k]];
      for (int a = 0; a < row.count; ++a)
        for (int b = 0; b < rows_[col].count; ++b)
          values[*slot++] += T_[row.first + a] * inner[k] * right[rows_[col].first + b];
    }
}

/// Only turning is nonlinear: by θθ −f · Rρ, by θ and q_j f · (R Φ_j)⊥.
void FlexibleEquations::addCurvature(const Vector& force, double* values) const {
  for (const MarkerMap& map : maps_) {
    const int n = beams_[map.beam].law.elasticCount();
    const PlanarMotion& frame = inner_.motion(map.marker.body);
    const Vector2 f = force.segment<2>(map.row);
    values[map.hessianSlots[0]] -= f.dot(frame.turn(map.point.arm + elasticArm(map, q_)));
    for (int j = 0; j < n; ++j) {
      const double mixed = f.dot(perpendicular(frame.turn(map.point.shapes.col(j))));
      values[map.hessianSlots[1 + j]] += mixed;
      values[map.hessianSlots[1 + n + j]] += mixed;
    }
  }
}

void FlexibleEquations::mass(double* values) const {
  std::fill_n(values, layout_.mass.nonZeros(), 0.0);
  for (int body = 0; body < places_.bodyCount(); ++body) {
    const auto [mass, inertia] = std::pair(mechanism_.bodies[body].mass, mechanism_.bodies[body].inertia);
    const int* const slots = rigidMassSlots_.data() + places_.frame(body).first;
    if (slots[0] < 0) continue;  // a beam
    values[slots[0]] = values[slots[1]] = mass;
    values[slots[2]] = inertia;
  }
  for (const Beam& beam : beams_) {
    beam.law.mass(localMatrix_);
    for (std::size_t k = 0; k < beam.massSlots.size(); ++k)
      if (beam.massSlots[k] >= 0) values[beam.massSlots[k]] += localMatrix_.data()[k];
  }
}

void FlexibleEquations::addPulledBack(const Vector& outer, VectorRef Q) const {
  for (int i = 0; i < outer_; ++i)
    for (int b = 0; b < rows_[i].count; ++b)
      Q[columns_[rows_[i].first + b]] += T_[rows_[i].first + b] * outer[i];
}

void FlexibleEquations::forces(VectorRef Q) const {
  inner_.forces(innerForce_);
  Q.setZero();
  addPulledBack(innerForce_, Q);
  for (const Beam& beam : beams_) {
    beam.law.forces(local_);
    for (int k = 0; k < beam.law.size(); ++k) Q[beam.columns[k]] += local_[k];
  }
}

Offers FlexibleEquations::offers() {
  const Offers inner = inner_.offers();
  return {.switches = inner.switches,
          .stops = stops_,
          .samples = inner.samples,
          .kinks = inner.kinks,
          .poles = inner.poles,
          .fronts = inner.fronts,
          .waves = inner.waves,
          .marks = inner.marks};
}

bool FlexibleEquations::OuterStops::hits(int i, VectorRef n, double& restitution) const {
  Vector& inner = equations_.innerForce_;
  inner.setZero();
  const bool hit = inner_.hits(i, inner, restitution);
  n.setZero();
  equations_.addPulledBack(inner, n);
  return hit;
}

void FlexibleEquations::constraintJacobian(double* values) const {
  std::fill_n(values, layout_.constraint.nonZeros(), 0.0);
  inner_.constraintJacobian(jacobian_.data());
  addRight(jacobian_, T_, 1, values);
}

void FlexibleEquations::gamma(VectorRef g) const {
  inner_.gamma(g);
  inner_.constraintJacobian(jacobian_.data());
  innerForce_.setZero();
  addRates(W_, v_, innerForce_);
  addProduct(inner_.constraintPattern(), jacobian_.data(), innerForce_, -1, g);
}

void FlexibleEquations::velocityJacobian(double* values) const {
  std::fill_n(values, layout_.constraint.nonZeros(), 0.0);
  inner_.velocityJacobian(innerRows_.data());
  addRight(innerRows_, T_, 1, values);
  inner_.constraintJacobian(jacobian_.data());
  addRight(jacobian_, W_, 1, values);
}

void FlexibleEquations::accelerationJacobian(ConstVectorRef a, double* values) const {
  std::fill_n(values, layout_.constraint.nonZeros(), 0.0);
  setAccelerations(a);
  inner_.accelerationJacobian(uAcceleration_, innerRows_.data());
  addRight(innerRows_, T_, 1, values);
  inner_.accelerationVelocityJacobian(uAcceleration_, innerRows_.data());
  addRight(innerRows_, W_, 1, values);
  inner_.constraintJacobian(jacobian_.data());
  addRight(jacobian_, Z_, 1, values);
}

void FlexibleEquations::accelerationVelocityJacobian(ConstVectorRef a, double* values) const {
  std::fill_n(values, layout_.constraint.nonZeros(), 0.0);
  setAccelerations(a);
  inner_.accelerationVelocityJacobian(uAcceleration_, innerRows_.data());
  addRight(innerRows_, T_, 1, values);
  inner_.constraintJacobian(jacobian_.data());
  addRight(jacobian_, W_, 2, values);
}

void FlexibleEquations::constraintHessian(ConstVectorRef lambda, double* values) const {
  std::fill_n(values, layout_.stiffness.nonZeros(), 0.0);
  inner_.constraintHessian(lambda, innerPairs_.data());
  addBoth(inner_.stiffnessPattern(), innerPairs_, T_, stiffnessSlots_, values);
  inner_.constraintJacobian(jacobian_.data());
  innerForce_.setZero();
  addTransposedProduct(inner_.constraintPattern(), jacobian_.data(), lambda, 1, innerForce_);
  addCurvature(innerForce_, values);
}

void FlexibleEquations::stiffness(ConstVectorRef a, ConstVectorRef lambda, double* values) const {
  std::fill_n(values, layout_.stiffness.nonZeros(), 0.0);
  setAccelerations(a);
  inner_.stiffness(uAcceleration_, lambda, innerPairs_.data());
  addBoth(inner_.stiffnessPattern(), innerPairs_, T_, stiffnessSlots_, values);
  inner_.damping(innerPairs_.data());
  addBoth(inner_.dampingPattern(), innerPairs_, W_, rateSlots_, values);
  inner_.forces(innerForce_);
  innerForce_ *= -1;
  inner_.constraintJacobian(jacobian_.data());
  addTransposedProduct(inner_.constraintPattern(), jacobian_.data(), lambda, 1, innerForce_);
  addCurvature(innerForce_, values);
  for (const Beam& beam : beams_) {
    local_.resize(beam.law.size());
    for (int k = 0; k < beam.law.size(); ++k) local_[k] = a[beam.columns[k]];
    beam.law.stiffness(local_, localMatrix_);
    for (std::size_t k = 0; k < beam.stiffnessSlots.size(); ++k)
      if (beam.stiffnessSlots[k] >= 0) values[beam.stiffnessSlots[k]] += localMatrix_.data()[k];
  }
}

void FlexibleEquations::damping(double* values) const {
  std::fill_n(values, layout_.damping.nonZeros(), 0.0);
  inner_.damping(innerPairs_.data());
  addBoth(inner_.dampingPattern(), innerPairs_, T_, dampingSlots_, values);
  for (const Beam& beam : beams_) {
    beam.law.damping(localMatrix_);
    for (std::size_t k = 0; k < beam.dampingSlots.size(); ++k)
      if (beam.dampingSlots[k] >= 0) values[beam.dampingSlots[k]] += localMatrix_.data()[k];
  }
}

}  // namespace holonom
