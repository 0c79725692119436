// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/state_quantity.h"

#include <cmath>
#include <numbers>

#include "core/base/lookup.h"
#include "core/dynamics/force_laws/spring_geometry.h"
#include "core/dynamics/frames.h"
#include "core/dynamics/joint_constraints/axis_projection.h"
#include "core/dynamics/local_values.h"
#include "core/dynamics/spatial/distance_in_space.h"
#include "core/dynamics/spatial/joint_coordinate.h"
#include "core/dynamics/state_function.h"
#include "core/model/symbols.h"

namespace holonom {
namespace {

class Time final : public StateQuantity {
 public:
  double value(const Configuration& at) const override { return at.t; }
  void gradient(const Configuration&, double*, double*) const override {}
  double timeDerivative(const Configuration&) const override { return 1; }
};

/// q_i or v_i itself.
class Entry final : public StateQuantity {
 public:
  Entry(int index, bool velocity) : index_(index), velocity_(velocity) {
    (velocity ? velocities_ : positions_) = {index};
  }
  double value(const Configuration& at) const override { return velocity_ ? at.v[index_] : at.q[index_]; }
  void gradient(const Configuration&, double* byPosition, double* byVelocity) const override {
    *(velocity_ ? byVelocity : byPosition) = 1;
  }

 private:
  int index_;
  bool velocity_;
};

/// A quantity that a sampled controller holds: constant between samples.
class Held final : public StateQuantity {
 public:
  explicit Held(int place) : place_(place) {}
  double value(const Configuration& at) const override { return at.held[place_]; }
  void gradient(const Configuration&, double*, double*) const override {}

 private:
  int place_;
};

/// A quantity of a pair of frames with value, rate g·u̇ and derivatives by the coordinates u of the pair.
/// Coordinates of ground are left out, and those of bodies where `structure` says that g is zero, or
/// `rateStructure` the derivatives of the rate.
template <class S>
class PairQuantityIn : public StateQuantity {
 public:
  using Pair = typename S::Pair;
  double value(const Configuration& at) const override {
    const Pair pair = map_.pair(at);
    return rate_ ? rateOf(pair) : positionOf(pair);
  }
  void gradient(const Configuration& at, double* byPosition, double* byVelocity) const override {
    PairValues<S> g{}, rateByPosition{};
    derivatives(map_.pair(at), g.data(), rateByPosition.data());
    const auto put = [](const PairValues<S>& from) {
      return [&from](double* to) { std::copy(from.begin(), from.end(), to); };
    };
    LocalRows slope(map_, at, 1);
    slope.timesT(put(g));
    if (!rate_) return pick(slope, places_, byPosition);
    LocalRows change(map_, at, 1);
    change.timesT(put(rateByPosition));
    change.timesW(1, put(g));
    pick(change, ratePlaces_, byPosition);
    pick(slope, places_, byVelocity);
  }
  /// Of the quantity and of its rate by velocities and positions it is the same.
  void hessian(const Configuration& at, double* H) const override {
    const Pair pair = map_.pair(at);
    LocalBlock<S> block(map_, at);
    block.timesT([&](double* curvature) { secondDerivatives(pair, curvature); });
    block.curve([&](double* slope) {
      PairValues<S> rateByPosition{};
      derivatives(pair, slope, rateByPosition.data());
    });
    for (const int row : places_)
      for (const int column : rate_ ? ratePlaces_ : places_)
        *H++ = block.values()[row * map_.size() + column];
  }

 protected:
  /// A structure that is empty has no zeros.
  PairQuantityIn(const CoordinateLayout& places, int a, int b, bool rate, std::string_view structure = {},
                 std::string_view rateStructure = {})
      : map_(places, a, b), rate_(rate) {
    const auto has = [&](std::string_view in, int k) {
      return !map_.isPlain() || in.empty() || in[k] == 'x';
    };
    for (int k = 0; k < map_.size(); ++k) {
      if (map_.coordinates()[k] < 0) continue;
      if (has(structure, k)) places_.push_back(k);
      if (has(rateStructure, k)) ratePlaces_.push_back(k);
    }
    const auto coordinates = [this](const std::vector<int>& kept) {
      std::vector<int> all;
      for (const int k : kept) all.push_back(map_.coordinates()[k]);
      return all;
    };
    positions_ = coordinates(rate ? ratePlaces_ : places_);
    if (rate) velocities_ = coordinates(places_);
  }
  virtual double positionOf(const Pair& pair) const = 0;
  virtual double rateOf(const Pair& pair) const = 0;
  /// g = ∂(position)/∂u, and ∂(g·u̇)/∂u.
  virtual void derivatives(const Pair& pair, double* g, double* rateByPosition) const = 0;
  /// ∂²(position)/∂u², row-major, into zeros.
  virtual void secondDerivatives(const Pair& pair, double* H) const = 0;

 private:
  static void pick(const LocalRows<S>& all, const std::vector<int>& places, double* out) {
    for (const int k : places) *out++ = all.values()[k];
  }
  PairMapIn<S> map_;
  bool rate_;
  std::vector<int> places_, ratePlaces_;  // of the derivatives that are kept
};

using PairQuantity = PairQuantityIn<Plane>;

/// One component of p = r + R s or of ṗ = v + ω (R s)⊥.
class PointComponent final : public PairQuantity {
 public:
  PointComponent(const CoordinateLayout& places, int frame, Vector2 s, int axis, bool velocity)
      : PairQuantity(places, kGround, frame, velocity, axis == 0 ? "...x.x" : "....xx", ".....x"),
        axis_(axis), s_(std::move(s)) {}

 protected:
  double positionOf(const PlanarPair& pair) const override {
    return pair.b.r[axis_] + pair.b.turn(s_)[axis_];
  }
  double rateOf(const PlanarPair& pair) const override {
    return pair.b.v[axis_] + pair.b.omega * perpendicular(pair.b.turn(s_))[axis_];
  }
  void derivatives(const PlanarPair& pair, double* g, double* rateByPosition) const override {
    const Vector2 arm = pair.b.turn(s_);
    g[kFrameSize + axis_] = 1;
    g[5] = perpendicular(arm)[axis_];
    rateByPosition[5] = -pair.b.omega * arm[axis_];
  }
  void secondDerivatives(const PlanarPair& pair, double* H) const override {
    H[5 * kPairSize + 5] = -pair.b.turn(s_)[axis_];
  }

 private:
  int axis_;
  Vector2 s_;
};

/// θ_b − θ_a.
class RelativeAngle final : public PairQuantity {
 public:
  RelativeAngle(const CoordinateLayout& places, int a, int b, bool rate) : PairQuantity(places, a, b, rate) {}

 protected:
  double positionOf(const PlanarPair& pair) const override { return pair.b.theta - pair.a.theta; }
  double rateOf(const PlanarPair& pair) const override { return pair.b.omega - pair.a.omega; }
  void derivatives(const PlanarPair&, double* g, double*) const override {
    g[2] = -1;
    g[5] = 1;
  }
  void secondDerivatives(const PlanarPair&, double*) const override {}
};

/// u · (p_b − p_a) with the axis u fixed in body a: the displacement of a prismatic joint.
class Displacement final : public PairQuantity {
 public:
  Displacement(const CoordinateLayout& places, int a, int b, AxisProjection axis, bool rate)
      : PairQuantity(places, a, b, rate), axis_(std::move(axis)) {}

 protected:
  double positionOf(const PlanarPair& pair) const override { return -axis_.residual(pair); }
  double rateOf(const PlanarPair& pair) const override {
    PairVector J;
    axis_.jacobian(pair, J.data());
    return -(J[0] * pair.a.v.x() + J[1] * pair.a.v.y() + J[2] * pair.a.omega + J[3] * pair.b.v.x() +
             J[4] * pair.b.v.y() + J[5] * pair.b.omega);
  }
  void derivatives(const PlanarPair& pair, double* g, double* rateByPosition) const override {
    axis_.jacobian(pair, g);
    axis_.velocityJacobian(pair, rateByPosition);
    for (int k = 0; k < kPairSize; ++k) {
      g[k] = -g[k];
      rateByPosition[k] = -rateByPosition[k];
    }
  }
  void secondDerivatives(const PlanarPair& pair, double* H) const override { axis_.hessian(pair, -1, H); }

 private:
  AxisProjection axis_;
};

/// The distance of two points.
class Distance final : public PairQuantity {
 public:
  Distance(const CoordinateLayout& places, int a, int b, SpringPoints points, bool rate)
      : PairQuantity(places, a, b, rate), points_(std::move(points)) {}

 protected:
  double positionOf(const PlanarPair& pair) const override { return SpringGeometry(points_, pair).length; }
  double rateOf(const PlanarPair& pair) const override { return SpringGeometry(points_, pair).rate; }
  void derivatives(const PlanarPair& pair, double* g, double* rateByPosition) const override {
    const SpringGeometry line(points_, pair);
    Eigen::Map<SpringGeometry::Vector6>{g} = line.g;
    Eigen::Map<SpringGeometry::Vector6>{rateByPosition} = line.hessian() * line.v;
  }
  void secondDerivatives(const PlanarPair& pair, double* H) const override {
    Eigen::Map<SpringGeometry::Matrix6>{H} = SpringGeometry(points_, pair).hessian();
  }

 private:
  SpringPoints points_;
};

/// Where p of the second frame of a pair begins, in structures the entries of p.
constexpr int kTurn = kSpatialFrameSize + 3;
constexpr std::string_view kOfTurn = "..........xxxx";

/// One component of the angular velocity 2 E(p) ṗ of a body in space, ground axes.
class SpinComponent final : public PairQuantityIn<Space> {
 public:
  SpinComponent(const CoordinateLayout& places, int body, int axis)
      : PairQuantityIn(places, kGround, body, true, kOfTurn, kOfTurn), axis_(axis) {}

 protected:
  double positionOf(const SpatialPair&) const override { return 0; }  // it has none
  double rateOf(const SpatialPair& pair) const override {
    return angularVelocity(pair.at[1].p, pair.rate[1].p)[axis_];
  }
  /// E(p) x = −E(x) p.
  void derivatives(const SpatialPair& pair, double* g, double* rateByPosition) const override {
    Eigen::Map<Eigen::Vector4d>{rateByPosition + kTurn} =
        -2 * groundRates(pair.rate[1].p).row(axis_).transpose();
    Eigen::Map<Eigen::Vector4d>{g + kTurn} = 2 * groundRates(pair.at[1].p).row(axis_).transpose();
  }
  void secondDerivatives(const SpatialPair&, double* H) const override {
    for (int column = 0; column < 4; ++column) {
      const Matrix34 rates = groundRates(Vector4::Unit(column));
      for (int row = 0; row < 4; ++row)
        H[(kTurn + row) * Space::kPair + kTurn + column] = 2 * rates(axis_, row);
    }
  }

 private:
  int axis_;
};

/// One of the Euler parameters of a body in space that are not its coordinates.
class ParameterOfTurn final : public PairQuantityIn<Space> {
 public:
  ParameterOfTurn(const CoordinateLayout& places, int body, int k)
      : PairQuantityIn(places, kGround, body, false), k_(k) {}

 protected:
  double positionOf(const SpatialPair& pair) const override { return pair.at[1].p[k_]; }
  double rateOf(const SpatialPair& pair) const override { return pair.rate[1].p[k_]; }
  void derivatives(const SpatialPair&, double* g, double*) const override { g[kTurn + k_] = 1; }
  void secondDerivatives(const SpatialPair&, double*) const override {}

 private:
  int k_;
};

/// One component of a vector that follows a frame in space, a point or a direction, or of its rate.
class VectorComponent final : public PairQuantityIn<Space> {
 public:
  VectorComponent(const CoordinateLayout& places, int frame, VectorFunction x, int axis, bool rate)
      : PairQuantityIn(places, kGround, frame, rate), axis_(axis), x_(std::move(x)) {}

 protected:
  double positionOf(const SpatialPair& pair) const override { return x_.value(pair)[axis_]; }
  double rateOf(const SpatialPair& pair) const override { return x_.rate(pair)[axis_]; }
  void derivatives(const SpatialPair& pair, double* g, double* rateByPosition) const override {
    Eigen::Map<SpatialPairVector>{g} = x_.derivative(pair).row(axis_).transpose();
    Eigen::Map<SpatialPairVector>{rateByPosition} = x_.rateDerivative(pair).row(axis_).transpose();
  }
  void secondDerivatives(const SpatialPair&, double* H) const override {
    x_.addCurvature(Vector3::Unit(axis_), H);
  }

 private:
  int axis_;
  VectorFunction x_;
};

/// A function of a pair in space: a distance, or the coordinate of a joint. The axes of bodies tell a turn up
/// to whole ones; where they are counted (countedTurns()), it is the one next to the count.
template <class Scalar>
class SpatialScalar final : public PairQuantityIn<Space> {
 public:
  /// `count`: the coordinate that counts, or −1.
  SpatialScalar(const CoordinateLayout& places, int a, int b, Scalar x, bool rate, int count = -1)
      : PairQuantityIn(places, a, b, rate), x_(std::move(x)), count_(rate ? -1 : count) {}
  double value(const Configuration& at) const override {
    constexpr double kTurn = 2 * std::numbers::pi;
    const double value = PairQuantityIn::value(at);
    return count_ < 0 ? value : value + kTurn * std::round((at.q[count_] - value) / kTurn);
  }

 protected:
  double positionOf(const SpatialPair& pair) const override { return x_.value(pair); }
  double rateOf(const SpatialPair& pair) const override { return x_.rate(pair); }
  void derivatives(const SpatialPair& pair, double* g, double* rateByPosition) const override {
    Eigen::Map<SpatialPairVector>{g} = x_.gradient(pair);
    Eigen::Map<SpatialPairVector>{rateByPosition} = x_.hessian(pair) * pair.velocity();
  }
  void secondDerivatives(const SpatialPair& pair, double* H) const override {
    Eigen::Map<VectorFunction::Square>{H} = x_.hessian(pair);
  }

 private:
  Scalar x_;
  int count_;
};

/// A signal of a controller: a formula of other symbols.
class Signal final : public StateQuantity {
 public:
  explicit Signal(StateFunction function) : function_(std::move(function)) {
    positions_ = function_.positions();
    velocities_ = function_.velocities();
  }
  double value(const Configuration& at) const override { return function_.value(at); }
  void gradient(const Configuration& at, double* byPosition, double* byVelocity) const override {
    function_.gradient(at, byPosition, byVelocity);
  }
  double timeDerivative(const Configuration& at) const override { return function_.timeDerivative(at); }

 private:
  StateFunction function_;
};

std::unique_ptr<StateQuantity> ofBody(const CoordinateLayout& places, int body, std::string_view quantity) {
  if (places.hasRotation(body) && quantity.size() == 3 && quantity[0] == 'a')
    if (const int row = quantity[1] - '1', column = quantity[2] - '1';  // component of an axis
        row >= 0 && row < 3 && column >= 0 && column < 3)
      return std::make_unique<VectorComponent>(
          places, body, VectorFunction::direction(1, Vector3::Unit(column)), row, false);
  const auto found = findBodyQuantity(quantity, places.kind(body));
  if (!found || found->level > 1) return nullptr;
  if (places.hasRotation(body) && found->level == 1 && found->component >= 3)
    return std::make_unique<SpinComponent>(places, body, found->component - 3);
  if (places.hasRotation(body) && !places.hasParameters(body) && found->level == 0 && found->component >= 3)
    return std::make_unique<ParameterOfTurn>(places, body, found->component - 3);
  if (places.keepsPlane(body))
    return std::make_unique<VectorComponent>(places, body, VectorFunction::point(1, Vector3::Zero()),
                                             found->component, found->level == 1);
  return std::make_unique<Entry>(places.frame(body).first + found->component, found->level == 1);
}

std::unique_ptr<StateQuantity> ofPoint(const CoordinateLayout& places, const Mechanism& mechanism,
                                       PointRef point, std::string_view quantity) {
  const int frame = frameOf(mechanism, point);
  if (places.isSpatial(frame)) {
    const int k = indexIn({"x", "y", "z", "vx", "vy", "vz"}, quantity);
    if (k < 0) return nullptr;
    return std::make_unique<VectorComponent>(
        places, frame, VectorFunction::point(1, inSpatialFrame(mechanism, point)), k % 3, k >= 3);
  }
  const int k = indexIn({"x", "y", "vx", "vy"}, quantity);
  if (k < 0) return nullptr;
  return std::make_unique<PointComponent>(places, frame, inFrame(mechanism, point), k % 2, k >= 2);
}

std::unique_ptr<StateQuantity> ofJoint(const CoordinateLayout& places, const Mechanism& mechanism,
                                       const Joint& joint, std::string_view quantity) {
  int coordinate = 0, k = -1;
  for (; coordinate < coordinateCount(joint); ++coordinate) {
    const auto [position, velocity] = coordinateSymbols(coordinate);
    k = indexIn({position + 1, velocity + 1}, quantity);  // behind the dot
    if (k >= 0) break;
  }
  if (k < 0 || !isDrivable(mechanism, joint, coordinate)) return nullptr;
  const auto [a, b] = endsOf(joint);
  const int frameA = frameOf(mechanism, a), frameB = frameOf(mechanism, b);
  if (actsInSpace(mechanism, joint)) {
    int count = -1;
    for (const ControlQuantity& counted : controlQuantities(mechanism))
      if (counted.joint >= 0 && counted.symbol == joint.name + coordinateSymbols(coordinate)[0])
        count = places.controls().first + counted.coordinate;
    return std::make_unique<SpatialScalar<CoordinateInSpace>>(
        places, frameA, frameB, CoordinateInSpace(mechanism, joint, coordinate), k == 1, count);
  }
  if (const auto slide = slideAxis(joint)) {
    const AxisProjection axis{directionInPlane(*slide), inFrame(mechanism, a), inFrame(mechanism, b)};
    return std::make_unique<Displacement>(places, frameA, frameB, axis, k == 1);
  }
  return std::make_unique<RelativeAngle>(places, frameA, frameB, k == 1);
}

std::unique_ptr<StateQuantity> ofForce(const CoordinateLayout& places, const Mechanism& mechanism,
                                       const Force& force, std::string_view quantity) {
  const int k = indexIn({"length", "rate"}, quantity);
  const auto ends = lineOf(force);
  if (k < 0 || !ends) return nullptr;
  if (actsInSpace(mechanism, force))
    return std::make_unique<SpatialScalar<LengthInSpace>>(
        places, frameOf(mechanism, ends->first), frameOf(mechanism, ends->second),
        LengthInSpace(lineBetween(mechanism, ends->first, ends->second)), k == 1);
  const SpringPoints points{inFrame(mechanism, ends->first), inFrame(mechanism, ends->second)};
  return std::make_unique<Distance>(places, frameOf(mechanism, ends->first), frameOf(mechanism, ends->second),
                                    points, k == 1);
}

std::unique_ptr<StateQuantity> ofController(const CoordinateLayout& places, const Mechanism& mechanism,
                                            const std::string& symbol) {
  for (const ControlQuantity& quantity : controlQuantities(mechanism)) {
    if (quantity.symbol != symbol) continue;
    if (quantity.kind == ControlQuantity::Kind::Signal)
      return std::make_unique<Signal>(
          StateFunction(quantity.formula, mechanism, stateSymbolsBefore(mechanism, symbol)));
    if (quantity.kind == ControlQuantity::Kind::Held) return std::make_unique<Held>(quantity.place);
    return std::make_unique<Entry>(places.controls().first + quantity.coordinate,
                                   quantity.kind == ControlQuantity::Kind::Variable);
  }
  return nullptr;
}

}  // namespace

std::unique_ptr<StateQuantity> makeStateQuantity(const std::string& symbol, const Mechanism& mechanism) {
  return makeStateQuantity(symbol, mechanism, CoordinateLayout(mechanism));
}

std::unique_ptr<StateQuantity> makeStateQuantity(const std::string& symbol, const Mechanism& mechanism,
                                                 const CoordinateLayout& places) {
  if (symbol == "t") return std::make_unique<Time>();
  const auto dot = symbol.rfind('.');
  if (dot == std::string::npos) return nullptr;
  const std::string part = symbol.substr(0, dot);
  const std::string_view quantity = std::string_view(symbol).substr(dot + 1);
  if (const int body = indexOf(mechanism.bodies, part); body >= 0) return ofBody(places, body, quantity);
  if (const int joint = indexOf(mechanism.joints, part); joint >= 0)
    return ofJoint(places, mechanism, mechanism.joints[joint], quantity);
  if (const int force = indexOf(mechanism.forces, part); force >= 0)
    return ofForce(places, mechanism, mechanism.forces[force], quantity);
  if (indexOf(mechanism.controllers, part) >= 0) return ofController(places, mechanism, symbol);
  const auto inner = part.rfind('.');
  if (inner == std::string::npos) return nullptr;
  const int body = indexOf(mechanism.bodies, part.substr(0, inner));
  if (body < 0) return nullptr;
  const int point = indexOf(mechanism.bodies[body].points, part.substr(inner + 1));
  return point < 0 ? nullptr : ofPoint(places, mechanism, {body, point}, quantity);
}

}  // namespace holonom
