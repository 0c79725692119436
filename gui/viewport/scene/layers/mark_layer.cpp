// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/layers/mark_layer.h"

#include <vtkProperty.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "gui/viewport/scene/arrow_shapes.h"

namespace holonom {
namespace {

/// The usual sign of a centre of mass: a disc of two dark and two light quarters with a dark rim.
Mesh quarteredDisc(double radius) {
  Mesh mesh;
  constexpr int kSteps = 8;  // per quarter
  const auto fan = [&](double r, double z, Role role, double from) {
    const int centre = mesh.addVertex({0, 0, z}, Vector3::UnitZ(), role);
    for (int i = 0; i <= kSteps; ++i) {
      const double angle = from + 0.5 * std::numbers::pi * i / kSteps;
      const int vertex =
          mesh.addVertex({r * std::cos(angle), r * std::sin(angle), z}, Vector3::UnitZ(), role);
      if (i > 0) mesh.addTriangle(centre, vertex - 1, vertex);
    }
  };
  for (int quarter = 0; quarter < 4; ++quarter) {
    const double from = 0.5 * std::numbers::pi * quarter;
    fan(radius, 0, Role::MarkDark, from);
    fan(0.82 * radius, 0.04 * radius, quarter % 2 ? Role::MarkLight : Role::MarkDark, from);
  }
  return mesh;
}

/// The same around a point of space: eight parts of a ball.
Mesh quarteredBall(double radius) {
  Mesh mesh;
  addSphere(mesh, Vector3::Zero(), radius, 24, Role::MarkDark);
  for (std::size_t i = 0; i < mesh.roles.size(); ++i) {
    const float* p = &mesh.points[3 * i];
    if ((p[0] > 0) ^ (p[1] > 0) ^ (p[2] > 0)) mesh.roles[i] = Role::MarkLight;
  }
  return mesh;
}

Mesh axes(double length, bool inSpace) {
  Mesh mesh;
  const double shaft = 0.045 * length;
  addPlaced(mesh, straightArrow(length, shaft, Role::FrameX), {length, 0, 0}, 0);
  addPlaced(mesh, straightArrow(length, shaft, Role::FrameY), {0, length, 0}, 0.5 * std::numbers::pi);
  if (inSpace)
    addPlaced(mesh, straightArrow(length, shaft, Role::FrameZ),
              {{0, 0, length}, axesAlong(Vector3::UnitZ())});
  return mesh;
}

}  // namespace

MarkLayer::MarkLayer() {
  for (Signs* signs : {&centres_, &frames_}) {
    signs->stock.look().SetAmbient(0.8);
    signs->stock.look().SetDiffuse(0.2);
    signs->stock.look().BackfaceCullingOff();  // a disc has two sides
  }
}

void MarkLayer::build(const Stage& stage) {
  const auto& [renderer, mechanism, layout, plane] = stage;
  for (Signs* signs : {&centres_, &frames_}) {
    signs->stock.begin(renderer);
    signs->solids.clear();
    signs->places.clear();
  }
  const auto shared = [](Mesh mesh) { return std::make_shared<const Mesh>(std::move(mesh)); };
  centres_.inPlane = shared(quarteredDisc(0.62 * layout.sizes.halfWidth));
  centres_.inSpace = shared(quarteredBall(1.1 * layout.sizes.halfWidth));
  const double length = std::max(0.075 * layout.sizes.model, 2 * layout.sizes.halfWidth);
  frames_.inPlane = shared(axes(length, false));
  frames_.inSpace = shared(axes(1.5 * length, true));
  spatial_ = layout.spatial;
  const double z = layout.zFront() + 0.3 * layout.sizes.pitch;
  for (std::size_t i = 0; i < mechanism.bodies.size(); ++i) {
    const Vector3& centre = mechanism.bodies[i].centreOfMass;
    centres_.places.push_back(spatial_[i] ? Vector3(0, 0, 0) : Vector3(0, 0, z + 0.1 * layout.sizes.pitch));
    frames_.places.push_back(spatial_[i] ? Vector3(-centre) : Vector3(-centre.x(), -centre.y(), z));
  }
}

void MarkLayer::setShown(bool centres, bool frames) {
  centres_.isShown = centres;
  frames_.isShown = frames;
}

void MarkLayer::place(Signs& signs, std::span<const BodyPose> poses) {
  signs.stock.setVisible(signs.isShown);
  if (!signs.isShown) return;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    if (i == signs.solids.size())
      signs.solids.push_back(signs.stock.take(spatial_[i] ? signs.inSpace : signs.inPlane));
    signs.solids[i].place({poses[i].toGround(signs.places[i]), poses[i].rotation});
  }
  signs.stock.update();
}

void MarkLayer::show(const Frame& frame) {
  for (Signs* signs : {&centres_, &frames_}) place(*signs, frame.poses);
}

void MarkLayer::restyle() {
  for (Signs* signs : {&centres_, &frames_}) signs->stock.restyle();
}

}  // namespace holonom
