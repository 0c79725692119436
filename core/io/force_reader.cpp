// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>

#include "core/expressions/expression.h"
#include "core/io/described_json.h"
#include "core/io/reader_parts.h"
#include "core/model/part_values.h"
#include "core/model/particles.h"
#include "core/model/symbols.h"

namespace holonom {
namespace {

SpringDamper readSpring(const JsonCursor& cursor, const References& references) {
  cursor.requireKeys(keysWith({"name", "type", "between"}, valuesOf<SpringDamper>()));
  SpringDamper spring;
  std::tie(spring.a, spring.b) = references.between(cursor.member("between"));
  readDescribed(cursor, spring, valuesOf<SpringDamper>());
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
  if (body == kGround)
    on.fail("a torque on ground moves nothing", "name a body; ground may be its \"reaction\"");
  int other = kGround;
  if (auto reaction = cursor.find("reaction")) {
    other = references.body(*reaction);
    if (other == body)
      reaction->fail("the torque and its reaction act on the same body", "name another body, or \"ground\"");
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

void readLimits(const JsonCursor& cursor, Stop& stop) {
  const auto limit = [](const JsonCursor& value) { return isText(value) ? value.angle() : value.number(); };
  if (auto lower = cursor.find("lower")) stop.lower = limit(*lower);
  if (auto upper = cursor.find("upper")) stop.upper = limit(*upper);
  if (!stop.lower && !stop.upper) cursor.fail("the stop has no limit", "give \"lower\", \"upper\" or both");
  if (stop.lower && stop.upper && !(*stop.lower < *stop.upper))
    cursor.member("upper").fail("the upper limit must be greater than the lower one");
}

void readResistance(const JsonCursor& cursor, Stop& stop) {
  const auto restitution = cursor.find("restitution"), stiffness = cursor.find("stiffness"),
             damping = cursor.find("damping");
  if (restitution) {
    stop.restitution = restitution->nonNegative();
    if (*stop.restitution > 1)
      restitution->fail("a restitution above 1 would create energy", "give a number from 0 to 1");
    if (stiffness || damping)
      restitution->fail("an ideal stop has no stiffness and no damping",
                        "give either a restitution or a stiffness");
    return;
  }
  if (!stiffness)
    cursor.fail("the stop has neither stiffness nor restitution",
                "give \"stiffness\" (N/m or N·m/rad), or \"restitution\" for an ideal stop");
  stop.stiffness = stiffness->positive();
  if (damping) stop.damping = damping->nonNegative();
}

Stop readStop(const JsonCursor& cursor, const References& references, const Mechanism& mechanism) {
  cursor.requireKeys(
      {"name", "type", "joint", "between", "lower", "upper", "stiffness", "damping", "restitution"});
  Stop stop;
  const auto joint = cursor.find("joint"), between = cursor.find("between");
  if (bool(joint) == bool(between))
    cursor.fail("a stop limits either a joint or the distance of two points",
                "give \"joint\" or \"between\"");
  if (joint) {
    stop.joint = references.joint(*joint);
    const Joint& limited = mechanism.joints[static_cast<std::size_t>(stop.joint)];
    if (const auto misfit = missingAngle(mechanism, limited)) joint->fail(misfit->what, misfit->remedy);
    if (!isDrivable(mechanism, limited))
      joint->fail("joint '" + joint->text() + "' has no coordinate of its own that could be limited",
                  "name a " + drivableKinds());
  } else {
    std::tie(stop.a, stop.b) = references.between(*between);
  }
  readLimits(cursor, stop);
  readResistance(cursor, stop);
  return stop;
}

Hand::Grab readGrab(const JsonCursor& cursor, const References& references, double after) {
  cursor.requireKeys({"body", "at", "path"});
  Hand::Grab grab;
  const JsonCursor body = cursor.member("body");
  grab.body = references.body(body);
  if (grab.body == kGround) body.fail("the hand cannot pull ground", "name a body");
  if (auto at = cursor.find("at")) grab.at = at->vector();
  const JsonCursor path = cursor.member("path");
  if (path.size() == 0) path.fail("the hand takes no way", "give knots [t, x, y, grip]");
  for (std::size_t i = 0; i < path.size(); ++i) {
    const JsonCursor knot = path.element(i);
    if (knot.size() != 3 && knot.size() != 4)
      knot.fail("a knot has 3 or 4 numbers", "give [t, x, y] or [t, x, y, grip]");
    const double t = knot.element(0).number();
    if (!(t > after)) knot.element(0).fail("the time must be later than that of the knot before");
    after = t;
    const double grip = knot.size() == 4 ? knot.element(3).nonNegative() : i == 0 ? 0 : 1;
    if (i == 0 && grip != 0)
      knot.element(3).fail("the hand is not open when it begins",
                           "give the first knot the grip 0: the force begins without a jump");
    grab.path.push_back({t, {knot.element(1).number(), knot.element(2).number()}, grip});
  }
  return grab;
}

Hand readHand(const JsonCursor& cursor, const References& references) {
  cursor.requireKeys(keysWith({"name", "type", "grabs"}, valuesOf<Hand>()));
  Hand hand;
  readDescribed(cursor, hand, valuesOf<Hand>());
  const JsonCursor grabs = cursor.member("grabs");
  for (std::size_t i = 0; i < grabs.size(); ++i) {
    const double after =
        hand.grabs.empty() ? -std::numeric_limits<double>::infinity() : hand.grabs.back().path.back().t;
    hand.grabs.push_back(readGrab(grabs.element(i), references, after));
  }
  return hand;
}

void requireFormula(const JsonCursor& cursor, const std::string& text,
                    const std::vector<std::string>& symbols, const Mechanism& mechanism) {
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
      hint =
          "a force may use t, the parameters, positions and velocities; no accelerations, multipliers or "
          "forces";
    } catch (const ExpressionError&) {}
    if (!isText(cursor)) cursor.fail(error.what(), hint);
    failExpression(cursor, error.position(), error.what(), hint);
  }
}

}  // namespace

Force readForce(JsonCursor cursor, References& references, const Mechanism& mechanism) {
  Force force;
  force.name = references.newName(cursor.member("name"), "force");
  cursor.setPart("force '" + force.name + "'");
  switch (cursor.member("type").choice(kindNames(forceKinds()))) {
    case 0: force.kind = readSpring(cursor, references); break;
    case 1: force.kind = readPointForce(cursor, references); break;
    case 2: force.kind = readTorque(cursor, references); break;
    case 3: force.kind = readActuator(cursor, references); break;
    case 4: force.kind = readStop(cursor, references, mechanism); break;
    default: force.kind = readHand(cursor, references);
  }
  if (const auto misfit = misfitOf(mechanism, force)) cursor.fail(misfit->what, misfit->remedy);
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
