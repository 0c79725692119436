// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/expressions/expression.h"
#include "core/io/described_json.h"
#include "core/io/reader_parts.h"
#include "core/model/building.h"
#include "core/model/part_words.h"
#include "core/model/particles.h"
#include "core/model/points_of.h"
#include "core/model/symbols.h"

namespace holonom {
namespace {

/// The piece of a text around one of its characters (not bytes) that a line of a message can hold.
std::string excerpt(const std::string& text, std::size_t position, std::size_t before = 30,
                    std::size_t after = 50) {
  std::vector<std::size_t> starts;  // of the characters
  for (std::size_t i = 0; i < text.size(); ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) starts.push_back(i);
  if (starts.size() <= before + after) return text;
  const std::size_t first = position > before ? position - before : 0;
  const std::size_t last = position + after;
  std::string piece = first > 0 ? "… " : "";
  if (first < starts.size())
    piece +=
        text.substr(starts[first], last < starts.size() ? starts[last] - starts[first] : std::string::npos);
  return last < starts.size() ? piece + " …" : piece;
}

/// Whether a text is an expression that an output may have.
bool isOutputExpression(const std::string& text, const Mechanism& mechanism) {
  try {
    Expression::parse(text, outputSymbols(mechanism), mechanism.parameters);
    return true;
  } catch (const ExpressionError&) {
    return false;
  }
}

/// The formula under the key that says what it prescribes, and where the coordinate begins if that is a rate.
/// `turns`: the coordinate is an angle.
void readMotion(const JsonCursor& cursor, Driver& driver, bool turns) {
  using Prescribes = Driver::Prescribes;
  std::optional<JsonCursor> formula;
  for (const Prescribes prescribes : {Prescribes::Position, Prescribes::Velocity, Prescribes::Acceleration}) {
    const auto found = cursor.find(formulaKey(prescribes));
    if (!found) continue;
    if (formula)
      found->fail(tr("the driver has \"{}\" already", formulaKey(driver.prescribes)),
                  tr("keep one of them: the others follow from it"));
    formula = found;
    driver.prescribes = prescribes;
  }
  if (!formula)
    formula = cursor.member("motion", tr("give the coordinate as \"motion\", or its \"velocity\" or "
                                         "\"acceleration\", such as \"velocity\": \"2*pi\""));
  driver.motion = readFormula(*formula);
  if (const auto start = cursor.find("startPosition")) {
    if (driver.prescribes == Prescribes::Position)
      start->fail(tr("\"motion\" says itself where the joint begins"), tr("leave \"startPosition\" out"));
    driver.startPosition = turns ? start->angle() : start->number();
  }
  if (const auto start = cursor.find("startVelocity")) {
    if (driver.prescribes != Prescribes::Acceleration)
      start->fail(tr("\"{}\" says itself how fast the joint begins", formulaKey(driver.prescribes)),
                  tr("leave \"startVelocity\" out"));
    driver.startVelocity = start->number();
  }
}

}  // namespace

void failExpression(const JsonCursor& cursor, const ExpressionError& error, const std::string& hint) {
  constexpr std::size_t kLongestComplaint = 200;  // it may repeat a name of any length
  if (cursor.isPartial() && dynamic_cast<const UnknownName*>(&error))
    throw Consequence(cursor.path(), error.what());
  cursor.fail(tr("column {} of \"{}\": {}", error.position() + 1, excerpt(cursor.text(), error.position()),
                 excerpt(error.what(), 0, 0, kLongestComplaint)),
              hint);
}

double readNumber(const JsonCursor& cursor, bool isAngle, const FieldRange& range) {
  if (range.lowest == kPositive.lowest) return cursor.positive();
  if (range.lowest == kNotNegative.lowest) return cursor.nonNegative();
  return isAngle ? cursor.angle() : cursor.number();
}

void requireCount(const JsonCursor& list, std::size_t least, std::size_t most) {
  const bool isList = list.value().array();
  if (isList && list.size() >= least && list.size() <= most) return;
  const std::string is = isList ? tr("holds {}", list.size()) : tr("is {}", describeJson(list.value()));
  list.fail(least == most ? tr("must be a list of {} formulas, {}", most, is)
                          : tr("must be a list of {} or {} formulas, {}", least, most, is),
            most == 3 ? tr("give a number or formula for each axis, such as [0, 0, \"10*t\"]") : "");
}

Vector3 readDirection(const JsonCursor& cursor, int most) {
  const auto direction = unitDirection(cursor.vector(2, most));
  if (!direction)
    cursor.fail(tr("the axis has no direction: its length is 0"),
                tr("give a direction such as {}", most == 3 ? "[0, 0, 1]" : "[1, 0]"));
  return *direction;
}

/// What engineers and other programs call the kinds of joints.
const NamesElsewhere kEverydayJoints{{"hinge", "revolute"},
                                     {"hingejoint", "revolute"},
                                     {"pin", "revolute"},
                                     {"pivot", "revolute"},
                                     {"ball", "spherical"},
                                     {"balljoint", "spherical"},
                                     {"sphere", "spherical"},
                                     {"ballandsocket", "spherical"},
                                     {"slider", "prismatic"},
                                     {"translational", "prismatic"},
                                     {"sliding", "prismatic"},
                                     {"cardan", "universal"},
                                     {"hooke", "universal"},
                                     {"ujoint", "universal"},
                                     {"hookejoint", "universal"},
                                     {"cardanjoint", "universal"},
                                     {"weld", "fixed"},
                                     {"rigid", "fixed"},
                                     {"homokinetic", "constant-velocity"},
                                     {"cv", "constant-velocity"},
                                     {"cvjoint", "constant-velocity"},
                                     {"helical", "screw"},
                                     {"distance", "rod"},
                                     {"link", "rod"},
                                     {"universalspherical", "rod"},  // holds the same
                                     {"sphericalspherical", "rod"},
                                     {"parallel", "parallel-axes"},
                                     {"perpendicular", "perpendicular-axes"}};

Joint readJoint(JsonCursor cursor, References& references) {
  Joint joint;
  joint.name = references.newName(cursor.member("name"), PartRef::Kind::Joint);
  cursor.setPart(partWords(PartRef::Kind::Joint, joint.name));
  joint.kind = newJoint(cursor.member("type").choice(jointKindNames(), kEverydayJoints));
  cursor.requireKeys(keysWith({"name", "type"}, viewOf(joint)));
  readDescribed(cursor, joint, references);
  takeAxesOfPoints(references.mechanism(), joint,
                   [&](const char* key) { return cursor.find(key).has_value(); });
  if (const auto misfit = misfitOf(references.mechanism(), joint)) cursor.fail(misfit->what, misfit->remedy);
  return joint;
}

Driver readDriver(JsonCursor cursor, References& references, const Mechanism& mechanism) {
  Driver driver;
  driver.name = references.newName(cursor.member("name"), PartRef::Kind::Driver);
  cursor.setPart(partWords(PartRef::Kind::Driver, driver.name));
  cursor.requireKeys({"name", "joint", "coordinate", "motion", "velocity", "acceleration", "startPosition",
                      "startVelocity"});
  const JsonCursor joint = cursor.member("joint");
  driver.joint = references.joint(joint);
  const Joint& driven = mechanism.joints[static_cast<std::size_t>(driver.joint)];
  if (const auto misfit = missingCoordinate(mechanism, driven)) joint.fail(misfit->what, misfit->remedy);
  if (!isDrivable(mechanism, driven))
    joint.fail(std::holds_alternative<FixedJoint>(driven.kind)
                   ? tr("joint '{}' is fixed: there is nothing to drive", joint.text())
                   : tr("joint '{}' has no coordinate of its own that could be driven", joint.text()),
               tr("drive a {}, or prescribe a motion by a constraint with a formula of t",
                  drivableKinds(isSpatial(mechanism))));
  if (const auto coordinate = cursor.find("coordinate"))
    driver.coordinate = readCoordinateNumber(*coordinate, mechanism, driver.joint);
  readMotion(cursor, driver, !slideAxis(driven, driver.coordinate));
  return driver;
}

void checkDriver(JsonCursor cursor, const Driver& driver, const Mechanism& mechanism) {
  cursor.setPart(partWords(PartRef::Kind::Driver, driver.name));
  try {
    const std::vector<std::string> variables{"t"};
    Expression::parse(driver.motion, variables, mechanism.parameters).compileWithDerivatives(0);
  } catch (const ExpressionError& error) {
    const bool namesParts = isOutputExpression(driver.motion, mechanism);
    failExpression(
        cursor.member(formulaKey(driver.prescribes)), error,
        namesParts
            ? tr("the motion of a driver may use t and the parameters only, no quantity of the mechanism")
            : "");
  }
}

}  // namespace holonom
