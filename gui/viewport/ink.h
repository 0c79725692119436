// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPainter>

namespace holonom {

/// Colours of what is painted over the picture, for a light or a dark window.
struct Ink {
  QColor text, halo, paper, border, quiet, accent, motor, force, reaction, torque, reactionTorque;
  QColor axisX, axisY, axisZ;
};

const Ink& ink();

/// A ring with a halo around what is selected. `radius`: of the painter's pixels.
void paintRing(QPainter& painter, const QPointF& centre, double radius);

/// Text with a halo, readable over anything.
void paintHaloText(QPainter& painter, const QPointF& centre, const QString& text);

}  // namespace holonom
