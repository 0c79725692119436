// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/part_names.h"

#include <QCoreApplication>
#include <numbers>

namespace holonom {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("PartNames", text); }
QString number(double value) { return QString::number(value, 'g', 6); }

struct KindName {
  QString operator()(const ControlLaw&) const { return tr("Equations"); }
  QString operator()(const PidController&) const { return tr("PID controller"); }
  QString operator()(const SampledLaw&) const { return tr("Sampled"); }
  QString operator()(const SpringDamper&) const { return tr("Spring–damper"); }
  QString operator()(const ConstantForce&) const { return tr("Constant force"); }
  QString operator()(const ConstantTorque&) const { return tr("Constant torque"); }
  QString operator()(const TorqueExpression&) const { return tr("Torque"); }
  QString operator()(const ForceExpression&) const { return tr("Force at a point"); }
  QString operator()(const Actuator&) const { return tr("Actuator"); }
  QString operator()(const Stop&) const { return tr("Stop"); }
  QString operator()(const Hand&) const { return tr("Pull of the hand"); }
};

}  // namespace

QString kindName(const Joint& joint) {
  const QString words = tr(kindOf(joint).title);
  return words.left(1).toUpper() + words.mid(1);
}
QString kindName(const Force& force) { return std::visit(KindName{}, force.kind); }
QString kindName(const Controller& controller) { return std::visit(KindName{}, controller.kind); }

QString withUnit(double value, const QString& unit) {
  return unit.isEmpty() ? number(value) : number(value) + QChar(0x202F) + unit;
}

QString angleText(double radians) {
  return QString("%1° (%2 rad)").arg(number(radians * 180 / std::numbers::pi), number(radians));
}

QString vectorText(const Vector2& value, const QString& unit) {
  return QString("(%1, %2)").arg(number(value.x()), number(value.y())) + QChar(0x202F) + unit;
}

}  // namespace holonom
