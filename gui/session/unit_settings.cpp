// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/unit_settings.h"

#include <QSettings>

namespace holonom {

UnitSettings::UnitSettings(QObject* parent) : QObject(parent) {
  const QSettings settings;
  shown_.millimetres = settings.value("units/millimetres", false).toBool();
  shown_.degrees = settings.value("units/degrees", true).toBool();
}

void UnitSettings::show(const ShownUnits& units) {
  if (units == shown_) return;
  shown_ = units;
  QSettings settings;
  settings.setValue("units/millimetres", shown_.millimetres);
  settings.setValue("units/degrees", shown_.degrees);
  emit changed();
}

}  // namespace holonom
