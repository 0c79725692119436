// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "core/base/units.h"

namespace holonom {

/// The units in which the user reads and enters values, kept from session to session.
class UnitSettings : public QObject {
  Q_OBJECT
 public:
  explicit UnitSettings(QObject* parent = nullptr);
  const ShownUnits& shown() const { return shown_; }
  void show(const ShownUnits& units);

 signals:
  void changed();

 private:
  ShownUnits shown_;
};

}  // namespace holonom
