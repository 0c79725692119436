// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/force_laws/expression_force.h"

#include <algorithm>
#include <cstdio>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/dynamics/force_laws/spring_geometry.h"
#include "core/dynamics/frames.h"
#include "core/dynamics/joint_constraints/axis_projection.h"
#include "core/dynamics/local_values.h"
#include "core/dynamics/spatial/distance_in_space.h"
#include "core/dynamics/spatial/fixed_direction.h"
#include "core/dynamics/spatial/joint_coordinate.h"
#include "core/model/particles.h"

namespace holonom {
namespace {

using SpatialBlock = Eigen::Map<VectorFunction::Square>;

/// Torque on b, its reaction on a.
class TorqueDirection final : public ForceDirectionIn<Plane> {
 public:
  void direction(const PlanarPair&, double* g) const override {
    g[2] = -1;
    g[5] = 1;
  }
  void jacobian(const PlanarPair&, double*) const override {}
};

/// Along an axis of ground, or of body b, at a point of frame b.
class PointDirection final : public ForceDirectionIn<Plane> {
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
class LineDirection final : public ForceDirectionIn<Plane> {
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
class SlideDirection final : public ForceDirectionIn<Plane> {
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

/// A moment n about an axis on b, its reaction on a: Q = 2 E(p)ᵀ n.
class SpatialTorqueDirection final : public ForceDirectionIn<Space> {
 public:
  explicit SpatialTorqueDirection(FixedDirection axis) : axis_(std::move(axis)) {}
  void direction(const SpatialPair& pair, double* g) const override {
    const Matrix4 E = groundMomentMatrix(axis_.value(pair));
    for (const auto& [body, sign, first] : kSides)
      Eigen::Map<Eigen::Vector4d>(g + first) = 2 * sign * E * pair.at[body].p;
  }
  void jacobian(const SpatialPair& pair, double* G) const override {
    const Matrix4 E = groundMomentMatrix(axis_.value(pair));
    for (const auto& [body, sign, first] : kSides) {
      SpatialBlock{G}.block<4, 4>(first, first) += 2 * sign * E;
      if (axis_.turns())
        SpatialBlock{G}.middleRows<4>(first) +=
            2 * sign * groundRates(pair.at[body].p).transpose() * axis_.derivative(pair);
    }
  }

 private:
  struct Side {
    int body;
    double sign;
    int first;  // of its Euler parameters
  };
  static constexpr Side kSides[] = {{0, -1, 3}, {1, 1, kSpatialFrameSize + 3}};
  FixedDirection axis_;
};

/// Along an axis at a point of frame b in space.
class SpatialPointDirection final : public ForceDirectionIn<Space> {
 public:
  SpatialPointDirection(const Vector3& point, FixedDirection axis)
      : point_(VectorFunction::point(1, point)), axis_(std::move(axis)) {}
  void direction(const SpatialPair& pair, double* g) const override {
    Eigen::Map<SpatialPairVector>{g} = point_.derivative(pair).transpose() * axis_.value(pair);
  }
  void jacobian(const SpatialPair& pair, double* G) const override {
    point_.addCurvature(axis_.value(pair), G);
    if (axis_.turns()) SpatialBlock{G} += point_.derivative(pair).transpose() * axis_.derivative(pair);
  }

 private:
  VectorFunction point_;
  FixedDirection axis_;
};

/// Along a function of a pair in space, the coordinate of a joint or a distance: g = ∂x/∂u.
template <class Scalar>
class ScalarDirection final : public ForceDirectionIn<Space> {
 public:
  explicit ScalarDirection(Scalar x) : x_(std::move(x)) {}
  void direction(const SpatialPair& pair, double* g) const override {
    Eigen::Map<SpatialPairVector>{g} = x_.gradient(pair);
  }
  void jacobian(const SpatialPair& pair, double* G) const override { SpatialBlock{G} = x_.hessian(pair); }

 private:
  Scalar x_;
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

StateFunction stopForce(const Mechanism& mechanism, const std::string& name, const Stop& stop,
                        const std::vector<std::string>& symbols) {
  const std::string part = stop.joint < 0 ? name : mechanism.joints[stop.joint].name;
  const auto& [position, velocity] = coordinateSymbols(stop.coordinate);
  const std::string x = part + (stop.joint < 0 ? ".length" : position),
                    v = part + (stop.joint < 0 ? ".rate" : velocity);
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
  StateFunction force(text, mechanism, symbols);
  force.switches().describe(std::move(names), std::move(kinds));
  return force;
}

/// By which a force of size 1 pushes the coordinate of a joint.
std::unique_ptr<ForceDirectionIn<Plane>> directionOf(const Mechanism& mechanism, const Joint& joint, int,
                                                     Plane) {
  const auto slide = slideAxis(joint);
  if (!slide) return std::make_unique<TorqueDirection>();
  const auto [a, b] = endsOf(joint);
  return std::make_unique<SlideDirection>(
      AxisProjection{directionInPlane(*slide), inFrame(mechanism, a), inFrame(mechanism, b)});
}

std::unique_ptr<ForceDirectionIn<Space>> directionOf(const Mechanism& mechanism, const Joint& joint,
                                                     int coordinate, Space) {
  return std::make_unique<ScalarDirection<CoordinateInSpace>>(
      CoordinateInSpace(mechanism, joint, coordinate));
}

/// By which it pushes two points apart.
std::unique_ptr<ForceDirectionIn<Plane>> directionOf(const Mechanism& mechanism, PointRef a, PointRef b,
                                                     Plane) {
  return std::make_unique<LineDirection>(SpringPoints{inFrame(mechanism, a), inFrame(mechanism, b)});
}

std::unique_ptr<ForceDirectionIn<Space>> directionOf(const Mechanism& mechanism, PointRef a, PointRef b,
                                                     Space) {
  return std::make_unique<ScalarDirection<LengthInSpace>>(LengthInSpace(lineBetween(mechanism, a, b)));
}

}  // namespace

template <class S>
ExpressionForceIn<S>::ExpressionForceIn(const CoordinateLayout& places, int frameA, int frameB,
                                        std::vector<Component> components)
    : map_(places, frameA, frameB), components_(std::move(components)) {
  for (const Component& component : components_) {
    byPosition_.resize(std::max(byPosition_.size(), component.size.positions().size()));
    byVelocity_.resize(std::max(byVelocity_.size(), component.size.velocities().size()));
  }
}

template <class S>
void ExpressionForceIn<S>::addPatterns(Entries& stiffness, Entries& damping) const {
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

template <class S>
void ExpressionForceIn<S>::takeSlots(const SparsePattern& stiffness, const SparsePattern& damping) {
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

template <class S>
void ExpressionForceIn<S>::addLocalForce(const Configuration& at, PairValues<S>& Q) const {
  for (const Component& component : components_) {
    PairValues<S> g{};
    component.direction->direction(pair(at), g.data());
    const double size = component.size.value(at);
    for (int k = 0; k < S::kPair; ++k) Q[k] += size * g[k];
  }
}

template <class S>
void ExpressionForceIn<S>::addForce(const Configuration& at, VectorRef Q) const {
  PairValues<S> local{};
  addLocalForce(at, local);
  map_.addForce(at, local, Q);
}

template <class S>
void ExpressionForceIn<S>::addStiffness(const Configuration& at, double* values) const {
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

template <class S>
void ExpressionForceIn<S>::addDamping(const Configuration& at, double* values) const {
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

template <class S>
std::vector<StateFunction*> ExpressionForceIn<S>::functions() {
  std::vector<StateFunction*> all;
  for (Component& component : components_) all.push_back(&component.size);
  return all;
}

template <class S>
std::string ExpressionForceIn<S>::notFiniteText(const Configuration& at) const {
  for (const Component& component : components_)
    if (!component.size.isFinite(at)) return component.size.text();
  return {};
}

template <class S>
double ExpressionForceIn<S>::power(const Configuration& at) const {
  const PairValues<S> u = map_.velocity(at);
  double power = 0;
  for (const Component& component : components_) {
    PairValues<S> g{};
    component.direction->direction(pair(at), g.data());
    double rate = 0;
    for (int k = 0; k < S::kPair; ++k) rate += g[k] * u[k];
    power += component.size.value(at) * rate;
  }
  return power;
}

template <class S>
double ExpressionForceIn<S>::size(const Configuration& at, int component) const {
  return components_[component].size.value(at);
}

namespace {

/// Puts laws together from sizes and directions.
template <class S>
struct Maker {
  using Component = typename ExpressionForceIn<S>::Component;
  const Mechanism& mechanism;
  const std::string& name;
  const std::vector<std::string>& symbols;

  template <typename Direction>
  Component component(const std::string& size, Direction direction) const {
    return {StateFunction(size, mechanism, symbols), std::make_unique<Direction>(std::move(direction))};
  }
  std::unique_ptr<ExpressionForce> operator()(const Actuator& actuator) const {
    return between(actuator.a, actuator.b,
                   {StateFunction(actuator.value, mechanism, symbols),
                    directionOf(mechanism, actuator.a, actuator.b, S())});
  }
  std::unique_ptr<ExpressionForce> operator()(const Stop& stop) const {
    if (stop.restitution) return nullptr;
    StateFunction force = stopForce(mechanism, name, stop, symbols);
    if (stop.joint >= 0) return atJoint(stop, std::move(force));
    return between(stop.a, stop.b, {std::move(force), directionOf(mechanism, stop.a, stop.b, S())});
  }
  std::unique_ptr<ExpressionForce> operator()(const JointForce& drive) const {
    return atJoint(drive, StateFunction(drive.value, mechanism, symbols));
  }
  std::unique_ptr<ExpressionForce> operator()(const JointSpring& spring) const {
    const std::string& joint = mechanism.joints[std::size_t(spring.joint)].name;
    const auto& [position, velocity] = coordinateSymbols(spring.coordinate);
    const std::string pull =
        exactText(-spring.stiffness) + "*(" + joint + position + " - " + exactText(spring.rest) + ")";
    const std::string brake = " - " + exactText(spring.damping) + "*" + joint + velocity;
    return atJoint(spring, StateFunction(spring.damping > 0 ? pull + brake : pull, mechanism, symbols));
  }
  std::unique_ptr<ExpressionForce> atJoint(const auto& kind, StateFunction force) const {
    const Joint& joint = mechanism.joints[std::size_t(kind.joint)];
    const auto [a, b] = endsOf(joint);
    return between(a, b, {std::move(force), directionOf(mechanism, joint, kind.coordinate, S())});
  }
  std::unique_ptr<ExpressionForce> between(PointRef a, PointRef b, Component component) const {
    return law(frameOf(mechanism, a), frameOf(mechanism, b), std::move(component));
  }
  template <typename... Components>
  std::unique_ptr<ExpressionForce> law(int a, int b, Components... each) const {
    std::vector<Component> components;
    (components.push_back(std::move(each)), ...);
    return std::make_unique<ExpressionForceIn<S>>(CoordinateLayout(mechanism), a, b, std::move(components));
  }
  template <typename Other>
  std::unique_ptr<ExpressionForce> operator()(const Other&) const {
    return nullptr;
  }
};

/// The laws in the plane.
struct PlanarMaker : Maker<Plane> {
  using Maker<Plane>::operator();

  std::unique_ptr<ExpressionForce> operator()(const TorqueExpression& torque) const {
    return law(torque.reaction, torque.body, component(torque.value, TorqueDirection()));
  }
  std::unique_ptr<ExpressionForce> operator()(const ForceExpression& push) const {
    const Vector2 place = inFrame(mechanism, push.at);
    return law(kGround, frameOf(mechanism, push.at),
               component(push.x, PointDirection(place, 0, push.bodyFixed)),
               component(push.y, PointDirection(place, 1, push.bodyFixed)));
  }
};

/// Those in space.
struct SpatialMaker : Maker<Space> {
  using Maker<Space>::operator();

  std::unique_ptr<ExpressionForce> operator()(const TorqueExpression& torque) const {
    const FixedDirection axis(FixedDirection::kInGround, torque.axis.normalized());
    return law(torque.reaction, torque.body, component(torque.value, SpatialTorqueDirection(axis)));
  }
  std::unique_ptr<ExpressionForce> operator()(const Moment& moment) const {
    const auto about = [&](int axis) {
      return SpatialTorqueDirection(FixedDirection::of(mechanism, moment, moment.body, Vector3::Unit(axis)));
    };
    return law(moment.reaction, moment.body, component(moment.x, about(0)), component(moment.y, about(1)),
               component(moment.z, about(2)));
  }
  std::unique_ptr<ExpressionForce> operator()(const ForceExpression& push) const {
    const auto along = [&](int axis) {
      return SpatialPointDirection(inSpatialFrame(mechanism, push.at),
                                   FixedDirection::of(mechanism, push, push.at.body, Vector3::Unit(axis)));
    };
    return law(push.axesOf ? frameOf(mechanism, *push.axesOf) : kGround, frameOf(mechanism, push.at),
               component(push.x, along(0)), component(push.y, along(1)), component(push.z, along(2)));
  }
};

}  // namespace

template class ExpressionForceIn<Plane>;
template class ExpressionForceIn<Space>;

std::unique_ptr<ExpressionForce> makeExpressionForce(const Mechanism& mechanism, const Force& force,
                                                     const std::vector<std::string>& symbols) {
  if (!actsInSpace(mechanism, force))
    return std::visit(PlanarMaker{{mechanism, force.name, symbols}}, force.kind);
  if (const auto misfit = misfitOf(mechanism, force))
    throw InputError(force.name, misfit->what, misfit->remedy);
  return std::visit(SpatialMaker{{mechanism, force.name, symbols}}, force.kind);
}

}  // namespace holonom
