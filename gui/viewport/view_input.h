// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/viewport/framing.h"
#include "gui/viewport/pulls.h"

namespace holonom {

/// What keys and mouse of a view reach.
struct ViewInput {
  MechanismView& view_;
  MechanismScene& scene_;
  Frames& frames_;
  Framing& framing_;
  DrawingBoard& board_;
  Pulls& pulls_;

  bool toolWorks() const { return board_.works() && frames_.areUsable(); }
};

}  // namespace holonom
