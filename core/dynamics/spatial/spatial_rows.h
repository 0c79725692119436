// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dynamics/spatial/vector_function.h"

namespace holonom {

/// The rows from which joints in space are made: each has a residual c, C_u, (C_u u̇)_u, γ,
/// ∂(C_u ü − γ)/∂u and Σ λ C_uu over the 14 coordinates u of its pair; ∂(C_u ü − γ)/∂u̇ is twice (C_u u̇)_u.
/// Matrices are row-major, 14 columns, and arrive zeroed.

/// k + x = 0 for a vector x: three rows.
class VectorRows {
 public:
  static constexpr int kRows = 3;
  explicit VectorRows(VectorFunction x) : x_(std::move(x)) {}
  void residual(const SpatialPair& pair, double* c) const;
  void jacobian(const SpatialPair& pair, double* J) const;
  void velocityJacobian(const SpatialPair& pair, double* P) const;
  void accelerationJacobian(const SpatialPair& pair, const SpatialPairVector& second, double* A) const;
  void gamma(const SpatialPair& pair, double* g) const;
  void hessian(const SpatialPair& pair, const double* lambda, double* H) const;

 private:
  VectorFunction x_;
};

/// scale (x · y) + offset = 0: axes at right angles, a point on a plane, the distance of two points as
/// (d · d − l²)/(2 l).
class ProductRow {
 public:
  static constexpr int kRows = 1;
  ProductRow(VectorFunction x, VectorFunction y, double scale = 1, double offset = 0)
      : x_(std::move(x)), y_(std::move(y)), scale_(scale), offset_(offset) {}
  void residual(const SpatialPair& pair, double* c) const;
  void jacobian(const SpatialPair& pair, double* J) const;
  void velocityJacobian(const SpatialPair& pair, double* P) const;
  void accelerationJacobian(const SpatialPair& pair, const SpatialPairVector& second, double* A) const;
  void gamma(const SpatialPair& pair, double* g) const;
  void hessian(const SpatialPair& pair, const double* lambda, double* H) const;

 private:
  VectorFunction x_, y_;
  double scale_, offset_;
};

}  // namespace holonom
