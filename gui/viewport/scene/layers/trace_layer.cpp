// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/layers/trace_layer.h"

#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <optional>

namespace holonom {
namespace {

void addPath(Mesh& mesh, const Mechanism& mechanism, int body, const Vector2& local, const Way& way, double z, Role role) {
  std::optional<Vector2> last;
  for (const auto& poses : way) {
    if (poses.size() != mechanism.bodies.size()) {  // between two runs
      last.reset();
      continue;
    }
    const Vector2 at = placeOf(mechanism, body, local, poses);
    if (last && last->allFinite() && at.allFinite()) mesh.addLine({last->x(), last->y(), z}, {at.x(), at.y(), z}, role);
    last = at;
  }
}

}  // namespace

void TraceLayer::build(const Stage& stage) {
  renderer_ = &stage.renderer;
  zFront_ = stage.layout.zFront();
}

void TraceLayer::trace(const Mechanism& mechanism, const Way& way) {
  Mesh mesh;
  for (const Joint& joint : mechanism.joints)
    if (const auto* blade = std::get_if<KnifeEdgeJoint>(&joint.kind); blade && blade->b.body != kGround)
      addPath(mesh, mechanism, blade->b.body, localPosition(mechanism, blade->b), way, 0, Role::Spring);
  for (size_t body = 0; body < mechanism.bodies.size(); ++body)
    for (const Point& point : mechanism.bodies[body].points)
      if (point.traced) addPath(mesh, mechanism, static_cast<int>(body), point.position, way, zFront_, Role::Trace);
  if (traces_.actor()) renderer_->RemoveActor(traces_.actor());
  traces_ = mesh.vertexCount() > 0 ? Solid(mesh) : Solid();
  if (!traces_.actor()) return;
  traces_.actor()->GetProperty()->LightingOff();
  traces_.actor()->GetProperty()->SetLineWidth(1.5f);
  renderer_->AddActor(traces_.actor());
}

}  // namespace holonom
