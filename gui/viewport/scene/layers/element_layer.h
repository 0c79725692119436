// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/viewport/scene/bushing_mark.h"
#include "gui/viewport/scene/floor_mark.h"
#include "gui/viewport/scene/hand_mark.h"
#include "gui/viewport/scene/layers/layer.h"
#include "gui/viewport/scene/spring.h"
#include "gui/viewport/scene/stop_mark.h"

namespace holonom {

/// What stands between the bodies: supports of ground, rails of sliders, lines and planes that discs roll on,
/// blades, springs, dampers, actuators, bushings, stops and hands. (Pins are drawn with the bodies.)
class ElementLayer : public Layer {
 public:
  ElementLayer();
  void build(const Stage& stage) override;
  void show(const Frame& frame) override;
  void restyle() override;
  void lengthen(const Frame& met) override;
  void setFloorsWide(bool on);
  const std::vector<StopMark>& stops() const { return stops_; }

 private:
  SolidStock stock_, floors_;
  std::vector<std::unique_ptr<JointMark>> joints_;
  std::vector<std::unique_ptr<Floor>> grounds_;
  std::vector<Spring> springs_;
  std::vector<StopMark> stops_;
  std::vector<BushingMark> bushings_;
  std::vector<HandMark> hands_;
};

}  // namespace holonom
