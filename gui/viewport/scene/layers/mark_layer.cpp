// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/layers/mark_layer.h"

#include <vtkFloatArray.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

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

Mesh axes(double length) {
  Mesh mesh;
  const double shaft = 0.045 * length;
  addPlaced(mesh, straightArrow(length, shaft, Role::FrameX), {length, 0, 0}, 0);
  addPlaced(mesh, straightArrow(length, shaft, Role::FrameY), {0, length, 0}, 0.5 * std::numbers::pi);
  return mesh;
}

}  // namespace

void MarkLayer::build(const Stage& stage) {
  const auto& [renderer, mechanism, layout, plane] = stage;
  renderer_ = &renderer;
  const double z = layout.zFront() + 0.3 * layout.sizes.pitch;
  for (Batch* batch : {&centres_, &frames_}) {
    if (batch->solid) renderer.RemoveActor(batch->solid.actor());
    batch->solid = {};
    batch->places.clear();
  }
  centres_.mark = quarteredDisc(0.62 * layout.sizes.halfWidth);
  frames_.mark = axes(std::max(0.075 * layout.sizes.model, 2 * layout.sizes.halfWidth));
  for (const Body& body : mechanism.bodies) {
    centres_.places.push_back({0, 0, z + 0.1 * layout.sizes.pitch});
    frames_.places.push_back({-body.centreOfMass.x(), -body.centreOfMass.y(), z});
  }
}

void MarkLayer::setShown(bool centres, bool frames) {
  centres_.shown = centres;
  frames_.shown = frames;
}

void MarkLayer::build(Batch& batch, int count) {
  Mesh all;
  for (int i = 0; i < count; ++i) addPlaced(all, batch.mark, Vector3::Zero(), 0);
  batch.solid = Solid(all);
  batch.solid.actor()->GetProperty()->SetAmbient(0.8);
  batch.solid.actor()->GetProperty()->SetDiffuse(0.2);
  batch.solid.actor()->GetProperty()->BackfaceCullingOff();  // a disc has two sides
  renderer_->AddActor(batch.solid.actor());
}

void MarkLayer::place(Batch& batch, std::span<const BodyPose> poses) {
  if (!batch.shown || poses.empty()) {
    if (batch.solid) batch.solid.setVisible(false);
    return;
  }
  if (!batch.solid) build(batch, static_cast<int>(poses.size()));
  batch.solid.setVisible(true);
  float* p = static_cast<vtkFloatArray*>(batch.solid.data()->GetPoints()->GetData())->GetPointer(0);
  const std::vector<float>& mark = batch.mark.points;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const Vector3& local = batch.places[i];
    for (std::size_t k = 0; k < mark.size(); k += 3, p += 3)
      Eigen::Map<Eigen::Vector3f>{p} =
          poses[i].toGround(local + Vector3(mark[k], mark[k + 1], mark[k + 2])).cast<float>();
  }
  batch.solid.data()->GetPoints()->GetData()->Modified();
  batch.solid.data()->GetPoints()->Modified();
  batch.solid.data()->Modified();
}

void MarkLayer::show(const Frame& frame) {
  place(centres_, frame.poses);
  place(frames_, frame.poses);
}

}  // namespace holonom
