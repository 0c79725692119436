// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/calm_wheel.h"

#include <QEvent>

namespace holonom {
namespace {

class PassOn : public QObject {
 public:
  using QObject::QObject;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() != QEvent::Wheel) return QObject::eventFilter(watched, event);
    event->ignore();  // it is the scroll area's
    return true;
  }
};

}  // namespace

void keepFromWheel(QWidget& box) { box.installEventFilter(new PassOn(&box)); }

}  // namespace holonom
