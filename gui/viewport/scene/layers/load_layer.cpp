// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/layers/load_layer.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "gui/viewport/scene/arrow_shapes.h"

namespace holonom {
namespace {

constexpr double kLength = 0.24, kRadius = 0.09;  // of the reference values, in sizes of the model
// times the reference: a spike need not be drawn to its end
constexpr double kLongest = 12;
constexpr double kSweep = 1.5 * std::numbers::pi;  // of a torque's arc

}  // namespace

void LoadLayer::build(const Stage& stage) {
  signStock_.begin(stage.renderer);
  signs_ = loadArrowsOf(signStock_, stage.mechanism, stage.layout);
  arrowStock_.begin(stage.renderer);
  arrows_ = arrowStock_.take(Mesh());
  scale_ = {};
  length_ = kLength * stage.layout.sizes.model;
  radius_ = std::max(kRadius * stage.layout.sizes.model, 1.6 * stage.layout.sizes.halfWidth);
  shaft_ = 0.22 * stage.layout.sizes.halfWidth;
  z_ = stage.layout.inSpace ? 0 : stage.layout.zFront() + stage.layout.sizes.pitch;
}

void LoadLayer::setShown(bool reactions, bool applied) {
  reactions_ = reactions;
  applied_ = applied;
}

void LoadLayer::addArrow(Mesh& mesh, const PartLoad& load) const {
  if (!load.force.allFinite() || !load.place.allFinite() || !load.torque.allFinite()) return;
  const bool reaction = load.kind == PartLoad::Kind::Reaction;
  const Vector3 place = load.place + z_ * Vector3::UnitZ();  // in front of what lies in the plane
  const double length = std::min(length_ * load.force.norm() / scale_.newtons(), kLongest * length_);
  if (length > shaft_) {
    const Vector3 along = load.force.normalized();
    const double shaft = std::min(shaft_, 0.12 * length);
    addPlaced(mesh, straightArrow(length, shaft, reaction ? Role::Reaction : Role::Force),
              {place + length * along, axesAlong(along)});
  }
  const double radius = std::min(radius_ * load.torque.norm() / scale_.newtonMetres(), kLongest * radius_);
  if (!(radius > 1.5 * shaft_)) return;
  const TurnAbout turn = turnAbout(load.torque);
  addPlaced(mesh,
            curvedArrow(radius, std::min(shaft_, 0.1 * radius), kSweep, turn.positive,
                        reaction ? Role::ReactionTorque : Role::Torque),
            {place, turn.axes});
}

std::vector<PartLoad> LoadLayer::chosen(std::span<const PartLoad> loads) const {
  std::vector<PartLoad> chosen;
  for (const PartLoad& load : loads)
    if (load.kind == PartLoad::Kind::Reaction ? reactions_ : applied_) chosen.push_back(load);
  return chosen;
}

void LoadLayer::survey(std::span<const PartLoad> loads) { scale_.survey(chosen(loads)); }

void LoadLayer::show(const Frame& frame) {
  const std::vector<PartLoad> shown = chosen(frame.loads);
  scale_.meet(shown);
  Mesh mesh;
  for (const PartLoad& load : shown) addArrow(mesh, load);
  arrows_.setMesh(std::move(mesh));
  arrowStock_.update();
  const bool asSigns = !applied_ || frame.loads.empty();
  signStock_.setVisible(asSigns);
  for (LoadArrow& sign : signs_)
    if (asSigns) sign.setPoses(frame.mechanism, frame.poses);
  signStock_.update();
}

void LoadLayer::restyle() {
  signStock_.restyle();
  arrowStock_.restyle();
}

}  // namespace holonom
