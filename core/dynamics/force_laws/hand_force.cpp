// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/force_laws/hand_force.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/dynamics/frames.h"
#include "core/dynamics/local_values.h"
#include "core/dynamics/spatial/vector_function.h"

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

/// By which frames of the grips, ascending, are found.
constexpr auto kFrameOf = [](const auto& grip) { return grip.map.frameB(); };

template <class Grips>
auto* gripOf(const Grips& grips, int frame) {
  return &*std::ranges::lower_bound(grips, frame, {}, kFrameOf);
}

/// Of all its coordinates, row by row.
Entries entriesOf(const std::vector<int>& coordinates) {
  Entries entries;
  for (const int row : coordinates)
    for (const int col : coordinates)
      entries.push_back(row < 0 || col < 0 ? std::pair(-1, -1) : std::pair(row, col));
  return entries;
}

}  // namespace

bool isSameTime(double t, double meant) {
  return std::abs(t - meant) <=
         8 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t), std::abs(meant));
}

HandForce::HandForce(const Mechanism& mechanism, const CoordinateLayout& places, const Hand& data, bool any)
    : mechanism_(mechanism), data_(data) {
  takePlaces();
  const int frames = places.bodyCount() + static_cast<int>(places.stations().size());
  for (int frame = 0; frame < frames; ++frame) {
    const auto holds = [&](const Place& place) { return place.frame == frame; };
    if (!any && std::ranges::none_of(places_, holds)) continue;
    if (places.isSpatial(frame)) gripsInSpace_.push_back({PairMapIn<Space>(places, kGround, frame)});
    else grips_.push_back({PairMap(places, kGround, frame)});
  }
}

void HandForce::takePlaces() {
  places_.clear();
  for (const Hand::Grab& grab : data_.grabs) {
    const Body& body = mechanism_.bodies[grab.body];
    if (body.flexible)
      places_.push_back(
          {frameOf(mechanism_, nearestStation(mechanism_, grab.body, inPlane(grab.at))), Vector3()});
    else if (!body.turns()) places_.push_back({grab.body, Vector3()});
    else places_.push_back({grab.body, grab.at - body.centreOfMass});
  }
}

template <class Visit>
void HandForce::forEachGrip(Visit visit) {
  for (auto& grip : grips_) visit(grip);
  for (auto& grip : gripsInSpace_) visit(grip);
}

void HandForce::addPatterns(Entries& stiffness, Entries& damping) const {
  const_cast<HandForce*>(this)->forEachGrip([&](const auto& grip) {  // reads only
    for (const auto& entry : entriesOf(grip.map.coordinates())) {
      if (entry.first < 0) continue;
      stiffness.push_back(entry);
      damping.push_back(entry);
    }
  });
}

void HandForce::takeSlots(const SparsePattern& stiffness, const SparsePattern& damping) {
  forEachGrip([&](auto& grip) {
    const Entries entries = entriesOf(grip.map.coordinates());
    grip.stiffnessSlots = slotsOf(entries, stiffness);
    grip.dampingSlots = slotsOf(entries, damping);
  });
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
  hold.own = place.arm;
  hold.strength = hand.grip;
  Vector3 held;
  if (at.layout.isSpatial(place.frame)) {
    hold.inSpace = gripOf(gripsInSpace_, place.frame);
    const SpatialPair pair = hold.inSpace->map.pair(at);
    const VectorFunction point = VectorFunction::point(1, place.arm);
    held = point.value(pair);
    hold.velocity = point.rate(pair);
  } else {
    hold.grip = gripOf(grips_, place.frame);
    const PlanarMotion& motion = at.motion(place.frame);
    hold.arm = motion.turn(inPlane(place.arm));
    held = Vector2(motion.r + hold.arm);
    held.z() = hand.to.z();  // nothing pulls a body out of its plane
    hold.velocity = Vector2(motion.v + motion.omega * perpendicular(hold.arm));
  }
  hold.force = hand.grip * (data_.stiffness * (hand.to - held) - data_.damping * hold.velocity);
  return hold;
}

void HandForce::addForce(const Configuration& at, VectorRef Q) const {
  const Hold hold = holdAt(at);
  if (hold.grip) hold.grip->map.addForce(at, forceOn(hold.arm, inPlane(hold.force)), Q);
  if (!hold.inSpace) return;
  const auto D = VectorFunction::point(1, hold.own).derivative(hold.inSpace->map.pair(at));
  SpatialPairValues local;
  Eigen::Map<SpatialPairVector>{local.data()} = D.transpose() * hold.force;
  hold.inSpace->map.addForce(at, local, Q);
}

/// Q = Jᵀ F with J = ∂r/∂q: −∂Q/∂q = g Jᵀ (k J + c ∂ṙ/∂q) + (arm · F) at (θ, θ), where ∂ṙ/∂θ = −ω arm. In
/// space, where r is quadratic in the coordinates of the pair, the last term is that of its constant second
/// derivative.
void HandForce::addStiffness(const Configuration& at, double* values) const {
  const Hold hold = holdAt(at);
  if (hold.inSpace) {
    using Square = VectorFunction::Square;
    const SpatialPair pair = hold.inSpace->map.pair(at);
    const VectorFunction point = VectorFunction::point(1, hold.own);
    const auto D = point.derivative(pair);
    LocalBlock block(hold.inSpace->map, at);
    block.timesT([&](double* local) {
      Eigen::Map<Square>{local} =
          hold.strength * D.transpose() * (data_.stiffness * D + data_.damping * point.rateDerivative(pair));
      point.addCurvature(-hold.force, local);
    });
    block.timesW([&](double* local) {
      Eigen::Map<Square>{local} = hold.strength * data_.damping * D.transpose() * D;
    });
    block.curve([&](double* local) { Eigen::Map<SpatialPairVector>{local} = -D.transpose() * hold.force; });
    scatter(block.values(), hold.inSpace->stiffnessSlots, values);
  }
  if (!hold.grip) return;
  const PairMap& map = hold.grip->map;
  const Vector2 force = inPlane(hold.force);
  const auto J = placeJacobian(hold.arm);
  const Matrix3 D = hold.strength * data_.damping * J.transpose() * J;
  Eigen::Matrix<double, 2, 3> slope = data_.stiffness * J;
  slope.col(2) -= data_.damping * at.motion(map.frameB()).omega * hold.arm;
  Matrix3 K = hold.strength * J.transpose() * slope;
  K(2, 2) += hold.arm.dot(force);
  LocalBlock block(map, at);
  block.timesT([&](double* local) { putBlock(K, local); });
  block.timesW([&](double* local) { putBlock(D, local); });
  block.curve([&](double* local) { std::ranges::copy(forceOn(hold.arm, -force), local); });
  scatter(block.values(), hold.grip->stiffnessSlots, values);
}

void HandForce::addDamping(const Configuration& at, double* values) const {
  const Hold hold = holdAt(at);
  if (hold.inSpace) {
    const auto D = VectorFunction::point(1, hold.own).derivative(hold.inSpace->map.pair(at));
    LocalBlock block(hold.inSpace->map, at);
    block.timesT([&](double* local) {
      Eigen::Map<VectorFunction::Square>{local} = hold.strength * data_.damping * D.transpose() * D;
    });
    scatter(block.values(), hold.inSpace->dampingSlots, values);
  }
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
  return hold.force.dot(hold.velocity);
}

double HandForce::size(const Configuration& at, int component) const { return holdAt(at).force[component]; }

}  // namespace holonom
