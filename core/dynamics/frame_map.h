// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/dynamics/spaces.h"
#include "core/model/mechanism.h"

namespace holonom {

/// The most coordinates that a body has.
inline constexpr int kMostOfBody = kFrameSize + FlexibleBeam::kMaxCoordinates;

/// How a frame whose u, (x, y, θ) or (x, y, z, e0 … e3), are not coordinates of its body themselves follows
/// the coordinates q of its body: u is a function of q, u̇ = T v with T = ∂u/∂q, and ü = T a + W v with
/// W = ∂(T v)/∂q.
template <class S>
class FrameMapIn {
 public:
  /// Over coordinates().
  using Rows = Eigen::Matrix<double, S::kFrame, Eigen::Dynamic, Eigen::RowMajor, S::kFrame, kMostOfBody>;

  /// `coordinates`: of its body, in the order of the columns of T.
  explicit FrameMapIn(std::vector<int> coordinates) : coordinates_(std::move(coordinates)) {
    T_ = W_ = Rows::Zero(S::kFrame, size());
  }
  virtual ~FrameMapIn() = default;

  const std::vector<int>& coordinates() const { return coordinates_; }
  int size() const { return static_cast<int>(coordinates_.size()); }
  /// Where u_k may depend on a coordinate, and u on two of them otherwise than linearly: elsewhere T, W
  /// and Z, or ∂²u/∂q², are 0 in every state.
  virtual bool reaches(int k, int column) const = 0;
  virtual bool curves(int row, int column) const = 0;
  /// Whether the parts of a product with a column of T may cancel in every state, but for rounding.
  virtual bool cancels() const { return false; }

  /// Sets the state, q and v of the mechanism, and gives the motion of the frame; `body`: of its body in the
  /// plane.
  virtual void moveTo(const PlanarMotion& body, ConstVectorRef q, ConstVectorRef v,
                      typename S::Motion& motion) = 0;
  const Rows& T() const { return T_; }
  const Rows& W() const { return W_; }
  virtual FrameValues<S> bias() const = 0;              ///< W v
  virtual Rows Z(ConstVectorRef a) const = 0;           ///< ∂ü/∂q for accelerations of the mechanism
  FrameValues<S> acceleration(ConstVectorRef a) const;  ///< ü
  /// K += Σ_k force_k ∂²u_k/∂q², K with `stride` entries per row.
  virtual void addCurvature(const double* force, double* K, int stride) const = 0;

 protected:
  Rows T_, W_;

 private:
  std::vector<int> coordinates_;
};

using FrameMap = FrameMapIn<Plane>;

template <class S>
FrameValues<S> FrameMapIn<S>::acceleration(ConstVectorRef a) const {
  FrameValues<S> second = bias();
  for (int k = 0; k < S::kFrame; ++k)
    for (int j = 0; j < size(); ++j) second[k] += T_(k, j) * a[coordinates_[j]];
  return second;
}

}  // namespace holonom
