// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/mesh.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>

#include "core/math/convex_hull.h"
#include "core/math/cross.h"

namespace holonom {
namespace {

using std::numbers::pi;

Vector2 direction(double angle) { return {std::cos(angle), std::sin(angle)}; }

/// A closed band of quadrilaterals between two rings with equal numbers of vertices, both counter-clockwise
/// seen from +z; `upper` has the larger z or the smaller radius.
void joinRings(Mesh& mesh, int lower, int upper, int count) {
  for (int i = 0; i < count; ++i) {
    const int j = (i + 1) % count;
    mesh.addTriangle(lower + i, lower + j, upper + j);
    mesh.addTriangle(lower + i, upper + j, upper + i);
  }
}

int addRing(Mesh& mesh, const Outline& outline, double radius, double z, double normalZ, Role role) {
  const int first = mesh.vertexCount();
  for (const OutlinePoint& point : outline) {
    const double flat = std::sqrt(std::max(0.0, 1 - normalZ * normalZ));
    mesh.addVertex(lifted(point.corner + radius * point.normal, z), lifted(flat * point.normal, normalZ),
                   role);
  }
  return first;
}

/// Of the convex outline from vertex `low` to `high`, halved again and again: the fewest long and thin
/// triangles, which a software driver draws at many times the price of their area.
void fill(Mesh& mesh, int low, int high, bool up) {
  if (high - low < 2) return;
  const int middle = (low + high) / 2;
  if (up) mesh.addTriangle(low, middle, high);
  else mesh.addTriangle(low, high, middle);
  fill(mesh, low, middle, up);
  fill(mesh, middle, high, up);
}

void addCap(Mesh& mesh, const Outline& outline, double radius, double z, bool up, Role role) {
  const int first = addRing(mesh, outline, radius, z, up ? 1 : -1, role);
  fill(mesh, first, mesh.vertexCount() - 1, up);
}

}  // namespace

int Mesh::addVertex(const Vector3& point, const Vector3& normal, Role role) {
  for (int i = 0; i < 3; ++i) points.push_back(static_cast<float>(point[i]));
  for (int i = 0; i < 3; ++i) normals.push_back(static_cast<float>(normal[i]));
  roles.push_back(role);
  return vertexCount() - 1;
}

void Mesh::addTriangle(int a, int b, int c) { triangles.insert(triangles.end(), {a, b, c}); }

void Mesh::addLine(const Vector3& a, const Vector3& b, Role role) {
  const int first = addVertex(a, Vector3::UnitZ(), role);
  addVertex(b, Vector3::UnitZ(), role);
  lines.insert(lines.end(), {first, first + 1});
}

Outline roundedOutline(std::span<const Vector2> points, int segments) {
  const std::vector<Vector2> hull = convexHull(points);
  Outline outline;
  const int count = static_cast<int>(hull.size());
  if (count == 1) {
    for (int i = 0; i < segments; ++i) outline.push_back({hull[0], direction(2 * pi * i / segments)});
    return outline;
  }
  for (int i = 0; i < count; ++i) {
    const Vector2 in = hull[i] - hull[(i + count - 1) % count], out = hull[(i + 1) % count] - hull[i];
    const double start = std::atan2(-in.x(), in.y());  // outward normal of the incoming edge
    double turn = std::atan2(cross(in, out), in.dot(out));
    if (turn <= 0) turn += 2 * pi;  // a stadium turns by π at both ends
    if (count == 2) turn = pi;
    const int steps = std::max(1, static_cast<int>(std::ceil(segments * turn / (2 * pi) - 1e-9)));
    for (int k = 0; k <= steps; ++k) outline.push_back({hull[i], direction(start + turn * k / steps)});
  }
  return outline;
}

void addPrism(Mesh& mesh, const Outline& outline, double radius, const PrismStyle& style) {
  const int count = static_cast<int>(outline.size());
  const double b = std::min({style.bevel, 0.45 * (style.zHigh - style.zLow), 0.8 * radius});
  addCap(mesh, outline, radius - b, style.zHigh, true, style.fill);
  const int low = addRing(mesh, outline, radius, style.zLow + b, 0, style.rim);
  const int high = addRing(mesh, outline, radius, style.zHigh - b, 0, style.rim);
  joinRings(mesh, low, high, count);
  if (b > 0) {
    const double tilt = std::numbers::sqrt2 / 2;
    const int outer = addRing(mesh, outline, radius, style.zHigh - b, tilt, style.rim);
    const int inner = addRing(mesh, outline, radius - b, style.zHigh, tilt, style.rim);
    joinRings(mesh, outer, inner, count);
    const int lowInner = addRing(mesh, outline, radius - b, style.zLow, -tilt, style.rim);
    const int lowOuter = addRing(mesh, outline, radius, style.zLow + b, -tilt, style.rim);
    joinRings(mesh, lowInner, lowOuter, count);
  }
  addCap(mesh, outline, radius - b, style.zLow, false, style.fill);
}

void addRevolved(Mesh& mesh, std::span<const Vector2> profile, int segments, Role role) {
  const auto ring = [&](const Vector2& p, const Vector2& normal) {
    const int first = mesh.vertexCount();
    for (int i = 0; i < segments; ++i) {
      const Vector2 u = direction(2 * pi * i / segments);
      mesh.addVertex({p.x(), p.y() * u.x(), p.y() * u.y()},
                     {normal.x(), normal.y() * u.x(), normal.y() * u.y()}, role);
    }
    return first;
  };
  for (size_t k = 0; k + 1 < profile.size(); ++k) {
    const Vector2 edge = profile[k + 1] - profile[k];
    if (edge.norm() == 0) continue;
    const Vector2 normal = perpendicular(edge).normalized();  // away from the axis for increasing x
    const int first = ring(profile[k], normal), second = ring(profile[k + 1], normal);
    joinRings(mesh, first, second, segments);
  }
}

void addSphere(Mesh& mesh, const Vector3& centre, double radius, int segments, Role role) {
  const Vector2 axis = centre.head<2>();
  const Outline circle = roundedOutline(std::span(&axis, 1), segments);
  const int bands = std::max(4, segments / 2), count = static_cast<int>(circle.size());
  int below = -1;
  for (int k = 0; k <= bands; ++k) {
    const double latitude = pi * k / bands, up = -std::cos(latitude);
    const int ring = addRing(mesh, circle, radius * std::sin(latitude), centre.z() + radius * up, up, role);
    if (below >= 0) joinRings(mesh, below, ring, count);
    below = ring;
  }
}

void addTube(Mesh& mesh, std::span<const Vector3> path, double radius, int sides, Role role) {
  const int count = static_cast<int>(path.size());
  if (count < 2) return;
  const auto tangentAt = [&](int i) -> Vector3 {
    return (path[std::min(i + 1, count - 1)] - path[std::max(i - 1, 0)]).normalized();
  };
  Vector3 tangent = tangentAt(0);
  Vector3 side = tangent.unitOrthogonal();
  int previous = -1;
  for (int i = 0; i < count; ++i) {
    const Vector3 next = tangentAt(i);
    side = Eigen::Quaterniond::FromTwoVectors(tangent, next) * side;  // carried along without twist
    tangent = next;
    const Vector3 other = tangent.cross(side);
    const int first = mesh.vertexCount();
    for (int k = 0; k < sides; ++k) {
      const Vector2 u = direction(2 * pi * k / sides);
      const Vector3 normal = u.x() * side + u.y() * other;
      mesh.addVertex(path[i] + radius * normal, normal, role);
    }
    if (previous >= 0) joinRings(mesh, previous, first, sides);
    previous = first;
  }
}

Matrix3 axesAlong(const Vector3& direction) {
  const Vector3 x = direction.norm() > 0 ? direction.normalized() : Vector3::UnitX();
  const Vector3 y = std::abs(x.z()) < 0.9 ? Vector3::UnitZ().cross(x).normalized() : x.unitOrthogonal();
  Matrix3 axes;
  axes << x, y, x.cross(y);
  return axes;
}

void addPlaced(Mesh& mesh, const Mesh& part, const Pose& frame) {
  using Columns = Eigen::Matrix3Xf;
  const int first = mesh.vertexCount(), count = part.vertexCount();
  const Eigen::Matrix3f turn = frame.rotation.cast<float>();
  const Eigen::Vector3f at = frame.position.cast<float>();
  mesh.points.resize(mesh.points.size() + part.points.size());
  mesh.normals.resize(mesh.normals.size() + part.normals.size());
  Eigen::Map<Columns>(mesh.points.data() + 3 * first, 3, count) =
      (turn * Eigen::Map<const Columns>(part.points.data(), 3, count)).colwise() + at;
  Eigen::Map<Columns>(mesh.normals.data() + 3 * first, 3, count) =
      turn * Eigen::Map<const Columns>(part.normals.data(), 3, count);
  mesh.roles.insert(mesh.roles.end(), part.roles.begin(), part.roles.end());
  for (const int vertex : part.triangles) mesh.triangles.push_back(first + vertex);
  for (const int vertex : part.lines) mesh.lines.push_back(first + vertex);
}

void addBar(Mesh& mesh, const Vector3& a, const Vector3& b, double radius, const SolidStyle& style) {
  const Vector3 along = b - a;
  const double length = along.norm(), bevel = std::min({style.bevel, 0.45 * length, 0.8 * radius});
  if (!(length > 0)) return;
  Mesh bar;
  const auto turned = [&](std::initializer_list<Vector2> profile, Role role) {
    addRevolved(bar, std::span(profile.begin(), profile.size()), style.segments, role);
  };
  turned({{0, 0}, {0, radius - bevel}}, style.fill);
  turned({{0, radius - bevel}, {bevel, radius}}, style.rim);
  turned({{bevel, radius}, {length - bevel, radius}}, style.fill);
  turned({{length - bevel, radius}, {length, radius - bevel}}, style.rim);
  turned({{length, radius - bevel}, {length, 0}}, style.fill);
  addPlaced(mesh, bar, {a, axesAlong(along)});
}

void addBox(Mesh& mesh, const Pose& frame, const Vector3& half, const SolidStyle& style) {
  const double corner = std::min(style.bevel, 0.45 * half.minCoeff());
  const Vector2 inner = half.head<2>() - Vector2::Constant(corner);
  const Vector2 corners[] = {-inner, {inner.x(), -inner.y()}, inner, {-inner.x(), inner.y()}};
  Mesh box;
  addPrism(box, roundedOutline(corners, std::min(style.segments, 16)), corner,
           {-half.z(), half.z(), corner, style.fill, style.fill});
  addPlaced(mesh, box, frame);
}

void addStroke(Mesh& mesh, const Vector2& a, const Vector2& b, double halfWidth, const PrismStyle& style) {
  const Vector2 side = halfWidth * perpendicular((b - a).normalized());
  const Vector2 corners[] = {a + side, a - side, b - side, b + side};  // counter-clockwise
  const auto face = [&](const Vector3& p, const Vector3& q, const Vector3& r, const Vector3& s,
                        const Vector3& normal, Role role) {
    const int first = mesh.vertexCount();
    for (const Vector3& corner : {p, q, r, s}) mesh.addVertex(corner, normal, role);
    mesh.addTriangle(first, first + 1, first + 2);
    mesh.addTriangle(first, first + 2, first + 3);
  };
  const auto low = [&](int i) { return lifted(corners[i % 4], style.zLow); };
  const auto high = [&](int i) { return lifted(corners[i % 4], style.zHigh); };
  face(high(0), high(1), high(2), high(3), Vector3::UnitZ(), style.fill);
  face(low(3), low(2), low(1), low(0), -Vector3::UnitZ(), style.fill);
  for (int i = 0; i < 4; ++i) {
    const Vector2 along = (corners[(i + 1) % 4] - corners[i]).normalized();
    face(low(i), low(i + 1), high(i + 1), high(i), {along.y(), -along.x(), 0}, style.rim);
  }
}

}  // namespace holonom
