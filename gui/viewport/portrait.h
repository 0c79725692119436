// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>

#include "core/model/mechanism.h"

namespace holonom {

/// A small picture of a mechanism at its initial position, as the view shows it but fitted closely and with
/// nothing behind it. Needs no OpenGL. `size` in pixels of the screen's scale, `ratio` device pixels for
/// each. Some milliseconds for the mechanisms of the gallery; for the thread of the window, whose colours it
/// shares.
QImage portraitOf(const Mechanism& mechanism, const QSize& size, double ratio, bool dark);

}  // namespace holonom
