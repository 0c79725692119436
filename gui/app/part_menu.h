// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "gui/session/workspace.h"

namespace holonom {

class MechanismView;
class PlotBoard;

/// The menu of a part in the picture: its quantities to plot, and the camera that follows it. A right click
/// selects.
class PartMenu : public QObject {
  Q_OBJECT
 public:
  PartMenu(Workspace& workspace, MechanismView& view, PlotBoard& plots, QObject* parent = nullptr);

 private:
  void popUp(const PartRef& part, const QPoint& globalPosition);

  Workspace& workspace_;
  MechanismView& view_;
  PlotBoard& plots_;
};

}  // namespace holonom
