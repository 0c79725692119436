// SPDX-License-Identifier: GPL-3.0-or-later
// The quasi-constant form of the history: moving the past onto another grid is exact for polynomials of the
// order.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "solvers/integrators/bdf/bdf_history.h"

namespace holonom {
namespace {

Vector scalar(double x) { return Vector::Constant(1, x); }

/// p(t) = (1 − t)^degree + t, and its derivative.
struct Power {
  int degree;
  double operator()(double t) const { return std::pow(1 - t, degree) + t; }
  double rate(double t) const { return 1 - degree * std::pow(1 - t, degree - 1); }
};

class QuasiConstantWalk : public testing::TestWithParam<int> {
 protected:
  QuasiConstantWalk() : p_{GetParam()}, history_(1, BdfForm::QuasiConstant) {}

  void prepare(double h, int order) {
    h_ = h;
    history_.prepare(h, order);
    history_.predict(0, predicted_, predictedRate_);
    delta_ = scalar(p_(t_ + h)) - predicted_;
  }
  void accept() {
    history_.accept(delta_);
    t_ += h_;
  }
  double randomStep() { return std::uniform_real_distribution<double>(0.03, 0.09)(random_); }

  /// Enough steps of rising order, all of them unequal, that nothing is left of the straight line at the
  /// start.
  void fill(int order) {
    history_.start(scalar(p_(0)), scalar(p_.rate(0)), 0.05);
    for (int k = 1; k <= order; ++k)
      for (int i = 0; i < 8; ++i) {
        prepare(0.05, k);
        accept();
      }
  }

  std::mt19937 random_{11};
  Power p_;
  BdfHistory history_;
  double t_ = 0, h_ = 0;
  Vector predicted_ = scalar(0), predictedRate_ = scalar(0), delta_ = scalar(0);
};

TEST_P(QuasiConstantWalk, PredictionAndRateAreExactWithUnequalSteps) {
  const int k = GetParam();
  fill(k);
  for (int i = 0; i < 20; ++i) {
    prepare(randomStep(), k);
    const double scale = std::abs(p_(t_ + h_)) + 1;
    ASSERT_NEAR(predicted_[0], p_(t_ + h_), 1e-9 * scale) << "step " << i;
    ASSERT_NEAR(predictedRate_[0], p_.rate(t_ + h_), 1e-7 * scale);
    accept();
  }
}

TEST_P(QuasiConstantWalk, DifferencesAreThoseOfTheEquidistantGrid) {
  const int k = GetParam();
  fill(k);
  prepare(0.031, k);
  Vector difference(1);
  for (int j = std::max(1, k - 1); j <= k + 2; ++j) {
    history_.difference(j, 0, delta_, difference);
    double expected = 0, binomial = 1;
    for (int i = 0; i <= j; ++i) {
      expected += (i % 2 ? -1 : 1) * binomial * p_(t_ + h_ - i * h_);
      binomial *= static_cast<double>(j - i) / (i + 1);
    }
    EXPECT_NEAR(difference[0], expected, 1e-9 * (std::abs(p_(t_)) + 1)) << "∇^" << j;
  }
}

TEST_P(QuasiConstantWalk, CoefficientsAreConstant) {
  const int k = GetParam();
  fill(k);
  double leading = 0;
  for (int i = 1; i <= k; ++i) leading += 1.0 / i;
  for (const double h : {0.02, 0.05, 0.11}) {
    prepare(h, k);
    EXPECT_NEAR(history_.leading(), leading, 1e-13);
    EXPECT_NEAR(history_.errorConstant(k), 1.0 / (k + 1), 1e-13);
    EXPECT_NEAR(history_.stepChange(), 1, 1e-12);
  }
}

TEST_P(QuasiConstantWalk, AttemptsLeaveThePastAlone) {
  const int k = GetParam();
  fill(k);
  prepare(0.05, k);
  const double first = predicted_[0];
  prepare(0.011, k);
  prepare(0.08, std::max(1, k - 1));
  prepare(0.05, k);
  EXPECT_EQ(predicted_[0], first);
}

TEST_P(QuasiConstantWalk, InterpolatesWithinTheLastStep) {
  const int k = GetParam();
  fill(k);
  prepare(0.037, k);
  accept();
  Vector x(1), rate(1);
  for (const double part : {0.0, 0.4, 1.0}) {
    history_.interpolate(-part * h_, 0, &x, &rate);
    EXPECT_NEAR(x[0], p_(t_ - part * h_), 1e-9 * (std::abs(p_(t_)) + 1));
    EXPECT_NEAR(rate[0], p_.rate(t_ - part * h_), 1e-7 * (std::abs(p_(t_)) + 1));
  }
}

/// With equal steps there is nothing to move, and the two forms are one method.
TEST_P(QuasiConstantWalk, EqualStepsMakeTheFormsOne) {
  BdfHistory variable(1);
  const int k = GetParam();
  variable.start(scalar(1), scalar(0.3), 0.1);
  history_.start(scalar(1), scalar(0.3), 0.1);
  Vector one(1), other(1), rate(1);
  for (int i = 0; i < 30; ++i) {
    const int order = std::min(k, 1 + i / 6);
    for (auto [history, x] : {std::pair(&variable, &one), std::pair(&history_, &other)}) {
      history->prepare(0.1, order);
      history->predict(0, *x, rate);
      history->accept(scalar(1e-3 * std::sin(i)));
    }
    EXPECT_NEAR(one[0], other[0], 1e-10 * std::abs(one[0])) << "step " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Orders, QuasiConstantWalk, testing::Range(1, kMaxBdfOrder + 1));

}  // namespace
}  // namespace holonom
