// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

#include "gui/viewport/scene/mechanism_scene.h"

namespace holonom {

/// The head of an arrow that goes `along`.
void paintArrowHead(QPainter& painter, const QPointF& tip, const QPointF& along, double size,
                    const QColor& colour);

/// An arrow about each joint that a driver turns, along each that it moves. None where !showsMotors().
void paintMotors(QPainter& painter, const MechanismScene& scene);

}  // namespace holonom
