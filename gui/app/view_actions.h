// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "gui/app/window_parts.h"

class QAction;
class QMenu;

namespace holonom {

class MechanismView;

/// Standard views, fit, grid and labels of the picture.
class ViewActions : public QObject {
  Q_OBJECT
 public:
  explicit ViewActions(MechanismView& view, QObject* parent = nullptr);
  void fill(QMenu& menu);
  QAction* fitAction() const { return fit_; }

 private:
  MechanismView& view_;
  QAction *fit_, *grid_, *labels_, *bending_;
};

/// View, at its beginning, and the keys of the views.
void addViewActions(const WindowParts& parts);

}  // namespace holonom
