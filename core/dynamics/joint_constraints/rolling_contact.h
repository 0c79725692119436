// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/dynamics/planar_pair.h"

namespace holonom {

/// The no-slip row of a disc of radius ρ, fixed to body b with its centre at s_b, on a line of body a along u
/// = R_a u0; the disc is on the side of n = u⊥. The velocities of the two places that touch agree along the
/// line:
///     G = u · (v_a − v_b) + ω_a (ρ − n · p) + ω_b (n · s − ρ),   s = R_b s_b,  p = r_b + s − r_a.
/// It can be integrated (u · p + ρ (θ_b − θ_a) is constant), but is used as a velocity, as no-slip is in
/// space.
struct RollingContact {
  static constexpr int kRows = 1;
  static constexpr bool kIsNonholonomic = true;
  static constexpr std::string_view kJacobian = "xxxxxx";
  static constexpr std::string_view kHessian =
      "..x..."
      "..x..."
      "xxxxxx"
      "..x..."
      "..x..."
      "..x..x";
  Vector2 u0;     ///< unit vector along the line, axes of body a
  Vector2 sb;     ///< centre of the disc relative to the centre of mass of b, body axes
  double radius;  ///< m

  void jacobian(const PlanarPair& pair, double* J) const {
    const Terms at(*this, pair);
    putDifference(J, at.u);
    J[2] = radius - at.n.dot(at.p);
    J[5] = at.n.dot(at.s) - radius;
  }

  void velocityJacobian(const PlanarPair& pair, double* P) const {
    const Terms at(*this, pair);
    const double oa = pair.a.omega, ob = pair.b.omega, along = at.u.dot(at.s);
    putDifference(P, oa * at.n);
    P[2] = at.n.dot(pair.a.v - pair.b.v) + oa * at.u.dot(at.p) - ob * along;
    P[5] = (ob - oa) * along;
  }

  /// −G_q v
  double gamma(const PlanarPair& pair) const {
    const Terms at(*this, pair);
    const double oa = pair.a.omega, ob = pair.b.omega;
    return -2 * oa * at.n.dot(pair.a.v - pair.b.v) - oa * oa * at.u.dot(at.p) -
           (ob * ob - 2 * oa * ob) * at.u.dot(at.s);
  }

  /// ∂(G_v a + G_q v)/∂q; by v it is 2 G_q, for the row can be integrated
  void accelerationJacobian(const PlanarPair& pair, const PairVector& a, double* A) const {
    const Terms at(*this, pair);
    const double oa = pair.a.omega, ob = pair.b.omega, along = at.u.dot(at.s), across = at.n.dot(at.s);
    const Vector2 rate = pair.a.v - pair.b.v, secondRate(a[0] - a[3], a[1] - a[4]);
    putDifference(A, a[2] * at.n - oa * oa * at.u);
    A[2] = at.n.dot(secondRate) + a[2] * at.u.dot(at.p) - a[5] * along - 2 * oa * at.u.dot(rate) +
           oa * oa * at.n.dot(at.p) + (ob * ob - 2 * oa * ob) * across;
    A[5] = (a[5] - a[2]) * along - (ob - oa) * (ob - oa) * across;
  }

  /// (G_vᵀ μ)_q
  void hessian(const PlanarPair& pair, double mu, double* H) const {
    const Terms at(*this, pair);
    for (int i = 0; i < 2; ++i) {
      const double entry = mu * at.n[i];
      H[i * kPairSize + 2] += entry;
      H[2 * kPairSize + i] += entry;
      H[(3 + i) * kPairSize + 2] -= entry;
      H[2 * kPairSize + 3 + i] -= entry;
    }
    const double along = mu * at.u.dot(at.s);
    H[2 * kPairSize + 2] += mu * at.u.dot(at.p);
    H[2 * kPairSize + 5] -= along;
    H[5 * kPairSize + 2] -= along;
    H[5 * kPairSize + 5] += along;
  }

 private:
  struct Terms {
    Terms(const RollingContact& contact, const PlanarPair& pair)
        : u(pair.a.turn(contact.u0)), n(perpendicular(u)), s(pair.b.turn(contact.sb)),
          p(pair.b.r - pair.a.r + s) {}
    Vector2 u, n, s, p;
  };
};

}  // namespace holonom
