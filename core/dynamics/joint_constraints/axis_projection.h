// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/dynamics/planar_pair.h"

namespace holonom {

/// C = w · (p_a − p_b) with a direction w = R_a w0 fixed in body a, one row: the normal row of a prismatic
/// joint and the driven displacement along its axis. Because w · R_a s_a is constant, C = w · e + k with e =
/// r_a − r_b − R_b s_b, which leaves few terms in the derivatives; w′ = dw/dθ_a = w turned by +90°.
struct AxisProjection {
  static constexpr int kRows = 1;
  static constexpr std::string_view kJacobian = "xxxxxx";
  /// Where the Hessian of C may differ from zero.
  static constexpr std::string_view kHessian =
      "..x..."
      "..x..."
      "xxxxxx"
      "..x..."
      "..x..."
      "..x..x";
  Vector2 w0;      ///< unit vector, axes of body a
  Vector2 sa, sb;  ///< points relative to the centres of mass, body axes

  Vector2 reach(const PlanarPair& pair) const { return pair.a.r - pair.b.r - pair.b.turn(sb); }

  double residual(const PlanarPair& pair) const { return pair.a.turn(w0).dot(reach(pair)) + w0.dot(sa); }

  void jacobian(const PlanarPair& pair, double* J) const {
    const Vector2 w = pair.a.turn(w0);
    J[0] = w.x();
    J[1] = w.y();
    J[2] = perpendicular(w).dot(reach(pair));
    J[3] = -w.x();
    J[4] = -w.y();
    J[5] = -w.dot(perpendicular(pair.b.turn(sb)));
  }

  void velocityJacobian(const PlanarPair& pair, double* P) const {
    const Vector2 w = pair.a.turn(w0), turned = perpendicular(w), ub = pair.b.turn(sb);
    const double oa = pair.a.omega, ob = pair.b.omega;
    const Vector2 rate = pair.a.v - pair.b.v - ob * perpendicular(ub);
    P[0] = oa * turned.x();
    P[1] = oa * turned.y();
    P[2] = -oa * w.dot(reach(pair)) + turned.dot(rate);
    P[3] = -oa * turned.x();
    P[4] = -oa * turned.y();
    P[5] = (ob - oa) * w.dot(ub);
  }

  /// ∂(C_q a − γ)/∂q, where C_q a − γ = w″·e + 2 w′·e′ + w·e″ with ′ by time
  void accelerationJacobian(const PlanarPair& pair, const PairVector& acceleration, double* A) const {
    const Vector2 w = pair.a.turn(w0), turned = perpendicular(w), ub = pair.b.turn(sb),
                  tb = perpendicular(ub);
    const double oa = pair.a.omega, ob = pair.b.omega, alphaA = acceleration[2], alphaB = acceleration[5];
    const Vector2 rate = pair.a.v - pair.b.v - ob * tb;
    const Vector2 secondRate = Vector2(acceleration[0], acceleration[1]) -
                               Vector2(acceleration[3], acceleration[4]) - alphaB * tb + ob * ob * ub;
    const Vector2 w2 = alphaA * turned - oa * oa * w;          // w″
    const Vector2 w2ByAngle = -alphaA * w - oa * oa * turned;  // ∂w″/∂θ_a
    A[0] = w2.x();
    A[1] = w2.y();
    A[2] = w2ByAngle.dot(reach(pair)) - 2 * oa * w.dot(rate) + turned.dot(secondRate);
    A[3] = -w2.x();
    A[4] = -w2.y();
    A[5] = -w2.dot(tb) + 2 * oa * ob * turned.dot(ub) + w.dot(alphaB * ub + ob * ob * tb);
  }

  /// −(C_q v)_q v
  double gamma(const PlanarPair& pair) const {
    double P[kPairSize];
    velocityJacobian(pair, P);
    return -(P[0] * pair.a.v.x() + P[1] * pair.a.v.y() + P[2] * pair.a.omega + P[3] * pair.b.v.x() +
             P[4] * pair.b.v.y() + P[5] * pair.b.omega);
  }

  void hessian(const PlanarPair& pair, double lambda, double* H) const {
    const Vector2 w = pair.a.turn(w0), turned = perpendicular(w);
    const double along = lambda * w.dot(pair.b.turn(sb));
    for (int i = 0; i < 2; ++i) {
      H[i * kPairSize + 2] += lambda * turned[i];
      H[2 * kPairSize + i] += lambda * turned[i];
      H[(3 + i) * kPairSize + 2] -= lambda * turned[i];
      H[2 * kPairSize + 3 + i] -= lambda * turned[i];
    }
    H[2 * kPairSize + 2] -= lambda * w.dot(reach(pair));
    H[2 * kPairSize + 5] -= along;
    H[5 * kPairSize + 2] -= along;
    H[5 * kPairSize + 5] += along;
  }
};

/// Point b stays at a distance from the line through a across w0: C = distance − w · (p_b − p_a).
struct AxisDistance : AxisProjection {
  double distance = 0;  ///< m
  double residual(const PlanarPair& pair) const { return distance + AxisProjection::residual(pair); }
};

}  // namespace holonom
