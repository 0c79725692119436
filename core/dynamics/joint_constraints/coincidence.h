// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/dynamics/planar_pair.h"

namespace holonom {

/// C = p_a − p_b = r_a + R_a s_a − r_b − R_b s_b, two rows: shared by the revolute and the fixed joint.
struct Coincidence {
  static constexpr int kRows = 2;
  static constexpr std::string_view kJacobian =
      "x.xx.x"
      ".xx.xx";
  static constexpr std::string_view kHessian =
      "......"
      "......"
      "..x..."
      "......"
      "......"
      ".....x";
  Vector2 sa, sb;  ///< points relative to the centres of mass, body axes

  void residual(const PlanarPair& pair, double* c) const {
    Eigen::Map<Vector2>(c, 2) = pair.a.r + pair.a.turn(sa) - pair.b.r - pair.b.turn(sb);
  }

  void jacobian(const PlanarPair& pair, double* J) const {
    const Vector2 ta = perpendicular(pair.a.turn(sa)), tb = perpendicular(pair.b.turn(sb));
    for (int row = 0; row < 2; ++row) {
      double* entry = J + row * kPairSize;
      entry[row] = 1;
      entry[2] = ta[row];
      entry[3 + row] = -1;
      entry[5] = -tb[row];
    }
  }

  void velocityJacobian(const PlanarPair& pair, double* P) const {
    const Vector2 ua = pair.a.turn(sa), ub = pair.b.turn(sb);
    for (int row = 0; row < 2; ++row) {
      P[row * kPairSize + 2] = -pair.a.omega * ua[row];
      P[row * kPairSize + 5] = pair.b.omega * ub[row];
    }
  }

  /// ∂(C_q a − γ)/∂q for the accelerations of the pair
  void accelerationJacobian(const PlanarPair& pair, const PairVector& acceleration, double* A) const {
    const auto turned = [](double omega, double alpha, const Vector2& u) -> Vector2 {
      return -alpha * u - omega * omega * perpendicular(u);
    };
    const Vector2 a = turned(pair.a.omega, acceleration[2], pair.a.turn(sa));
    const Vector2 b = turned(pair.b.omega, acceleration[5], pair.b.turn(sb));
    for (int row = 0; row < 2; ++row) {
      A[row * kPairSize + 2] = a[row];
      A[row * kPairSize + 5] = -b[row];
    }
  }

  void gamma(const PlanarPair& pair, double* g) const {
    Eigen::Map<Vector2>(g, 2) =
        pair.a.omega * pair.a.omega * pair.a.turn(sa) - pair.b.omega * pair.b.omega * pair.b.turn(sb);
  }

  void hessian(const PlanarPair& pair, const double* lambda, double* H) const {
    const Vector2 l(lambda[0], lambda[1]);
    H[2 * kPairSize + 2] -= l.dot(pair.a.turn(sa));
    H[5 * kPairSize + 5] += l.dot(pair.b.turn(sb));
  }
};

}  // namespace holonom
