// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/dynamics/flexible/beam_shapes.h"
#include "core/results/body_pose.h"
#include "gui/viewport/scene/mesh.h"

namespace holonom {

/// Cuts the triangles of a mesh at `pieces` − 1 planes across the line from `start` along `direction`, so
/// that the mesh can bend. The surface stays as it is.
void sliceAcross(Mesh& mesh, const Vector2& start, const Vector2& direction, double length, int pieces);

/// The mesh of a flexible body (axes of the body, origin in its centre of mass) and where its vertices go
/// when it deforms.
class Bending {
 public:
  static constexpr int kPieces = 24;

  /// Slices the mesh.
  Bending(const Body& body, Mesh& mesh);
  /// Moves the points of the mesh (x, y, z of each) as far as they really go, but for the bending, which is
  /// drawn `factor` times as large.
  void apply(const BodyPose& pose, double factor, std::span<float> points) const;

 private:
  int count_ = 0;              // elastic coordinates
  std::vector<float> points_;  // undeformed
  std::vector<float> shapes_;  // per vertex: count_ pairs (x, y)
  std::vector<float> bends_;   // the same without the stretch of the axis, which is never drawn larger
};

/// How far a point of a flexible body is from its undeformed place, in the body's axes (m).
Vector2 elasticDisplacement(const Body& body, const Vector2& local, const BodyPose& pose);

}  // namespace holonom
