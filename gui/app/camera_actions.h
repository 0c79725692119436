// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QObject>

#include "gui/app/window_parts.h"
#include "gui/session/workspace.h"

class QMenu;

namespace holonom {

class MechanismView;

/// View > Camera: shows all by itself, follows the selected body, or stays. What the user chose for a model
/// is kept in the settings, by the model's file, and comes back with it.
class CameraActions : public QObject {
  Q_OBJECT
 public:
  CameraActions(Workspace& workspace, MechanismView& view, QObject* parent = nullptr);
  void fill(QMenu& menu);

 private:
  void show();
  void follow();
  void keep() const;
  void restore();
  QString group() const;

  Workspace& workspace_;
  MechanismView& view_;
  QAction *fits_, *goesAlong_, *follows_, *fixed_;
  bool restoring_ = false;
};

/// View > Camera.
void addCameraActions(const WindowParts& parts);

}  // namespace holonom
