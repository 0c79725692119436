// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/viewport/framing.h"
#include "gui/viewport/view_painter.h"

namespace holonom {

/// Takes pictures of a view, now: as it is shown, or for a file in a size of its own, after which the view is
/// what it was.
class PictureTaker {
 public:
  PictureTaker(MechanismView& view, MechanismScene& scene, Frames& frames, Framing& framing,
               ViewPainter& painter)
      : view_(view), scene_(scene), frames_(frames), framing_(framing), painter_(painter) {}

  QImage asShown();
  QImage forFile(const QSize& pixels, double scale, const PictureParts& parts);

 private:
  MechanismView& view_;
  MechanismScene& scene_;
  Frames& frames_;
  Framing& framing_;
  ViewPainter& painter_;
};

/// The driver makes its programs when a kind of thing is first drawn, which takes it 100 ms in software: now,
/// while the window opens, and not under the hand of the user. False: it has been done.
bool warmUp(MechanismScene& scene, Frames& frames);

}  // namespace holonom
