// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/tools/snapping.h"

#include <algorithm>
#include <cmath>

#include "gui/viewport/scene/grid.h"

namespace holonom {
namespace {

constexpr double kPointPixels = 14, kLinePixels = 8, kMiddlePixels = 9;
constexpr double kGroundPixels = 4;  // by which a point of ground must be nearer: what moves lies above it
constexpr double kGridPixels = 30;   // between lines of the grid, at most

bool catchPoint(Pointer& pointer, const Tool& tool, const WorkPlane& plane) {
  const Mechanism& mechanism = tool.surroundings();
  double nearest = kPointPixels * pointer.pixel;
  const auto look = [&](int body, const std::vector<Point>& points) {
    if (!tool.catches(body) || isSpatial(mechanism, body)) return;  // what is drawn lies in the plane
    for (std::size_t i = 0; i < points.size(); ++i) {
      const PointRef ref{body, int(i)};
      const Vector2 at = plane.shadowOf(lifted(groundPosition(mechanism, ref)));
      const double distance =
          (at - pointer.raw).norm() + (body == kGround ? kGroundPixels * pointer.pixel : 0);
      if (distance >= nearest * (1 - 1e-9)) continue;
      nearest = distance;
      pointer.place = {at, ref, {}};
      pointer.snap = Pointer::Snap::Point;
    }
  };
  for (std::size_t body = 0; body < mechanism.bodies.size(); ++body)
    look(int(body), mechanism.bodies[body].points);
  look(kGround, mechanism.ground.points);
  return pointer.snap == Pointer::Snap::Point;
}

/// Where the line a + s d, 0 ≤ s ≤ 1, crosses a line of the grid nearest to s = along, exactly on that line;
/// none within `reach`.
std::optional<Vector2> gridCrossing(const Vector2& a, const Vector2& d, double along, double grid,
                                    double reach) {
  constexpr double kParallel = 1e-9;
  std::optional<Vector2> found;
  for (const int axis : {0, 1}) {
    if (!(grid > 0) || std::abs(d[axis]) < kParallel * d.norm()) continue;
    const double line = gridLine(std::round((a[axis] + along * d[axis]) / grid), grid),
                 s = (line - a[axis]) / d[axis], way = std::abs(s - along) * d.norm();
    if (s < 0 || s > 1 || way >= reach) continue;
    reach = way;
    found = a + s * d;
    (*found)[axis] = line;
    const Vector2 crossing = onGrid(*found, grid);  // of two of its lines, but for rounding
    if ((crossing - *found).norm() < kParallel * grid) found = crossing;
  }
  return found;
}

bool catchLine(Pointer& pointer, const Tool& tool, const WorkPlane& plane) {
  const Mechanism& mechanism = tool.surroundings();
  double nearest = kLinePixels * pointer.pixel;
  for (std::size_t body = 0; body < mechanism.bodies.size(); ++body) {
    const auto& points = mechanism.bodies[body].points;
    if (!tool.catches(int(body)) || isSpatial(mechanism, int(body))) continue;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const auto place = [&](std::size_t point) {
        return plane.shadowOf(lifted(groundPosition(mechanism, {int(body), int(point)})));
      };
      const Vector2 a = place(i), d = place(i + 1) - a;
      if (!(d.norm() > 0)) continue;
      double along = std::clamp(d.dot(pointer.raw - a) / d.squaredNorm(), 0.0, 1.0);
      const double distance = (a + along * d - pointer.raw).norm();
      if (distance >= nearest) continue;
      const double toMiddle = std::abs(along - 0.5) * d.norm();
      const bool middle = toMiddle < kMiddlePixels * pointer.pixel;
      const auto crossing =
          gridCrossing(a, d, along, pointer.grid, middle ? toMiddle : 0.5 * kGridPixels * pointer.pixel);
      if (middle) along = 0.5;
      nearest = distance;
      pointer.place = {crossing.value_or(a + along * d), {}, int(body)};
      pointer.snap = Pointer::Snap::Line;
    }
  }
  return pointer.snap == Pointer::Snap::Line;
}

}  // namespace

double gridSpacing(double pixel) { return niceSpacing(kGridPixels * pixel); }

// A power of ten below one divides more exactly than it multiplies: 3 · 0.1 is not 0.3.
double gridLine(double number, double spacing) {
  return spacing < 1 ? number / std::round(1 / spacing) : number * spacing;
}

Vector2 onGrid(const Vector2& place, double spacing) {
  return {gridLine(std::round(place.x() / spacing), spacing),
          gridLine(std::round(place.y() / spacing), spacing)};
}

int gridMajor(double spacing) {
  const double digit = spacing / std::pow(10.0, std::floor(std::log10(spacing * (1 + 1e-9))));
  return digit < 1.5 ? 10 : digit < 3 ? 5 : 2;
}

Pointer caught(const Vector2& raw, int under, const Tool& tool, const Snapping& snapping) {
  Pointer pointer;
  pointer.raw = raw;
  pointer.pixel = snapping.pixel;
  pointer.grid = snapping.grid;
  pointer.place.position = raw;
  if (catchPoint(pointer, tool, snapping.plane) || catchLine(pointer, tool, snapping.plane)) return pointer;
  if (under != kGround && tool.catches(under) && !isSpatial(tool.surroundings(), under))
    pointer.place.body = under;
  if (!(snapping.grid > 0)) return pointer;
  pointer.place.position = onGrid(raw, snapping.grid);
  pointer.snap = Pointer::Snap::Grid;
  // Who sees the cross upon a point means the point.
  Pointer there = pointer;
  there.raw = pointer.place.position;
  there.pixel = 1e-6 * pointer.pixel;
  if (!catchPoint(there, tool, snapping.plane)) return pointer;
  pointer.place = there.place;
  pointer.snap = Pointer::Snap::Point;
  return pointer;
}

}  // namespace holonom
