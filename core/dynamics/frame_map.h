// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/dynamics/planar_pair.h"
#include "core/model/mechanism.h"

namespace holonom {

/// The most coordinates that a body has.
inline constexpr int kMostOfBody = kFrameSize + FlexibleBeam::kMaxCoordinates;

/// How a frame that is not the frame of a body follows the coordinates q of its body: u = (x, y, θ) of the
/// frame is a function of q, u̇ = T v with T = ∂u/∂q, and ü = T a + W v with W = ∂(T v)/∂q.
class FrameMap {
 public:
  /// Over coordinates().
  using Rows = Eigen::Matrix<double, kFrameSize, Eigen::Dynamic, Eigen::RowMajor, kFrameSize, kMostOfBody>;

  /// `coordinates`: of its body, in the order of the columns of T.
  explicit FrameMap(std::vector<int> coordinates) : coordinates_(std::move(coordinates)) {
    T_ = W_ = Rows::Zero(kFrameSize, size());
  }
  virtual ~FrameMap() = default;

  const std::vector<int>& coordinates() const { return coordinates_; }
  int size() const { return static_cast<int>(coordinates_.size()); }
  /// Where u_k may depend on a coordinate, and u on two of them otherwise than linearly: elsewhere T, W
  /// and Z, or ∂²u/∂q², are 0 in every state.
  virtual bool reaches(int k, int column) const = 0;
  virtual bool curves(int row, int column) const = 0;

  /// Sets the state, q and v of the mechanism, and gives the motion of the frame; `body`: of its body.
  virtual void moveTo(const PlanarMotion& body, ConstVectorRef q, ConstVectorRef v, PlanarMotion& motion) = 0;
  const Rows& T() const { return T_; }
  const Rows& W() const { return W_; }
  virtual FrameVector bias() const = 0;              ///< W v
  virtual Rows Z(ConstVectorRef a) const = 0;        ///< ∂ü/∂q for accelerations of the mechanism
  FrameVector acceleration(ConstVectorRef a) const;  ///< ü
  /// K += Σ_k force_k ∂²u_k/∂q², K with `stride` entries per row.
  virtual void addCurvature(const double* force, double* K, int stride) const = 0;

 protected:
  Rows T_, W_;

 private:
  std::vector<int> coordinates_;
};

inline FrameVector FrameMap::acceleration(ConstVectorRef a) const {
  FrameVector second = bias();
  for (int k = 0; k < kFrameSize; ++k)
    for (int j = 0; j < size(); ++j) second[k] += T_(k, j) * a[coordinates_[j]];
  return second;
}

}  // namespace holonom
