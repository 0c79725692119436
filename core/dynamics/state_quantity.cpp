// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/state_quantity.h"

#include "core/base/lookup.h"
#include "core/dynamics/force_laws/spring_geometry.h"
#include "core/dynamics/joint_constraints/axis_projection.h"
#include "core/dynamics/mass_frame.h"
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

/// One component of p = r + R s or of ṗ = v + ω (R s)⊥.
class PointComponent final : public StateQuantity {
 public:
  PointComponent(const CoordinateLayout& places, int body, Vector2 s, int axis, bool velocity)
      : body_(body), axis_(axis), velocity_(velocity), s_(std::move(s)) {
    const int across = places.place(body) + axis, angle = places.angle(body);
    positions_ = velocity ? std::vector<int>{angle} : std::vector<int>{across, angle};
    if (velocity) velocities_ = {across, angle};
  }
  double value(const Configuration& at) const override {
    const PlanarMotion& motion = at.bodies[body_];
    const Vector2 arm = motion.turn(s_);
    return velocity_ ? motion.v[axis_] + motion.omega * perpendicular(arm)[axis_]
                     : motion.r[axis_] + arm[axis_];
  }
  void gradient(const Configuration& at, double* byPosition, double* byVelocity) const override {
    const PlanarMotion& motion = at.bodies[body_];
    const Vector2 arm = motion.turn(s_), across = perpendicular(arm);
    double* direct = velocity_ ? byVelocity : byPosition;
    direct[0] = 1;
    direct[1] = across[axis_];
    if (velocity_) byPosition[0] = -motion.omega * arm[axis_];
  }

 private:
  int body_, axis_;
  bool velocity_;
  Vector2 s_;
};

/// A quantity of a pair of bodies with value, rate g·v and derivatives by the six coordinates of the pair.
/// Coordinates of ground are left out.
class PairQuantity : public StateQuantity {
 public:
  double value(const Configuration& at) const override {
    const PlanarPair pair = at.pair(bodyA_, bodyB_);
    return rate_ ? rateOf(pair) : positionOf(pair);
  }
  void gradient(const Configuration& at, double* byPosition, double* byVelocity) const override {
    PairVector g{}, rateByPosition{};
    derivatives(at.pair(bodyA_, bodyB_), g.data(), rateByPosition.data());
    pick(rate_ ? rateByPosition : g, byPosition);
    if (rate_) pick(g, byVelocity);
  }

 protected:
  PairQuantity(const CoordinateLayout& places, int a, int b, bool rate) : bodyA_(a), bodyB_(b), rate_(rate) {
    for (int k = 0; k < kPairSize; ++k) {
      const int coordinate = places.ofPair(a, b, k);
      if (coordinate < 0) continue;
      kept_.push_back(k);
      positions_.push_back(coordinate);
    }
    if (rate) velocities_ = positions_;
  }
  virtual double positionOf(const PlanarPair& pair) const = 0;
  virtual double rateOf(const PlanarPair& pair) const = 0;
  /// g = ∂(position)/∂q, and ∂(g·v)/∂q.
  virtual void derivatives(const PlanarPair& pair, double* g, double* rateByPosition) const = 0;

 private:
  void pick(const PairVector& all, double* out) const {
    for (const int k : kept_) *out++ = all[k];
  }
  int bodyA_, bodyB_;
  bool rate_;
  std::vector<int> kept_;
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

 private:
  SpringPoints points_;
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
  const auto found = findBodyQuantity(quantity);
  if (!found || found->level > 1) return nullptr;
  return std::make_unique<Entry>(places.frame(body).first + found->component, found->level == 1);
}

std::unique_ptr<StateQuantity> ofPoint(const CoordinateLayout& places, int body, Vector2 s,
                                       std::string_view quantity) {
  const int k = indexIn({"x", "y", "vx", "vy"}, quantity);
  if (k < 0) return nullptr;
  return std::make_unique<PointComponent>(places, body, std::move(s), k % 2, k >= 2);
}

std::unique_ptr<StateQuantity> ofJoint(const CoordinateLayout& places, const Mechanism& mechanism,
                                       const Joint& joint, std::string_view quantity) {
  const int k = indexIn({"position", "velocity"}, quantity);
  if (k < 0 || !isDrivable(joint)) return nullptr;
  const auto [a, b] = endsOf(joint);
  if (const Vector2* slide = slideAxis(joint)) {
    const AxisProjection axis{slide->normalized(), fromCentre(mechanism, a), fromCentre(mechanism, b)};
    return std::make_unique<Displacement>(places, a.body, b.body, axis, k == 1);
  }
  return std::make_unique<RelativeAngle>(places, a.body, b.body, k == 1);
}

std::unique_ptr<StateQuantity> ofForce(const CoordinateLayout& places, const Mechanism& mechanism,
                                       const Force& force, std::string_view quantity) {
  const int k = indexIn({"length", "rate"}, quantity);
  const auto ends = lineOf(force);
  if (k < 0 || !ends) return nullptr;
  const SpringPoints points{fromCentre(mechanism, ends->first), fromCentre(mechanism, ends->second)};
  return std::make_unique<Distance>(places, ends->first.body, ends->second.body, points, k == 1);
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
  if (symbol == "t") return std::make_unique<Time>();
  const auto dot = symbol.rfind('.');
  if (dot == std::string::npos) return nullptr;
  const CoordinateLayout places(mechanism);
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
  return point < 0 ? nullptr : ofPoint(places, body, fromCentre(mechanism, {body, point}), quantity);
}

}  // namespace holonom
