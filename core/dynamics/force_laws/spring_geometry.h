// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include "core/dynamics/planar_pair.h"

namespace holonom {

/// Ends of a spring relative to the centres of mass, in body axes (m).
struct SpringPoints {
  Vector2 sa, sb;
};

/// Length l = |p_b − p_a| of the line between two points, its rate and its derivatives by the six coordinates
/// of the pair. Where the points meet the direction is undefined; there u = 0 and the line carries no force.
struct SpringGeometry {
  using Vector6 = Eigen::Matrix<double, 6, 1>;
  using Matrix6 = Eigen::Matrix<double, 6, 6>;

  SpringGeometry(const SpringPoints& points, const PlanarPair& pair)
      : ua(pair.a.turn(points.sa)), ub(pair.b.turn(points.sb)) {
    const Vector2 d = pair.b.r + ub - pair.a.r - ua;
    length = d.norm();
    u = length > 0 ? Vector2(d / length) : Vector2::Zero();
    v << pair.a.v, pair.a.omega, pair.b.v, pair.b.omega;
    g << -u, -u.dot(perpendicular(ua)), u, u.dot(perpendicular(ub));
    rate = g.dot(v);
  }

  /// ∂²l/∂q² = dᵀ_q (I − u uᵀ)/l d_q + u · d_qq with d = p_b − p_a.
  Matrix6 hessian() const {
    if (!(length > 0)) return Matrix6::Zero();
    Vector6 across;  // dᵀ_q n with n normal to u: (I − u uᵀ) = n nᵀ in the plane
    const Vector2 n = perpendicular(u);
    across << -n, -n.dot(perpendicular(ua)), n, n.dot(perpendicular(ub));
    Matrix6 G = across * across.transpose() / length;
    G(2, 2) += u.dot(ua);
    G(5, 5) -= u.dot(ub);
    return G;
  }

  Vector2 ua, ub;  ///< R s, ground axes
  Vector2 u;       ///< unit vector from a to b
  double length = 0, rate = 0;
  Vector6 v;  ///< velocities of the pair
  Vector6 g;  ///< ∂l/∂q
};

}  // namespace holonom
