// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/force_laws/hand_force.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

namespace holonom {
namespace {

using Matrix3 = Eigen::Matrix3d;

/// ∂ place / ∂ (x, y, θ)
Eigen::Matrix<double, 2, 3> placeJacobian(const Vector2& arm) {
  Eigen::Matrix<double, 2, 3> J = Eigen::Matrix<double, 2, 3>::Identity();
  J.col(2) = perpendicular(arm);
  return J;
}

}  // namespace

bool isSameTime(double t, double meant) {
  return std::abs(t - meant) <=
         8 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t), std::abs(meant));
}

Hand::Knot handAt(const std::vector<Hand::Knot>& path, double t) {
  const auto next = std::upper_bound(path.begin(), path.end(), t,
                                     [](double time, const Hand::Knot& knot) { return time < knot.t; });
  if (next == path.begin()) return {t, path.front().to, 0};
  const Hand::Knot& before = *(next - 1);
  if (next == path.end()) return {t, before.to, before.grip};
  const double s = (t - before.t) / (next->t - before.t);
  return {t, before.to + s * (next->to - before.to), before.grip + s * (next->grip - before.grip)};
}

HandForce::HandForce(const Mechanism& mechanism, const Hand& data, bool any)
    : data_(data), layout_(mechanism) {
  for (const Body& body : mechanism.bodies) centres_.push_back(body.centreOfMass);
  for (int body = 0; body < static_cast<int>(mechanism.bodies.size()); ++body)
    if (any || std::any_of(data.grabs.begin(), data.grabs.end(),
                           [&](const Hand::Grab& grab) { return grab.body == body; }))
      bodies_.push_back(body);
  stiffnessSlots_.resize(centres_.size());
  dampingSlots_.resize(centres_.size());
  takePlaces();
}

void HandForce::takePlaces() {
  places_.clear();
  for (const Hand::Grab& grab : data_.grabs) places_.push_back(grab.at - centres_[grab.body]);
}

void HandForce::addPatterns(Entries& stiffness, Entries& damping) const {
  for (const int body : bodies_)
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l) {
        stiffness.emplace_back(layout_.frame(body).first + k, layout_.frame(body).first + l);
        damping.emplace_back(layout_.frame(body).first + k, layout_.frame(body).first + l);
      }
}

void HandForce::takeSlots(const SparsePattern& stiffness, const SparsePattern& damping) {
  for (const int body : bodies_)
    for (int k = 0; k < 9; ++k) {
      const int row = layout_.frame(body).first + k / 3, col = layout_.frame(body).first + k % 3;
      stiffnessSlots_[body][k] = stiffness.slot(row, col);
      dampingSlots_[body][k] = damping.slot(row, col);
    }
}

HandForce::Hold HandForce::holdAt(const Configuration& at) const {
  Hold hold;
  const auto& grabs = data_.grabs;
  const auto next = std::upper_bound(grabs.begin(), grabs.end(), at.t, [](double t, const Hand::Grab& grab) {
    return t < grab.path.front().t;
  });
  if (next == grabs.begin()) return hold;
  const Hand::Grab& grab = *(next - 1);
  const Hand::Knot hand = handAt(grab.path, at.t);
  if (hand.grip == 0) return hold;
  const PlanarMotion& motion = at.motion(grab.body);
  hold.body = grab.body;
  hold.grip = hand.grip;
  hold.arm = motion.turn(places_[static_cast<std::size_t>(next - 1 - grabs.begin())]);
  hold.velocity = motion.v + motion.omega * perpendicular(hold.arm);
  hold.force =
      hand.grip * (data_.stiffness * (hand.to - motion.r - hold.arm) - data_.damping * hold.velocity);
  return hold;
}

void HandForce::addForce(const Configuration& at, VectorRef Q) const {
  const Hold hold = holdAt(at);
  if (hold.body == kGround) return;
  Q.segment<2>(at.layout.place(hold.body)) += hold.force;
  Q[at.layout.angle(hold.body)] += perpendicular(hold.arm).dot(hold.force);
}

/// Q = Jᵀ F with J = ∂r/∂q: −∂Q/∂q = g Jᵀ (k J + c ∂ṙ/∂q) + (arm · F) at (θ, θ), where ∂ṙ/∂θ = −ω arm.
void HandForce::addStiffness(const Configuration& at, double* values) const {
  const Hold hold = holdAt(at);
  if (hold.body == kGround) return;
  const auto J = placeJacobian(hold.arm);
  Eigen::Matrix<double, 2, 3> slope = data_.stiffness * J;
  slope.col(2) -= data_.damping * at.motion(hold.body).omega * hold.arm;
  Matrix3 K = hold.grip * J.transpose() * slope;
  K(2, 2) += hold.arm.dot(hold.force);
  for (int k = 0; k < 9; ++k) values[stiffnessSlots_[hold.body][k]] += K(k / 3, k % 3);
}

void HandForce::addDamping(const Configuration& at, double* values) const {
  const Hold hold = holdAt(at);
  if (hold.body == kGround) return;
  const auto J = placeJacobian(hold.arm);
  const Matrix3 D = hold.grip * data_.damping * J.transpose() * J;
  for (int k = 0; k < 9; ++k) values[dampingSlots_[hold.body][k]] += D(k / 3, k % 3);
}

double HandForce::nextKnot(double t) const {
  double first = std::numeric_limits<double>::infinity();
  for (const Hand::Grab& grab : data_.grabs) {
    const auto knot = std::ranges::find_if(
        grab.path, [t](const Hand::Knot& other) { return other.t > t && !isSameTime(t, other.t); });
    if (knot != grab.path.end()) first = std::min(first, knot->t);
  }
  return first;
}

double HandForce::power(const Configuration& at) const {
  const Hold hold = holdAt(at);
  return hold.body == kGround ? 0 : hold.force.dot(hold.velocity);
}

double HandForce::size(const Configuration& at, int component) const {
  const Hold hold = holdAt(at);
  return hold.body == kGround ? 0 : hold.force[component];
}

}  // namespace holonom
