// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/explicit/explicit_runge_kutta.h"

#include <algorithm>

namespace holonom {
namespace {

void combineRows(const Eigen::Ref<const Eigen::MatrixXd>& k, const double* weights, int count,
                 VectorRef out) {
  constexpr int kAtOnce = 4;
  int taken[kAtOnce], number = 0;
  out.setZero();
  for (int i = 0; i < count; ++i) {
    if (weights[i] == 0) continue;
    taken[number++] = i;
    if (number < kAtOnce) continue;
    const auto [a, b, c, d] = taken;
    out += weights[a] * k.col(a) + weights[b] * k.col(b) + weights[c] * k.col(c) + weights[d] * k.col(d);
    number = 0;
  }
  for (int i = 0; i < number; ++i) out += weights[taken[i]] * k.col(taken[i]);
}

}  // namespace

ExplicitRungeKutta::ExplicitRungeKutta(DaeSystem& system, const IntegratorSettings& settings, Work& work,
                                       const ExplicitTableau& tableau, const PiControl& control, int extra)
    : ExplicitMethod(system, settings, work), k_(Eigen::MatrixXd::Zero(2 * n(), tableau.stages + 1 + extra)),
      accepted_(k_), difference_(2 * n()), tableau_(tableau), initialControl_(control), control_(control) {}

/// Piece by piece, which stay in the cache while the columns pass.
void ExplicitRungeKutta::combine(const Eigen::MatrixXd& k, const double* weights, int count, VectorRef out) {
  constexpr Eigen::Index kPiece = 256;
  for (Eigen::Index first = 0; first < out.size(); first += kPiece) {
    const Eigen::Index rows = std::min(kPiece, out.size() - first);
    combineRows(k.middleRows(first, rows), weights, count, out.segment(first, rows));
  }
}

AttemptStatus ExplicitRungeKutta::advance(double t0, double h) {
  k_.col(0) = f0_;
  const double* row = tableau_.a;
  for (int i = 1; i < tableau_.stages; row += i++) {
    combine(k_, row, i, lastY_);
    lastY_ = y0_ + h * lastY_;
    const AttemptStatus status = equations_.rate(t0 + tableau_.c[i] * h, lastY_, k_.col(i));
    if (status != AttemptStatus::Success) return status;
  }
  lastF_ = k_.col(tableau_.stages - 1);
  combine(k_, tableau_.b, tableau_.stages, y1_);
  y1_ = y0_ + h * y1_;
  return AttemptStatus::Success;
}

double ExplicitRungeKutta::error(double h, int* coordinate) {
  k_.col(tableau_.stages) = f1_;
  combine(k_, tableau_.e, tableau_.stages + 1, difference_);
  return h * norm(difference_, coordinate);
}

StepPlan ExplicitRungeKutta::planAfterSuccess(double h, double error, bool afterRejection) {
  return {control_.afterSuccess(error, afterRejection) * h, order(), "fixed order"};
}

StepPlan ExplicitRungeKutta::planAfterError(double h, double error, int failures) {
  return {control_.afterError(error, failures) * h, order(), "fixed order"};
}

void ExplicitRungeKutta::keep() {
  k_.col(tableau_.stages) = f1_;
  k_.swap(accepted_);
}

}  // namespace holonom
