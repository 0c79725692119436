// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/model/editing.h"
#include "core/model/field_section.h"
#include "core/model/part_values.h"
#include "core/model/particles.h"
#include "core/model/points_of.h"
#include "core/model/uniform_shape.h"

namespace holonom {
namespace {

/// Sets what a body is shaped by; where its mass is from the shape it follows.
void reshape(Body& body, const std::function<void(Body&)>& change) {
  const auto shape = uniformShapeOf(body);
  if (!changePoints(body, change))
    throw InputError(body.name,
                     shape->kind == UniformShape::Kind::Plate
                         ? tr("its points would enclose no area, and the plate would have no mass")
                         : tr("its points would lie on each other, and the bar would have no mass"),
                     tr("keep them apart, or give the body a mass of its own"));
}

/// The mass of a beam is spread evenly between its ends.
void centreBeam(Mechanism& mechanism, int index) {
  Body& body = mechanism.bodies[std::size_t(index)];
  if (!body.flexible) return;
  const Vector3 &from = body.points[std::size_t(body.flexible->from)].position,
                &to = body.points[std::size_t(body.flexible->to)].position;
  if (from == to)
    throw InputError(body.name, tr("the two ends of the beam lie on each other"),
                     tr("a beam needs a length"));
  body.centreOfMass = 0.5 * (from + to);
}

/// A square bar of steel of the mass and length of the body.
FlexibleBeam steelBeam(const Body& body) {
  constexpr double kModulus = 210e9, kDensity = 7850;
  FlexibleBeam beam;
  beam.to = 1;
  const double length = (body.points[1].position - body.points[0].position).norm();
  beam.youngsModulus = kModulus;
  beam.area = length > 0 ? body.mass / (kDensity * length) : 0;
  beam.secondMoment = beam.area * beam.area / 12;
  return beam;
}

void makeFlexible(Mechanism& mechanism, int index, bool flexible) {
  Body& body = mechanism.bodies[std::size_t(index)];
  if (!flexible) return body.flexible.reset();
  if (body.flexible) return;
  if (body.points.size() < 2)
    throw InputError(body.name, tr("a flexible body needs two points, its ends"),
                     tr("add points to the body first"));
  body.flexible = steelBeam(body);
  centreBeam(mechanism, index);
}

/// Values of a body's own, or those of a shape that its points have.
void chooseShape(Body& body, int chosen) {
  const auto shape = uniformShapeOf(body);
  if (chosen == (shape ? 1 + int(shape->kind) : 0)) return;
  if (chosen == 0)
    throw InputError(body.name, tr("mass, inertia and centre of mass are those of its shape"),
                     tr("type another value of one of them: then all three are its own"));
  takeShape(body, shapeOfItsMass(body, UniformShape::Kind(chosen - 1)));
}

void addShape(FieldGroup& group, const Section<Body>::At& at) {
  Field& choice = addField(
      group, "shape", Text("Mass and inertia"), Field::Kind::Choice,
      Text("Own values, or from the shape: a bar between the two points farthest apart, a plate that is the "
           "hull of the points; these follow when points are moved."),
      [at](const Mechanism& m) -> FieldValue {
        const auto now = uniformShapeOf(at(const_cast<Mechanism&>(m)));  // reads only
        return now ? 1 + int(now->kind) : 0;
      },
      [at](Mechanism& m, const FieldValue& value) { chooseShape(at(m), std::get<int>(value)); });
  choice.choices = {Text("own values"), Text("of a uniform bar"), Text("of a uniform plate")};
}

/// The centre of mass of a flexible body is not its own.
void keepBeamCentred(Field& centre, int index) {
  centre.set = [index](Mechanism& m, const FieldValue& value) {
    Body& owner = m.bodies[std::size_t(index)];
    if (owner.flexible && std::get<Vector3>(value) != owner.centreOfMass)
      throw InputError(owner.name,
                       tr("the centre of mass of a flexible body lies in the middle between its ends"),
                       tr("move its end points instead"));
    owner.centreOfMass = std::get<Vector3>(value);
  };
}

void addKind(FieldGroup& group, const Section<Body>::At& at) {
  Field& kind = addField(
      group, "type", Text("Kind"), Field::Kind::Choice,
      Text("A rigid body moves and turns, in the plane or in space; a particle is a point with mass, and its "
           "points are its place."),
      [at](const Mechanism& m) -> FieldValue { return int(at(const_cast<Mechanism&>(m)).kind); },
      [at](Mechanism& m, const FieldValue& value) {
        changeKind(m, int(&at(m) - m.bodies.data()), Body::Kind(std::get<int>(value)));
      });
  for (const PartKind& words : bodyKinds()) kind.choices.push_back(words.title);
  kind.structural = true;
}

/// Its mass, and in the other group how it begins.
void addMassAndStart(FieldGroup& mass, FieldGroup& start, const Section<Body>::At& at,
                     const Mechanism& mechanism, int index) {
  FieldGroup all;
  addDescribed(all, mechanism, [at](Mechanism& m) { return viewOf(at(m)); });
  for (Field& field : all.fields) {
    const bool begins = field.key.find('.') != std::string::npos;
    (begins ? start : mass).fields.push_back(std::move(field));
  }
  const Body& body = mechanism.bodies[std::size_t(index)];
  if (!body.solids.empty())
    for (Field& field : mass.fields)
      if (field.kind == Field::Kind::Number || field.kind == Field::Kind::Vector) followSolids(field);
  if (!body.turns() || body.isSpatial()) return;
  keepBeamCentred(mass.fields.back(), index);
  addShape(mass, at);
}

void addExact(FieldGroup& group, const Section<Body>::At& at, const Body& body) {
  const bool turns = body.turns(), inSpace = body.isSpatial();
  Section<Exact> exact(group, [at](Mechanism& m) -> Exact& { return at(m).exact; });
  const std::string help =
      Text("Keep the given value when the parts are put together at the start; others give way.");
  exact.flag("exact.x", Text("Keep x"), &Exact::x, help);
  exact.flag("exact.y", Text("Keep y"), &Exact::y, help);
  if (inSpace) exact.flag("exact.z", Text("Keep z"), &Exact::z, help);
  if (turns) exact.flag("exact.angle", Text("Keep the angle"), &Exact::angle, help);
  exact.flag("exact.vx", Text("Keep the velocity x"), &Exact::vx, help);
  exact.flag("exact.vy", Text("Keep the velocity y"), &Exact::vy, help);
  if (inSpace) exact.flag("exact.vz", Text("Keep the velocity z"), &Exact::vz, help);
  if (turns) exact.flag("exact.omega", Text("Keep the angular velocity"), &Exact::omega, help);
}

/// One elastic coordinate at the start; missing ones are zero.
void addElastic(FieldGroup& group, const Section<FlexibleBeam>::At& at, const char* key,
                const std::string& label, const char* unit, std::vector<double> FlexibleBeam::*list,
                std::size_t place, const std::string& help) {
  Field& field = addField(
      group, key + ("." + std::to_string(place)), label + " " + std::to_string(place + 1),
      Field::Kind::Number, help,
      [=](const Mechanism& m) -> FieldValue {
        const std::vector<double>& values = at(const_cast<Mechanism&>(m)).*list;
        return place < values.size() ? values[place] : 0.0;
      },
      [=](Mechanism& m, const FieldValue& value) {
        std::vector<double>& values = at(m).*list;
        const double number = std::get<double>(value);
        if (place >= values.size() && number == 0) return;
        values.resize(std::max(values.size(), place + 1));
        values[place] = number;
      });
  field.unit = unit;
}

void addEnd(FieldGroup& group, int index, const Body& body, const char* key, const std::string& label,
            int FlexibleBeam::*end) {
  Field& field = addField(
      group, key, label, Field::Kind::Choice, Text("The point of the body where the beam begins or ends."),
      [=](const Mechanism& m) -> FieldValue { return (*m.bodies[std::size_t(index)].flexible).*end; },
      [=](Mechanism& m, const FieldValue& value) {
        reshape(m.bodies[std::size_t(index)],
                [&](Body& body) { (*body.flexible).*end = std::get<int>(value); });
        centreBeam(m, index);
      });
  for (const Point& point : body.points) field.choices.push_back(point.name);
}

void addBeam(FieldGroup& group, const Mechanism& mechanism, int index) {
  const Body& body = mechanism.bodies[std::size_t(index)];
  if (!body.turns() || body.isSpatial()) return;
  addField(
      group, "flexible", Text("Bends"), Field::Kind::Flag,
      Text("Makes the body a uniform elastic beam between two of its points; begins as a square bar of "
           "steel."),
      [index](const Mechanism& m) -> FieldValue { return m.bodies[std::size_t(index)].flexible.has_value(); },
      [index](Mechanism& m, const FieldValue& value) { makeFlexible(m, index, std::get<bool>(value)); })
      .structural = true;
  if (!body.flexible) return;
  const auto at = [index](Mechanism& m) -> FlexibleBeam& { return *m.bodies[std::size_t(index)].flexible; };
  addEnd(group, index, body, "flexible.from", Text("From"), &FlexibleBeam::from);
  addEnd(group, index, body, "flexible.to", Text("To"), &FlexibleBeam::to);
  Section<FlexibleBeam> beam(group, at, [at](Mechanism& m) {
    FlexibleBeam& changed = at(m);
    for (auto* values : {&changed.displacements, &changed.rates})
      if (std::ssize(*values) > changed.coordinateCount())
        values->resize(std::size_t(changed.coordinateCount()));
  });
  beam.number("flexible.youngsModulus", Text("Young's modulus"), "Pa", kPositive,
              &FlexibleBeam::youngsModulus,
              Text("Stiffness of the material; steel 210 GPa, aluminium 70 GPa."));
  beam.number("flexible.area", Text("Cross-section"), "m²", kPositive, &FlexibleBeam::area,
              Text("Area of the cross-section."));
  beam.number("flexible.secondMomentOfArea", Text("Second moment of area"), "m⁴", kPositive,
              &FlexibleBeam::secondMoment,
              Text("Resistance of the cross-section to bending: b h³/12 for a rectangle."));
  beam.number("flexible.lateralModes", Text("Bending shapes"), "", {1, FlexibleBeam::kMaxLateralModes},
              &FlexibleBeam::lateralModes, Text("How many sine shapes across the beam are computed."))
      .structural = true;
  beam.flag("flexible.endShapes", Text("Ends carry moments"), &FlexibleBeam::endShapes,
            Text("Two further shapes for ends that are clamped."))
      .structural = true;
  beam.flag("flexible.longitudinal", Text("Stretches"), &FlexibleBeam::longitudinal,
            Text("Whether the beam changes its length."))
      .structural = true;
  beam.choice("flexible.stiffness", Text("Strain"), {Text("linear"), Text("coupled"), Text("full")},
              &FlexibleBeam::stiffness,
              Text("Linear: bending and stretching on their own; coupled: tension stiffens; full: large "
                   "bending as well."));
  beam.number("flexible.dampingRatio", Text("Damping ratio"), "", kNotNegative, &FlexibleBeam::dampingRatio,
              Text("Share of the critical damping, the same for every vibration."));
  for (int i = 0; i < body.flexible->coordinateCount(); ++i) {
    addElastic(group, at, "flexible.displacements", Text("Displacement"), "m", &FlexibleBeam::displacements,
               std::size_t(i), Text("Elastic coordinate at the start."));
    addElastic(group, at, "flexible.rates", Text("Rate"), "m/s", &FlexibleBeam::rates, std::size_t(i),
               Text("Velocity of the elastic coordinate at the start."));
  }
}

std::string requireColour(const std::string& text) {
  const auto isHex = [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; };
  if (!text.empty() &&
      (text.size() != 7 || text[0] != '#' || !std::all_of(text.begin() + 1, text.end(), isHex)))
    throw InputError("'" + text + "'", tr("is no colour"),
                     tr("write #rrggbb with hexadecimal digits, for example #4c78a8, or nothing for one from "
                        "the palette"));
  return text;
}

void addDisplay(FieldGroup& group, const Section<Body>::At& at) {
  const auto display = [at](Mechanism& m) -> Display& { return at(m).display; };
  Section<Display> section(group, display);
  section.choice("display.shape", Text("Shape"),
                 {Text("automatic"), Text("bar"), Text("box"), Text("plate"), Text("disc"), Text("hidden")},
                 &Display::shape, Text("How the body is drawn; no influence on the motion."));
  Field& colour = section.text("display.colour", Text("Colour"), &Display::colour,
                               Text("#rrggbb; empty: chosen from the palette."));
  colour.set = [display](Mechanism& m, const FieldValue& value) {
    display(m).colour = requireColour(std::get<std::string>(value));
  };
  section.number("display.width", Text("Width"), "m", kNotNegative, &Display::width,
                 Text("Thickness of the bar, height of the box or diameter of the disc as drawn; 0: from the "
                      "size of the model."));
}

void addPlace(FieldGroup& group, const Mechanism& mechanism, const PartRef& owner, std::size_t place,
              const std::string& key, const std::string& label) {
  const bool inSpace =
      owner.kind == PartRef::Kind::Body ? isSpatial(mechanism, owner.index) : isSpatial(mechanism);
  const auto at = [=](Mechanism& m) -> Point& { return pointsOf(m, bodyOf(owner))[place]; };
  Section<Point> section(group, at);
  if (owner.kind != PartRef::Kind::Body) {
    section.vector(key, label, "m", &Point::position, Text("Where the point lies.")).inSpace = inSpace;
    return;
  }
  Field& field = section.vector(key, label, "m", &Point::position,
                                Text("Where the point lies in the axes of the body."));
  field.inSpace = inSpace;
  field.set = [=](Mechanism& m, const FieldValue& value) {
    reshape(m.bodies[std::size_t(owner.index)],
            [&](Body& body) { body.points[place].position = std::get<Vector3>(value); });
    centreBeam(m, owner.index);
  };
}

void addTrace(FieldGroup& group, const PartRef& point, const std::string& key, const std::string& label) {
  Section<Point> section(
      group, [=](Mechanism& m) -> Point& { return pointsOf(m, bodyOf(point))[std::size_t(point.point)]; });
  section.flag(key, label, &Point::traced, Text("Whether the path of the point is drawn in the picture."));
}

/// Of a point of ground or of a body in space.
void addAxes(FieldGroup& group, const PartRef& point) {
  const auto at = [=](Mechanism& m) -> Point& {
    return pointsOf(m, bodyOf(point))[std::size_t(point.point)];
  };
  Section<Point> section(group, at);
  Field& axis =
      section.vector("axis", Text("Axis"), "", &Point::axis,
                     Text("About which the axes of the point are turned against those of its body."));
  axis.inSpace = true;
  axis.set = [at](Mechanism& m, const FieldValue& value) {
    const auto unit = unitDirection(std::get<Vector3>(value));
    if (!unit)
      throw InputError(tr("Axis"), tr("its length is 0"), tr("give a direction such as {}", "0, 0, 1"));
    at(m).axis = *unit;
  };
  section.number("angle", Text("Angle"), "rad", kAnyNumber, &Point::angle,
                 Text("How far the axes of the point are turned about that axis, as a right-handed screw."));
}

}  // namespace

FieldGroup pointList(const Mechanism& mechanism, const PartRef& owner) {
  FieldGroup group{Text("Points")};
  const std::vector<Point>& points = pointsOf(mechanism, bodyOf(owner));
  for (std::size_t i = 0; i < points.size(); ++i) {
    addPlace(group, mechanism, owner, i, "points." + points[i].name, points[i].name);
    const PartRef point{owner.kind, owner.index, int(i)};
    group.fields.back().rename = [point](Mechanism& m, const std::string& name) {
      renamePart(m, point, name);
    };
    group.fields.back().remove = [point](Mechanism& m) { removePart(m, point); };
  }
  group.addLabel = Text("Add a point");
  group.add = [owner](Mechanism& m) {
    const bool body = owner.kind == PartRef::Kind::Body;
    const Vector3 place = body ? m.bodies[std::size_t(owner.index)].centreOfMass : Vector3::Zero();
    const Point added{uniquePointName(m, bodyOf(owner), "P"), place};
    if (body) changePoints(m.bodies[std::size_t(owner.index)], [&](Body& b) { b.points.push_back(added); });
    else m.ground.points.push_back(added);
  };
  return group;
}

FieldGroups pointFields(const Mechanism& mechanism, const PartRef& point) {
  FieldGroup group{Text("Point")};
  addName(group, point, tr("Name of the point; expressions that use it follow."));
  addPlace(group, mechanism, {point.kind, point.index}, std::size_t(point.point), "position",
           Text("Position"));
  if (point.kind == PartRef::Kind::Body) addTrace(group, point, "traced", Text("Leaves a trace"));
  const bool inSpace =
      isSpatial(mechanism) && !(point.kind == PartRef::Kind::Body && !isSpatial(mechanism, point.index));
  if (inSpace) addAxes(group, point);
  return {group};
}

FieldGroups bodyFields(const Mechanism& mechanism, int index) {
  const Section<Body>::At at = [index](Mechanism& m) -> Body& { return m.bodies[std::size_t(index)]; };
  const PartRef part{PartRef::Kind::Body, index};
  FieldGroups groups{{Text("Body")},
                     {Text("At the start")},
                     {Text("Kept when put together")},
                     pointList(mechanism, part),
                     {Text("Flexible beam")},
                     {Text("Picture")},
                     {Text("Traces")}};
  groups[2].seldomWanted = groups[5].seldomWanted = true;
  addName(groups[0], part, tr("Name of the body; expressions that use it follow."));
  const Body& body = mechanism.bodies[std::size_t(index)];
  addKind(groups[0], at);
  addMassAndStart(groups[0], groups[1], at, mechanism, index);
  addExact(groups[2], at, body);
  addBeam(groups[4], mechanism, index);
  addDisplay(groups[5], at);
  for (std::size_t i = 0; i < body.points.size(); ++i)
    addTrace(groups[6], {part.kind, index, int(i)}, "traces." + body.points[i].name, body.points[i].name);
  if (!body.turns() || body.isSpatial()) groups.erase(groups.begin() + 4);  // it cannot bend
  if (body.turns() && body.isSpatial()) {
    FieldGroups solids = solidFields(mechanism, index);
    groups.insert(groups.begin() + 1, std::make_move_iterator(solids.begin()),
                  std::make_move_iterator(solids.end()));
  }
  return groups;
}

}  // namespace holonom
