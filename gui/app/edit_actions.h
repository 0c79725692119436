// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "gui/app/window_parts.h"
#include "gui/session/workspace.h"

class QAction;
class QMenu;
class QWidget;

namespace holonom {

class ModelPanel;

/// Undo and redo, and what is done with the selected parts.
class EditActions : public QObject {
  Q_OBJECT
 public:
  EditActions(Workspace& workspace, ModelPanel& tree, QWidget& picture, QWidget& window);
  void fill(QMenu& menu);
  /// what is done with the selected parts, for a menu of the right mouse button
  void fillPartMenu(QMenu& menu);
  void fillEmptyMenu(QMenu& menu);  ///< for one beside all parts

 private:
  QAction* add(const char* name, const QString& text, const QKeySequence& keys,
               const std::function<void()>& action);
  void popUp(const QPoint& globalPosition);
  void group();
  void makeNewMenu();
  void fillGroups();
  void enable();

  Workspace& workspace_;
  QWidget& window_;
  QMenu* groups_;  // where to move parts
  QMenu* new_;     // parts that no tool draws
  QAction *undo_, *redo_, *cut_, *copy_, *paste_, *duplicate_, *delete_, *rename_, *selectAll_, *group_,
      *ungroup_;
};

/// Edit, and the menu of a part in the picture.
void addEditActions(const WindowParts& parts);

}  // namespace holonom
