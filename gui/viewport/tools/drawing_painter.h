// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <optional>
#include <span>
#include <vector>

#include "gui/viewport/scene/mechanism_scene.h"
#include "gui/viewport/tools/tool.h"

namespace holonom {

/// What lies above the picture while a mechanism is drawn, in the widget's pixels.
struct DrawingPainter {
  QPainter& painter;
  const MechanismScene& scene;
  QSize size;
  bool millimetres = false;        ///< also where a picture is large
  std::vector<QRectF> taken = {};  ///< by words that were painted; the next keep off them

  void paintRulers(double spacing, int major) const;  ///< numbers at the grid's main lines along two edges
  void paintMarks(bool letters) const;                ///< points, names of joints
  void paintSelection(const PartRef& part) const;
  void keepOffCross(const Pointer& pointer);  ///< the words that are painted next
  void paintPreview(const Preview& preview);
  void paintPointer(const Pointer& pointer);  ///< what caught the mouse, and the coordinates there
  void paintSpot(const Pointer& pointer);     ///< the same of a tool that picks in space

 private:
  QPointF pixel(const Vector2& place) const;
  QPointF seen(const Vector3& place) const;  // of ground axes
  void paintBeside(const QPointF& at, const QString& text);
  double lengthUnit(bool small) const { return millimetres || small ? 1e-3 : 1; }  ///< m
  QSizeF sizeOf(const QString& words) const;
  void paintWords(const QString& text, std::span<const QPointF> places);
};

/// Few enough digits to be read, enough to tell neighbouring lines of the grid apart; `cell` and `unit` in m.
QString coordinateText(double value, double cell, double unit);

/// "A1 of crank   x 0.10   y 0.25 m": where a pointer is, and what caught it.
QString wordsFor(const Pointer& pointer, const Mechanism& mechanism, bool millimetres);

}  // namespace holonom
