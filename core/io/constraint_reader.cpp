// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/base/text.h"
#include "core/expressions/expression.h"
#include "core/io/described_json.h"
#include "core/io/reader_parts.h"
#include "core/model/part_values.h"
#include "core/model/part_words.h"
#include "core/model/symbols.h"

namespace holonom {
namespace {

bool isExpression(const std::string& text, const std::vector<std::string>& symbols,
                  const Mechanism& mechanism) {
  try {
    Expression::parse(text, symbols, mechanism.parameters);
    return true;
  } catch (const ExpressionError&) {
    return false;
  }
}

void checkFormula(const JsonCursor& cursor, const std::string& text, const Mechanism& mechanism) {
  const std::vector<std::string> symbols = constraintSymbols(mechanism);
  try {
    const Expression expression = Expression::parse(text, symbols, mechanism.parameters);
    const std::vector<int> used = expression.compile().usedVariables();
    expression.compileHessian(used);
    if (std::ranges::all_of(used, [&](int variable) { return symbols[std::size_t(variable)] == "t"; }))
      cursor.fail(tr("the formula does not depend on the motion"),
                  tr("write what is zero at all times, for example \"bead.y - bead.x^2\""));
  } catch (const ExpressionError& error) {
    failExpression(cursor, error,
                   isExpression(text, outputSymbols(mechanism), mechanism)
                       ? tr("a constraint may use t, the parameters, positions and velocities; no "
                            "accelerations, forces, multipliers or quantities of controllers")
                       : "");
  }
}

void checkPath(const JsonCursor& cursor, const std::string& text, const Mechanism& mechanism) {
  try {
    Expression::parse(text, std::vector<std::string>{"t"}, mechanism.parameters).compileWithDerivatives(0);
  } catch (const ExpressionError& error) {
    failExpression(
        cursor, error,
        isExpression(text, outputSymbols(mechanism), mechanism)
            ? tr("a path may use t and the parameters only; a constraint of the type \"formula\" may "
                 "use the quantities of the mechanism")
            : "");
  }
}

}  // namespace

Constraint readConstraint(JsonCursor cursor, References& references) {
  Constraint constraint;
  constraint.name = references.newName(cursor.member("name"), PartRef::Kind::Constraint);
  cursor.setPart(partWords(PartRef::Kind::Constraint, constraint.name));
  if (cursor.member("type").choice(kindNames(constraintKinds())) == 1) constraint.kind = PathConstraint();
  cursor.requireKeys(keysWith({"name", "type"}, viewOf(constraint)));
  readDescribed(cursor, constraint, references);
  return constraint;
}

void checkConstraint(JsonCursor cursor, const Constraint& constraint, const Mechanism& mechanism) {
  cursor.setPart(partWords(PartRef::Kind::Constraint, constraint.name));
  if (const auto* own = std::get_if<FormulaConstraint>(&constraint.kind))
    return checkFormula(cursor.member("formula"), own->formula, mechanism);
  const auto& path = std::get<PathConstraint>(constraint.kind);
  for (const auto& [key, text] : {std::pair("x", &path.x), {"y", &path.y}, {"z", &path.z}})
    if (!text->empty()) checkPath(cursor.member(key), *text, mechanism);
  if (!path.z.empty() && !isSpatial(mechanism, path.point.body))
    cursor.member("z").fail(
        tr("'{}' moves in the plane", mechanism.bodies[std::size_t(path.point.body)].name),
        tr("leave \"z\" out, or make it a body in space"));
}

}  // namespace holonom
