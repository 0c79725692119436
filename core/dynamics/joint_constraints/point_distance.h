// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/dynamics/force_laws/spring_geometry.h"

namespace holonom {

/// C = k − σ l, l = |p_b − p_a| > 0, σ = ±1, one row.
struct PointDistance {
  static constexpr int kRows = 1;
  static constexpr std::string_view kJacobian = "xxxxxx", kHessian = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";
  SpringPoints points;
  double offset = 0;  ///< k, m
  double sign = 1;    ///< σ

  double residual(const PlanarPair& pair) const {
    return offset - sign * SpringGeometry(points, pair).length;
  }
  void jacobian(const PlanarPair& pair, double* J) const {
    Eigen::Map<SpringGeometry::Vector6>{J} = -sign * SpringGeometry(points, pair).g;
  }
  void velocityJacobian(const PlanarPair& pair, double* P) const {
    const SpringGeometry line(points, pair);
    Eigen::Map<SpringGeometry::Vector6>{P} = -sign * (line.hessian() * line.v);
  }
  /// From l″ = u·d″ + (|d′|² − l′²)/l by each coordinate of the pair, with ′ by time.
  void accelerationJacobian(const PlanarPair& pair, const PairVector& a, double* A) const {
    const SpringGeometry line(points, pair);
    if (!(line.length > 0)) return;
    const double oa = pair.a.omega, ob = pair.b.omega, l = line.length;
    const Vector2 ta = perpendicular(line.ua), tb = perpendicular(line.ub);
    const Vector2 rate = pair.b.v + ob * tb - pair.a.v - oa * ta;
    const Vector2 second =
        Vector2(a[3] - a[0], a[4] - a[1]) + a[5] * tb - ob * ob * line.ub - a[2] * ta + oa * oa * line.ua;
    const auto entry = [&](const Vector2& d, const Vector2& dRate, const Vector2& dSecond) {
      const double along = line.u.dot(d);
      const Vector2 turned = (d - along * line.u) / l;  // ∂u
      const double lengthRate = turned.dot(rate) + line.u.dot(dRate);
      return -sign *
             (turned.dot(second) + line.u.dot(dSecond) + 2 * (rate.dot(dRate) - line.rate * lengthRate) / l -
              (rate.squaredNorm() - line.rate * line.rate) * along / (l * l));
    };
    const Vector2 none = Vector2::Zero();
    for (int k = 0; k < 2; ++k) {
      A[k] = entry(-Vector2::Unit(k), none, none);
      A[3 + k] = entry(Vector2::Unit(k), none, none);
    }
    A[2] = entry(-ta, oa * line.ua, a[2] * line.ua + oa * oa * ta);
    A[5] = entry(tb, -ob * line.ub, -a[5] * line.ub - ob * ob * tb);
  }
  double gamma(const PlanarPair& pair) const {
    const SpringGeometry line(points, pair);
    return sign * line.v.dot(line.hessian() * line.v);
  }
  void hessian(const PlanarPair& pair, double lambda, double* H) const {
    using Rows = Eigen::Matrix<double, kPairSize, kPairSize, Eigen::RowMajor>;
    Eigen::Map<Rows>{H} -= sign * lambda * SpringGeometry(points, pair).hessian();
  }
};

}  // namespace holonom
