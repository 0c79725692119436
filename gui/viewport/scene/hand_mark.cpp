// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/hand_mark.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/dynamics/force_laws/hand_path.h"

namespace holonom {
namespace {

/// A ring beside the origin, towards x.
Mesh handleMesh(double radius, double width) {
  constexpr int kSteps = 24;
  std::vector<Vector3> path;
  for (int i = 0; i <= kSteps; ++i) {
    const double angle = 2 * std::numbers::pi * i / kSteps;
    path.push_back({radius * (1 - std::cos(angle)), radius * std::sin(angle), 0});
  }
  Mesh mesh;
  addTube(mesh, path, 0.3 * width, 8, Role::Hand);
  return mesh;
}

}  // namespace

HandMark::HandMark(SolidStock& stock, const SceneLayout& layout, const Hand& hand) : hand_(hand) {
  for (const Hand::Grab& grab : hand_.grabs) z_.push_back(layout.zSign(grab.body));
  const double width = layout.sizes.halfWidth, radius = radiusOf(layout.sizes);
  Mesh ball, cord;
  addSphere(ball, Vector3::Zero(), radius, layout.detail.segments, Role::Hand);
  const Vector3 path[] = {Vector3::Zero(), Vector3::UnitX()};
  addTube(cord, path, 0.14 * width, 8, Role::Hand);
  ball_ = stock.take(std::move(ball));
  cord_ = stock.take(std::move(cord));
  handle_ = stock.take(handleMesh(radius, width));
}

void HandMark::setPoses(const Mechanism& mechanism, std::span<const BodyPose> poses, double time) {
  const Hand::Grab& grab = grabAt(hand_, time);
  const Body& body = mechanism.bodies[std::size_t(grab.body)];
  const double z = z_[std::size_t(&grab - hand_.grabs.data())];
  const Vector3 held = placeOf(mechanism, grab.body, body.turns() ? grab.at : body.centreOfMass, poses, z);
  const Hand::Knot hand = handAt(grab.path, time);
  const Vector3 way = hand.to + z * Vector3::UnitZ() - held;
  const bool pulls = hand.grip > 0;
  ball_.place({held, Matrix3::Identity()});
  cord_.placeAlong(held, way, pulls ? std::max(way.norm(), 1e-9) : 1e-9);
  handle_.placeAlong(pulls ? Vector3(held + way) : held, way, 1);
}

}  // namespace holonom
