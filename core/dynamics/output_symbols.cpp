// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/output_symbols.h"

#include <memory>
#include <stdexcept>

#include "core/base/lookup.h"
#include "core/dynamics/force_laws/spring_geometry.h"
#include "core/dynamics/mass_frame.h"
#include "core/dynamics/state_quantity.h"
#include "core/model/symbols.h"

namespace holonom {
namespace {

SymbolReader bodyReader(int body, std::string_view quantity) {
  const auto found = findBodyQuantity(quantity);
  if (!found || found->level != 2) return {};
  return [=](const EquationsOfMotion& equations, const State& state) {
    return state.a[equations.places().frame(body).first + found->component];
  };
}

/// Acceleration of a point: p̈ = a + α R s⊥ − ω² R s.
SymbolReader pointReader(int body, const Vector2& s, std::string_view quantity) {
  const int axis = indexIn({"ax", "ay"}, quantity);
  if (axis < 0) return {};
  return [=](const EquationsOfMotion& equations, const State& state) {
    const PlanarMotion& motion = equations.motion(body);
    const Vector2 arm = motion.turn(s), across = perpendicular(arm);
    const CoordinateLayout& places = equations.places();
    return state.a[places.place(body) + axis] + state.a[places.angle(body)] * across[axis] -
           motion.omega * motion.omega * arm[axis];
  };
}

SymbolReader forceReader(const Mechanism& mechanism, int force, std::string_view quantity) {
  if (const auto* spring = std::get_if<SpringDamper>(&mechanism.forces[force].kind)) {
    if (quantity != "force") return {};
    const SpringPoints points{fromCentre(mechanism, spring->a), fromCentre(mechanism, spring->b)};
    return [points, spring = *spring](const EquationsOfMotion& equations, const State&) {
      const SpringGeometry geometry(points,
                                    {equations.motion(spring.a.body), equations.motion(spring.b.body)});
      return spring.stiffness * (geometry.length - spring.freeLength) + spring.damping * geometry.rate;
    };
  }
  const int component = quantity == "fy" ? 1 : 0;
  return
      [=](const EquationsOfMotion& equations, const State&) { return equations.forceSize(force, component); };
}

/// `rowOf` gives the constraint row of the k-th multiplier of a part.
template <class RowOf>
SymbolReader multiplierReader(std::string_view quantity, RowOf rowOf) {
  if (!quantity.starts_with("lambda")) return {};
  const int row = rowOf(std::stoi(std::string(quantity.substr(6))) - 1);
  return [=](const EquationsOfMotion&, const State& state) { return state.lambda[row]; };
}

SymbolReader readerFor(const std::string& symbol, const Mechanism& mechanism,
                       const EquationsOfMotion& equations) {
  if (std::shared_ptr<StateQuantity> quantity = makeStateQuantity(symbol, mechanism))
    return
        [quantity](const EquationsOfMotion& at, const State&) { return quantity->value(at.configuration()); };
  const auto dot = symbol.rfind('.');
  if (dot == std::string::npos) return {};
  const std::string part = symbol.substr(0, dot);
  const std::string_view quantity = std::string_view(symbol).substr(dot + 1);
  if (const int body = indexOf(mechanism.bodies, part); body >= 0) return bodyReader(body, quantity);
  if (const int joint = indexOf(mechanism.joints, part); joint >= 0)
    return multiplierReader(quantity, [&](int k) { return equations.rowOfJoint(joint, k); });
  if (const int driver = indexOf(mechanism.drivers, part); driver >= 0)
    return multiplierReader(quantity, [&](int) { return equations.rowOfDriver(driver); });
  if (const int force = indexOf(mechanism.forces, part); force >= 0 && quantity.starts_with("lambda"))
    return multiplierReader(quantity, [&](int k) { return equations.rowOfStop(force, k); });
  if (const int force = indexOf(mechanism.forces, part); force >= 0)
    return forceReader(mechanism, force, quantity);
  const auto inner = part.rfind('.');
  if (inner == std::string::npos) return {};
  const int body = indexOf(mechanism.bodies, part.substr(0, inner));
  if (body < 0) return {};
  const int point = indexOf(mechanism.bodies[body].points, part.substr(inner + 1));
  return point < 0 ? SymbolReader{} : pointReader(body, fromCentre(mechanism, {body, point}), quantity);
}

}  // namespace

SymbolReader symbolReader(const std::string& symbol, const Mechanism& mechanism,
                          const EquationsOfMotion& equations) {
  SymbolReader reader = readerFor(symbol, mechanism, equations);
  if (!reader) throw std::logic_error("no reader for the output symbol " + symbol);
  return reader;
}

}  // namespace holonom
