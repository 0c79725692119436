// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/solid_reader.h"

#include "core/base/text.h"
#include "core/io/described_json.h"
#include "core/io/orientation_reader.h"
#include "core/io/writer_parts.h"

namespace holonom {
namespace {

void readSize(const JsonCursor& cursor, BodySolid& solid, int edges) {
  solid.size = cursor.vector(edges, edges);
  for (int i = 0; i < edges; ++i) cursor.element(std::size_t(i)).positive();
}

void readLength(const JsonCursor& solid, BodySolid& read, const SolidLength& length) {
  const auto given = length.mayBeThin ? solid.find(length.key) : solid.member(length.key);
  read.*length.member = given ? given->positive() : 0;
}

void readMass(const JsonCursor& solid, BodySolid& read) {
  const auto mass = solid.find("mass"), density = solid.find("density");
  if (mass && density)
    density->fail(tr("the mass is given twice: by 'mass' and by 'density'"), tr("leave one of the two out"));
  read.hasDensity = density.has_value();
  if (!density) {
    read.mass = solid.member("mass").positive();
    return;
  }
  read.density = density->positive();
  if (!(shapeOf(read).volume > 0))
    density->fail(tr("the solid has no volume"),
                  tr("give its 'mass', or a bar its 'radius' and a plate its 'thickness'"));
}

void readPose(const JsonCursor& cursor, BodySolid& solid) {
  std::vector<std::string> keys{"position", "axis", "angle"};
  keys.insert(keys.end(), orientationKeys().begin(), orientationKeys().end());
  refuseOtherNamesOfOrientation(cursor);
  cursor.requireKeys(keys);
  if (const auto place = cursor.find("position")) solid.position = place->vector(2, 3);
  const auto axis = cursor.find("axis"), angle = cursor.find("angle");
  if (const auto turn = readOrientation(cursor)) {
    const AxisAngle given = axisAngle(*turn);
    solid.axis = unitDirection(given.axis).value_or(solid.axis);
    solid.angle = given.angle;
  } else {
    if (axis) solid.axis = readDirection(*axis);
    if (angle) solid.angle = angle->angle();
  }
}

BodySolid readSolid(const JsonCursor& cursor) {
  std::vector<std::string> names;
  for (const SolidKind& kind : solidKinds())
    if (*kind.name) names.push_back(kind.name);
  BodySolid solid;
  solid.shape = BodySolid::Shape(cursor.member("shape").choice(names));
  const SolidKind& kind = kindOf(solid);
  std::vector<std::string> keys{"shape", "mass", "pose"};
  if (solid.shape != BodySolid::Shape::Point) keys.push_back("density");
  if (kind.edges > 0) keys.push_back("size");
  for (const SolidLength& length : kind.lengths) keys.push_back(length.key);
  cursor.requireKeys(keys);
  if (kind.edges > 0) readSize(cursor.member("size"), solid, kind.edges);
  for (const SolidLength& length : kind.lengths) readLength(cursor, solid, length);
  if (solid.shape == BodySolid::Shape::Tube && !(solid.innerRadius < solid.radius))
    cursor.member("innerRadius")
        .fail(tr("must be less than 'radius', {}", numberJson(solid.radius)), tr("exchange the two"));
  readMass(cursor, solid);
  if (const auto pose = cursor.find("pose")) readPose(*pose, solid);
  return solid;
}

JsonObject solidOf(const BodySolid& solid) {
  const BodySolid usual;
  const SolidKind& kind = kindOf(solid);
  JsonObject object, pose;
  add(object, "shape", kind.name);
  if (kind.edges > 0) add(object, "size", JsonArray(solid.size.data(), solid.size.data() + kind.edges));
  for (const SolidLength& length : kind.lengths)
    if (const double value = solid.*length.member; value > 0) add(object, length.key, value);
  if (solid.hasDensity) add(object, "density", solid.density);
  else add(object, "mass", solid.mass);
  if (solid.position != usual.position) add(pose, "position", spatialVectorOf(solid.position));
  if (solid.axis != usual.axis) add(pose, "axis", spatialVectorOf(solid.axis, 3));
  addUnless(pose, "angle", solid.angle, usual.angle);
  addIfAny(object, "pose", std::move(pose));
  return object;
}

}  // namespace

void readSolids(const JsonCursor& cursor, bool hasOwn, Body& body) {
  if (cursor.size() == 0) cursor.fail(tr("is an empty list"), tr("add a solid, or leave it out"));
  if (hasOwn) body.solids.push_back(ownMassOf(body));
  cursor.readEach(cursor.size(), [&](std::size_t i) { body.solids.push_back(readSolid(cursor.element(i))); });
  if (const auto misfit = composeMass(body)) cursor.fail(misfit->what, misfit->remedy);
}

JsonArray solidsOf(const Body& body) {
  JsonArray list;
  for (const BodySolid& solid : body.solids)
    if (solid.shape != BodySolid::Shape::Other) list.emplace_back(solidOf(solid));
  return list;
}

}  // namespace holonom
