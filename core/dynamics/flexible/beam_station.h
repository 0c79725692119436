// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include "core/dynamics/flexible/beam_shapes.h"
#include "core/dynamics/frame_map.h"

namespace holonom {

/// The cross-section of a beam that carries one of its points, over (x, y, θ, q1 …): with the arm s + Φ q of
/// the point from the centre of mass, at r + R (s + Φ q) and turned by θ + ψ·q. Only turning is nonlinear.
class BeamStation final : public FrameMap {
 public:
  BeamStation(BeamPoint point, std::vector<int> coordinates);

  bool reaches(int k, int column) const override { return column == k || column >= 2; }
  bool curves(int row, int column) const override { return std::min(row, column) == 2; }
  void moveTo(const PlanarMotion& body, ConstVectorRef q, ConstVectorRef v, PlanarMotion& motion) override;
  FrameVector bias() const override;
  Rows Z(ConstVectorRef a) const override;
  void addCurvature(const double* force, double* K, int stride) const override;

 private:
  using Shapes = decltype(BeamPoint::shapes);
  int elasticCount() const { return static_cast<int>(point_.turns.size()); }
  Eigen::Map<const Vector> elastic(ConstVectorRef q) const {
    return {q.data() + coordinates()[kFrameSize], elasticCount()};
  }

  BeamPoint point_;
  double omega_ = 0;
  Vector2 arm_ = Vector2::Zero(), armRate_ = Vector2::Zero();  // R (s + Φ q), R Φ q̇
  Shapes turned_;                                              // R Φ
};

}  // namespace holonom
