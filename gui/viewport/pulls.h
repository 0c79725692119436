// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <optional>

#include "gui/viewport/mechanism_view.h"
#include "gui/viewport/scene/mechanism_scene.h"
#include "gui/viewport/tools/drawing_board.h"

namespace holonom {

/// The hand that pulls bodies: those of the plane in the plane that is drawn in, others parallel to the
/// picture, through the place that was taken hold of. The view says what it does.
class Pulls {
 public:
  Pulls(MechanismView& view, const MechanismScene& scene, const DrawingBoard& board);

  void setOn(bool on) { on_ = on; }  ///< the mode
  bool isOn() const { return on_; }
  /// On the drawing board only with the tool that moves parts, in its place.
  bool areMeant(Qt::KeyboardModifiers modifiers) const;
  /// Remembers what the hand would take hold of there. False where there is no body.
  bool aimAt(const QPointF& pixel);
  /// Of what was aimed at. False where that is gone.
  bool takeHold();
  bool isHolding() const { return pull_ && pull_->holds; }
  void moveTo(const QPointF& pixel);
  void letGo();
  void paint(QPainter& painter) const;

 private:
  struct Pull {
    int body;
    Vector3 at;       // in the body's frame, m
    Vector3 to;       // in ground axes, m
    WorkPlane plane;  // that the mouse moves it in
    bool holds = false;
  };
  Vector3 placeUnder(const QPointF& pixel, const WorkPlane& plane) const;

  MechanismView& view_;
  const MechanismScene& scene_;
  const DrawingBoard& board_;
  bool on_ = false;
  std::optional<Pull> pull_;  // under way
};

}  // namespace holonom
