// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/reach.h"

#include <algorithm>
#include <limits>
#include <map>
#include <queue>

namespace holonom {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();
constexpr size_t kMostPivots = 12;

/// The points of all bodies, connected by rigid distances within a body and by joints between bodies.
class PointGraph {
 public:
  PointGraph(const Mechanism& mechanism, const SceneLayout& layout) : mechanism_(mechanism) {
    for (const Body& body : mechanism.bodies) {
      first_.push_back(count_);
      count_ += static_cast<int>(body.points.size());
    }
    jointed_.resize(count_);
    for (const JointCluster& cluster : layout.clusters)
      for (size_t i = 0; i + 1 < cluster.members.size(); ++i) connect(cluster.members[i], cluster.members[i + 1]);
  }

  /// Shortest distances from the members of a grounded cluster to every point.
  std::vector<double> distancesFrom(const JointCluster& pivot) const {
    std::vector<double> distance(count_, kFar);
    using Entry = std::pair<double, int>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    const auto offer = [&](int node, double d) {
      if (d >= distance[node]) return;
      distance[node] = d;
      queue.push({d, node});
    };
    for (const PointRef& member : pivot.members)
      if (member.body != kGround) offer(node(member), 0);
    while (!queue.empty()) {
      const auto [d, at] = queue.top();
      queue.pop();
      if (d > distance[at]) continue;
      for (int other : jointed_[at]) offer(other, d);
      const int body = bodyOf(at);
      const auto& points = mechanism_.bodies[body].points;
      for (size_t k = 0; k < points.size(); ++k)
        offer(first_[body] + static_cast<int>(k), d + (points[k].position - points[at - first_[body]].position).norm());
    }
    return distance;
  }

  int node(const PointRef& ref) const { return first_[ref.body] + ref.point; }
  int count() const { return count_; }
  int bodyOf(int node) const { return static_cast<int>(std::upper_bound(first_.begin(), first_.end(), node) - first_.begin()) - 1; }

 private:
  void connect(const PointRef& a, const PointRef& b) {
    if (a.body == kGround || b.body == kGround) return;
    jointed_[node(a)].push_back(node(b));
    jointed_[node(b)].push_back(node(a));
  }

  const Mechanism& mechanism_;
  std::vector<int> first_;
  int count_ = 0;
  std::vector<std::vector<int>> jointed_;
};

/// A slider on a horizontal or vertical guide at ground keeps its other coordinate (its points, up to their lever).
void clipByGuides(const Mechanism& mechanism, const PointGraph& graph, std::vector<Box2>& boxes) {
  for (const Joint& joint : mechanism.joints) {
    const auto* slide = std::get_if<PrismaticJoint>(&joint.kind);
    if (!slide || slide->a.body != kGround || slide->b.body == kGround) continue;
    const Vector2 axis = slide->axis.normalized();
    const int across = std::abs(axis.x()) > 0.999 ? 1 : std::abs(axis.y()) > 0.999 ? 0 : -1;
    if (across < 0) continue;
    const Vector2 at = localPosition(mechanism, slide->a);
    const auto& points = mechanism.bodies[slide->b.body].points;
    for (size_t k = 0; k < points.size(); ++k) {
      Box2& box = boxes[graph.node({slide->b.body, static_cast<int>(k)})];
      const double lever = (points[k].position - points[slide->b.point].position).norm();
      box.min()[across] = std::max(box.min()[across], at[across] - lever);
      box.max()[across] = std::min(box.max()[across], at[across] + lever);
    }
  }
}

}  // namespace

Box2 currentExtent(const Mechanism& mechanism, std::span<const BodyPose> poses) {
  Box2 box;
  for (const Point& point : mechanism.ground.points) box.extend(point.position);
  for (size_t i = 0; i < mechanism.bodies.size() && i < poses.size(); ++i) {
    if (!std::isfinite(poses[i].x + poses[i].y + poses[i].angle)) continue;
    box.extend(Vector2(poses[i].x, poses[i].y));
    for (const Point& point : mechanism.bodies[i].points) box.extend(placeOf(mechanism, static_cast<int>(i), point.position, poses));
  }
  return box;
}

Box2 reachableExtent(const Mechanism& mechanism, const SceneLayout& layout) {
  const PointGraph graph(mechanism, layout);
  std::vector<Box2> boxes(graph.count(), Box2(Vector2(-kFar, -kFar), Vector2(kFar, kFar)));
  size_t pivots = 0;
  for (const JointCluster& cluster : layout.clusters) {
    if (!cluster.grounded || ++pivots > kMostPivots) continue;
    const auto ground = std::find_if(cluster.members.begin(), cluster.members.end(), [](const PointRef& m) { return m.body == kGround; });
    const Vector2 centre = localPosition(mechanism, *ground);
    const std::vector<double> distance = graph.distancesFrom(cluster);
    for (int i = 0; i < graph.count(); ++i) {
      const Vector2 reach(distance[i], distance[i]);
      if (distance[i] < kFar) boxes[i] = boxes[i].intersection(Box2(centre - reach, centre + reach));
    }
  }
  clipByGuides(mechanism, graph, boxes);
  Box2 all;
  for (const Box2& box : boxes)
    if (!box.isEmpty() && box.min().allFinite() && box.max().allFinite()) all.extend(box);
  return all;
}

}  // namespace holonom
