// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>

#include "core/base/text.h"
#include "core/expressions/expression.h"
#include "core/io/described_json.h"
#include "core/model/part_values.h"
#include "core/model/part_words.h"
#include "core/model/particles.h"
#include "core/model/symbols.h"

namespace holonom {
namespace {

bool isText(const JsonCursor& cursor) { return cursor.value().text() != nullptr; }

/// Whether one of the formulas of the force is given as a text.
bool hasFormula(const JsonCursor& cursor, Force force) {
  for (const PartValue& value : viewOf(force).values) {
    const auto* formulas = std::get_if<Formulas<void>>(&value.member);
    const auto found = formulas ? cursor.find(value.key) : std::nullopt;
    if (!found) continue;
    const std::size_t count = formulas->count();
    if (count > 1 && (!found->value().array() || found->size() < count)) continue;
    for (std::size_t i = 0; i < (count > 1 ? found->size() : 1); ++i)
      if (isText(componentOf(*found, *formulas, i))) return true;
  }
  return false;
}

/// What engineers and other programs call the kinds of forces.
const NamesElsewhere kEverydayForces{{"spring", "spring-damper"},
                                     {"damper", "spring-damper"},
                                     {"dashpot", "spring-damper"},
                                     {"tsda", "spring-damper"},
                                     {"torsionspring", "joint-spring"},
                                     {"torsionalspring", "joint-spring"},
                                     {"rotationalspring", "joint-spring"},
                                     {"rsda", "joint-spring"},
                                     {"jack", "actuator"},
                                     {"cylinder", "actuator"},
                                     {"limit", "stop"},
                                     {"endstop", "stop"},
                                     {"motor", "joint-force"},
                                     {"jointtorque", "joint-force"},
                                     {"mount", "bushing"}};

/// The first kind of that name, unless one by formulas is meant.
AnyForce kindMeant(const JsonCursor& cursor) {
  const std::vector<std::string> names = kindNames(forceKinds());
  const std::string& name = names[cursor.member("type").choice(names, kEverydayForces)];
  std::optional<AnyForce> meant;
  for (std::size_t i = 0; i < forceKinds().size(); ++i) {
    if (forceKinds()[i].name != name) continue;
    AnyForce kind = makeForce(i);
    if (!meant || hasFormula(cursor, {"", kind})) meant = std::move(kind);
  }
  return *meant;
}

Hand::Grab readGrab(const JsonCursor& cursor, const References& references, double after) {
  Hand::Grab grab;
  std::vector<std::string> keys = keysWith({}, viewOf(grab));
  keys.push_back("path");
  cursor.requireKeys(keys);
  readDescribed(cursor, grab, references);
  const JsonCursor path = cursor.member("path");
  const bool inSpace = isSpatial(references.mechanism(), grab.body);
  const std::size_t least = inSpace ? 4 : 3;  // of numbers; behind them the grip
  const std::string full = inSpace ? "[t, x, y, z, grip]" : "[t, x, y, grip]";
  if (path.size() == 0) path.fail(tr("the hand takes no way"), tr("give knots {}", full));
  for (std::size_t i = 0; i < path.size(); ++i) {
    const JsonCursor knot = path.element(i);
    if (knot.size() != least && knot.size() != least + 1)
      knot.fail(tr("a knot has {} or {} numbers", least, least + 1),
                tr("give {} or {}", inSpace ? "[t, x, y, z]" : "[t, x, y]", full));
    const double t = knot.element(0).number();
    if (!(t > after)) knot.element(0).fail(tr("the time must be later than that of the knot before"));
    after = t;
    const double grip = knot.size() > least ? knot.element(least).nonNegative() : i == 0 ? 0 : 1;
    if (i == 0 && grip != 0)
      knot.element(least).fail(tr("the hand is not open when it begins"),
                               tr("give the first knot the grip 0: the force begins without a jump"));
    const double z = inSpace ? knot.element(3).number() : 0;
    grab.path.push_back({t, {knot.element(1).number(), knot.element(2).number(), z}, grip});
  }
  return grab;
}

void readGrabs(const JsonCursor& grabs, const References& references, Hand& hand) {
  for (std::size_t i = 0; i < grabs.size(); ++i) {
    const double after =
        hand.grabs.empty() ? -std::numeric_limits<double>::infinity() : hand.grabs.back().path.back().t;
    hand.grabs.push_back(readGrab(grabs.element(i), references, after));
  }
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
          tr("a force may use t, the parameters, positions and velocities; no accelerations, multipliers or "
             "forces");
    } catch (const ExpressionError&) {}
    if (!isText(cursor)) cursor.fail(error.what(), hint);
    failExpression(cursor, error, hint);
  }
}

}  // namespace

std::string readFormula(const JsonCursor& cursor) {
  return isText(cursor) ? cursor.text() : cursor.numberText();
}

int readJointWithCoordinate(const JsonCursor& cursor, const References& references) {
  const int joint = references.joint(cursor);
  const Mechanism& mechanism = references.mechanism();
  const Joint& named = mechanism.joints[static_cast<std::size_t>(joint)];
  if (const auto misfit = missingCoordinate(mechanism, named)) cursor.fail(misfit->what, misfit->remedy);
  if (!isDrivable(mechanism, named))
    cursor.fail(tr("joint '{}' has no coordinate of its own", cursor.text()),
                tr("name a {}", drivableKinds(isSpatial(mechanism))));
  return joint;
}

int readCoordinateNumber(const JsonCursor& cursor, const Mechanism& mechanism, int joint) {
  const int number = cursor.integer(1, kMostJointCoordinates) - 1;
  if (joint < 0) return number;  // it has not been found, which is told
  const Joint& named = mechanism.joints[std::size_t(joint)];
  if (!isDrivable(mechanism, named, number)) {
    std::string there;
    const std::vector<std::string> all = coordinateWords(named);
    for (std::size_t k = 0; k < all.size(); ++k)
      if (isDrivable(mechanism, named, int(k))) there += (there.empty() ? "" : ", ") + all[k];
    cursor.fail(tr("joint '{}' has no coordinate {}", named.name, number + 1),
                tr("count from 1 in the order of its coordinates: {}", there));
  }
  return number;
}

Force readForce(JsonCursor cursor, References& references) {
  Force force;
  force.name = references.newName(cursor.member("name"), PartRef::Kind::Force);
  cursor.setPart(partWords(PartRef::Kind::Force, force.name));
  force.kind = kindMeant(cursor);
  auto* hand = std::get_if<Hand>(&force.kind);
  std::vector<std::string> own{"name", "type"};
  if (hand) own.push_back("grabs");
  cursor.requireKeys(keysWith(own, viewOf(force)));
  readDescribed(cursor, force, references);
  if (hand) readGrabs(cursor.member("grabs"), references, *hand);
  if (const auto misfit = misfitOf(references.mechanism(), force)) cursor.fail(misfit->what, misfit->remedy);
  return force;
}

void checkForceExpressions(JsonCursor cursor, const Force& force, const Mechanism& mechanism,
                           const std::vector<std::string>& symbols) {
  cursor.setPart(partWords(PartRef::Kind::Force, force.name));
  Force checked = force;
  for (const PartValue& value : viewOf(checked).values) {
    const auto* formulas = std::get_if<Formulas<void>>(&value.member);
    if (!formulas) continue;
    const JsonCursor given = cursor.member(value.key);
    const auto texts = formulas->where(actsInSpace(mechanism, force));
    for (std::size_t i = 0; i < texts.size() && (texts.size() == 1 || i < given.size()); ++i)
      requireFormula(componentOf(given, *formulas, i), *texts[i], symbols, mechanism);
  }
}

}  // namespace holonom
