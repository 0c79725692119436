// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/force_laws/hand_force.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/dynamics/frames.h"
#include "core/dynamics/local_values.h"

namespace holonom {
namespace {

/// ∂ place / ∂ (x, y, θ)
Eigen::Matrix<double, 2, 3> placeJacobian(const Vector2& arm) {
  Eigen::Matrix<double, 2, 3> J = Eigen::Matrix<double, 2, 3>::Identity();
  J.col(2) = perpendicular(arm);
  return J;
}

/// A force at an arm, over a pair of the ground and the frame.
PairVector forceOn(const Vector2& arm, const Vector2& force) {
  return {0, 0, 0, force.x(), force.y(), perpendicular(arm).dot(force)};
}

/// Into the rows and columns of the frame.
void putBlock(const Matrix3& block, double* local) {
  for (int k = 0; k < kFrameSize; ++k)
    for (int l = 0; l < kFrameSize; ++l) local[(kFrameSize + k) * kPairSize + kFrameSize + l] = block(k, l);
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

HandForce::HandForce(const Mechanism& mechanism, const CoordinateLayout& places, const Hand& data, bool any)
    : mechanism_(mechanism), data_(data) {
  takePlaces();
  const int frames = places.bodyCount() + static_cast<int>(places.stations().size());
  for (int frame = 0; frame < frames; ++frame)
    if (!places.isSpatial(frame) &&  // a hand pulls in the plane only
        (any || std::ranges::any_of(places_, [&](const Place& place) { return place.frame == frame; })))
      grips_.push_back({PairMap(places, kGround, frame)});
}

void HandForce::takePlaces() {
  places_.clear();
  for (const Hand::Grab& grab : data_.grabs) {
    const Body& body = mechanism_.bodies[grab.body];
    if (body.flexible)
      places_.push_back(
          {frameOf(mechanism_, nearestStation(mechanism_, grab.body, inPlane(grab.at))), Vector2::Zero()});
    else if (!body.turns()) places_.push_back({grab.body, Vector2::Zero()});
    else places_.push_back({grab.body, inPlane(grab.at - body.centreOfMass)});
  }
}

void HandForce::addPatterns(Entries& stiffness, Entries& damping) const {
  for (const Grip& grip : grips_)
    for (const int row : grip.map.coordinates())
      for (const int col : grip.map.coordinates()) {
        if (row < 0 || col < 0) continue;
        stiffness.emplace_back(row, col);
        damping.emplace_back(row, col);
      }
}

void HandForce::takeSlots(const SparsePattern& stiffness, const SparsePattern& damping) {
  for (Grip& grip : grips_) {
    Entries entries;
    for (const int row : grip.map.coordinates())
      for (const int col : grip.map.coordinates())
        entries.push_back(row < 0 || col < 0 ? std::pair(-1, -1) : std::pair(row, col));
    grip.stiffnessSlots = slotsOf(entries, stiffness);
    grip.dampingSlots = slotsOf(entries, damping);
  }
}

const HandForce::Grip& HandForce::gripOf(int frame) const {
  return *std::ranges::lower_bound(grips_, frame, {}, [](const Grip& grip) { return grip.map.frameB(); });
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
  const Place& place = places_[static_cast<std::size_t>(next - 1 - grabs.begin())];
  if (at.layout.isSpatial(place.frame)) return hold;
  const PlanarMotion& motion = at.motion(place.frame);
  hold.grip = &gripOf(place.frame);
  hold.strength = hand.grip;
  hold.arm = motion.turn(place.arm);
  hold.velocity = motion.v + motion.omega * perpendicular(hold.arm);
  hold.force = hand.grip *
               (data_.stiffness * (inPlane(hand.to) - motion.r - hold.arm) - data_.damping * hold.velocity);
  return hold;
}

void HandForce::addForce(const Configuration& at, VectorRef Q) const {
  const Hold hold = holdAt(at);
  if (hold.grip) hold.grip->map.addForce(at, forceOn(hold.arm, hold.force), Q);
}

/// Q = Jᵀ F with J = ∂r/∂q: −∂Q/∂q = g Jᵀ (k J + c ∂ṙ/∂q) + (arm · F) at (θ, θ), where ∂ṙ/∂θ = −ω arm.
void HandForce::addStiffness(const Configuration& at, double* values) const {
  const Hold hold = holdAt(at);
  if (!hold.grip) return;
  const PairMap& map = hold.grip->map;
  const auto J = placeJacobian(hold.arm);
  const Matrix3 D = hold.strength * data_.damping * J.transpose() * J;
  Eigen::Matrix<double, 2, 3> slope = data_.stiffness * J;
  slope.col(2) -= data_.damping * at.motion(map.frameB()).omega * hold.arm;
  Matrix3 K = hold.strength * J.transpose() * slope;
  K(2, 2) += hold.arm.dot(hold.force);
  LocalBlock block(map, at);
  block.timesT([&](double* local) { putBlock(K, local); });
  block.timesW([&](double* local) { putBlock(D, local); });
  block.curve([&](double* force) { std::ranges::copy(forceOn(hold.arm, -hold.force), force); });
  scatter(block.values(), hold.grip->stiffnessSlots, values);
}

void HandForce::addDamping(const Configuration& at, double* values) const {
  const Hold hold = holdAt(at);
  if (!hold.grip) return;
  const auto J = placeJacobian(hold.arm);
  const Matrix3 D = hold.strength * data_.damping * J.transpose() * J;
  LocalBlock block(hold.grip->map, at);
  block.timesT([&](double* local) { putBlock(D, local); });
  scatter(block.values(), hold.grip->dampingSlots, values);
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
  return hold.grip ? hold.force.dot(hold.velocity) : 0;
}

double HandForce::size(const Configuration& at, int component) const {
  const Hold hold = holdAt(at);
  return hold.grip ? hold.force[component] : 0;
}

}  // namespace holonom
