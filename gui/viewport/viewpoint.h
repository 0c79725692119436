// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/viewport/mechanism_view.h"
#include "gui/viewport/scene/mechanism_scene.h"
#include "gui/viewport/tools/drawing_board.h"

namespace holonom {

/// From where a mechanism is looked at: straight at the plane that is drawn in while drawing, else with its
/// own upward direction.
class Viewpoint {
 public:
  Viewpoint(MechanismScene& scene, const DrawingBoard& board) : scene_(scene), board_(board) {}

  void lookAtFirst();   ///< as it is looked at by itself
  void standUpright();  ///< to be said when the upward direction is another
  void look(MechanismView::Direction direction);
  void drawingChanged();  ///< begun or ended
  void planeChanged();    ///< that is drawn in
  /// What is drawn beside the mechanism is something else than `before`. True: the view should be fitted.
  bool itemsChanged(const SceneItems& before);

 private:
  MechanismScene& scene_;
  const DrawingBoard& board_;
};

}  // namespace holonom
