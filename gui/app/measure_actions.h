// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QObject>
#include <QPointer>

#include "gui/app/window_parts.h"
#include "gui/session/workspace.h"
#include "gui/viewport/tools/measure_tool.h"

class QMenu;

namespace holonom {

class MechanismView;

/// Measuring in the picture, at rest or while it moves.
class MeasureActions : public QObject {
  Q_OBJECT
 public:
  MeasureActions(Workspace& workspace, MechanismView& view, ToolHost& host, QObject* parent = nullptr);
  ~MeasureActions() override;
  void fill(QMenu& menu);
  QAction* measureAction() { return &measure_; }
  bool escape();  ///< false when nothing is measured
  const MeasureTool& tool() const { return tool_; }

 private:
  void copy();

  Workspace& workspace_;
  QPointer<MechanismView> view_;  // may go before
  MeasureTool tool_;
  QAction measure_, copy_;
};

/// View > Measure. Behind drawing, of whose tools it is one.
void addMeasureActions(const WindowParts& parts);

}  // namespace holonom
