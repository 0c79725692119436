// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

#include "core/model/mechanism.h"

namespace holonom {

/// A small line drawing of a mechanism in its initial position, for the cards of the start page.
void drawSketch(QPainter& painter, const QRectF& area, const Mechanism& mechanism);

}  // namespace holonom
