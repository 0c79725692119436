// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "gui/session/workspace.h"

class QMenu;

namespace holonom {

class EditActions;
class MechanismView;
class PlotBoard;

/// The menu of a part in the picture: its quantities to plot, the camera that follows it, and what can be
/// done with the selected parts, as in the tree. A right click selects.
class PartMenu : public QObject {
  Q_OBJECT
 public:
  PartMenu(Workspace& workspace, MechanismView& view, PlotBoard& plots, EditActions& edit,
           QObject* parent = nullptr);

 private:
  void addOwn(QMenu& menu, const PartRef& part);
  void popUp(const PartRef& part, const QPoint& globalPosition);

  Workspace& workspace_;
  MechanismView& view_;
  PlotBoard& plots_;
  EditActions& edit_;
};

}  // namespace holonom
