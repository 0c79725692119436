// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/supports.h"

#include <algorithm>
#include <cmath>

#include "gui/viewport/scene/body_shape.h"
#include "gui/viewport/scene/spatial_mark.h"
#include "gui/viewport/scene/standing.h"

namespace holonom {
namespace {

// pins of a cluster with more members are not worth a search for their layers
constexpr size_t kMostMembers = 400;

void addSupport(Mesh& mesh, const Vector2& at, const SceneLayout& layout, double scale) {
  const double u = scale * layout.sizes.halfWidth;
  const PrismStyle plate{layout.zLow(kGround), layout.zHigh(kGround), 0.16 * u, Role::Ground,
                         Role::GroundRim};
  const Vector2 left = at + Vector2(-1.7 * u, -3.2 * u), right = at + Vector2(1.7 * u, -3.2 * u);
  const Vector2 corners[] = {at, left, right};
  addPrism(mesh, roundedOutline(corners, 32), 0.8 * u, plate);
  const PrismStyle dark{plate.zLow, plate.zHigh, 0, Role::GroundRim, Role::GroundRim};
  const Vector2 a = at + Vector2(-3.4 * u, -4.15 * u), b = at + Vector2(3.4 * u, -4.15 * u);
  addStroke(mesh, a, b, 0.16 * u, dark);
  addHatching(mesh, a, b, 1.1 * u, dark);
}

void addGroundedCluster(Mesh& mesh, const JointCluster& cluster, const Mechanism& mechanism,
                        const SceneLayout& layout) {
  double high = layout.zHigh(kGround);
  const PointRef* ground = nullptr;
  for (const PointRef& member : cluster.members) {
    if (cluster.members.size() < kMostMembers) high = std::max(high, layout.zHigh(member.body));
    if (member.body == kGround) ground = &member;
  }
  const Vector2 at = inPlane(localPosition(mechanism, *ground));
  addSupport(mesh, at, layout, 1);
  addPin(mesh, {at, cluster.welded, layout.sizes.pin, layout.zLow(kGround),
                high + 0.25 * layout.sizes.thickness, 16});
}

/// Whether ground holds a body of the plane there.
bool isOfPlane(const JointCluster& cluster, const SceneLayout& layout) {
  return std::any_of(cluster.members.begin(), cluster.members.end(), [&](const PointRef& member) {
    return member.body != kGround && !layout.isSpatial(member.body);
  });
}

/// On a plane of the ground, which is drawn itself (floor_mark.h).
bool lies(const Joint& joint) {
  return JointKind::count(kindOf(joint).rowsInSpace, JointRow::Keeps::Velocity) > 0;
}

/// Under what bears joints in space, springs and rods: once under each place.
void addStands(Mesh& mesh, const Mechanism& mechanism, const SceneLayout& layout) {
  const Vector3 up = upwardsOf(mechanism);
  std::vector<Vector3> taken;
  for (const JointCluster& cluster : layout.clusters)
    for (const PointRef& member : cluster.members)
      if (member.body == kGround && isOfPlane(cluster, layout))
        taken.push_back(localPosition(mechanism, member));
  // what hangs steeply under its place is held from above: a foot would stand in it
  const auto hangs = [&](const Vector3& at, const PointRef& other) {
    constexpr double kSteep = 0.6;
    if (other.body == kGround) return false;
    const Vector3 way = poseOf(layout.initial, other.body).position - at;
    return up.dot(way) < -kSteep * way.norm();
  };
  const auto add = [&](const PointRef& end, const PointRef& other, double size) {
    if (end.body != kGround) return;
    const Vector3& at = localPosition(mechanism, end);
    if (std::find(taken.begin(), taken.end(), at) != taken.end()) return;
    taken.push_back(at);
    addStand(mesh, at, hangs(at, other) ? Vector3(-up) : up, layout.sizes, size);
  };
  for (const Joint& joint : mechanism.joints) {
    if (!actsInSpace(mechanism, joint) || lies(joint)) continue;
    const auto [a, b] = endsOf(joint);
    add(a, b, 1);
    add(b, a, 1);
  }
  const std::vector<PointRef> pinned = pinnedEnds(mechanism);  // two of each line
  for (std::size_t i = 0; i < pinned.size(); ++i) add(pinned[i], pinned[i ^ 1], 0.7);
}

bool hasSupport(const SceneLayout& layout, const Mechanism& mechanism, const Vector2& at) {
  for (const JointCluster& cluster : layout.clusters)
    for (const PointRef& member : cluster.members)
      if (member.body == kGround && inPlane(localPosition(mechanism, member)) == at) return true;
  return false;
}

}  // namespace

void addHatching(Mesh& mesh, const Vector2& a, const Vector2& b, double height, const PrismStyle& style) {
  const Vector2 along = (b - a).normalized(), down = -perpendicular(along);
  const double length = (b - a).norm();
  const int count = std::clamp(static_cast<int>(std::lround(length / (kHatchSpacing * height))), 3, 400);
  for (int i = 0; i < count; ++i) {
    const Vector2 top = a + (i + 0.85) * length / count * along;
    addStroke(mesh, top, top + height * down - 0.8 * height * along, 0.09 * height, style);
  }
}

Mesh supportsOf(const Mechanism& mechanism, const SceneLayout& layout) {
  Mesh mesh;
  for (const JointCluster& cluster : layout.clusters)
    if (cluster.grounded && (!layout.inSpace || isOfPlane(cluster, layout)))
      addGroundedCluster(mesh, cluster, mechanism, layout);
  for (const Joint& joint : mechanism.joints) {  // a pin that stands in the slot of a moving body
    const auto [slot, pin] = endsOf(joint);
    if (!slideAxis(joint) || slidesAsBlock(joint) || pin.body != kGround) continue;
    if (actsInSpace(mechanism, joint)) continue;
    const Vector2 at = inPlane(localPosition(mechanism, pin));
    if (!hasSupport(layout, mechanism, at)) addSupport(mesh, at, layout, 0.7);
    addPin(mesh, {at, false, layout.sizes.pin, layout.zLow(kGround),
                  layout.zHigh(slot.body) + layout.sizes.thickness, 16});
  }
  if (layout.inSpace) return addStands(mesh, mechanism, layout), mesh;
  for (const PointRef& end : pinnedEnds(mechanism)) {
    const Vector2 at = inPlane(localPosition(mechanism, end));
    if (end.body != kGround || hasSupport(layout, mechanism, at)) continue;
    addSupport(mesh, at, layout, 0.7);
    addPin(mesh, {at, false, layout.sizes.pin, layout.zLow(kGround), layout.sizes.pitch, 16});
  }
  return mesh;
}

}  // namespace holonom
