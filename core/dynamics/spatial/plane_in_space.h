// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dynamics/frame_map.h"

namespace holonom {

/// The axes of a body in the plane as axes in space, over (x, y, θ): e0 = cos(θ/2), e3 = sin(θ/2).
class PlaneInSpace final : public FrameMapIn<Space> {
 public:
  explicit PlaneInSpace(std::vector<int> coordinates);

  bool reaches(int k, int column) const override { return column == 2 ? k == kE0 || k == kE3 : k == column; }
  bool curves(int row, int column) const override { return row == 2 && column == 2; }
  void moveTo(const PlanarMotion& body, ConstVectorRef q, ConstVectorRef v, SpatialMotion& motion) override;
  FrameValues<Space> bias() const override;
  Rows Z(ConstVectorRef a) const override;
  void addCurvature(const double* force, double* K, int stride) const override;

 private:
  static constexpr int kE0 = 3, kE3 = 6;
  double cosine_ = 1, sine_ = 0, omega_ = 0;  // of θ/2, ω
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
