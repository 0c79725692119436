// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/part_names.h"

#include <numbers>

#include "core/model/part_values.h"

namespace holonom {
namespace {

QString number(double value) { return QString::number(value, 'g', 6); }

QString heading(const std::string& title) {
  const QString words = QString::fromStdString(title);
  return words.left(1).toUpper() + words.mid(1);
}

}  // namespace

QString kindName(const Joint& joint) { return heading(kindOf(joint).title); }
QString kindName(const Force& force) { return heading(forceKinds()[force.kind.index()].title); }
QString kindName(const Controller& controller) {
  return heading(controllerKinds()[controller.kind.index()].title);
}

QString withUnit(double value, const QString& unit) {
  return unit.isEmpty() ? number(value) : number(value) + QChar(0x202F) + unit;
}

QString angleText(double radians) {
  return QString("%1° (%2 rad)").arg(number(radians * 180 / std::numbers::pi), number(radians));
}

}  // namespace holonom
