// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>

namespace holonom {

/// Colour number `index` of a series that stays distinguishable with the common kinds of colour blindness.
QColor distinctColour(int index);

/// Colour of the curve of one channel of one run. With several runs the hue tells the run and the shade the
/// channel; a single run has its own colour for the first channel and distinct colours for the others.
QColor curveColour(QColor run, int runCount, int channelIndex);

/// The same colour as a line or swatch can be seen on the ground of the present theme.
QColor onGround(const QColor& colour);

/// The ground of pictures in files: white, or that of a dark window.
QColor paperColour(const QPalette& palette);

/// A mixture of two colours; weight 0 gives a, 1 gives b.
QColor mixed(const QColor& a, const QColor& b, double weight);

/// A colour of a curve that steps back behind others, and of one that stands out before them: a pale shade
/// would look like the former.
QColor receding(const QColor& colour);
QColor standingOut(const QColor& colour);

}  // namespace holonom
