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

void MarkLayer::build(const Stage& stage) {
  const auto& [renderer, mechanism, layout, plane] = stage;
  renderer_ = &renderer;
  const double z = layout.zFront() + 0.3 * layout.sizes.pitch;
  for (Batch* batch : {&centres_, &frames_, &spatialCentres_, &spatialFrames_}) {
    if (batch->solid) renderer.RemoveActor(batch->solid.actor());
    batch->solid = {};
    batch->bodies.clear();
    batch->places.clear();
  }
  centres_.mark = quarteredDisc(0.62 * layout.sizes.halfWidth);
  spatialCentres_.mark = quarteredBall(1.1 * layout.sizes.halfWidth);
  const double length = std::max(0.075 * layout.sizes.model, 2 * layout.sizes.halfWidth);
  frames_.mark = axes(length, false);
  spatialFrames_.mark = axes(1.5 * length, true);
  const auto add = [](Batch& batch, std::size_t body, const Vector3& place) {
    batch.bodies.push_back(body);
    batch.places.push_back(place);
  };
  for (std::size_t i = 0; i < mechanism.bodies.size(); ++i) {
    const Vector3& centre = mechanism.bodies[i].centreOfMass;
    if (layout.spatial[i]) {
      add(spatialCentres_, i, Vector3::Zero());
      add(spatialFrames_, i, -centre);
    } else {
      add(centres_, i, {0, 0, z + 0.1 * layout.sizes.pitch});
      add(frames_, i, {-centre.x(), -centre.y(), z});
    }
  }
}

void MarkLayer::setShown(bool centres, bool frames) {
  centres_.shown = spatialCentres_.shown = centres;
  frames_.shown = spatialFrames_.shown = frames;
}

void MarkLayer::build(Batch& batch) {
  Mesh all;
  for (std::size_t i = 0; i < batch.bodies.size(); ++i) addPlaced(all, batch.mark, Vector3::Zero(), 0);
  batch.solid = Solid(all);
  batch.solid.actor()->GetProperty()->SetAmbient(0.8);
  batch.solid.actor()->GetProperty()->SetDiffuse(0.2);
  batch.solid.actor()->GetProperty()->BackfaceCullingOff();  // a disc has two sides
  renderer_->AddActor(batch.solid.actor());
}

void MarkLayer::place(Batch& batch, std::span<const BodyPose> poses) {
  if (!batch.shown || poses.empty() || batch.bodies.empty()) {
    if (batch.solid) batch.solid.setVisible(false);
    return;
  }
  if (!batch.solid) build(batch);
  batch.solid.setVisible(true);
  float* p = static_cast<vtkFloatArray*>(batch.solid.data()->GetPoints()->GetData())->GetPointer(0);
  const std::vector<float>& mark = batch.mark.points;
  for (std::size_t i = 0; i < batch.bodies.size(); ++i) {
    const Vector3& local = batch.places[i];
    const BodyPose& pose = poses[batch.bodies[i]];
    for (std::size_t k = 0; k < mark.size(); k += 3, p += 3)
      Eigen::Map<Eigen::Vector3f>{p} =
          pose.toGround(local + Vector3(mark[k], mark[k + 1], mark[k + 2])).cast<float>();
  }
  batch.solid.data()->GetPoints()->GetData()->Modified();
  batch.solid.data()->GetPoints()->Modified();
  batch.solid.data()->Modified();
}

void MarkLayer::show(const Frame& frame) {
  for (Batch* batch : {&centres_, &frames_, &spatialCentres_, &spatialFrames_}) place(*batch, frame.poses);
}

}  // namespace holonom
