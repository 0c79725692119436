// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/picking.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

namespace holonom {
namespace {

double cross(const Vector2& a, const Vector2& b) { return a.x() * b.y() - a.y() * b.x(); }

double pointToSegment(const Vector2& p, const Vector2& a, const Vector2& b) {
  const Vector2 d = b - a;
  const double s = d.squaredNorm() > 0 ? std::clamp(d.dot(p - a) / d.squaredNorm(), 0.0, 1.0) : 0;
  return (a + s * d - p).norm();
}

double segmentToSegment(const Vector2& a, const Vector2& b, const Vector2& c, const Vector2& d) {
  const double s1 = cross(b - a, c - a), s2 = cross(b - a, d - a), s3 = cross(d - c, a - c),
               s4 = cross(d - c, b - c);
  if (s1 * s2 < 0 && s3 * s4 < 0) return 0;
  return std::min(
      {pointToSegment(a, c, d), pointToSegment(b, c, d), pointToSegment(c, a, b), pointToSegment(d, a, b)});
}

bool inside(const Vector2& p, const std::vector<Vector2>& hull) {
  if (hull.size() < 3) return false;
  for (size_t i = 0; i < hull.size(); ++i)
    if (cross(hull[(i + 1) % hull.size()] - hull[i], p - hull[i]) < 0) return false;
  return true;
}

/// The part of a ray between two planes of constant z, as parameters along it.
std::pair<double, double> clipToSlab(const Ray& ray, double zLow, double zHigh) {
  constexpr double kLongest = 1e6;
  if (std::abs(ray.direction.z()) < 1e-9) {
    const bool within = ray.origin.z() >= zLow && ray.origin.z() <= zHigh;
    return within ? std::pair(0.0, kLongest) : std::pair(1.0, 0.0);
  }
  const double t0 = (zLow - ray.origin.z()) / ray.direction.z(),
               t1 = (zHigh - ray.origin.z()) / ray.direction.z();
  return {std::max(0.0, std::min(t0, t1)), std::max(t0, t1)};
}

}  // namespace

double distanceToHull(const Vector2& a, const Vector2& b, const std::vector<Vector2>& hull) {
  if (hull.size() == 1) return pointToSegment(hull[0], a, b);
  if (inside(a, hull) || inside(b, hull)) return 0;
  double distance = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < hull.size(); ++i)
    distance = std::min(distance, segmentToSegment(a, b, hull[i], hull[(i + 1) % hull.size()]));
  return distance;
}

int pickBody(const Ray& ray, const SceneLayout& layout, std::span<const BodyPose> poses,
             const std::function<const std::vector<Footprint>&(int)>& footprints, double tolerance) {
  int exact = -1, near = -1;
  double exactDepth = std::numeric_limits<double>::infinity(), nearMiss = tolerance;
  for (int body = 0; body < static_cast<int>(poses.size()); ++body) {
    const auto [t0, t1] = clipToSlab(ray, layout.zLow(body), layout.zHigh(body));
    if (t0 > t1) continue;
    const Eigen::Rotation2Dd back(-poses[body].angle);
    const Vector2 centre(poses[body].x, poses[body].y);
    const auto local = [&](double t) -> Vector2 {
      return back * ((ray.origin + t * ray.direction).head<2>() - centre);
    };
    const Vector2 a = local(t0), b = local(t1);
    for (const Footprint& footprint : footprints(body)) {
      const double miss = distanceToHull(a, b, footprint.hull) - footprint.radius;
      // Front-most by the z that faces the viewer, which in a steep view is where the ray enters the layer.
      if (miss <= 0 && t0 < exactDepth) exactDepth = t0, exact = body;
      if (miss > 0 && miss < nearMiss) nearMiss = miss, near = body;
    }
  }
  return exact >= 0 ? exact : near;
}

}  // namespace holonom
