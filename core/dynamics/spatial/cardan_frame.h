// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dynamics/frame_map.h"
#include "core/math/cardan_angles.h"

namespace holonom {

/// The axes of a body in space over (x, y, z, α, β, γ), with the Cardan angles of its present chart. p is the
/// product of the parameters of one turn per angle, which are as simple as sines: derivatives of any order
/// are such products again.
class CardanFrame final : public FrameMapIn<Space> {
 public:
  static constexpr int kSize = 6;
  using Turning = Eigen::Matrix<double, 4, 3>;  ///< of e0 … e3, by the angles

  CardanFrame(std::vector<int> coordinates, const CardanChart& chart);

  const CardanChart& chart() const { return chart_; }
  void use(const CardanChart& chart) { chart_ = chart; }  ///< from the next moveTo() on
  double strain() const;                                  ///< as Charts::strain(), of the present state

  bool reaches(int k, int column) const override { return k < kTurn ? k == column : column >= kTurn; }
  bool curves(int row, int column) const override { return row >= kTurn && column >= kTurn; }
  void moveTo(const PlanarMotion& body, ConstVectorRef q, ConstVectorRef v, SpatialMotion& motion) override;
  FrameValues<Space> bias() const override;
  Rows Z(ConstVectorRef a) const override;
  void addCurvature(const double* force, double* K, int stride) const override;

  // Of the rotation alone.
  const Vector3& angles() const { return angles_; }
  Vector4 p() const { return derivative({}); }
  Vector4 rate() const { return turning() * rates_; }
  Turning turning() const { return T_.block<4, 3>(kTurn, kTurn); }        ///< its part of T
  Turning turningChange() const { return W_.block<4, 3>(kTurn, kTurn); }  ///< of W
  Turning turningZ(const Vector3& seconds) const;                         ///< of Z
  Vector4 turningBias() const { return turningChange() * rates_; }
  Matrix3 turningCurvature(const Vector4& force) const;

 private:
  static constexpr int kTurn = 3;  // of e0 and of α

  /// Of p, so often by each of the angles.
  Vector4 derivative(std::array<int, 3> times) const;
  Vector4 by(int j, int k) const;
  Vector4 by(int j, int k, int l) const;

  CardanChart chart_;
  Vector3 angles_ = Vector3::Zero(), rates_ = Vector3::Zero();
  std::array<Vector4, 8> products_;  // of derivatives of order 0 and 1 by α, β, γ: at 4, 2, 1 for each 1
};

}  // namespace holonom
