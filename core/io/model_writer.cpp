// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/model_writer.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/output_file.h"
#include "core/io/described_json.h"
#include "core/io/reader_parts.h"
#include "core/io/solid_reader.h"
#include "core/io/writer_parts.h"
#include "core/model/part_values.h"

namespace holonom {
namespace {

JsonObject pointsOf(const std::vector<Point>& points, bool inSpace) {
  JsonObject object;
  for (const Point& point : points) {
    const JsonValue place = inSpace ? spatialVectorOf(point.position) : vectorOf(point.position);
    const Point usual;
    JsonObject axes;
    if (point.axis != usual.axis) add(axes, "axis", spatialVectorOf(point.axis, 3));
    addUnless(axes, "angle", point.angle, usual.angle);
    if (!axes.empty()) axes.insert(axes.begin(), {"position", place});
    object.push_back({point.name, axes.empty() ? place : JsonValue(std::move(axes))});
  }
  return object;
}

JsonObject flexibleOf(const Body& body) {
  const FlexibleBeam usual, &beam = *body.flexible;
  const auto numbers = [](const std::vector<double>& values) {
    return JsonArray(values.begin(), values.end());
  };
  JsonObject object;
  add(object, "from", body.points.at(static_cast<std::size_t>(beam.from)).name);
  add(object, "to", body.points.at(static_cast<std::size_t>(beam.to)).name);
  add(object, "youngsModulus", beam.youngsModulus);
  add(object, "area", beam.area);
  add(object, "secondMomentOfArea", beam.secondMoment);
  add(object, "lateralModes", static_cast<double>(beam.lateralModes));
  addUnless(object, "endShapes", beam.endShapes, usual.endShapes);
  addUnless(object, "longitudinal", beam.longitudinal, usual.longitudinal);
  if (beam.stiffness != usual.stiffness)
    add(object, "stiffness", stiffnessWords()[static_cast<std::size_t>(beam.stiffness)]);
  addUnless(object, "dampingRatio", beam.dampingRatio, usual.dampingRatio);
  if (!beam.displacements.empty()) add(object, "displacements", numbers(beam.displacements));
  if (!beam.rates.empty()) add(object, "rates", numbers(beam.rates));
  return object;
}

/// Its numbers and vectors. Mass and the like are those that it has besides its solids.
void writeValues(JsonObject& object, const Mechanism& mechanism, const Body& body) {
  if (body.solids.empty()) return writeDescribed(object, mechanism, body);
  const auto own = std::ranges::find(body.solids, BodySolid::Shape::Other, &BodySolid::shape);
  Body rest = body;
  if (own != body.solids.end()) setMass(rest, massOf(*own));
  writeDescribed(object, mechanism, rest);
  if (own == body.solids.end())
    std::erase_if(object, [](const auto& member) { return std::ranges::count(kMassKeys, member.key) > 0; });
  add(object, "solids", solidsOf(body));
}

JsonValue bodyOf(const Mechanism& mechanism, const Body& body) {
  const Body usual;
  JsonObject object, display;
  add(object, "name", body.name);
  if (body.kind != usual.kind) add(object, "type", bodyKinds()[static_cast<std::size_t>(body.kind)].name);
  writeValues(object, mechanism, body);
  JsonArray exact;
  for (std::size_t i = 0; i < exactWords().size(); ++i)
    if (body.exact.*exactFlag(i)) exact.emplace_back(exactWords()[i]);
  if (!exact.empty()) add(object, "exact", std::move(exact));
  addIfAny(object, "points", pointsOf(body.points, body.isSpatial()));
  JsonArray traces;
  for (const Point& point : body.points)
    if (point.traced) traces.emplace_back(point.name);
  if (!traces.empty()) add(object, "traces", std::move(traces));
  if (body.flexible) add(object, "flexible", flexibleOf(body));
  if (body.display.shape != usual.display.shape)
    add(display, "shape", shapeWords()[static_cast<std::size_t>(body.display.shape)]);
  addUnless(display, "colour", body.display.colour, usual.display.colour);
  addUnless(display, "width", body.display.width, usual.display.width);
  addIfAny(object, "display", std::move(display));
  return object;
}

void writeJoint(const Mechanism& mechanism, const Joint& joint, JsonObject& object) {
  add(object, "type", kindOf(joint).name);
  writeDescribed(object, mechanism, joint);
}

JsonArray grabsOf(const Mechanism& mechanism, const Hand& hand) {
  JsonArray grabs;
  for (const Hand::Grab& grab : hand.grabs) {
    JsonObject object;
    writeDescribed(object, mechanism, grab);
    JsonArray path;
    for (const Hand::Knot& knot : grab.path) {
      JsonArray numbers{knot.t, knot.to.x(), knot.to.y(), knot.grip};
      if (isSpatial(mechanism, grab.body)) numbers.insert(numbers.end() - 1, knot.to.z());
      path.push_back(std::move(numbers));
    }
    add(object, "path", std::move(path));
    grabs.push_back(std::move(object));
  }
  return grabs;
}

void writeForce(const Mechanism& mechanism, const Force& force, JsonObject& object) {
  add(object, "type", forceKinds()[force.kind.index()].name);
  writeDescribed(object, mechanism, force);
  if (const auto* hand = std::get_if<Hand>(&force.kind)) add(object, "grabs", grabsOf(mechanism, *hand));
}

void writeEvent(const NamedEvent& event, JsonObject& object) {
  const NamedEvent usual;
  add(object, "condition", event.condition);
  if (event.direction != usual.direction)
    add(object, "direction", directionWords()[static_cast<std::size_t>(event.direction)]);
  if (event.action != usual.action)
    add(object, "action", actionWords()[static_cast<std::size_t>(event.action)]);
}

JsonObject runOf(const RunSettings& run) {
  JsonObject object;
  addIfSet(object, "method", run.method);
  addIfSet(object, "index", run.index);
  addIfSet(object, "rtol", run.rtol);
  addIfSet(object, "atol", run.atol);
  addIfSet(object, "maxOrder", run.maxOrder);
  addIfSet(object, "endTime", run.endTime);
  if (run.rotations != RunSettings{}.rotations)
    add(object, "rotations", kRotations[std::size_t(run.rotations)].second);
  return object;
}

JsonValue documentOf(const Mechanism& mechanism) {
  JsonObject root, parameters, ground;
  add(root, "holonom", 1);
  addUnless(root, "name", mechanism.name, {});
  addUnless(root, "description", mechanism.description, {});
  add(root, "gravity", spatialVectorOf(mechanism.gravity));
  for (const auto& [name, value] : mechanism.parameters) parameters.push_back({name, value});
  addIfAny(root, "parameters", std::move(parameters));
  addIfAny(ground, "points", pointsOf(mechanism.ground.points, true));
  addIfAny(root, "ground", std::move(ground));
  JsonArray bodies;
  for (const Body& body : mechanism.bodies) bodies.push_back(bodyOf(mechanism, body));
  add(root, "bodies", std::move(bodies));
  addList(root, "joints", mechanism.joints,
          [&](const Joint& joint, JsonObject& object) { writeJoint(mechanism, joint, object); });
  addList(root, "drivers", mechanism.drivers, [&](const Driver& driver, JsonObject& object) {
    add(object, "joint", mechanism.joints[static_cast<std::size_t>(driver.joint)].name);
    if (driver.coordinate > 0) add(object, "coordinate", driver.coordinate + 1.0);
    add(object, formulaKey(driver.prescribes), driver.motion);
    if (driver.startPosition) add(object, "startPosition", *driver.startPosition);
    addUnless(object, "startVelocity", driver.startVelocity, Driver().startVelocity);
  });
  addList(root, "constraints", mechanism.constraints, [&](const Constraint& constraint, JsonObject& object) {
    add(object, "type", constraintKinds()[constraint.kind.index()].name);
    writeDescribed(object, mechanism, constraint);
  });
  addList(root, "controllers", mechanism.controllers, [&](const Controller& controller, JsonObject& object) {
    writeController(mechanism, controller, object);
  });
  addList(root, "forces", mechanism.forces,
          [&](const Force& force, JsonObject& object) { writeForce(mechanism, force, object); });
  addList(root, "events", mechanism.events, writeEvent);
  addList(root, "outputs", mechanism.outputs, [&](const Output& output, JsonObject& object) {
    add(object, "expression", output.expression);
    addUnless(object, "unit", output.unit, {});
  });
  addList(root, "groups", mechanism.groups, [](const PartGroup& group, JsonObject& object) {
    add(object, "parts", JsonArray(group.parts.begin(), group.parts.end()));
  });
  addIfAny(root, "run", runOf(mechanism.run));
  return root;
}

}  // namespace

std::string formatMechanism(const Mechanism& mechanism) { return formatJson(documentOf(mechanism)); }

void writeMechanism(const Mechanism& mechanism, const std::filesystem::path& file) {
  writeTextFile(file, formatMechanism(mechanism));
}

}  // namespace holonom
