// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/dynamics/planar_pair.h"

namespace holonom {

/// A blade on body b that cannot slip sideways on the surface of body a, one nonholonomic row: the velocity
/// of the blade's point relative to the place of a under it has no part along n = R_b n0, the normal of the
/// blade,
///     G = n · (v_a + ω_a d⊥ − v_b − ω_b s⊥),   s = R_b s_b,  d = r_b + s − r_a
///       = n · (v_a − v_b + ω_a e⊥) + k (ω_a − ω_b),   e = r_b − r_a,  k = n · s⊥ = n0 · s_b⊥.
/// With n⊥ = dn/dθ_b: n · e⊥ = −n⊥ · e.
struct KnifeEdge {
  static constexpr int kRows = 1;
  static constexpr bool kIsNonholonomic = true;
  static constexpr std::string_view kJacobian = "xxxxxx";
  static constexpr std::string_view kHessian =
      ".....x"
      ".....x"
      "xx.xxx"
      ".....x"
      ".....x"
      "......";
  Vector2 n0;  ///< unit vector across the blade, axes of body b
  Vector2 sb;  ///< point of the blade relative to the centre of mass of b, body axes

  void jacobian(const PlanarPair& pair, double* J) const {
    const Terms at(*this, pair);
    putDifference(J, at.n);
    J[2] = -at.turned.dot(at.e) + at.k;
    J[5] = -at.k;
  }

  void velocityJacobian(const PlanarPair& pair, double* P) const {
    const Terms at(*this, pair);
    putDifference(P, pair.a.omega * at.turned);
    P[5] = at.turned.dot(at.slip(pair));
  }

  /// −G_q v
  double gamma(const PlanarPair& pair) const {
    const Terms at(*this, pair);
    return -pair.a.omega * at.turned.dot(pair.a.v - pair.b.v) - pair.b.omega * at.turned.dot(at.slip(pair));
  }

  /// ∂(G_v a + G_q v)/∂q
  void accelerationJacobian(const PlanarPair& pair, const PairVector& a, double* A) const {
    const Terms at(*this, pair);
    const double oa = pair.a.omega, ob = pair.b.omega, alpha = a[2];
    const Vector2 rate = Vector2(a[0], a[1]) - Vector2(a[3], a[4]) + alpha * perpendicular(at.e);
    putDifference(A, alpha * at.turned - oa * ob * at.n);
    A[5] = at.turned.dot(rate) - oa * at.n.dot(pair.a.v - pair.b.v) - ob * at.n.dot(at.slip(pair));
  }

  /// ∂(G_v a + G_q v)/∂v: the row cannot be integrated to one of positions, so this is not 2 G_q
  void accelerationVelocityJacobian(const PlanarPair& pair, double* B) const {
    const Terms at(*this, pair);
    putDifference(B, (pair.a.omega + pair.b.omega) * at.turned);
    B[2] = at.turned.dot(pair.a.v - pair.b.v) + pair.b.omega * at.n.dot(at.e);
    B[5] = at.turned.dot(at.slip(pair));
  }

  /// (G_vᵀ μ)_q, not symmetric
  void hessian(const PlanarPair& pair, double mu, double* H) const {
    const Terms at(*this, pair);
    for (int i = 0; i < 2; ++i) {
      const double entry = mu * at.turned[i];
      H[i * kPairSize + 5] += entry;
      H[(3 + i) * kPairSize + 5] -= entry;
      H[2 * kPairSize + i] += entry;
      H[2 * kPairSize + 3 + i] -= entry;
    }
    H[2 * kPairSize + 5] += mu * at.n.dot(at.e);
  }

 private:
  struct Terms {
    Terms(const KnifeEdge& blade, const PlanarPair& pair)
        : n(pair.b.turn(blade.n0)), turned(perpendicular(n)), e(pair.b.r - pair.a.r),
          k(blade.n0.dot(perpendicular(blade.sb))) {}
    Vector2 slip(const PlanarPair& pair) const {
      return pair.a.v - pair.b.v + pair.a.omega * perpendicular(e);
    }
    Vector2 n, turned, e;
    double k;
  };
};

}  // namespace holonom
