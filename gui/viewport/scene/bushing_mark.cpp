// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/bushing_mark.h"

#include <algorithm>
#include <cmath>

namespace holonom {
namespace {

/// Of the three directions the one whose stiffness is the least like the others'; z where all are alike.
int axisOf(const Bushing& bushing) {
  const Vector3& k = bushing.stiffness;
  const auto differs = [&](int i) { return std::abs(k[(i + 1) % 3] - k[(i + 2) % 3]); };
  int axis = 2;
  for (const int other : {0, 1})
    if (differs(other) < differs(axis)) axis = other;
  return axis;
}

/// About x.
void addRing(Mesh& mesh, double half, double inner, double outer, int segments, Role role) {
  const Vector2 profile[] = {{-half, inner}, {-half, outer}, {half, outer}, {half, inner}, {-half, inner}};
  addRevolved(mesh, profile, segments, role);
}

}  // namespace

BushingMark::BushingMark(SolidStock& stock, const Mechanism& mechanism, const SceneLayout& layout,
                         const Bushing& bushing)
    : ring_(end(mechanism, layout, bushing.a, axisOf(bushing))),
      pin_(end(mechanism, layout, bushing.b, axisOf(bushing))) {
  const double width = layout.sizes.halfWidth, bore = 0.55 * width;
  const int segments = layout.detail.segments;
  Mesh ring, pin, neck;
  addRing(ring, 0.7 * width, 1.55 * width, 1.8 * width, segments, Role::Metal);
  addRing(ring, 0.9 * width, bore, 1.55 * width, segments, Role::Rubber);
  addBar(pin, -1.6 * width * Vector3::UnitX(), 1.6 * width * Vector3::UnitX(), bore,
         {segments, 0.1 * width, Role::Metal, Role::MetalRim});
  addBar(neck, Vector3::Zero(), Vector3::UnitX(), 0.9 * bore, {segments, 0, Role::Rubber, Role::Rubber});
  ring_.solid = stock.take(std::move(ring));
  pin_.solid = stock.take(std::move(pin));
  neck_ = stock.take(std::move(neck));
}

BushingMark::End BushingMark::end(const Mechanism& mechanism, const SceneLayout& layout, PointRef at,
                                  int along) const {
  return {at, axesAlong(localAxes(mechanism, at).col(along)), layout.zLine(at.body), {}};
}

void BushingMark::setPoses(const Mechanism& mechanism, std::span<const BodyPose> poses) {
  const auto place = [&](End& end) -> Vector3 {
    const Vector3 at = placeOf(mechanism, end.at.body, localPosition(mechanism, end.at), poses, end.z);
    end.solid.place({at, poseOf(poses, end.at.body).rotation * end.axes});
    return at;
  };
  const Vector3 a = place(ring_), way = place(pin_) - a;
  neck_.placeAlong(a, way, std::max(way.norm(), 1e-9));
}

}  // namespace holonom
