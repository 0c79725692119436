// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dynamics/frame_map.h"
#include "core/model/body_plane.h"

namespace holonom {

/// The axes of a body in a plane as axes in space, over (x, y, θ) of the plane: p = cos(θ/2) p₀ + sin(θ/2) p₁
/// with the parameters p₀ at θ = 0 and p₁ after half a turn.
class PlaneInSpace final : public FrameMapIn<Space> {
 public:
  explicit PlaneInSpace(std::vector<int> coordinates, const BodyPlane& plane = {});

  bool reaches(int k, int column) const override;
  bool curves(int row, int column) const override { return row == 2 && column == 2; }
  bool cancels() const override { return isTilted_; }
  void moveTo(const PlanarMotion& body, ConstVectorRef q, ConstVectorRef v, SpatialMotion& motion) override;
  FrameValues<Space> bias() const override;
  Rows Z(ConstVectorRef a) const override;
  void addCurvature(const double* force, double* K, int stride) const override;

 private:
  static constexpr int kTurn = 3;  // of e0

  Vector3 origin_;
  Vector4 start_, half_;                                    // p₀, p₁
  Vector4 p_ = Vector4::Zero(), change_ = Vector4::Zero();  // p, ∂p/∂θ
  double omega_ = 0;
  bool isTilted_;
};

/// A particle, over (x, y) or (x, y, z), in axes of the ground.
class PointInSpace final : public FrameMapIn<Space> {
 public:
  explicit PointInSpace(std::vector<int> coordinates);

  bool reaches(int k, int column) const override { return k == column; }
  bool curves(int, int) const override { return false; }
  void moveTo(const PlanarMotion& body, ConstVectorRef q, ConstVectorRef v, SpatialMotion& motion) override;
  FrameValues<Space> bias() const override { return {}; }
  Rows Z(ConstVectorRef) const override { return Rows::Zero(Space::kFrame, size()); }
  void addCurvature(const double*, double*, int) const override {}
};

}  // namespace holonom
