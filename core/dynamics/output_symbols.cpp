// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/output_symbols.h"

#include <memory>
#include <stdexcept>

#include "core/base/lookup.h"
#include "core/dynamics/flexible/beam_shapes.h"
#include "core/dynamics/frames.h"
#include "core/dynamics/spatial/vector_function.h"
#include "core/dynamics/state_quantity.h"
#include "core/model/symbols.h"

namespace holonom {
namespace {

SymbolReader bodyReader(const CoordinateLayout& places, int body, std::string_view quantity) {
  const auto found = findBodyQuantity(quantity, places.kind(body));
  if (!found || found->level != 2) return {};
  if (places.hasRotation(body))
    return [=, k = found->component - 3](const EquationsOfMotion& equations, const State& state) {
      const Configuration& at = equations.configuration();
      const FrameValues<Space> second = at.acceleration(body, state.a, Space());
      if (k < 0) return second[std::size_t(found->component)];
      return angularVelocity(at.motion(body, Space()).at.p, Eigen::Vector4d(second.data() + 3))[k];
    };
  return [=](const EquationsOfMotion& equations, const State& state) {
    return state.a[equations.places().frame(body).first + found->component];
  };
}

/// q1, vq1, aq1 …: elastic coordinates of a flexible body.
SymbolReader elasticReader(const CoordinateLayout::Span& elastic, std::string_view quantity) {
  for (int level = 0; level < 3; ++level) {
    const std::string head = std::string(level == 0 ? "" : level == 1 ? "v" : "a") + "q";
    for (int k = 0; k < elastic.count; ++k)
      if (quantity == head + std::to_string(k + 1))
        return [=, i = elastic.first + k](const EquationsOfMotion&, const State& state) {
          return (level == 0 ? state.q : level == 1 ? state.v : state.a)[i];
        };
  }
  return {};
}

/// Acceleration of a point s of a frame: p̈ = a + α R s⊥ − ω² R s.
SymbolReader accelerationReader(int frame, const Vector2& s, int axis) {
  return [=](const EquationsOfMotion& equations, const State& state) {
    const PlanarMotion& motion = equations.motion(frame);
    const FrameVector second = equations.configuration().acceleration(frame, state.a);
    const Vector2 arm = motion.turn(s), across = perpendicular(arm);
    return second[axis] + second[2] * across[axis] - motion.omega * motion.omega * arm[axis];
  };
}

/// The same of a point of a frame in space.
SymbolReader spatialAccelerationReader(int frame, const Vector3& s, int axis) {
  return [=, point = VectorFunction::point(1, s)](const EquationsOfMotion& equations, const State& state) {
    const Configuration& at = equations.configuration();
    const FrameValues<Space> own = at.acceleration(frame, state.a, Space());
    SpatialPairVector second = SpatialPairVector::Zero();
    std::ranges::copy(own, second.data() + kSpatialFrameSize);
    return point.second(Space::pair({}, at.motion(frame, Space())), second)[axis];
  };
}

/// Displacement of a point of a flexible body across the chord, m.
SymbolReader deflectionReader(const Mechanism& mechanism, PointRef ref,
                              const CoordinateLayout::Span& elastic) {
  const Body& body = mechanism.bodies[ref.body];
  const BeamPoint point = beamPoint(body, inPlane(body.points[ref.point].position));
  const BeamVector shape = point.shapes.transpose() * perpendicular(beamAxis(body).direction);
  return [=](const EquationsOfMotion&, const State& state) {
    return shape.dot(state.q.segment(elastic.first, elastic.count));
  };
}

/// Turns of the cross-section at a point of a flexible body.
SymbolReader turnReader(int station, std::string_view quantity) {
  const auto found = findBodyQuantity(quantity);
  if (!found || found->component != 2) return {};
  return [=, level = found->level](const EquationsOfMotion& equations, const State& state) {
    const PlanarMotion& motion = equations.motion(station);
    return level == 0   ? motion.theta
           : level == 1 ? motion.omega
                        : equations.configuration().acceleration(station, state.a)[2];
  };
}

SymbolReader pointReader(const EquationsOfMotion& equations, PointRef ref, std::string_view quantity) {
  const Mechanism& mechanism = equations.mechanism();
  const int frame = frameOf(mechanism, ref), axis = indexIn({"ax", "ay", "az"}, quantity);
  if (axis >= 0 && equations.places().isSpatial(frame))
    return spatialAccelerationReader(frame, inSpatialFrame(mechanism, ref), axis);
  if (axis >= 0) return accelerationReader(frame, inFrame(mechanism, ref), axis);
  if (!equations.places().isStation(frame)) return {};
  return quantity == "deflection" ? deflectionReader(mechanism, ref, equations.places().elastic(ref.body))
                                  : turnReader(frame, quantity);
}

SymbolReader forceReader(const EquationsOfMotion& equations, int force, std::string_view quantity) {
  const Mechanism& mechanism = equations.mechanism();
  if (const auto* spring = std::get_if<SpringDamper>(&mechanism.forces[force].kind)) {
    if (quantity != "force") return {};
    const auto along = [&](const char* what) -> std::shared_ptr<StateQuantity> {
      return makeStateQuantity(mechanism.forces[force].name + what, mechanism, equations.places());
    };
    const auto length = along(".length"), rate = along(".rate");
    return [=, spring = *spring](const EquationsOfMotion& equations, const State&) {
      const Configuration& at = equations.configuration();
      return spring.stiffness * (length->value(at) - spring.freeLength) + spring.damping * rate->value(at);
    };
  }
  const auto all =
      std::visit([](const auto& kind) { return kind.quantities(); }, mechanism.forces[force].kind);
  const int k = int(std::ranges::find(all, quantity) - all.begin());
  return [=](const EquationsOfMotion& equations, const State&) { return equations.forceSize(force, k); };
}

/// `rowOf` gives the constraint row of the k-th multiplier of a part.
template <class RowOf>
SymbolReader multiplierReader(std::string_view quantity, RowOf rowOf) {
  if (!quantity.starts_with("lambda")) return {};
  const int row = rowOf(std::stoi(std::string(quantity.substr(6))) - 1);
  return [=](const EquationsOfMotion&, const State& state) { return state.lambda[row]; };
}

/// A component of what a joint in space does: to its second body in ground axes, or where `side` says "first"
/// or "second" to that body in the axes of its point.
SymbolReader reactionReader(const Mechanism& mechanism, int joint, std::string_view side,
                            std::string_view quantity) {
  const int k = indexIn({"fx", "fy", "fz", "tx", "ty", "tz"}, quantity);
  const Joint& part = mechanism.joints[joint];
  if (k < 0 || !actsInSpace(mechanism, part)) return {};
  const bool onSecond = side != "first";
  const auto ends = endsOf(part);
  const PointRef point = onSecond ? ends.second : ends.first;
  return [=, inGround = side.empty(), frame = frameOf(mechanism, point), own = localAxes(mechanism, point)](
             const EquationsOfMotion& equations, const State& state) {
    const PartLoad load = equations.reaction(joint, onSecond, state.lambda);
    const Vector3& vector = k < 3 ? load.force : load.torque;
    if (inGround) return vector[k % 3];
    const Vector4& p = equations.configuration().motion(frame, Space()).at.p;
    return Vector3(rotationMatrix(p) * own.col(k % 3)).dot(vector);
  };
}

SymbolReader readerFor(const std::string& symbol, const EquationsOfMotion& equations) {
  const Mechanism& mechanism = equations.mechanism();
  if (std::shared_ptr<StateQuantity> quantity = makeStateQuantity(symbol, mechanism, equations.places()))
    return
        [quantity](const EquationsOfMotion& at, const State&) { return quantity->value(at.configuration()); };
  const auto dot = symbol.rfind('.');
  if (dot == std::string::npos) return {};
  const std::string part = symbol.substr(0, dot);
  const std::string_view quantity = std::string_view(symbol).substr(dot + 1);
  if (const int body = indexOf(mechanism.bodies, part); body >= 0) {
    SymbolReader elastic = elasticReader(equations.places().elastic(body), quantity);
    return elastic ? elastic : bodyReader(equations.places(), body, quantity);
  }
  if (const int joint = indexOf(mechanism.joints, part); joint >= 0) {
    if (SymbolReader reaction = reactionReader(mechanism, joint, "", quantity)) return reaction;
    return multiplierReader(quantity, [&](int k) { return equations.rowOfJoint(joint, k); });
  }
  if (const int driver = indexOf(mechanism.drivers, part); driver >= 0)
    return multiplierReader(quantity, [&](int) { return equations.rowOfDriver(driver); });
  if (const int constraint = indexOf(mechanism.constraints, part); constraint >= 0)
    return multiplierReader(quantity, [&](int k) { return equations.rowOfConstraint(constraint, k); });
  if (const int force = indexOf(mechanism.forces, part); force >= 0 && quantity.starts_with("lambda"))
    return multiplierReader(quantity, [&](int k) { return equations.rowOfStop(force, k); });
  if (const int force = indexOf(mechanism.forces, part); force >= 0)
    return forceReader(equations, force, quantity);
  const auto inner = part.rfind('.');
  if (inner == std::string::npos) return {};
  if (const int joint = indexOf(mechanism.joints, part.substr(0, inner)); joint >= 0)
    return reactionReader(mechanism, joint, std::string_view(part).substr(inner + 1), quantity);
  const int body = indexOf(mechanism.bodies, part.substr(0, inner));
  if (body < 0) return {};
  const int point = indexOf(mechanism.bodies[body].points, part.substr(inner + 1));
  return point < 0 ? SymbolReader{} : pointReader(equations, {body, point}, quantity);
}

}  // namespace

SymbolReader symbolReader(const std::string& symbol, const EquationsOfMotion& equations) {
  SymbolReader reader = readerFor(symbol, equations);
  if (!reader) throw std::logic_error("no reader for the output symbol " + symbol);
  return reader;
}

}  // namespace holonom
