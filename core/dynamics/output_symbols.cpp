// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/output_symbols.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "core/dynamics/force_laws/spring_geometry.h"
#include "core/dynamics/mass_frame.h"
#include "core/model/symbols.h"

namespace holonom {
namespace {

/// Index of the part with this name, −1 when there is none.
template <class Parts>
int indexOf(const Parts& parts, std::string_view name) {
  const auto found = std::find_if(parts.begin(), parts.end(), [&](const auto& part) { return part.name == name; });
  return found == parts.end() ? -1 : static_cast<int>(found - parts.begin());
}

SymbolReader bodyReader(int body, std::string_view quantity) {
  static constexpr std::array<std::string_view, 9> kQuantities = {"x",     "y",  "theta", "vx",   "vy",
                                                                  "omega", "ax", "ay",    "alpha"};
  const auto found = std::find(kQuantities.begin(), kQuantities.end(), quantity);
  if (found == kQuantities.end()) return {};
  const int level = static_cast<int>(found - kQuantities.begin()) / 3;
  const int entry = 3 * body + static_cast<int>(found - kQuantities.begin()) % 3;
  return [=](const EquationsOfMotion&, const State& state) {
    return level == 0 ? state.q[entry] : level == 1 ? state.v[entry] : state.a[entry];
  };
}

/// Position, velocity and acceleration of a point: p = r + R s, ṗ = v + ω R s⊥, p̈ = a + α R s⊥ − ω² R s.
SymbolReader pointReader(int body, const Vector2& s, std::string_view quantity) {
  static constexpr std::array<std::string_view, 6> kQuantities = {"x", "y", "vx", "vy", "ax", "ay"};
  const auto found = std::find(kQuantities.begin(), kQuantities.end(), quantity);
  if (found == kQuantities.end()) return {};
  const int level = static_cast<int>(found - kQuantities.begin()) / 2;
  const int axis = static_cast<int>(found - kQuantities.begin()) % 2;
  return [=](const EquationsOfMotion& equations, const State& state) {
    const PlanarMotion& motion = equations.motion(body);
    const Vector2 arm = motion.turn(s), across = perpendicular(arm);
    if (level == 0) return motion.r[axis] + arm[axis];
    if (level == 1) return motion.v[axis] + motion.omega * across[axis];
    return state.a[3 * body + axis] + state.a[3 * body + 2] * across[axis] - motion.omega * motion.omega * arm[axis];
  };
}

SymbolReader springReader(const Mechanism& mechanism, const SpringDamper& spring, std::string_view quantity) {
  const SpringPoints points{fromCentre(mechanism, spring.a), fromCentre(mechanism, spring.b)};
  const bool wantsForce = quantity == "force";
  if (!wantsForce && quantity != "length") return {};
  return [=](const EquationsOfMotion& equations, const State&) {
    const SpringGeometry geometry(points, {equations.motion(spring.a.body), equations.motion(spring.b.body)});
    if (!wantsForce) return geometry.length;
    return spring.stiffness * (geometry.length - spring.freeLength) + spring.damping * geometry.rate;
  };
}

/// `rowOf` gives the constraint row of the k-th multiplier of a part.
template <class RowOf>
SymbolReader multiplierReader(std::string_view quantity, RowOf rowOf) {
  if (!quantity.starts_with("lambda")) return {};
  const int row = rowOf(std::stoi(std::string(quantity.substr(6))) - 1);
  return [=](const EquationsOfMotion&, const State& state) { return state.lambda[row]; };
}

SymbolReader readerFor(const std::string& symbol, const Mechanism& mechanism, const EquationsOfMotion& equations) {
  if (symbol == "t") return [](const EquationsOfMotion&, const State& state) { return state.t; };
  const auto dot = symbol.rfind('.');
  if (dot == std::string::npos) return {};
  const std::string part = symbol.substr(0, dot);
  const std::string_view quantity = std::string_view(symbol).substr(dot + 1);
  if (const int body = indexOf(mechanism.bodies, part); body >= 0) return bodyReader(body, quantity);
  if (const int joint = indexOf(mechanism.joints, part); joint >= 0)
    return multiplierReader(quantity, [&](int k) { return equations.rowOfJoint(joint, k); });
  if (const int driver = indexOf(mechanism.drivers, part); driver >= 0)
    return multiplierReader(quantity, [&](int) { return equations.rowOfDriver(driver); });
  if (const int force = indexOf(mechanism.forces, part); force >= 0)
    if (const auto* spring = std::get_if<SpringDamper>(&mechanism.forces[force].kind))
      return springReader(mechanism, *spring, quantity);
  const auto inner = part.rfind('.');
  if (inner == std::string::npos) return {};
  const int body = indexOf(mechanism.bodies, part.substr(0, inner));
  if (body < 0) return {};
  const int point = indexOf(mechanism.bodies[body].points, part.substr(inner + 1));
  return point < 0 ? SymbolReader{} : pointReader(body, fromCentre(mechanism, {body, point}), quantity);
}

}  // namespace

SymbolReader symbolReader(const std::string& symbol, const Mechanism& mechanism, const EquationsOfMotion& equations) {
  SymbolReader reader = readerFor(symbol, mechanism, equations);
  if (!reader) throw std::logic_error("no reader for the output symbol " + symbol);
  return reader;
}

}  // namespace holonom
