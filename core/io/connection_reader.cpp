// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/expressions/expression.h"
#include "core/io/reader_parts.h"
#include "core/model/symbols.h"

namespace holonom {
namespace {

/// Of length 1; an axis that already has it stays as it is to the last bit, so that writing and reading
/// agree.
Vector2 readAxis(const JsonCursor& cursor) {
  const Vector2 axis = cursor.vector();
  const double length = std::hypot(axis.x(), axis.y());
  constexpr double kShortest = 1e-100;
  if (length < kShortest)
    cursor.fail("the axis has no direction: its length is 0", "give a direction such as [1, 0]");
  return std::fabs(length - 1) < 1e-15 ? axis : Vector2(axis / length);
}

RevoluteJoint readRevolute(const JsonCursor& cursor, const References& references) {
  cursor.requireKeys({"name", "type", "between"});
  const auto [a, b] = references.between(cursor.member("between"));
  return {a, b};
}

PrismaticJoint readPrismatic(const JsonCursor& cursor, const References& references) {
  cursor.requireKeys({"name", "type", "between", "axis", "angle"});
  PrismaticJoint joint;
  std::tie(joint.a, joint.b) = references.between(cursor.member("between"));
  if (auto axis = cursor.find("axis")) joint.axis = readAxis(*axis);
  if (auto angle = cursor.find("angle")) joint.angle = angle->angle();
  return joint;
}

FixedJoint readFixed(const JsonCursor& cursor, const References& references) {
  cursor.requireKeys({"name", "type", "between", "angle"});
  FixedJoint joint;
  std::tie(joint.a, joint.b) = references.between(cursor.member("between"));
  if (auto angle = cursor.find("angle")) joint.angle = angle->angle();
  return joint;
}

RollingJoint readRolling(const JsonCursor& cursor, const References& references) {
  cursor.requireKeys({"name", "type", "between", "axis", "radius"});
  RollingJoint joint;
  std::tie(joint.a, joint.b) = references.between(cursor.member("between"));
  if (auto axis = cursor.find("axis")) joint.axis = readAxis(*axis);
  joint.radius = cursor.member("radius").positive();
  return joint;
}

/// A knife edge or a slot.
template <typename Kind>
Kind readAlongAxis(const JsonCursor& cursor, const References& references) {
  cursor.requireKeys({"name", "type", "between", "axis"});
  Kind joint;
  std::tie(joint.a, joint.b) = references.between(cursor.member("between"));
  if (auto axis = cursor.find("axis")) joint.axis = readAxis(*axis);
  return joint;
}

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

}  // namespace

void failExpression(const JsonCursor& cursor, std::size_t position, const std::string& what,
                    const std::string& hint) {
  constexpr std::size_t kLongestComplaint = 200;  // it may repeat a name of any length
  cursor.fail("column " + std::to_string(position + 1) + " of \"" + excerpt(cursor.text(), position) +
                  "\": " + excerpt(what, 0, 0, kLongestComplaint),
              hint);
}

Joint readJoint(JsonCursor cursor, References& references) {
  Joint joint;
  joint.name = references.newName(cursor.member("name"), "joint");
  cursor.setPart("joint '" + joint.name + "'");
  switch (cursor.member("type").choice({"revolute", "prismatic", "fixed", "rolling", "knife-edge", "slot"})) {
    case 0: joint.kind = readRevolute(cursor, references); break;
    case 1: joint.kind = readPrismatic(cursor, references); break;
    case 2: joint.kind = readFixed(cursor, references); break;
    case 3: joint.kind = readRolling(cursor, references); break;
    case 4: joint.kind = readAlongAxis<KnifeEdgeJoint>(cursor, references); break;
    default: joint.kind = readAlongAxis<SlotJoint>(cursor, references);
  }
  return joint;
}

Driver readDriver(JsonCursor cursor, References& references, const Mechanism& mechanism) {
  Driver driver;
  driver.name = references.newName(cursor.member("name"), "driver");
  cursor.setPart("driver '" + driver.name + "'");
  cursor.requireKeys({"name", "joint", "motion"});
  const JsonCursor joint = cursor.member("joint");
  driver.joint = references.joint(joint);
  const Joint& driven = mechanism.joints[static_cast<std::size_t>(driver.joint)];
  if (!isDrivable(driven))
    joint.fail("joint '" + joint.text() +
                   (std::holds_alternative<FixedJoint>(driven.kind)
                        ? "' is fixed: there is nothing to drive"
                        : "' has no coordinate of its own that could be driven"),
               "drive a revolute, prismatic or slot joint");
  const JsonCursor motion = cursor.member("motion");
  driver.motion = motion.text();
  try {
    const std::vector<std::string> variables{"t"};
    Expression::parse(driver.motion, variables, mechanism.parameters).compileWithDerivatives(0);
  } catch (const ExpressionError& error) {
    const bool namesParts = isOutputExpression(driver.motion, mechanism);
    failExpression(
        motion, error.position(), error.what(),
        namesParts ? "the motion of a driver may use t and the parameters only, no quantity of the mechanism"
                   : "");
  }
  return driver;
}

}  // namespace holonom
