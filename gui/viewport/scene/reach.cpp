// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/reach.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <tuple>

#include "gui/viewport/scene/layout.h"
#include "gui/viewport/scene/spatial_shape.h"

namespace holonom {
namespace {

constexpr double kUnreached = std::numeric_limits<double>::infinity();
constexpr size_t kMostPivots = 12;  // that bound a point: the nearest ones, by the way through the bodies

/// Bounds of the distance between a pivot and a point.
struct Ring {
  int pivot = 0;  // its cluster
  double inner = 0, outer = kUnreached;
  double longest = 0;  // of the bodies between
};

/// The points of all bodies, connected by rigid distances within a body and by joints between bodies.
class PointGraph {
 public:
  PointGraph(const Mechanism& mechanism, const std::vector<JointCluster>& clusters) : mechanism_(mechanism) {
    for (const Body& body : mechanism.bodies) {
      first_.push_back(count_);
      count_ += static_cast<int>(body.points.size());
    }
    jointed_.resize(count_);
    for (const JointCluster& cluster : clusters)
      for (size_t i = 0; i + 1 < cluster.members.size(); ++i)
        connect(cluster.members[i], cluster.members[i + 1]);
  }

  int count() const { return count_; }
  int node(const PointRef& ref) const { return first_[ref.body] + ref.point; }

  /// Shortest paths from the members of grounded clusters to every point, of each point the first
  /// kMostPivots.
  std::vector<std::vector<Ring>> rings(const std::vector<JointCluster>& clusters) const {
    std::vector<std::vector<Ring>> rings(count_);
    std::vector<size_t> settled(count_, 0);      // of each point: so many of its rings are final
    using Entry = std::tuple<double, int, int>;  // distance, point, pivot
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    const auto offer = [&](int node, int pivot, double distance, double longest) {
      if (settled[node] == kMostPivots) return;
      auto& known = rings[node];
      auto ring =
          std::find_if(known.begin(), known.end(), [pivot](const Ring& r) { return r.pivot == pivot; });
      if (ring == known.end()) ring = known.insert(known.end(), Ring{pivot});
      if (distance >= ring->outer) return;
      *ring = {pivot, std::max(0.0, 2 * longest - distance), distance, longest};
      queue.push({distance, node, pivot});
    };
    for (size_t i = 0; i < clusters.size(); ++i)
      for (const PointRef& member : clusters[i].members)
        if (clusters[i].grounded && member.body != kGround) offer(node(member), static_cast<int>(i), 0, 0);
    while (!queue.empty()) {
      const auto [distance, at, pivot] = queue.top();
      queue.pop();
      const Ring* ring = settle(rings[at], settled[at], pivot, distance);
      if (!ring) continue;
      const double longest = ring->longest;
      for (int other : jointed_[at]) offer(other, pivot, distance, longest);
      const int body = bodyOf(at);
      const auto& points = mechanism_.bodies[body].points;
      for (size_t k = 0; k < points.size(); ++k) {
        const double edge = (points[k].position - points[at - first_[body]].position).norm();
        offer(first_[body] + static_cast<int>(k), pivot, distance + edge, std::max(longest, edge));
      }
    }
    for (int i = 0; i < count_; ++i) rings[i].resize(settled[i]);
    return rings;
  }

 private:
  // The body of the last block that starts at or before the node and is not empty.
  int bodyOf(int node) const {
    return static_cast<int>(std::upper_bound(first_.begin(), first_.end(), node) - first_.begin()) - 1;
  }

  /// The ring about a pivot is final; null when it was before, or is none of the first.
  static const Ring* settle(std::vector<Ring>& rings, size_t& settled, int pivot, double distance) {
    if (settled == kMostPivots) return nullptr;
    const auto ring = std::find_if(rings.begin() + static_cast<long>(settled), rings.end(),
                                   [pivot](const Ring& r) { return r.pivot == pivot; });
    if (ring == rings.end() || distance > ring->outer) return nullptr;
    std::iter_swap(ring, rings.begin() + static_cast<long>(settled));
    return &rings[settled++];
  }

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

/// A point on the line start + s·axis, now at s = now, whose distance from a pivot stays in a ring.
SlideRange slideIn(const Ring& ring, const Vector3& pivot, const Vector3& start, const Vector3& axis,
                   double now) {
  const double middle = axis.dot(pivot - start), height = axis.cross(pivot - start).norm();
  if (ring.outer == kUnreached) return {};
  const double outer = std::sqrt(std::max(0.0, ring.outer * ring.outer - height * height));
  const double inner = std::sqrt(std::max(0.0, ring.inner * ring.inner - height * height));
  if (inner == 0) return {middle - outer, middle + outer};
  return now >= middle ? SlideRange{middle + inner, middle + outer}
                       : SlideRange{middle - outer, middle - inner};
}

struct Guided {
  size_t joint;
  int node;
  Vector3 start, axis;
  double now;
};

std::vector<Guided> guidedPoints(const Mechanism& mechanism, const PointGraph& graph) {
  const auto poses = initialPoses(mechanism);
  std::vector<Guided> out;
  for (size_t i = 0; i < mechanism.joints.size(); ++i) {
    const auto slide = slideAxis(mechanism.joints[i]);
    const auto [a, b] = endsOf(mechanism.joints[i]);
    if (!slide || slideAxis(mechanism.joints[i], 1) || a.body != kGround || b.body == kGround) continue;
    const Vector3 start = localPosition(mechanism, a), axis = slide->normalized();
    const Vector3 at = placeOf(mechanism, b.body, localPosition(mechanism, b), poses);
    out.push_back({i, graph.node(b), start, axis, axis.dot(at - start)});
  }
  return out;
}

Box3 everywhere() { return {Vector3::Constant(-kUnreached), Vector3::Constant(kUnreached)}; }

/// What moves in the plane stays there.
Box3 around(const Vector3& centre, double radius, bool inSpace) {
  const Vector3 reach(radius, radius, inSpace ? radius : 0);
  return {centre - reach, centre + reach};
}

/// Points that coincide share what bounds them.
void shareWithinClusters(const PointGraph& graph, const std::vector<JointCluster>& clusters,
                         std::vector<Box3>& boxes) {
  for (const JointCluster& cluster : clusters) {
    Box3 common = everywhere();
    for (const PointRef& member : cluster.members)
      if (member.body != kGround) common = common.intersection(boxes[graph.node(member)]);
    for (const PointRef& member : cluster.members)
      if (member.body != kGround) boxes[graph.node(member)] = common;
  }
}

void extendByDisc(Box3& box, const Vector3& centre, const Vector3& normal, double radius) {
  const Vector3 around = radius * (1 - normal.array().square()).max(0).sqrt().matrix();
  box.extend(Vector3(centre - around));
  box.extend(Vector3(centre + around));
}

}  // namespace

JointLimits limitsOf(const Mechanism& mechanism, int joint) {
  JointLimits limits;
  for (const Force& force : mechanism.forces) {
    const auto* stop = std::get_if<Stop>(&force.kind);
    if (!stop || stop->joint != joint) continue;
    if (stop->lower) limits.lower = std::max(limits.lower.value_or(*stop->lower), *stop->lower);
    if (stop->upper) limits.upper = std::min(limits.upper.value_or(*stop->upper), *stop->upper);
  }
  return limits;
}

Reach reachOf(const Mechanism& mechanism, const std::vector<JointCluster>& clusters) {
  const PointGraph graph(mechanism, clusters);
  const std::vector<Guided> guided = guidedPoints(mechanism, graph);
  Reach reach;
  reach.slides.resize(mechanism.joints.size());
  std::vector<Box3> boxes(graph.count(), everywhere());
  const bool inSpace = isSpatial(mechanism);
  const auto placeOfPivot = [&](int pivot) {
    const auto& members = clusters[static_cast<size_t>(pivot)].members;
    return localPosition(mechanism, *std::find_if(members.begin(), members.end(),
                                                  [](const PointRef& m) { return m.body == kGround; }));
  };
  const auto rings = graph.rings(clusters);
  for (int i = 0; i < graph.count(); ++i)
    for (const Ring& ring : rings[i])
      boxes[i] = boxes[i].intersection(around(placeOfPivot(ring.pivot), ring.outer, inSpace));
  for (const Guided& g : guided)
    for (const Ring& ring : rings[g.node]) {
      SlideRange& range = reach.slides[g.joint];
      const SlideRange bound = slideIn(ring, placeOfPivot(ring.pivot), g.start, g.axis, g.now);
      range = {std::max(range.low, bound.low), std::min(range.high, bound.high)};
    }
  for (const Guided& g : guided) {
    SlideRange& range = reach.slides[g.joint];
    const JointLimits limits = limitsOf(mechanism, static_cast<int>(g.joint));
    if (limits.lower) range.low = std::max(range.low, *limits.lower);
    if (limits.upper) range.high = std::min(range.high, *limits.upper);
    if (!(range.high - range.low < kUnreached)) continue;
    Box3 line(Vector3(g.start + range.low * g.axis));
    line.extend(Vector3(g.start + range.high * g.axis));
    boxes[g.node] = boxes[g.node].intersection(line);
  }
  shareWithinClusters(graph, clusters, boxes);
  for (const Box3& box : boxes)
    if (!box.isEmpty() && box.min().allFinite() && box.max().allFinite()) reach.box.extend(box);
  return reach;
}

Box3 currentExtent(const Mechanism& mechanism, std::span<const BodyPose> poses) {
  Box3 box = extentOfBodies(mechanism, poses);
  for (const Point& point : mechanism.ground.points) box.extend(point.position);
  return box;
}

Box3 extentOfBodies(const Mechanism& mechanism, std::span<const BodyPose> poses) {
  Box3 box;
  for (size_t i = 0; i < mechanism.bodies.size() && i < poses.size(); ++i) {
    if (!poses[i].isFinite()) continue;
    if (mechanism.bodies[i].isSpatial()) {
      const Vector3 around = Vector3::Constant(bobRadius(mechanism.bodies[i]));
      box.extend(Box3(poses[i].position - around, poses[i].position + around));
    } else {
      // half of a slider's block, or more than the radius of a disc
      extendByDisc(box, poses[i].position, poses[i].normal(),
                   0.8 * std::max(0.0, mechanism.bodies[i].display.width));
    }
    for (const Point& point : mechanism.bodies[i].points)
      box.extend(placeOf(mechanism, static_cast<int>(i), point.position, poses));
  }
  for (const Joint& joint : mechanism.joints)
    if (const double* radius = discRadius(joint)) {
      const PointRef hub = endsOf(joint).second;
      if (hub.body == kGround) continue;
      const Vector3 centre = placeOf(mechanism, hub.body, localPosition(mechanism, hub), poses);
      if (centre.allFinite()) extendByDisc(box, centre, poseOf(poses, hub.body).normal(), *radius);
    }
  return box;
}

}  // namespace holonom
