// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/symbols.h"

#include <algorithm>
#include <initializer_list>

#include "core/base/body_quantities.h"
#include "core/base/lookup.h"
#include "core/base/symbol_text.h"

namespace holonom {
namespace {

void addFrame(const Body& body, std::size_t level, std::vector<std::string>& names) {
  for (const BodyQuantity& quantity : bodyQuantities(level, body.frame()))
    names.push_back(body.name + "." + quantity.name);
}

/// Quantities of every point of the body, in the plane or in space.
void addPoints(const Body& body, std::initializer_list<const char*> inPlane,
               std::initializer_list<const char*> inSpace, std::vector<std::string>& names) {
  for (const Point& point : body.points)
    for (const char* quantity : body.isSpatial() ? inSpace : inPlane)
      names.push_back(body.name + "." + point.name + "." + quantity);
}

/// rod.q1, rod.vq1, rod.aq1, rod.q2 …
std::vector<std::string> elasticNames(const Body& body) {
  std::vector<std::string> names;
  for (int i = 1; body.flexible && i <= body.flexible->coordinateCount(); ++i)
    for (const char* level : {".q", ".vq", ".aq"}) names.push_back(body.name + level + std::to_string(i));
  return names;
}

void addMultipliers(const Mechanism& mechanism, std::vector<std::string>& names) {
  for (const Joint& joint : mechanism.joints)
    for (int row = 1; row <= rowCount(mechanism, joint); ++row)
      names.push_back(joint.name + ".lambda" + std::to_string(row));
  for (const Driver& driver : mechanism.drivers) names.push_back(driver.name + ".lambda1");
  for (const Constraint& constraint : mechanism.constraints)
    for (std::size_t row = 1; row <= formulasOf(mechanism, constraint).size(); ++row)
      names.push_back(constraint.name + ".lambda" + std::to_string(row));
  for (const Force& force : mechanism.forces)
    if (const auto* stop = std::get_if<Stop>(&force.kind))
      for (std::size_t limit = 1; limit <= stopLimits(*stop).size(); ++limit)
        names.push_back(force.name + ".lambda" + std::to_string(limit));
}

/// Of joints in space: what acts on the second body in ground axes, and on either in the axes of its point.
void addReactions(const Mechanism& mechanism, std::vector<std::string>& names) {
  for (const Joint& joint : mechanism.joints) {
    if (!actsInSpace(mechanism, joint)) continue;
    for (const char* where : {"", ".first", ".second"})
      for (const char* quantity : {".fx", ".fy", ".fz", ".tx", ".ty", ".tz"})
        names.push_back(joint.name + where + quantity);
  }
}

/// Of a joint or a force, at which multipliers and coordinates may be of lengths or of angles.
std::optional<bool> isAngular(const Mechanism& mechanism, const std::string& part,
                              std::string_view quantity) {
  const bool reaction = quantity.starts_with("lambda");
  const int number = reaction ? std::stoi(std::string(quantity.substr(6))) - 1 : 0;
  if (const int i = indexOf(mechanism.joints, part); i >= 0) {
    const Joint& joint = mechanism.joints[std::size_t(i)];
    if (reaction) return isAngleRow(mechanism, joint, number);
    for (int k = 0; k < coordinateCount(joint); ++k)
      for (const std::string_view symbol : coordinateSymbols(k))
        if (symbol.substr(1) == quantity) return !slideAxis(joint, k);
  }
  if (const int i = indexOf(mechanism.drivers, part); i >= 0) {
    const Driver& driver = mechanism.drivers[std::size_t(i)];
    return !slideAxis(mechanism.joints[std::size_t(driver.joint)], driver.coordinate);
  }
  if (const int i = indexOf(mechanism.forces, part); i >= 0 && quantity != "length" && quantity != "rate")
    return isMoment(mechanism, mechanism.forces[std::size_t(i)], quantity);
  return {};
}

/// Of a quantity of bodies, points, lines and reactions, by its name.
std::optional<std::string> unitOf(std::string_view quantity) {
  for (const FrameKind frame : {FrameKind::Plane, FrameKind::Space})
    for (std::size_t level = 0; level < kBodyQuantities.size(); ++level)
      for (const BodyQuantity& one : bodyQuantities(level, frame))
        if (one.name == quantity) return one.unit;
  if (quantity == "length" || quantity == "deflection" || quantity.starts_with("q")) return "m";
  if (quantity == "rate" || quantity.starts_with("vq")) return "m/s";
  if (quantity.starts_with("aq")) return "m/s²";
  if (quantity.starts_with("a")) return "";  // a11 …
  if (quantity.size() == 2 && quantity[0] == 'f') return "N";
  if (quantity.size() == 2 && quantity[0] == 't') return "N·m";
  return {};
}

}  // namespace

std::optional<std::string> unitOf(const Mechanism& mechanism, const std::string& symbol) {
  const std::vector<std::string> known = outputSymbols(mechanism);
  return std::ranges::find(known, symbol) == known.end() ? std::nullopt : unitOfSymbol(mechanism, symbol);
}

std::optional<std::string> unitOfSymbol(const Mechanism& mechanism, const std::string& symbol) {
  if (symbol == "t") return "s";
  const std::string part = symbol.substr(0, symbol.rfind('.'));
  const std::string quantity = symbol.substr(part.size() + 1);
  if (indexOf(mechanism.controllers, part) >= 0) return {};
  const std::optional<bool> angular = isAngular(mechanism, part, quantity);
  if (!angular) return unitOf(quantity);
  if (quantity.starts_with("position")) return *angular ? "rad" : "m";
  if (quantity.starts_with("velocity")) return *angular ? "rad/s" : "m/s";
  return *angular ? "N·m" : "N";
}

std::string firstSymbolOf(const Mechanism& mechanism, const std::string& name) {
  std::vector<std::string> own = outputSymbols(mechanism);
  std::erase_if(own, [&](const std::string& symbol) { return !isOf(symbol, name); });
  for (const char* quantity : {".force", ".torque", ".position", ".y"})
    if (std::ranges::find(own, name + quantity) != own.end()) return name + quantity;
  return own.empty() ? "" : own.front();
}

bool isMoment(const Mechanism& mechanism, const Force& force, std::string_view quantity) {
  const int joint = jointOf(force);
  return quantity.front() == 't' ||
         (joint >= 0 && !slideAxis(mechanism.joints[std::size_t(joint)], jointCoordinateOf(force)));
}

std::vector<std::string> constraintSymbols(const Mechanism& mechanism) {
  std::vector<std::string> names{"t"};
  for (const Body& body : mechanism.bodies) {
    addFrame(body, 0, names);
    addFrame(body, 1, names);
    if (body.frame() == FrameKind::Space)
      for (const char row : {'1', '2', '3'})
        for (const char column : {'1', '2', '3'}) names.push_back(body.name + ".a" + row + column);
    addPoints(body, {"x", "y", "vx", "vy"}, {"x", "y", "z", "vx", "vy", "vz"}, names);
  }
  for (const Joint& joint : mechanism.joints) {
    for (int coordinate = 0; coordinate < coordinateCount(joint); ++coordinate) {
      if (!isDrivable(mechanism, joint, coordinate)) continue;
      for (const char* symbol : coordinateSymbols(coordinate)) names.push_back(joint.name + symbol);
    }
  }
  for (const Force& force : mechanism.forces) {
    if (!lineOf(force)) continue;
    for (const char* quantity : {"length", "rate"}) names.push_back(force.name + "." + quantity);
  }
  return names;
}

std::vector<std::string> stateSymbols(const Mechanism& mechanism) {
  std::vector<std::string> names = constraintSymbols(mechanism);
  for (const ControlQuantity& quantity : controlQuantities(mechanism))
    if (quantity.joint < 0) names.push_back(quantity.symbol);  // those of joints are there
  return names;
}

std::vector<std::string> stateSymbolsBefore(const Mechanism& mechanism, const std::string& signal) {
  std::vector<std::string> names = stateSymbols(mechanism);
  bool later = false;
  for (const ControlQuantity& quantity : controlQuantities(mechanism)) {
    later = later || quantity.symbol == signal;
    if (later && quantity.kind == ControlQuantity::Kind::Signal) std::erase(names, quantity.symbol);
  }
  return names;
}

bool usesTime(const std::string& formula) {
  bool uses = false;
  replaceSymbols(formula, [&](std::string_view symbol) {
    uses = uses || symbol == "t";
    return std::string(symbol);
  });
  return uses;
}

std::vector<const char*> exertedBy(const Mechanism& mechanism, const Force& force) {
  std::vector<const char*> names;
  for (const char* quantity : std::visit([](const auto& kind) { return kind.quantities(); }, force.kind))
    if (actsInSpace(mechanism, force) || std::string_view(quantity) != "fz") names.push_back(quantity);
  return names;
}

std::vector<std::string> outputSymbols(const Mechanism& mechanism) {
  std::vector<std::string> names = stateSymbols(mechanism);
  for (const Body& body : mechanism.bodies) {
    addFrame(body, 2, names);
    addPoints(body, {"ax", "ay"}, {"ax", "ay", "az"}, names);
    if (!body.flexible) continue;
    for (const std::string& name : elasticNames(body)) names.push_back(name);
    for (const Point& point : body.points)
      for (const char* quantity : {"theta", "omega", "alpha", "deflection"})
        names.push_back(body.name + "." + point.name + "." + quantity);
  }
  addMultipliers(mechanism, names);
  addReactions(mechanism, names);
  for (const Force& force : mechanism.forces)
    for (const char* quantity : exertedBy(mechanism, force)) names.push_back(force.name + "." + quantity);
  return names;
}

std::vector<std::string> columnNames(const Mechanism& mechanism) {
  std::vector<std::string> names{"t"};
  for (const Body& body : mechanism.bodies)
    for (std::size_t level = 0; level < kBodyQuantities.size(); ++level) addFrame(body, level, names);
  for (const Body& body : mechanism.bodies)
    for (const std::string& name : elasticNames(body)) names.push_back(name);
  for (const ControlQuantity& quantity : controlQuantities(mechanism)) names.push_back(quantity.symbol);
  addMultipliers(mechanism, names);
  for (const char* name : {"energy.kinetic", "energy.potential", "energy.total", "energy.work",
                           "energy.dissipated", "energy.balance", "drift.position", "drift.velocity",
                           "drift.acceleration", "constraints.sigma", "constraints.condition", "step.h",
                           "step.order", "step.newton", "step.jacobians", "step.rejected", "step.events"})
    names.push_back(name);
  return names;
}

}  // namespace holonom
