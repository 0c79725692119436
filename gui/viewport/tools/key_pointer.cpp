// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/tools/key_pointer.h"

#include <algorithm>
#include <cmath>

#include "gui/viewport/tools/snapping.h"

namespace holonom {

void KeyPointer::step(int right, int up, Stride stride, double cell, bool snaps) {
  const int way[] = {right, up};
  exact_ = stride == Stride::Tenth;
  const double cells = exact_ ? 0.1 : stride == Stride::Cell ? 1 : 10;
  for (int i = 0; i < 2; ++i) {
    if (way[i] == 0) continue;
    if (exact_ || !snaps) {
      place_[i] += way[i] * cells * cell;
      continue;
    }
    constexpr double kOnLine = 1e-6;  // cells
    const double at = place_[i] / cell;
    place_[i] =
        gridLine(way[i] > 0 ? std::floor(at + kOnLine) + cells : std::ceil(at - kOnLine) - cells, cell);
  }
}

std::vector<Vector2> stopsOf(const Mechanism& mechanism, const PlaceOf& placeOf,
                             const std::function<bool(int body)>& wanted, double near) {
  std::vector<Vector2> stops;
  const auto add = [&](const Vector2& place) {
    const auto here = [&](const Vector2& other) { return (other - place).norm() < near; };
    if (place.allFinite() && std::none_of(stops.begin(), stops.end(), here)) stops.push_back(place);
  };
  for (int i = 0; i < int(mechanism.bodies.size()); ++i) {
    if (!wanted(i)) continue;
    const Body& body = mechanism.bodies[std::size_t(i)];
    for (const Point& point : body.points) add(placeOf(i, point.position));
    add(placeOf(i, body.points.size() > 1 ? Vector3(0.5 * (body.points[0].position + body.points[1].position))
                                          : body.centreOfMass));
  }
  if (!wanted(kGround)) return stops;
  for (const Point& point : mechanism.ground.points) add(placeOf(kGround, point.position));
  return stops;
}

std::optional<Vector2> stopAfter(std::span<const Vector2> stops, const Vector2& from, bool forward,
                                 double near) {
  if (stops.empty()) return {};
  const auto nearest = std::min_element(stops.begin(), stops.end(), [&](const Vector2& a, const Vector2& b) {
    return (a - from).squaredNorm() < (b - from).squaredNorm();
  });
  if ((*nearest - from).norm() >= near) return *nearest;
  const std::size_t count = stops.size(), at = std::size_t(nearest - stops.begin());
  return stops[(at + (forward ? 1 : count - 1)) % count];
}

}  // namespace holonom
