// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/part_names.h"

#include <numbers>

#include "core/model/part_values.h"

namespace holonom {
namespace {

QString precise(double value) { return QString::number(value, 'g', 6); }

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
  return unit.isEmpty() ? precise(value) : precise(value) + QChar(0x202F) + unit;
}

QString angleText(double radians) {
  return QString("%1° (%2 rad)").arg(precise(radians * 180 / std::numbers::pi), precise(radians));
}

}  // namespace holonom
