// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/expressions/expression.h"
#include "core/io/reader_parts.h"
#include "core/model/part_words.h"
#include "core/model/symbols.h"

namespace holonom {

const std::vector<std::string>& directionWords() {
  static const std::vector<std::string> words{"both", "rising", "falling"};
  return words;
}

const std::vector<std::string>& actionWords() {
  static const std::vector<std::string> words{"record", "stop"};
  return words;
}

NamedEvent readEvent(JsonCursor cursor, References& references) {
  NamedEvent event;
  event.name = references.newName(cursor.member("name"), PartRef::Kind::Event);
  cursor.setPart(partWords(PartRef::Kind::Event, event.name));
  cursor.requireKeys({"name", "condition", "direction", "action"});
  event.condition = cursor.member("condition").text();
  if (auto direction = cursor.find("direction"))
    event.direction = static_cast<NamedEvent::Direction>(direction->choice(directionWords()));
  if (auto action = cursor.find("action"))
    event.action = static_cast<NamedEvent::Action>(action->choice(actionWords()));
  return event;
}

void checkEvent(JsonCursor cursor, const NamedEvent& event, const Mechanism& mechanism) {
  cursor.setPart(partWords(PartRef::Kind::Event, event.name));
  const JsonCursor condition = cursor.member("condition");
  const std::string example = tr("write what changes its sign, for example \"crank.theta - pi\"");
  try {
    const Expression expression =
        Expression::parse(event.condition, stateSymbols(mechanism), mechanism.parameters);
    const std::vector<int> used = expression.compile().usedVariables();
    expression.compileWithGradient(used);
    if (used.empty()) condition.fail(tr("the condition never changes"), example);
  } catch (const ExpressionError& error) {
    failExpression(
        condition, error,
        tr("a condition may use t, the parameters, positions, velocities and quantities of controllers; {}",
           example));
  }
}

}  // namespace holonom
