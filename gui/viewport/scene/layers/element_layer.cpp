// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/layers/element_layer.h"

#include <vtkProperty.h>

#include "gui/viewport/scene/coordinate_mark.h"
#include "gui/viewport/scene/supports.h"

namespace holonom {
namespace {

/// What is drawn of each kind of force.
template <typename AddSpring, typename AddStop, typename AddBushing, typename AddHand>
struct ForceMarks {
  AddSpring spring;
  AddStop stop;
  AddBushing bushing;
  AddHand hand;

  void operator()(const SpringDamper& element) const { spring(element); }
  /// Cylinder and rod, like a damper.
  void operator()(const Actuator& jack) const { spring(SpringDamper{jack.a, jack.b, 0, 1, 0}); }
  void operator()(const Stop& limits) const { stop(limits); }
  void operator()(const Bushing& rubber) const { bushing(rubber); }
  /// One that has held nothing is nowhere.
  void operator()(const Hand& pulling) const {
    if (!pulling.grabs.empty()) hand(pulling);
  }
  /// Arrows, by loadArrowsOf().
  template <typename Other>
  void operator()(const Other&) const {}
};

}  // namespace

ElementLayer::ElementLayer() {
  floors_.look().SetAmbient(0.8);  // as light as the grid, however they are tilted
  floors_.look().SetDiffuse(0.2);
  floors_.look().SetLineWidth(1);
}

void ElementLayer::build(const Stage& stage) {
  const Mechanism& mechanism = stage.mechanism;
  const SceneLayout& layout = stage.layout;
  stock_.begin(stage.renderer);
  floors_.begin(stage.renderer);
  joints_.clear();
  springs_.clear();
  stops_.clear();
  bushings_.clear();
  hands_.clear();
  if (Mesh mesh = supportsOf(mechanism, layout); mesh.vertexCount() > 0) stock_.take(std::move(mesh));
  for (size_t i = 0; i < mechanism.joints.size(); ++i)
    if (auto mark = makeJointMark(stock_, mechanism, layout, static_cast<int>(i)))
      joints_.push_back(std::move(mark));
  int place = 0;  // of the force in the mechanism
  const ForceMarks marks{
      [&](const SpringDamper& element) { springs_.emplace_back(stock_, mechanism, layout, element); },
      [&](const Stop& stop) { stops_.emplace_back(stock_, mechanism, layout, stop, place); },
      [&](const Bushing& bushing) { bushings_.emplace_back(stock_, mechanism, layout, bushing); },
      [&](const Hand& hand) { hands_.emplace_back(stock_, layout, hand); }};
  grounds_ = floorsOf(floors_, mechanism, layout);
  for (const Force& force : mechanism.forces) {
    std::visit(marks, force.kind);
    if (auto mark = makeCoordinateMark(stock_, mechanism, layout, force)) joints_.push_back(std::move(mark));
    ++place;
  }
}

void ElementLayer::show(const Frame& frame) {
  lengthen(frame);
  for (Spring& spring : springs_) spring.setPoses(frame.mechanism, frame.poses);
  for (StopMark& stop : stops_) stop.setPoses(frame.mechanism, frame.poses);
  for (BushingMark& bushing : bushings_) bushing.setPoses(frame.mechanism, frame.poses);
  for (HandMark& hand : hands_) hand.setPoses(frame.mechanism, frame.poses, frame.time);
  stock_.update();
  floors_.update();
}

void ElementLayer::restyle() {
  stock_.restyle();
  floors_.restyle();
}

void ElementLayer::lengthen(const Frame& met) {
  for (const auto& mark : joints_) mark->setPoses(met.mechanism, met.poses);
  for (const auto& floor : grounds_) floor->setPoses(met.mechanism, met.poses);
}

void ElementLayer::setFloorsWide(bool on) {
  for (const auto& floor : grounds_) floor->setWide(on);
  floors_.update();
}

}  // namespace holonom
