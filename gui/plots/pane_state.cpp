// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/pane_state.h"

#include <QJsonArray>
#include <algorithm>

namespace holonom {

QJsonObject toJson(const PaneState& state) {
  QJsonObject object{{"topic", state.topic},
                     {"channels", QJsonArray::fromStringList(state.channels)},
                     {"chosen", state.chosen}};
  if (state.unit > 0) object["unit"] = state.unit;
  if (state.form != kTimeForm) object["mode"] = state.form;
  if (state.logarithmic) object["logarithmic"] = *state.logarithmic;
  if (!state.abscissa.isEmpty()) object["abscissa"] = state.abscissa;
  if (state.statistics) object["statistics"] = true;
  if (state.difference) object["difference"] = true;
  QJsonObject sides;
  for (auto side = state.sides.begin(); side != state.sides.end(); ++side) sides[side.key()] = side.value();
  if (!sides.isEmpty()) object["sides"] = sides;
  return object;
}

PaneState paneFromJson(const QJsonObject& object) {
  PaneState state;
  state.topic = object["topic"].toString();
  for (const auto& name : object["channels"].toArray()) state.channels << name.toString();
  state.chosen = object["chosen"].toBool();
  state.unit = std::max(0, object["unit"].toInt());
  state.form = formNamed(object["mode"].toString()).key;
  if (object["logarithmic"].isBool()) state.logarithmic = object["logarithmic"].toBool();
  state.abscissa = object["abscissa"].toString();
  state.statistics = object["statistics"].toBool();
  state.difference = object["difference"].toBool();
  const QJsonObject sides = object["sides"].toObject();
  for (auto side = sides.begin(); side != sides.end(); ++side)
    state.sides[side.key()] = side.value().toInt() == 1 ? 1 : 0;
  return state;
}

}  // namespace holonom
