// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/force_laws/expression_force.h"

#include <algorithm>
#include <cstdio>

#include "core/base/text.h"
#include "core/dynamics/force_laws/spring_geometry.h"
#include "core/dynamics/frames.h"
#include "core/dynamics/joint_constraints/axis_projection.h"
#include "core/dynamics/local_values.h"

namespace holonom {
namespace {

/// Torque on b, its reaction on a.
class TorqueDirection final : public ForceDirection {
 public:
  void direction(const PlanarPair&, double* g) const override {
    g[2] = -1;
    g[5] = 1;
  }
  void jacobian(const PlanarPair&, double*) const override {}
};

/// Along an axis of ground, or of body b, at a point of frame b.
class PointDirection final : public ForceDirection {
 public:
  PointDirection(Vector2 point, int axis, bool bodyFixed)
      : point_(std::move(point)), axis_(Vector2::Unit(axis)), bodyFixed_(bodyFixed) {}
  void direction(const PlanarPair& pair, double* g) const override {
    const Vector2 along = bodyFixed_ ? pair.b.turn(axis_) : axis_;
    g[3] = along.x();
    g[4] = along.y();
    g[5] = perpendicular(pair.b.turn(point_)).dot(along);
  }
  void jacobian(const PlanarPair& pair, double* G) const override {
    if (bodyFixed_) {
      const Vector2 turned = perpendicular(pair.b.turn(axis_));
      G[3 * kPairSize + 5] = turned.x();
      G[4 * kPairSize + 5] = turned.y();
    } else {
      G[5 * kPairSize + 5] = -pair.b.turn(point_).dot(axis_);
    }
  }

 private:
  Vector2 point_, axis_;
  bool bodyFixed_;
};

/// Along the line between two points, pushing them apart: g = ∂l/∂q.
class LineDirection final : public ForceDirection {
 public:
  explicit LineDirection(SpringPoints points) : points_(std::move(points)) {}
  void direction(const PlanarPair& pair, double* g) const override {
    Eigen::Map<SpringGeometry::Vector6>{g} = SpringGeometry(points_, pair).g;
  }
  void jacobian(const PlanarPair& pair, double* G) const override {
    Eigen::Map<SpringGeometry::Matrix6>{G} = SpringGeometry(points_, pair).hessian();  // symmetric
  }

 private:
  SpringPoints points_;
};

/// Along the axis of a prismatic joint: its displacement is −w·(p_a − p_b).
class SlideDirection final : public ForceDirection {
 public:
  explicit SlideDirection(AxisProjection axis) : axis_(std::move(axis)) {}
  void direction(const PlanarPair& pair, double* g) const override {
    axis_.jacobian(pair, g);
    for (int k = 0; k < kPairSize; ++k) g[k] = -g[k];
  }
  void jacobian(const PlanarPair& pair, double* G) const override { axis_.hessian(pair, -1, G); }

 private:
  AxisProjection axis_;
};

std::string exactText(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "(%.17g)", value);
  return text;
}

/// One limit of a stop as an expression: with p the penetration, the force back is max(0, k p + c ṗ) where p
/// > 0.
std::string limitText(const std::string& penetration, const std::string& rate, const Stop& stop) {
  const std::string spring = exactText(stop.stiffness) + "*(" + penetration + ")";
  const std::string push =
      stop.damping > 0 ? "max(0, " + spring + " + " + exactText(stop.damping) + "*" + rate + ")" : spring;
  return "if(" + penetration + " > 0, " + push + ", 0)";
}

ExpressionForce::Component stopComponent(const Mechanism& mechanism, const std::string& name,
                                         const Stop& stop, const std::vector<std::string>& symbols) {
  const std::string part = stop.joint < 0 ? name : mechanism.joints[stop.joint].name;
  const std::string x = part + (stop.joint < 0 ? ".length" : ".position"),
                    v = part + (stop.joint < 0 ? ".rate" : ".velocity");
  std::string text;
  std::vector<std::string> names;
  std::vector<SwitchKind> kinds;
  const auto add = [&](Text contact, Text push) {
    names.push_back(contact);
    kinds.push_back(SwitchKind::Contact);
    if (!(stop.damping > 0)) return;
    names.push_back(push);
    kinds.push_back(SwitchKind::Push);
  };
  if (stop.lower) {
    text = limitText(exactText(*stop.lower) + " - " + x, "(-" + v + ")", stop);
    add(Text("contact at the lower limit"), Text("push at the lower limit"));
  }
  if (stop.upper) {
    text += " - " + limitText(x + " - " + exactText(*stop.upper), v, stop);
    add(Text("contact at the upper limit"), Text("push at the upper limit"));
  }
  ExpressionForce::Component component{StateFunction(text, mechanism, symbols), nullptr};
  component.size.switches().describe(std::move(names), std::move(kinds));
  if (stop.joint < 0) {
    component.direction =
        std::make_unique<LineDirection>(SpringPoints{inFrame(mechanism, stop.a), inFrame(mechanism, stop.b)});
  } else if (const Vector3* slide = slideAxis(mechanism.joints[stop.joint])) {
    const auto [a, b] = endsOf(mechanism.joints[stop.joint]);
    component.direction = std::make_unique<SlideDirection>(
        AxisProjection{inPlane(*slide).normalized(), inFrame(mechanism, a), inFrame(mechanism, b)});
  } else {
    component.direction = std::make_unique<TorqueDirection>();
  }
  return component;
}

}  // namespace

ExpressionForce::ExpressionForce(const CoordinateLayout& places, int frameA, int frameB,
                                 std::vector<Component> components)
    : map_(places, frameA, frameB), components_(std::move(components)) {
  for (const Component& component : components_) {
    byPosition_.resize(std::max(byPosition_.size(), component.size.positions().size()));
    byVelocity_.resize(std::max(byVelocity_.size(), component.size.velocities().size()));
  }
}

void ExpressionForce::addPatterns(Entries& stiffness, Entries& damping) const {
  for (int k = 0; k < map_.size(); ++k) {
    if (row(k) < 0) continue;
    for (const Component& component : components_) {
      for (const int col : component.size.positions()) stiffness.emplace_back(row(k), col);
      for (const int col : component.size.velocities()) damping.emplace_back(row(k), col);
    }
    for (int l = 0; l < map_.size(); ++l)
      if (row(l) >= 0) stiffness.emplace_back(row(k), row(l));
  }
}

void ExpressionForce::takeSlots(const SparsePattern& stiffness, const SparsePattern& damping) {
  const auto slot = [](const SparsePattern& pattern, int r, int c) {
    return r < 0 || c < 0 ? -1 : pattern.slot(r, c);
  };
  for (Component& component : components_)
    for (int k = 0; k < map_.size(); ++k) {
      for (const int col : component.size.positions())
        component.sizeStiffnessSlots.push_back(slot(stiffness, row(k), col));
      for (const int col : component.size.velocities())
        component.dampingSlots.push_back(slot(damping, row(k), col));
      for (int l = 0; l < map_.size(); ++l)
        component.turnStiffnessSlots.push_back(slot(stiffness, row(k), row(l)));
    }
}

void ExpressionForce::addLocalForce(const Configuration& at, PairVector& Q) const {
  for (const Component& component : components_) {
    PairVector g{};
    component.direction->direction(pair(at), g.data());
    const double size = component.size.value(at);
    for (int k = 0; k < kPairSize; ++k) Q[k] += size * g[k];
  }
}

void ExpressionForce::addForce(const Configuration& at, VectorRef Q) const {
  PairVector local{};
  addLocalForce(at, local);
  map_.addForce(at, local, Q);
}

void ExpressionForce::addStiffness(const Configuration& at, double* values) const {
  for (const Component& component : components_) {
    const auto direction = [&](double* g) { component.direction->direction(pair(at), g); };
    const LocalForce g(map_, at, direction);
    LocalBlock turn(map_, at);
    turn.timesT([&](double* G) { component.direction->jacobian(pair(at), G); });
    turn.curve(direction);
    const double size = component.size.gradient(at, byPosition_.data(), byVelocity_.data());
    const int* slot = component.sizeStiffnessSlots.data();
    const std::size_t columns = component.size.positions().size();
    for (int k = 0; k < map_.size(); ++k)
      for (std::size_t j = 0; j < columns; ++j, ++slot)
        if (*slot >= 0) values[*slot] -= g.values()[k] * byPosition_[j];
    for (std::size_t k = 0; k < component.turnStiffnessSlots.size(); ++k)
      if (const int entry = component.turnStiffnessSlots[k]; entry >= 0)
        values[entry] -= size * turn.values()[k];
  }
}

void ExpressionForce::addDamping(const Configuration& at, double* values) const {
  for (const Component& component : components_) {
    const std::size_t columns = component.size.velocities().size();
    if (columns == 0) continue;
    const LocalForce g(map_, at, [&](double* force) { component.direction->direction(pair(at), force); });
    component.size.gradient(at, byPosition_.data(), byVelocity_.data());
    const int* slot = component.dampingSlots.data();
    for (int k = 0; k < map_.size(); ++k)
      for (std::size_t j = 0; j < columns; ++j, ++slot)
        if (*slot >= 0) values[*slot] -= g.values()[k] * byVelocity_[j];
  }
}

std::vector<StateFunction*> ExpressionForce::functions() {
  std::vector<StateFunction*> all;
  for (Component& component : components_) all.push_back(&component.size);
  return all;
}

std::string ExpressionForce::notFiniteText(const Configuration& at) const {
  for (const Component& component : components_)
    if (!component.size.isFinite(at)) return component.size.text();
  return {};
}

double ExpressionForce::power(const Configuration& at) const {
  const PairVector u = map_.velocity(at);
  double power = 0;
  for (const Component& component : components_) {
    PairVector g{};
    component.direction->direction(pair(at), g.data());
    double rate = 0;
    for (int k = 0; k < kPairSize; ++k) rate += g[k] * u[k];
    power += component.size.value(at) * rate;
  }
  return power;
}

double ExpressionForce::size(const Configuration& at, int component) const {
  return components_[component].size.value(at);
}

std::unique_ptr<ExpressionForce> makeExpressionForce(const Mechanism& mechanism, const Force& force,
                                                     const std::vector<std::string>& symbols) {
  const CoordinateLayout places(mechanism);
  std::vector<ExpressionForce::Component> components;
  const auto add = [&](const std::string& text, std::unique_ptr<ForceDirection> direction) {
    components.push_back({StateFunction(text, mechanism, symbols), std::move(direction)});
  };
  if (const auto* torque = std::get_if<TorqueExpression>(&force.kind)) {
    add(torque->value, std::make_unique<TorqueDirection>());
    return std::make_unique<ExpressionForce>(places, torque->reaction, torque->body, std::move(components));
  }
  if (const auto* push = std::get_if<ForceExpression>(&force.kind)) {
    add(push->x, std::make_unique<PointDirection>(inFrame(mechanism, push->at), 0, push->bodyFixed));
    add(push->y, std::make_unique<PointDirection>(inFrame(mechanism, push->at), 1, push->bodyFixed));
    return std::make_unique<ExpressionForce>(places, kGround, frameOf(mechanism, push->at),
                                             std::move(components));
  }
  if (const auto* actuator = std::get_if<Actuator>(&force.kind)) {
    add(actuator->value, std::make_unique<LineDirection>(
                             SpringPoints{inFrame(mechanism, actuator->a), inFrame(mechanism, actuator->b)}));
    return std::make_unique<ExpressionForce>(places, frameOf(mechanism, actuator->a),
                                             frameOf(mechanism, actuator->b), std::move(components));
  }
  if (const auto* stop = std::get_if<Stop>(&force.kind); stop && !stop->restitution) {
    components.push_back(stopComponent(mechanism, force.name, *stop, symbols));
    const auto [a, b] = stop->joint < 0 ? std::pair(stop->a, stop->b) : endsOf(mechanism.joints[stop->joint]);
    return std::make_unique<ExpressionForce>(places, frameOf(mechanism, a), frameOf(mechanism, b),
                                             std::move(components));
  }
  return nullptr;
}

}  // namespace holonom
