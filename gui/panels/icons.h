// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace holonom {

/// Icons drawn with the painter in the palette's text colour (no SVG plugin is needed), sharp at every scale.
enum class Icon {
  Open,
  Run,
  Pause,
  Step,
  Stop,
  Restart,
  Clock,
  Branch,
  Pull,
  Play,
  Loop,
  Follow,
  Fit,
  Picture,
  Close,
  SideBySide
};
QIcon makeIcon(Icon kind);

/// The program's own icon: a crank and a rod.
QIcon programIcon();

}  // namespace holonom
