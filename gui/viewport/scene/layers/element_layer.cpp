// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/layers/element_layer.h"

#include "gui/viewport/scene/supports.h"

namespace holonom {

void ElementLayer::build(const Stage& stage) {
  const Mechanism& mechanism = stage.mechanism;
  const SceneLayout& layout = stage.layout;
  stock_.begin(stage.renderer);
  joints_.clear();
  springs_.clear();
  stops_.clear();
  if (Mesh mesh = supportsOf(mechanism, layout); mesh.vertexCount() > 0) stock_.take(std::move(mesh));
  for (size_t i = 0; i < mechanism.joints.size(); ++i)
    if (auto mark = makeJointMark(stock_, mechanism, layout, static_cast<int>(i)))
      joints_.push_back(std::move(mark));
  for (const Force& force : mechanism.forces) {
    if (const auto* element = std::get_if<SpringDamper>(&force.kind))
      springs_.emplace_back(stock_, mechanism, layout, *element);
    if (const auto* stop = std::get_if<Stop>(&force.kind))
      stops_.emplace_back(stock_, mechanism, layout, *stop);
    // drawn as cylinder and rod, like a damper
    if (const auto* actuator = std::get_if<Actuator>(&force.kind))
      springs_.emplace_back(stock_, mechanism, layout, SpringDamper{actuator->a, actuator->b, 0, 1, 0});
  }
  stock_.end();
}

void ElementLayer::show(const Frame& frame) {
  lengthen(frame);
  for (Spring& spring : springs_) spring.setPoses(frame.mechanism, frame.poses);
  for (StopMark& stop : stops_) stop.setPoses(frame.mechanism, frame.poses);
}

void ElementLayer::lengthen(const Frame& met) {
  for (const auto& mark : joints_) mark->setPoses(met.mechanism, met.poses);
}

}  // namespace holonom
