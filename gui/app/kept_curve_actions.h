// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>

#include "gui/app/window_parts.h"
#include "gui/session/workspace.h"

class QMenu;

namespace holonom {

/// Keeping curves while the model changes, and forgetting them.
class KeptCurveActions : public QObject {
  Q_OBJECT
 public:
  KeptCurveActions(Workspace& workspace, QObject* parent = nullptr);
  void fill(QMenu& menu);

 private:
  void enable();
  KeptRuns& kept_;
  QAction keep_, forget_;
};

/// Plots > Keep the curves.
void addKeptCurveActions(const WindowParts& parts);

/// Keys of the plots that hold in the whole window.
void addPlotKeys(const WindowParts& parts);

}  // namespace holonom
