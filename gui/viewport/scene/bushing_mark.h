// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "gui/viewport/scene/layout.h"
#include "gui/viewport/scene/solid.h"

namespace holonom {

/// A rubber ring in a sleeve that goes with the first point of a bushing, the pin in it, which goes with the
/// second, and rubber from one to the other where they are apart.
class BushingMark {
 public:
  BushingMark(SolidStock& stock, const Mechanism& mechanism, const SceneLayout& layout,
              const Bushing& bushing);
  void setPoses(const Mechanism& mechanism, std::span<const BodyPose> poses);

 private:
  struct End {
    PointRef at;
    Matrix3 axes;  // in those of its body, the first along the ring
    double z;      // of what is drawn there, m
    Solid solid;
  };
  End end(const Mechanism& mechanism, const SceneLayout& layout, PointRef at, int along) const;

  End ring_, pin_;
  Solid neck_;
};

}  // namespace holonom
