// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/dynamics/spatial/vector_function.h"

namespace holonom {

/// The primitive rows from which joints in space are made, as JointRows (joint_constraints/joint_rows.h)
/// wants them: over the 14 coordinates u of the pair. Matrices are row-major and arrive zeroed.

/// k + x = 0 for a vector x: three rows.
class VectorRows {
 public:
  static constexpr int kRows = 3;
  static constexpr std::string_view kJacobian =
      "x..xxxxx..xxxx"
      ".x.xxxx.x.xxxx"
      "..xxxxx..xxxxx";
  /// Where the Hessian may differ from zero: by the Euler parameters of either frame.
  static constexpr std::string_view kHessian =
      ".............."
      ".............."
      ".............."
      "...xxxx......."
      "...xxxx......."
      "...xxxx......."
      "...xxxx......."
      ".............."
      ".............."
      ".............."
      "..........xxxx"
      "..........xxxx"
      "..........xxxx"
      "..........xxxx";
  explicit VectorRows(VectorFunction x) : x_(std::move(x)) {}
  void residual(const SpatialPair& pair, double* c) const;
  void jacobian(const SpatialPair& pair, double* J) const;
  void velocityJacobian(const SpatialPair& pair, double* P) const;
  void accelerationJacobian(const SpatialPair& pair, const SpatialPairValues& second, double* A) const;
  void gamma(const SpatialPair& pair, double* g) const;
  void hessian(const SpatialPair& pair, const double* lambda, double* H) const;

 private:
  VectorFunction x_;
};

/// Every entry of a matrix over a pair may differ from zero.
inline constexpr auto kAllOfSpatialPair = [] {
  std::array<char, kSpatialPairSize * kSpatialPairSize> marks{};
  marks.fill('x');
  return marks;
}();

/// scale (x · y) + offset = 0: axes at right angles, a point on a plane, the distance of two points as
/// (d · d − l²)/(2 l).
class ProductRow {
 public:
  static constexpr int kRows = 1;
  static constexpr std::string_view kJacobian = "xxxxxxxxxxxxxx";
  static constexpr std::string_view kHessian{kAllOfSpatialPair.data(), kAllOfSpatialPair.size()};
  ProductRow(VectorFunction x, VectorFunction y, double scale = 1, double offset = 0)
      : x_(std::move(x)), y_(std::move(y)), scale_(scale), offset_(offset) {}
  double residual(const SpatialPair& pair) const;
  void jacobian(const SpatialPair& pair, double* J) const;
  void velocityJacobian(const SpatialPair& pair, double* P) const;
  void accelerationJacobian(const SpatialPair& pair, const SpatialPairValues& acceleration, double* A) const;
  double gamma(const SpatialPair& pair) const;
  void hessian(const SpatialPair& pair, double lambda, double* H) const;

 private:
  VectorFunction x_, y_;
  double scale_, offset_;
};

}  // namespace holonom
