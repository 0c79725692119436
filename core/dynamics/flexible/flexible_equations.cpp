// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/flexible/flexible_equations.h"

#include <algorithm>

namespace holonom {
namespace {

using Entries = std::vector<std::pair<int, int>>;

/// Nothing depends on the place of a beam, and x and y do not meet.
bool inMass(int row, int col) { return !(row < 2 && col < 2 && row != col); }
bool inStiffness(int /*row*/, int col) { return col >= 2; }

}  // namespace

FlexibleEquations::FlexibleEquations(const Mechanism& mechanism)
    : mechanism_(mechanism), markers_(withMarkers(mechanism).markers), inner_(withMarkers(mechanism).mechanism),
      rigid_(3 * static_cast<int>(mechanism.bodies.size())), n_(rigid_), outer_(inner_.coordinateCount()) {
  for (int body = 0; body < static_cast<int>(mechanism.bodies.size()); ++body) {
    if (!mechanism.bodies[body].flexible) continue;
    Beam beam{BeamBody(mechanism.bodies[body], mechanism.gravity), body, n_, {3 * body, 3 * body + 1, 3 * body + 2}, {}, {}, {}};
    for (int j = 0; j < beam.law.elasticCount(); ++j) beam.columns.push_back(n_++);
    beams_.push_back(std::move(beam));
  }
  for (const Marker& marker : markers_) {
    const auto beam = std::find_if(beams_.begin(), beams_.end(), [&](const Beam& b) { return b.body == marker.body; });
    const Body& body = mechanism.bodies[marker.body];
    maps_.push_back({marker, static_cast<int>(beam - beams_.begin()), beamPoint(body, body.points[marker.point].position),
                     3 * marker.standIn, {}});
  }
  q_ = v_ = Vector::Zero(n_);
  u_ = uRate_ = uAcceleration_ = innerForce_ = Vector::Zero(outer_);
  seen_.q = seen_.v = seen_.a = Vector::Zero(outer_);
  seen_.lambda = Vector::Zero(constraintCount());
  buildRows();
  buildPatterns();
  moveTo(0, givenCoordinates(), givenVelocities());
}

void FlexibleEquations::buildRows() {
  for (int i = 0; i < rigid_; ++i) {
    rows_.push_back({i, 1});
    columns_.push_back(i);
  }
  for (const MarkerMap& map : maps_)
    for (int k = 0; k < 3; ++k) {
      rows_.push_back({static_cast<int>(columns_.size()), 0});
      if (k < 2) columns_.push_back(3 * map.marker.body + k);
      const auto& columns = beams_[map.beam].columns;
      columns_.insert(columns_.end(), columns.begin() + 2, columns.end());
      rows_.back().count = static_cast<int>(columns_.size()) - rows_.back().first;
    }
  T_.assign(columns_.size(), 0);
  W_ = Z_ = T_;
  std::fill_n(T_.begin(), rigid_, 1.0);
}

/// Visits the outer entries that an inner entry spreads over.
template <class Visit>
static void forEachPair(const SparsePattern& pattern, Visit visit) {
  for (int col = 0; col < pattern.cols; ++col)
    for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k) visit(pattern.rowIndex[k], col);
}

void FlexibleEquations::buildPatterns() {
  Entries mass, jacobian, stiffness, damping;
  const auto spread = [&](const SparsePattern& pattern, Entries& out) {
    forEachPair(pattern, [&](int i, int j) {
      for (int a = 0; a < rows_[i].count; ++a)
        for (int b = 0; b < rows_[j].count; ++b)
          out.emplace_back(columns_[rows_[i].first + a], columns_[rows_[j].first + b]);
    });
  };
  forEachPair(inner_.constraintPattern(), [&](int row, int j) {
    for (int b = 0; b < rows_[j].count; ++b) jacobian.emplace_back(row, columns_[rows_[j].first + b]);
  });
  spread(inner_.stiffnessPattern(), stiffness);
  spread(inner_.dampingPattern(), stiffness);
  spread(inner_.dampingPattern(), damping);
  for (int i = 0; i < rigid_; ++i) mass.emplace_back(i, i);
  for (const Beam& beam : beams_)
    for (int col = 0; col < beam.law.size(); ++col)
      for (int row = 0; row < beam.law.size(); ++row) {
        if (inMass(row, col)) mass.emplace_back(beam.columns[row], beam.columns[col]);
        if (!inStiffness(row, col)) continue;
        stiffness.emplace_back(beam.columns[row], beam.columns[col]);
        damping.emplace_back(beam.columns[row], beam.columns[col]);
      }
  massPattern_ = SparsePattern::fromEntries(n_, n_, mass);
  constraintPattern_ = SparsePattern::fromEntries(constraintCount(), n_, jacobian);
  stiffnessPattern_ = SparsePattern::fromEntries(n_, n_, stiffness);
  dampingPattern_ = SparsePattern::fromEntries(n_, n_, damping);

  const auto slotsOf = [&](const SparsePattern& from, const SparsePattern& to, std::vector<int>& slots) {
    Entries entries;
    spread(from, entries);
    for (const auto& [row, col] : entries) slots.push_back(to.slot(row, col));
  };
  for (const auto& [row, col] : jacobian) constraintSlots_.push_back(constraintPattern_.slot(row, col));
  slotsOf(inner_.stiffnessPattern(), stiffnessPattern_, stiffnessSlots_);
  slotsOf(inner_.dampingPattern(), stiffnessPattern_, rateSlots_);
  slotsOf(inner_.dampingPattern(), dampingPattern_, dampingSlots_);
  for (int i = 0; i < rigid_; ++i) rigidMassSlots_.push_back(massPattern_.slot(i, i));
  for (Beam& beam : beams_) {
    for (int k = 0; k < 3; ++k) rigidMassSlots_[3 * beam.body + k] = -1;
    for (int col = 0; col < beam.law.size(); ++col)
      for (int row = 0; row < beam.law.size(); ++row) {
        const int r = beam.columns[row], c = beam.columns[col];
        beam.massSlots.push_back(inMass(row, col) ? massPattern_.slot(r, c) : -1);
        beam.stiffnessSlots.push_back(inStiffness(row, col) ? stiffnessPattern_.slot(r, c) : -1);
        beam.dampingSlots.push_back(inStiffness(row, col) ? dampingPattern_.slot(r, c) : -1);
      }
  }
  for (MarkerMap& map : maps_) {
    const std::vector<int>& columns = beams_[map.beam].columns;
    for (std::size_t j = 2; j < columns.size(); ++j) map.hessianSlots.push_back(stiffnessPattern_.slot(columns[2], columns[j]));
    for (std::size_t j = 3; j < columns.size(); ++j) map.hessianSlots.push_back(stiffnessPattern_.slot(columns[j], columns[2]));
  }
  jacobian_.resize(inner_.constraintPattern().nonZeros());
  innerRows_.resize(jacobian_.size());
  innerPairs_.resize(std::max(inner_.stiffnessPattern().nonZeros(), inner_.dampingPattern().nonZeros()));
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
  for (const MarkerMap& map : maps_) {
    const Beam& beam = beams_[map.beam];
    const int frame = 3 * map.marker.body, n = beam.law.elasticCount();
    PlanarMotion motion;
    motion.cosine = std::cos(q[frame + 2]);
    motion.sine = std::sin(q[frame + 2]);
    const double omega = v[frame + 2];
    const Vector2 arm = motion.turn(map.point.arm + elasticArm(map, q)), armRate = motion.turn(elasticArm(map, v));
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
    for (int b = 0; b < rows_[i].count; ++b) u[i] += factor[rows_[i].first + b] * v[columns_[rows_[i].first + b]];
}

void FlexibleEquations::setAccelerations(ConstVectorRef a) const {
  uAcceleration_.setZero();
  addRates(T_, a, uAcceleration_);
  addRates(W_, v_, uAcceleration_);
  for (const MarkerMap& map : maps_) {
    const Beam& beam = beams_[map.beam];
    const PlanarMotion& frame = inner_.motion(map.marker.body);
    const double omega = frame.omega, alpha = a[3 * map.marker.body + 2];
    const Vector2 arm = frame.turn(map.point.arm + elasticArm(map, q_)), rate = frame.turn(elasticArm(map, v_)),
                  second = frame.turn(elasticArm(map, a));
    const Vector2 byAngle = -alpha * arm + perpendicular(second) - omega * omega * perpendicular(arm) - 2 * omega * rate;
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

void FlexibleEquations::addRight(const std::vector<double>& inner, const std::vector<double>& factor, double scale,
                                 double* values) const {
  const SparsePattern& pattern = inner_.constraintPattern();
  const int* slot = constraintSlots_.data();
  for (int col = 0; col < pattern.cols; ++col)
    for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k)
      for (int b = 0; b < rows_[col].count; ++b) values[*slot++] += scale * inner[k] * factor[rows_[col].first + b];
}

/// values += Tᵀ · inner · right
void FlexibleEquations::addBoth(const SparsePattern& pattern, const std::vector<double>& inner,
                                const std::vector<double>& right, const std::vector<int>& slots, double* values) const {
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
  std::fill_n(values, massPattern_.nonZeros(), 0.0);
  for (int i = 0; i < rigid_; ++i) {
    const Body& body = mechanism_.bodies[i / 3];
    if (rigidMassSlots_[i] >= 0) values[rigidMassSlots_[i]] = i % 3 == 2 ? body.inertia : body.mass;
  }
  for (const Beam& beam : beams_) {
    beam.law.mass(localMatrix_);
    for (std::size_t k = 0; k < beam.massSlots.size(); ++k)
      if (beam.massSlots[k] >= 0) values[beam.massSlots[k]] += localMatrix_.data()[k];
  }
}

void FlexibleEquations::addPulledBack(const Vector& outer, VectorRef Q) const {
  for (int i = 0; i < outer_; ++i)
    for (int b = 0; b < rows_[i].count; ++b) Q[columns_[rows_[i].first + b]] += T_[rows_[i].first + b] * outer[i];
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

bool FlexibleEquations::hits(int i, VectorRef n, double& restitution) const {
  innerForce_.setZero();
  const bool hit = inner_.hits(i, innerForce_, restitution);
  n.setZero();
  addPulledBack(innerForce_, n);
  return hit;
}

void FlexibleEquations::constraintJacobian(double* values) const {
  std::fill_n(values, constraintPattern_.nonZeros(), 0.0);
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
  std::fill_n(values, constraintPattern_.nonZeros(), 0.0);
  inner_.velocityJacobian(innerRows_.data());
  addRight(innerRows_, T_, 1, values);
  inner_.constraintJacobian(jacobian_.data());
  addRight(jacobian_, W_, 1, values);
}

void FlexibleEquations::accelerationJacobian(ConstVectorRef a, double* values) const {
  std::fill_n(values, constraintPattern_.nonZeros(), 0.0);
  setAccelerations(a);
  inner_.accelerationJacobian(uAcceleration_, innerRows_.data());
  addRight(innerRows_, T_, 1, values);
  inner_.velocityJacobian(innerRows_.data());
  addRight(innerRows_, W_, 2, values);
  inner_.constraintJacobian(jacobian_.data());
  addRight(jacobian_, Z_, 1, values);
}

void FlexibleEquations::constraintHessian(ConstVectorRef lambda, double* values) const {
  std::fill_n(values, stiffnessPattern_.nonZeros(), 0.0);
  inner_.constraintHessian(lambda, innerPairs_.data());
  addBoth(inner_.stiffnessPattern(), innerPairs_, T_, stiffnessSlots_, values);
  inner_.constraintJacobian(jacobian_.data());
  innerForce_.setZero();
  addTransposedProduct(inner_.constraintPattern(), jacobian_.data(), lambda, 1, innerForce_);
  addCurvature(innerForce_, values);
}

void FlexibleEquations::stiffness(ConstVectorRef a, ConstVectorRef lambda, double* values) const {
  std::fill_n(values, stiffnessPattern_.nonZeros(), 0.0);
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
  std::fill_n(values, dampingPattern_.nonZeros(), 0.0);
  inner_.damping(innerPairs_.data());
  addBoth(inner_.dampingPattern(), innerPairs_, T_, dampingSlots_, values);
  for (const Beam& beam : beams_) {
    beam.law.damping(localMatrix_);
    for (std::size_t k = 0; k < beam.dampingSlots.size(); ++k)
      if (beam.dampingSlots[k] >= 0) values[beam.dampingSlots[k]] += localMatrix_.data()[k];
  }
}

}  // namespace holonom
