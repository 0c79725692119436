// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/spring.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "gui/viewport/scene/body_shape.h"

namespace holonom {
namespace {

constexpr int kTurns = 9;
constexpr double kCylinder = 0.58, kRod = 0.62;  // of the natural length

Mesh cylinderMesh(double length, double radius, double lead, int segments) {
  Mesh mesh;
  const Vector2 profile[] = {{0, 0},         {0, 0.35 * radius},      {lead, 0.35 * radius},
                             {lead, radius}, {lead + length, radius}, {lead + length, 0}};
  addRevolved(mesh, profile, segments, Role::Metal);
  return mesh;
}

Mesh rodMesh(double length, double radius, int segments) {  // from b backwards
  Mesh mesh;
  const Vector2 profile[] = {{-length, 0}, {-length, radius}, {0, radius}, {0, 0}};
  addRevolved(mesh, profile, segments, Role::MetalRim);
  return mesh;
}

}  // namespace

Mesh coilMesh(double radius, double wire, double naturalLength, double leadA, double leadB,
              const Detail& detail) {
  std::vector<Vector3> path{{0, 0, 0}};
  const bool isCoarse = detail.centreLines;  // a zigzag
  const int steps = kTurns * (isCoarse ? 2 : 7 * detail.segments / 16);
  for (int i = 0; i <= steps; ++i) {
    const double s = static_cast<double>(i) / steps;
    const double r = radius * std::min({1.0, 12 * s, 12 * (1 - s)});
    const double angle = 2 * std::numbers::pi * kTurns * s;
    path.push_back({leadA + (1 - leadA - leadB) * s, r * std::cos(angle), r * std::sin(angle)});
  }
  path.push_back({1, 0, 0});
  for (Vector3& point : path) point.x() *= naturalLength;  // round wire at the natural length,
  Mesh mesh;
  addTube(mesh, path, wire, isCoarse ? 3 : 6, Role::Spring);
  // then length 1
  for (size_t i = 0; i < mesh.points.size(); i += 3) mesh.points[i] /= static_cast<float>(naturalLength);
  for (size_t i = 0; i < mesh.normals.size(); i += 3) {
    Eigen::Map<Eigen::Vector3f> normal(&mesh.normals[i]);
    normal.x() *= static_cast<float>(naturalLength);
    normal.normalize();
  }
  return mesh;
}

Spring::Spring(SolidStock& stock, const Mechanism& mechanism, const SceneLayout& layout,
               const SpringDamper& element)
    : element_(element) {
  zA_ = layout.zLine(element.a.body);
  zB_ = layout.zLine(element.b.body);
  const double now =
      (placeOf(mechanism, element.b.body, localPosition(mechanism, element.b), layout.initial) -
       placeOf(mechanism, element.a.body, localPosition(mechanism, element.a), layout.initial))
          .norm();
  if (layout.detail.lineSprings) {
    Mesh line;
    line.addLine(Vector3::Zero(), Vector3::UnitX(), Role::Spring);
    coil_ = stock.take(std::move(line));
    return;
  }
  const double natural = std::max({element.freeLength, now, 1e-3 * layout.sizes.model});
  const double radius = std::min(1.25 * layout.sizes.halfWidth, 0.16 * natural);
  const auto leadOf = [&](int body) {  // out of the block of a slider
    const bool slides = body != kGround && !layout.guides[body].empty();
    return slides ? std::clamp(1.15 * blockSize(mechanism, layout, body).x() / natural, 0.09, 0.3) : 0.09;
  };
  const double leadA = leadOf(element.a.body), leadB = leadOf(element.b.body);
  const bool damps = element.damping > 0;
  if (element.stiffness != 0 || !damps)
    coil_ = stock.take(coilMesh(radius, 0.16 * radius, natural, leadA, leadB, layout.detail));
  if (damps) {
    shortest_ = 1.1 * kRod * natural;
    longest_ = 0.95 * (kCylinder + kRod) * natural;
    const double inner = coil_ ? 0.55 * radius : 0.85 * radius;
    cylinder_ = stock.take(
        cylinderMesh((kCylinder - leadA) * natural, inner, leadA * natural, 5 * layout.detail.segments / 8));
    rod_ = stock.take(rodMesh(kRod * natural, 0.35 * inner, 3 * layout.detail.segments / 8));
  }
}

void Spring::setPoses(const Mechanism& mechanism, std::span<const BodyPose> poses) {
  const Vector3 a = placeOf(mechanism, element_.a.body, localPosition(mechanism, element_.a), poses, zA_);
  const Vector3 b = placeOf(mechanism, element_.b.body, localPosition(mechanism, element_.b), poses, zB_);
  if (coil_) coil_.placeAlong(a, b - a, std::max((b - a).norm(), 1e-9));
  if (!cylinder_) return;
  // neither comes out at the other end, nor do they come apart
  const double length = (b - a).norm();
  const double scale = std::max({std::min(length / shortest_, 1.0), length / longest_, 1e-9});
  cylinder_.placeAlong(a, b - a, scale);
  rod_.placeAlong(b, b - a, scale);
}

}  // namespace holonom
