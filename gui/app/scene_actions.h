// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>

#include "gui/app/window_parts.h"

#include "gui/viewport/scene/scene_items.h"

class QAction;
class QMenu;
class QSlider;

namespace holonom {

class MechanismView;

/// What the picture shows beside the mechanism: arrows of forces with their scale, traced curves, centres of
/// mass, axes; and how it stands.
class SceneActions : public QObject {
  Q_OBJECT
 public:
  explicit SceneActions(MechanismView& view, QObject* parent = nullptr);
  void fill(QMenu& menu);
  QAction* parallelAction() const { return parallel_; }

 signals:
  void changed();  ///< the picture needs the moment once more

 private:
  QAction* add(const char* name, const QString& text, const QString& help, bool SceneItems::*flag);
  void addScale(QMenu& menu);
  void addUpwards(QMenu& menu);
  void change(const std::function<void(SceneItems&)>& edit);

  MechanismView& view_;
  QAction *reactions_, *loads_, *traces_, *centres_, *frames_, *parallel_, *automatic_;
  QSlider* scale_ = nullptr;
};

/// View, what the picture shows beside the mechanism.
void addSceneActions(const WindowParts& parts);

}  // namespace holonom
