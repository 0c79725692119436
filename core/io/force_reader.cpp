// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expressions/expression.h"
#include "core/io/reader_parts.h"
#include "core/model/symbols.h"

namespace holonom {
namespace {

SpringDamper readSpring(const JsonCursor& cursor, const References& references) {
  cursor.requireKeys({"name", "type", "between", "stiffness", "damping", "freeLength"});
  SpringDamper spring;
  std::tie(spring.a, spring.b) = references.between(cursor.member("between"));
  if (auto stiffness = cursor.find("stiffness")) spring.stiffness = stiffness->nonNegative();
  if (auto damping = cursor.find("damping")) spring.damping = damping->nonNegative();
  if (auto length = cursor.find("freeLength")) spring.freeLength = length->nonNegative();
  return spring;
}

bool isText(const JsonCursor& cursor) { return cursor.value().text() != nullptr; }

/// An expression; a number stands for itself.
std::string readFormula(const JsonCursor& cursor) {
  if (isText(cursor)) return cursor.text();
  cursor.number();
  return cursor.numberText();
}

decltype(Force::kind) readPointForce(const JsonCursor& cursor, const References& references) {
  cursor.requireKeys({"name", "type", "at", "value", "axes"});
  const JsonCursor at = cursor.member("at");
  const PointRef point = references.point(at);
  if (point.body == kGround) at.fail("a force on ground moves nothing", "give a point of a body");
  const auto axes = cursor.find("axes");
  const bool bodyFixed = axes && axes->choice({"ground", "body"}) == 1;
  const JsonCursor value = cursor.member("value");
  if (value.size() == 2 && (isText(value.element(0)) || isText(value.element(1))))
    return ForceExpression{point, readFormula(value.element(0)), readFormula(value.element(1)), bodyFixed};
  return ConstantForce{point, value.vector(), bodyFixed};
}

decltype(Force::kind) readTorque(const JsonCursor& cursor, const References& references) {
  cursor.requireKeys({"name", "type", "on", "reaction", "value"});
  const JsonCursor on = cursor.member("on");
  const int body = references.body(on);
  if (body == kGround) on.fail("a torque on ground moves nothing", "name a body; ground may be its \"reaction\"");
  int other = kGround;
  if (auto reaction = cursor.find("reaction")) {
    other = references.body(*reaction);
    if (other == body) reaction->fail("the torque and its reaction act on the same body", "name another body, or \"ground\"");
  }
  const JsonCursor value = cursor.member("value");
  if (isText(value)) return TorqueExpression{body, other, value.text()};
  return ConstantTorque{body, other, value.number()};
}

Actuator readActuator(const JsonCursor& cursor, const References& references) {
  cursor.requireKeys({"name", "type", "between", "value"});
  const auto [a, b] = references.between(cursor.member("between"));
  return {a, b, readFormula(cursor.member("value"))};
}

void requireFormula(const JsonCursor& cursor, const std::string& text, const std::vector<std::string>& symbols,
                    const Mechanism& mechanism) {
  const auto parse = [&](const std::vector<std::string>& names) {
    const Expression expression = Expression::parse(text, names, mechanism.parameters);
    expression.compileWithGradient(expression.compile().usedVariables());
  };
  try {
    parse(symbols);
  } catch (const ExpressionError& error) {
    std::string hint;
    try {
      parse(outputSymbols(mechanism));
      hint = "a force may use t, the parameters, positions and velocities; no accelerations, multipliers or forces";
    } catch (const ExpressionError&) {
    }
    if (!isText(cursor)) cursor.fail(error.what(), hint);
    failExpression(cursor, error.position(), error.what(), hint);
  }
}

}  // namespace

Force readForce(JsonCursor cursor, References& references) {
  Force force;
  force.name = references.newName(cursor.member("name"), "force");
  cursor.setPart("force '" + force.name + "'");
  switch (cursor.member("type").choice({"spring-damper", "force", "torque", "actuator"})) {
    case 0: force.kind = readSpring(cursor, references); break;
    case 1: force.kind = readPointForce(cursor, references); break;
    case 2: force.kind = readTorque(cursor, references); break;
    default: force.kind = readActuator(cursor, references);
  }
  return force;
}

void checkForceExpressions(JsonCursor cursor, const Force& force, const Mechanism& mechanism,
                           const std::vector<std::string>& symbols) {
  cursor.setPart("force '" + force.name + "'");
  if (const auto* torque = std::get_if<TorqueExpression>(&force.kind)) {
    requireFormula(cursor.member("value"), torque->value, symbols, mechanism);
  } else if (const auto* actuator = std::get_if<Actuator>(&force.kind)) {
    requireFormula(cursor.member("value"), actuator->value, symbols, mechanism);
  } else if (const auto* push = std::get_if<ForceExpression>(&force.kind)) {
    for (const std::size_t axis : {0u, 1u}) {
      const JsonCursor component = cursor.member("value").element(axis);
      requireFormula(component, axis == 0 ? push->x : push->y, symbols, mechanism);
    }
  }
}

}  // namespace holonom
