// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/io/described_json.h"
#include "core/io/orientation_reader.h"
#include "core/io/reader_parts.h"
#include "core/io/solid_reader.h"
#include "core/model/centre_motion.h"
#include "core/model/part_values.h"
#include "core/model/part_words.h"
#include "core/model/particles.h"

namespace holonom {
namespace {

constexpr bool Exact::*kExactFlags[] = {&Exact::x,  &Exact::y,     &Exact::angle, &Exact::vx,
                                        &Exact::vy, &Exact::omega, &Exact::z,     &Exact::vz};

/// Those of bodies in the plane; z and vz are the last.
const std::vector<std::string>& planarExactWords() {
  static const std::vector<std::string> words(exactWords().begin(), exactWords().end() - 2);
  return words;
}

Exact readExact(const JsonCursor& cursor, const Body& body) {
  Exact exact;
  for (std::size_t i = 0; i < cursor.size(); ++i) {
    const JsonCursor word = cursor.element(i);
    const std::string& text = word.text();
    if (!body.turns() && (text == "angle" || text == "omega"))
      word.fail(tr("a particle has no angle"), tr("leave it out"));
    if (!body.isSpatial() && (text == "z" || text == "vz"))
      word.fail(tr("a body in the plane has no '{}'", text), tr("leave it out"));
    bool& flag = exact.*exactFlag(word.choice(body.isSpatial() ? exactWords() : planarExactWords()));
    if (flag) word.fail(tr("'{}' is listed twice", word.text()), tr("remove one of the two"));
    flag = true;
  }
  return exact;
}

std::string readColour(const JsonCursor& cursor) {
  const std::string& text = cursor.text();
  const auto isHex = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  };
  if (text.size() != 7 || text[0] != '#' || !std::all_of(text.begin() + 1, text.end(), isHex))
    cursor.fail(tr("is no colour: {}", describeJson(cursor.value())),
                tr("write \"#rrggbb\" with hexadecimal digits, for example \"#4c78a8\""));
  return text;
}

Display readDisplay(const JsonCursor& cursor) {
  cursor.requireKeys({"shape", "colour", "width"});
  Display display;
  if (auto shape = cursor.find("shape")) display.shape = static_cast<Shape>(shape->choice(shapeWords()));
  if (auto colour = cursor.find("colour")) display.colour = readColour(*colour);
  if (auto width = cursor.find("width")) display.width = width->nonNegative();
  return display;
}

/// Index of the point of the body that the text names.
int readEnd(const JsonCursor& cursor, const Body& body) {
  for (std::size_t i = 0; i < body.points.size(); ++i)
    if (body.points[i].name == cursor.text()) return static_cast<int>(i);
  cursor.fail(tr("the body has no point '{}'", cursor.text()), tr("name one of the points of the body"));
}

std::vector<double> readNumbers(const JsonCursor& cursor, int limit) {
  if (static_cast<int>(cursor.size()) > limit)
    cursor.fail(tr("holds {} numbers, but the beam has {} elastic coordinates", cursor.size(), limit),
                tr("give one number for each, or fewer: the rest begins at 0"));
  std::vector<double> numbers;
  for (std::size_t i = 0; i < cursor.size(); ++i) numbers.push_back(cursor.element(i).number());
  return numbers;
}

FlexibleBeam readFlexible(const JsonCursor& cursor, const Body& body) {
  cursor.requireKeys({"from", "to", "youngsModulus", "area", "secondMomentOfArea", "lateralModes",
                      "endShapes", "longitudinal", "stiffness", "dampingRatio", "displacements", "rates"});
  FlexibleBeam beam;
  beam.from = readEnd(cursor.member("from"), body);
  beam.to = readEnd(cursor.member("to"), body);
  if (body.points[beam.from].position == body.points[beam.to].position)
    cursor.member("to").fail(tr("lies where 'from' lies"), tr("a beam needs a length"));
  beam.youngsModulus = cursor.member("youngsModulus").positive();
  beam.area = cursor.member("area").positive();
  beam.secondMoment = cursor.member("secondMomentOfArea").positive();
  if (auto modes = cursor.find("lateralModes"))
    beam.lateralModes = modes->integer(1, FlexibleBeam::kMaxLateralModes);
  if (auto shapes = cursor.find("endShapes")) beam.endShapes = shapes->boolean();
  if (auto along = cursor.find("longitudinal")) beam.longitudinal = along->boolean();
  if (auto kind = cursor.find("stiffness"))
    beam.stiffness = static_cast<FlexibleBeam::Stiffness>(kind->choice(stiffnessWords()));
  if (auto ratio = cursor.find("dampingRatio")) beam.dampingRatio = ratio->nonNegative();
  if (auto values = cursor.find("displacements"))
    beam.displacements = readNumbers(*values, beam.coordinateCount());
  if (auto values = cursor.find("rates")) beam.rates = readNumbers(*values, beam.coordinateCount());
  return beam;
}

/// The mass of a beam is spread evenly: its centre lies in the middle, and is taken there when the file says
/// nothing.
void centreBeam(const JsonCursor& cursor, Body& body) {
  const Vector3 &from = body.points[body.flexible->from].position,
                &to = body.points[body.flexible->to].position;
  const Vector3 middle = 0.5 * (from + to);
  const auto given = cursor.find("centreOfMass");
  if (given && (body.centreOfMass - middle).norm() > 1e-9 * (to - from).norm())
    given->fail(tr("the centre of mass of a flexible body lies in the middle between its ends"),
                tr("leave 'centreOfMass' out"));
  body.centreOfMass = middle;
}

void readTraces(const JsonCursor& cursor, Body& body) {
  for (std::size_t i = 0; i < cursor.size(); ++i)
    body.points[std::size_t(readEnd(cursor.element(i), body))].traced = true;
}

/// What a pose and a velocity in space may say besides the values that they have in the model.
std::vector<std::string> keysOfMotion() {
  std::vector<std::string> keys{"velocity.angularInBodyAxes"};
  for (const std::string& key : orientationKeys()) keys.push_back("pose." + key);
  return keys;
}

void readTurn(const JsonCursor& cursor, Body& body) {
  if (const auto pose = cursor.find("pose"))
    if (const auto p = readOrientation(*pose)) {
      const AxisAngle turn = axisAngle(*p);
      body.axis = unitDirection(turn.axis).value_or(Body().axis);
      body.angle = turn.angle;
    }
  const auto velocity = cursor.find("velocity");
  const auto own = velocity ? velocity->find("angularInBodyAxes") : std::nullopt;
  if (!own) return;
  if (velocity->find("angular"))
    own->fail(tr("the angular velocity is given twice: by 'angular' and by 'angularInBodyAxes'"),
              tr("leave one of the two out"));
  body.spin = rotationMatrix(initialTurn(body)) * own->vector(3, 3);
}

/// Whether the body has mass of its own besides its solids.
bool hasOwnMass(const JsonCursor& cursor) {
  return !cursor.find("solids") || std::ranges::any_of(kMassKeys, [&](std::string_view key) {
    return cursor.find(std::string(key)).has_value();
  });
}

/// The values of a body in space, and what stands for some of them.
void readInSpace(const JsonCursor& cursor, Body& body, const References& references) {
  const bool hasOwn = hasOwnMass(cursor);
  const auto valuesToRead = [&] {
    PartView view = viewOf(body);
    if (!hasOwn)
      std::erase_if(view.values, [](const PartValue& value) {
        return std::ranges::count(kMassKeys, std::string_view(value.key)) > 0;
      });
    return view;
  };
  if (const auto pose = cursor.find("pose")) refuseOtherNamesOfOrientation(*pose);
  cursor.readAll({[&] {
                    const auto readOwn = [&] {
                      readValues(cursor, valuesToRead, references, keysOfMotion());
                    };
                    const auto judgeInertia = [&] {
                      const bool known = hasOwn && body.moments.minCoeff() > 0;  // read, if perhaps no mass
                      const auto misfit = known ? misfitOfInertia(body) : std::nullopt;
                      if (misfit) cursor.member("inertia").fail(misfit->what, misfit->remedy);
                    };
                    cursor.readAll({readOwn, judgeInertia});
                    if (const auto solids = cursor.find("solids")) readSolids(*solids, hasOwn, body);
                  },
                  [&] { readTurn(cursor, body); }});
}

/// What rigid bodies have and a particle, or a body in space, does not.
void refuseValues(const JsonCursor& cursor, const Body& body) {
  const auto flexible = cursor.find("flexible");
  if (flexible && !body.turns())
    flexible->fail(tr("a particle cannot bend"),
                   tr("leave it out, or leave \"type\" out: then the body is rigid"));
  if (flexible && body.isSpatial())
    flexible->fail(tr("a body in space cannot bend yet"),
                   tr("leave it out, or leave \"type\" out: then the body moves in the plane"));
  if (body.turns()) return;
  const std::vector<Described<Body>>& own = valuesOf(body.kind);
  const auto has = [&](const char* key) {
    return std::ranges::any_of(own, [&](const auto& value) { return std::string_view(value.key) == key; });
  };
  const auto rigid = body.isSpatial() ? Body::Kind::Spatial : Body::Kind::Rigid;
  for (const Described<Body>& value : valuesOf(rigid)) {
    const auto [outer, inner] = outerAndInner(value.key);
    const auto owner = outer.empty() ? std::optional(cursor) : cursor.find(outer);
    const auto given = owner && !has(value.key) ? owner->find(inner) : std::nullopt;
    if (given)
      given->fail(tr("a particle has no {}", inner),
                  body.isSpatial() ? tr("leave it out, or make the type \"spatial\": then the body is rigid")
                                   : tr("leave it out, or leave \"type\" out: then the body is rigid"));
  }
}

}  // namespace

const std::vector<std::string>& stiffnessWords() {
  static const std::vector<std::string> words{"linear", "coupled", "full"};
  return words;
}

const std::vector<std::string>& shapeWords() {
  static const std::vector<std::string> words{"automatic", "bar", "box", "plate", "disc", "hidden"};
  return words;
}

const std::vector<std::string>& exactWords() {
  static const std::vector<std::string> words{"x", "y", "angle", "vx", "vy", "omega", "z", "vz"};
  return words;
}

bool Exact::*exactFlag(std::size_t word) { return kExactFlags[word]; }

/// A place, or an object with a place and axes.
Point readPoint(const std::string& name, const JsonCursor& cursor, bool inSpace) {
  Point point{name};
  if (!cursor.value().object()) {
    point.position = cursor.vector(2, inSpace ? 3 : 2);
    return point;
  }
  if (!inSpace)
    cursor.fail(tr("a point of a body in the plane has no axes of its own"), tr("give its place, [x, y]"));
  cursor.requireKeys({"position", "axis", "angle"});
  point.position = cursor.member("position").vector(2, 3);
  if (auto axis = cursor.find("axis")) point.axis = readDirection(*axis);
  if (auto angle = cursor.find("angle")) point.angle = angle->angle();
  return point;
}

std::vector<Point> readPoints(const JsonCursor& cursor, bool inSpace) {
  std::vector<Point> points;
  const auto members = cursor.members();
  cursor.readEach(members.size(), [&](std::size_t i) {
    const auto& [name, point] = members[i];
    requireName(point, name);
    points.push_back(readPoint(name, point, inSpace));
  });
  return points;
}

void readBody(JsonCursor cursor, References& references, Mechanism& mechanism) {
  Body body;
  body.name = references.newName(cursor.member("name"), PartRef::Kind::Body);
  cursor.setPart(partWords(PartRef::Kind::Body, body.name));
  if (auto type = cursor.find("type"))
    body.kind = static_cast<Body::Kind>(type->choice(kindNames(bodyKinds())));
  refuseValues(cursor, body);
  std::vector<std::string> keys{"name", "type", "exact", "points", "traces", "display"};
  const bool turnsInSpace = body.isSpatial() && body.turns();
  if (body.kind == Body::Kind::Rigid) keys.push_back("flexible");
  if (turnsInSpace) keys.push_back("solids");
  bool isKnown = cursor.attempt([&] { cursor.requireKeys(keysWith(std::move(keys), viewOf(body))); });
  const auto readOwn = [&] {
    const bool isSound = cursor.attempt([&] {
      if (turnsInSpace) readInSpace(cursor, body, references);
      else readDescribed(cursor, body, references);
    });
    // one in the plane may be meant to be in space: then its type is what is wrong
    isKnown = isKnown && (isSound || body.isSpatial());
  };
  const auto readShape = [&] {
    const bool hasPoints = cursor.attempt([&] {
      if (auto points = cursor.find("points")) body.points = readPoints(*points, body.isSpatial());
    });
    isKnown = isKnown && hasPoints;
    if (!hasPoints) return;
    if (auto traces = cursor.find("traces")) readTraces(*traces, body);
    if (auto flexible = cursor.find("flexible")) body.flexible = readFlexible(*flexible, body);
  };
  const auto readExactness = [&] {
    if (auto exact = cursor.find("exact")) body.exact = readExact(*exact, body);
  };
  const auto readLook = [&] {
    if (auto display = cursor.find("display")) body.display = readDisplay(*display);
  };
  cursor.attempt([&] {
    cursor.readAll({readOwn, readShape, readExactness, readLook});
    if (body.flexible) centreBeam(cursor, body);
    if (const auto misfit = misfitOf(body)) cursor.fail(misfit->what, misfit->remedy);
  });
  // even if it is not whole: the others name its points
  mechanism.bodies.push_back(std::move(body));
  if (isKnown) references.addBody(static_cast<int>(mechanism.bodies.size()) - 1);
}

}  // namespace holonom
