// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/layout.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "core/model/centre_motion.h"
#include "gui/viewport/scene/bending.h"

namespace holonom {
namespace {

constexpr double kOfModel = 0.026;  // half the width of a bar
constexpr double kPixel = 0.0022;   // of a view, about

/// Largest distance between points of a body; its centre of mass counts when there are fewer than two.
double extentOf(const Body& body) {
  double extent = body.points.size() < 2 ? 0 : (body.points[0].position - body.points[1].position).norm();
  for (const Point& p : body.points)
    for (const Point& q : body.points) extent = std::max(extent, (p.position - q.position).norm());
  if (body.points.size() == 1) extent = (body.points[0].position - body.centreOfMass).norm();
  return extent;
}

/// Union-find over the points that joints use; points of one body at the same place are one point.
class PointClusters {
 public:
  explicit PointClusters(const Mechanism& mechanism) : mechanism_(mechanism) {}

  void join(const PointRef& a, const PointRef& b, bool welds) {
    const int ia = indexOf(a), ib = indexOf(b);
    parent_[rootOf(ia)] = rootOf(ib);
    if (!welds) hinged_.insert({ia, ib});
  }

  std::vector<JointCluster> clusters() {
    std::map<int, JointCluster> byRoot;
    for (int i = 0; i < static_cast<int>(refs_.size()); ++i) {
      JointCluster& cluster = byRoot[rootOf(i)];
      cluster.members.push_back(refs_[i]);
      cluster.grounded |= refs_[i].body == kGround;
      cluster.welded = true;
    }
    for (int i : hinged_) byRoot[rootOf(i)].welded = false;
    std::vector<JointCluster> out;
    for (auto& [root, cluster] : byRoot) out.push_back(std::move(cluster));
    return out;
  }

 private:
  int indexOf(const PointRef& ref) {
    const Vector3& p = localPosition(mechanism_, ref);
    const auto [entry, isNew] =
        index_.try_emplace({ref.body, p.x(), p.y(), p.z()}, static_cast<int>(refs_.size()));
    if (isNew) {
      refs_.push_back(ref);
      parent_.push_back(entry->second);
    }
    return entry->second;
  }

  int rootOf(int i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }

  const Mechanism& mechanism_;
  std::map<std::tuple<int, double, double, double>, int> index_;
  std::vector<PointRef> refs_;
  std::vector<int> parent_;
  std::set<int> hinged_;
};

/// Greedy colouring: the lowest layer that no body at the same joint has taken.
std::vector<int> layersOf(const Mechanism& mechanism, const std::vector<JointCluster>& clusters) {
  std::vector<std::vector<int>> neighbours(mechanism.bodies.size());
  const auto meet = [&](int a, int b) {
    if (a == kGround || b == kGround || a == b) return;
    if (isSpatial(mechanism, a) || isSpatial(mechanism, b)) return;
    neighbours[a].push_back(b);
    neighbours[b].push_back(a);
  };
  for (const JointCluster& cluster : clusters)
    for (size_t i = 0; i < cluster.members.size(); ++i)
      for (size_t j = 0; j < i; ++j) meet(cluster.members[i].body, cluster.members[j].body);
  for (const Joint& joint : mechanism.joints)
    if (!kindOf(joint).pointsCoincide()) meet(endsOf(joint).first.body, endsOf(joint).second.body);

  std::vector<int> layers(mechanism.bodies.size(), -1);
  for (size_t body = 0; body < layers.size(); ++body) {
    std::set<int> taken;
    for (int other : neighbours[body]) taken.insert(layers[other]);
    layers[body] = 0;
    while (taken.count(layers[body])) ++layers[body];
  }
  return layers;
}

void setHalfWidth(SceneSizes& sizes, double halfWidth) {
  sizes.halfWidth = halfWidth;
  sizes.thickness = 0.9 * sizes.halfWidth;
  sizes.pitch = 1.12 * sizes.thickness;
  sizes.pin = 0.42 * sizes.halfWidth;
}

/// Of the ends of a line at the beginning.
double distanceOf(const Mechanism& mechanism, const std::vector<BodyPose>& poses,
                  const std::pair<PointRef, PointRef>& line) {
  const auto at = [&](const PointRef& end) {
    return placeOf(mechanism, end.body, localPosition(mechanism, end), poses);
  };
  return (at(line.first) - at(line.second)).norm();
}

SceneSizes sizesOf(const Mechanism& mechanism, const std::vector<BodyPose>& poses, const Box3& reach) {
  SceneSizes sizes;
  sizes.model = characteristicLength(mechanism);
  std::vector<double> extents;
  for (const Body& body : mechanism.bodies)
    if (const double extent = extentOf(body); extent > 0) extents.push_back(extent);
  if (extents.empty())  // particles: what holds them apart
    for (const Force& force : mechanism.forces)
      if (const auto line = lineOf(force)) extents.push_back(distanceOf(mechanism, poses, *line));
  sizes.typical = sizes.model;
  if (!extents.empty()) {
    std::nth_element(extents.begin(), extents.begin() + extents.size() / 2, extents.end());
    sizes.typical = extents[extents.size() / 2];
  }
  // A share of the model, yet slender against the typical link, so that long chains keep their links apart.
  double halfWidth = std::min(kOfModel * sizes.model, 0.085 * sizes.typical);
  // But a bar is not much thinner than a pixel of a view that holds the whole reach: up to there it remains a
  // bar, and beyond, of a crowd, what matters is that it is seen at all.
  if (!reach.isEmpty()) {
    const double across = reach.sizes().maxCoeff();
    halfWidth = std::max(
        halfWidth,
        std::min(kPixel * across, std::max(0.2 * sizes.typical, kPixel * (across - 500 * sizes.typical))));
  }
  setHalfWidth(sizes, halfWidth);
  return sizes;
}

Detail detailFor(std::size_t parts) {
  if (parts <= 60) return {};
  if (parts <= 150) return {.segments = 16};
  if (parts <= 2000) return {.segments = 8, .bevels = false, .pins = parts <= 300, .centreLines = true};
  return {.segments = 4, .bevels = false, .pins = false, .centreLines = true, .lineSprings = true};
}

}  // namespace

SceneSizes SceneSizes::ofView(double height) {
  SceneSizes sizes;
  sizes.model = sizes.typical = 0.5 * height;
  setHalfWidth(sizes, kOfModel * sizes.model);
  return sizes;
}

bool SceneSizes::serve(const SceneSizes& own) const {
  constexpr double kThinner = 3, kOfLink = 0.3;
  return halfWidth * kThinner > own.halfWidth && halfWidth < kOfLink * own.typical;
}

double SceneLayout::zLow(int body) const {
  if (body == kGround) return -1.1 * sizes.pitch;
  if (isSpatial(body)) return -0.5 * sizes.thickness;
  // Bodies of one layer may cross in the picture; a hair between their faces decides which is in front.
  return layers[body] * sizes.pitch + 0.1 * sizes.thickness * (body % 7) / 7;
}

double SceneLayout::zHigh(int body) const {
  return body == kGround ? -0.15 * sizes.pitch : zLow(body) + sizes.thickness;
}

double SceneLayout::zSign(int body) const {
  return isSpatial(body) || (inSpace && body == kGround) ? 0 : zFront();
}

double SceneLayout::zLine(int body) const {
  if (body != kGround) return zMiddle(body);
  return inSpace ? 0 : 0.5 * sizes.thickness;
}

bool slidesAsBlock(const Joint& joint) { return slideAxis(joint) && kindOf(joint).keepsAngle(); }

SceneLayout layoutOf(const Mechanism& mechanism, const SceneSizes* kept) {
  SceneLayout layout;
  layout.initial = initialPoses(mechanism);
  layout.detail =
      detailFor(std::max({mechanism.bodies.size(), mechanism.joints.size(), mechanism.forces.size()}));
  for (const Body& body : mechanism.bodies) layout.spatial.push_back(body.isSpatial());
  layout.inSpace = isSpatial(mechanism);
  PointClusters clusters(mechanism);
  for (const Joint& joint : mechanism.joints) {
    if (!kindOf(joint).pointsCoincide()) continue;  // the others let the bodies slide or roll on each other
    const auto [a, b] = endsOf(joint);
    clusters.join(a, b, kindOf(joint).keepsAngle());
  }
  layout.clusters = clusters.clusters();
  layout.reach = reachOf(mechanism, layout.clusters);
  layout.sizes = sizesOf(mechanism, layout.initial, layout.reach.box);
  if (kept && kept->serve(layout.sizes)) layout.sizes = *kept;
  layout.layers = layersOf(mechanism, layout.clusters);
  layout.guides.resize(mechanism.bodies.size());
  for (size_t i = 0; i < mechanism.joints.size(); ++i)
    if (const int body = endsOf(mechanism.joints[i]).second.body;
        body != kGround && slidesAsBlock(mechanism.joints[i]) && !actsInSpace(mechanism, mechanism.joints[i]))
      layout.guides[body].push_back(static_cast<int>(i));
  for (int layer : layout.layers) layout.layerCount = std::max(layout.layerCount, layer + 1);
  return layout;
}

std::vector<BodyPose> initialPoses(const Mechanism& mechanism) {
  std::vector<BodyPose> poses;
  for (const Body& body : mechanism.bodies) {
    const CentreMotion motion = centreMotion(body);
    if (body.isSpatial()) poses.push_back(Pose{motion.place, rotationMatrix(motion.p)});
    else poses.push_back(planarPose(motion.place.x(), motion.place.y(), body.angle));
    if (body.flexible)
      std::copy(body.flexible->displacements.begin(), body.flexible->displacements.end(),
                poses.back().elastic.begin());
  }
  return poses;
}

Pose poseOf(std::span<const BodyPose> poses, int body) {
  return body == kGround ? Pose() : Pose(poses[static_cast<size_t>(body)]);
}

Vector3 aboutCentre(const Mechanism& mechanism, PointRef ref) {
  const Vector3& place = localPosition(mechanism, ref);
  if (ref.body == kGround) return place;
  return place - mechanism.bodies[static_cast<size_t>(ref.body)].centreOfMass;
}

Vector3 placeOf(const Mechanism& mechanism, int body, const Vector3& local, std::span<const BodyPose> poses,
                double above) {
  if (body == kGround) return local + above * Vector3::UnitZ();
  const Body& part = mechanism.bodies[static_cast<size_t>(body)];
  const BodyPose& pose = poses[static_cast<size_t>(body)];
  return pose.toGround(local - part.centreOfMass +
                       lifted(elasticDisplacement(part, inPlane(local), pose), above));
}

std::vector<PointRef> pinnedEnds(const Mechanism& mechanism) {
  std::vector<PointRef> ends;
  const auto add = [&](const std::pair<PointRef, PointRef>& line) {
    ends.insert(ends.end(), {line.first, line.second});
  };
  for (const Force& force : mechanism.forces)
    if (const auto line = lineOf(force)) add(*line);
  for (const Joint& joint : mechanism.joints)
    if (kindOf(joint).count(JointRow::Keeps::Distance) > 0) add(endsOf(joint));
  return ends;
}

}  // namespace holonom
