// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/classic/classic_method.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/math/gauss_rule.h"
#include "solvers/integrators/hermite.h"

namespace holonom {
ClassicMethod::ClassicMethod(DaeSystem& system, const IntegratorSettings& settings, Work& work, int order,
                             double border, double longest)
    : ExplicitMethod(system, settings, work), order_(order), border_(border),
      initialControl_({.exponent = order + 1.0, .beta = 0, .smallest = 0.2, .largest = longest}),
      control_(initialControl_), rates_(Eigen::MatrixXd::Zero(2 * n(), kMostPoints)), stage_(2 * n()),
      sum_(2 * n()), reference_(2 * n()) {}

void ClassicMethod::begin() {
  control_ = initialControl_;
  past_ = 0;
}

void ClassicMethod::addIntegral(double h, const Vector* ahead, int points, Vector& y) const {
  double place[kMostPoints + 1];
  int count = 0;
  if (ahead) place[count++] = 1;
  for (int j = 0; j < points; ++j) place[count++] = j == 0 ? 0 : -distance_[j] / h;
  const int first = ahead ? 1 : 0;
  if (ahead) y += h * lagrangeIntegral(place, count, 0) * *ahead;
  for (int j = 0; j < points; ++j) {
    const double weight = h * lagrangeIntegral(place, count, first + j);
    if (j == 0) y += weight * f0_;
    else y += weight * rates_.col(j);
  }
}

AttemptStatus ClassicMethod::rungeKutta4(double t0, double h) {
  constexpr double kStage[] = {0.5, 0.5, 1}, kWeight[] = {1.0 / 3, 1.0 / 3, 1.0 / 6};
  sum_ = f0_ / 6;
  stage_ = f0_;
  for (int i = 0; i < 3; ++i) {
    lastY_ = y0_ + kStage[i] * h * stage_;
    const AttemptStatus status = equations_.rate(t0 + kStage[i] * h, lastY_, stage_);
    if (status != AttemptStatus::Success) return status;
    sum_ += kWeight[i] * stage_;
  }
  lastF_ = stage_;
  y1_ = y0_ + h * sum_;
  return AttemptStatus::Success;
}

/// Behind the first step the factors are those with which the last one came back to the constraints.
AttemptStatus ClassicMethod::useStart(double t0, double h) {
  lastY_ = y0_;
  lastF_ = f0_;
  if (past_ == 0) return equations_.rate(t0, y0_, sum_);
  const double stretch = h / lastStep();
  lastY_.head(n()) += stretch * (state_.q - previous_.q);
  lastY_.tail(n()) += stretch * (state_.v - previous_.v);
  lastF_ += stretch * (f0_ - rates_.col(1));
  return AttemptStatus::Success;
}

double ClassicMethod::error(double h, int* coordinate) {
  reference_ = y0_ - y1_;
  addIntegral(h, &f1_, std::min(order_, past_ + 1), reference_);
  return norm(reference_, coordinate);
}

StepPlan ClassicMethod::planAfterSuccess(double h, double error, bool afterRejection) {
  return {control_.afterSuccess(error, afterRejection) * h, order_, Text("fixed order")};
}

StepPlan ClassicMethod::planAfterError(double h, double error, int failures) {
  return {control_.afterError(error, failures) * h, order_, Text("fixed order")};
}

/// f0_ is still that of the step's start.
void ClassicMethod::keep() {
  const double h = state_.t - previous_.t;
  past_ = std::min(past_ + 1, kMostPoints - 1);
  for (int j = past_; j > 1; --j) {
    distance_[j] = distance_[j - 1] + h;
    rates_.col(j) = rates_.col(j - 1);
  }
  distance_[1] = h;
  rates_.col(1) = f0_;
}

void ClassicMethod::dense(double s, double h, VectorRef y) const {
  hermite(previous_, state_, previous_.t + s * h, y.head(n()), y.tail(n()));
}

}  // namespace holonom
