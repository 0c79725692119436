// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/math/pose.h"
#include "gui/viewport/scene/colours.h"

/// Triangle meshes of the few solids that a mechanism's picture needs. Lengths in metres.
namespace holonom {

struct Mesh {
  std::vector<float> points;   ///< x, y, z of each vertex
  std::vector<float> normals;  ///< unit, same order
  std::vector<Role> roles;     ///< one per vertex
  std::vector<int> triangles;  ///< three vertices each, counter-clockwise seen from outside
  std::vector<int> lines;      ///< two vertices each

  bool operator==(const Mesh&) const = default;
  int vertexCount() const { return static_cast<int>(roles.size()); }
  int addVertex(const Vector3& point, const Vector3& normal, Role role);
  void addTriangle(int a, int b, int c);
  void addLine(const Vector3& a, const Vector3& b, Role role);
};

/// A vertex of a convex hull with the direction in which rounding pushes it outwards: the outline of the
/// rounded hull with radius r is corner + r·normal.
struct OutlinePoint {
  Vector2 corner, normal;
};
using Outline = std::vector<OutlinePoint>;

/// The rounded hull of one or more points with `segments` steps for a full turn: a disc, a stadium, a rounded
/// plate.
Outline roundedOutline(std::span<const Vector2> points, int segments);

/// Distance along z and how the edges look.
struct PrismStyle {
  double zLow = 0, zHigh = 0;
  double bevel = 0;  ///< 0: sharp edges, cheaper
  Role fill = Role::Fill, rim = Role::Rim;
};

/// The solid over a rounded outline. Bevels are in the colour of the rim and read as a drawn contour.
void addPrism(Mesh& mesh, const Outline& outline, double radius, const PrismStyle& style);

/// A surface of revolution about the x axis; profile points are (x, radius).
void addRevolved(Mesh& mesh, std::span<const Vector2> profile, int segments, Role role);

/// `segments`: around its equator.
void addSphere(Mesh& mesh, const Vector3& centre, double radius, int segments, Role role);

/// A tube around a path; open ends.
void addTube(Mesh& mesh, std::span<const Vector3> path, double radius, int sides, Role role);

/// Axes of which the first goes along a direction; along one of the plane the third is z.
Matrix3 axesAlong(const Vector3& direction);

/// A copy of `part`, given in the axes of a frame.
void addPlaced(Mesh& mesh, const Mesh& part, const Pose& frame);

/// How solids in space are drawn: faces, and bevels that read as a contour.
struct SolidStyle {
  int segments = 32;  ///< for a full turn
  double bevel = 0;
  Role fill = Role::Fill, rim = Role::Rim;
};

/// A round bar between two points, with flat ends.
void addBar(Mesh& mesh, const Vector3& a, const Vector3& b, double radius, const SolidStyle& style);

/// A box along the axes of a frame and about its origin, with half its edges.
void addBox(Mesh& mesh, const Pose& frame, const Vector3& half, const SolidStyle& style);

/// A bar with rectangular section between two points.
void addStroke(Mesh& mesh, const Vector2& a, const Vector2& b, double halfWidth, const PrismStyle& style);

}  // namespace holonom
