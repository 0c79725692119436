// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/picking.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/math/cross.h"

namespace holonom {
namespace {

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

Ray inFrame(const Ray& ray, const Pose& frame) {
  return {frame.toLocal(ray.origin), frame.rotation.transpose() * ray.direction};
}

/// The part of a ray between two planes of constant z and not farther from the origin than `radius`, as
/// parameters along it; the first is the larger one where there is no such part.
std::pair<double, double> clip(const Ray& ray, double zLow, double zHigh, double radius) {
  const double middle = -ray.origin.dot(ray.direction),
               reach = radius * radius - (ray.origin + middle * ray.direction).squaredNorm();
  if (!(reach >= 0)) return {1, 0};
  double from = std::max(0.0, middle - std::sqrt(reach)), to = middle + std::sqrt(reach);
  if (std::abs(ray.direction.z()) < 1e-9) {
    const bool within = ray.origin.z() >= zLow && ray.origin.z() <= zHigh;
    return within ? std::pair(from, to) : std::pair(1.0, 0.0);
  }
  const double t0 = (zLow - ray.origin.z()) / ray.direction.z(),
               t1 = (zHigh - ray.origin.z()) / ray.direction.z();
  return {std::max(from, std::min(t0, t1)), std::min(to, std::max(t0, t1))};
}

double radiusOf(const Footprint& footprint) {
  double radius = 0;
  for (const Vector2& corner : footprint.hull) radius = std::max(radius, corner.norm());
  return std::hypot(radius + footprint.radius, std::max(std::abs(footprint.low), std::abs(footprint.high)));
}

constexpr int kSearches = 60;  // along a segment

/// Of a place on a segment, that far along it as a share of its length, from a rounded hull.
double outside(const Vector2& a, const Vector2& b, const Footprint& footprint, double share) {
  const Vector2 at = a + share * (b - a);
  return distanceToHull(at, at, footprint.hull) - footprint.radius;
}

/// Where a segment is inside of a rounded hull, or else nearest to it. The distance from the hull is convex
/// along it: of two places the lower one lies on the side of the least.
double nearest(const Vector2& a, const Vector2& b, const Footprint& footprint) {
  double low = 0, high = 1, least = 1;
  for (int i = 0; i < kSearches; ++i) {
    const double s = low + (high - low) / 3, t = high - (high - low) / 3;
    const double atS = outside(a, b, footprint, s), atT = outside(a, b, footprint, t);
    least = atS < atT ? s : t;
    if (std::min(atS, atT) <= 0) break;
    (atS < atT ? high : low) = atS < atT ? t : s;
  }
  return least;
}

/// Where a segment that meets a rounded hull enters it: before it is inside, its distance falls.
double entry(const Vector2& a, const Vector2& b, const Footprint& footprint) {
  if (outside(a, b, footprint, 0) <= 0) return 0;
  double before = 0, inside = nearest(a, b, footprint);
  for (int i = 0; i < kSearches; ++i) {
    const double s = 0.5 * (before + inside);
    (outside(a, b, footprint, s) <= 0 ? inside : before) = s;
  }
  return inside;
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

Hit pickBody(const Ray& ray, std::span<const BodyPose> poses,
             const std::function<const std::vector<Footprint>&(int)>& footprints, double tolerance) {
  Hit exact, near;
  double nearMiss = tolerance;
  for (int body = 0; body < static_cast<int>(poses.size()); ++body) {
    const Ray bodily = inFrame(ray, poses[static_cast<size_t>(body)]);
    for (const Footprint& footprint : footprints(body)) {
      const Ray own = footprint.frame ? inFrame(bodily, *footprint.frame) : bodily;
      const auto [from, to] = clip(own, footprint.low, footprint.high, radiusOf(footprint) + tolerance);
      if (!(from <= to)) continue;
      const Vector2 a = (own.origin + from * own.direction).head<2>(),
                    b = (own.origin + to * own.direction).head<2>();
      const double miss = distanceToHull(a, b, footprint.hull) - footprint.radius;
      if (miss > 0 && miss < nearMiss)
        nearMiss = miss, near = {body, from + (to - from) * nearest(a, b, footprint)};
      if (miss > 0 || from >= exact.way) continue;
      const double way = from + (to - from) * entry(a, b, footprint);
      if (way < exact.way) exact = {body, way};
    }
  }
  return exact.body >= 0 ? exact : near;
}

}  // namespace holonom
