// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/symbols.h"

#include <initializer_list>

#include "core/base/body_quantities.h"
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

}  // namespace

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
