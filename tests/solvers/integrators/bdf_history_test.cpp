// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/bdf/bdf_history.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace holonom {
namespace {

/// A polynomial p(t) of given degree, and its derivative.
class Polynomial {
 public:
  Polynomial(int degree, std::mt19937& random) {
    std::uniform_real_distribution<double> uniform(0.5, 1.5);
    for (int i = 0; i <= degree; ++i) coefficients_.push_back(i % 2 ? -uniform(random) : uniform(random));
  }
  double operator()(double t) const {
    double value = 0;
    for (auto c = coefficients_.rbegin(); c != coefficients_.rend(); ++c) value = value * t + *c;
    return value;
  }
  double rate(double t) const {
    double value = 0;
    for (std::size_t i = coefficients_.size() - 1; i > 0; --i)
      value = value * t + static_cast<double>(i) * coefficients_[i];
    return value;
  }

 private:
  std::vector<double> coefficients_;
};

/// Walks along two polynomials with random unequal steps; every step is given the exact value.
class PolynomialWalk : public testing::TestWithParam<int> {
 protected:
  PolynomialWalk() : p_{Polynomial(GetParam(), random_), Polynomial(GetParam(), random_)}, history_(2) {}

  Vector exact(double t) const { return Eigen::Vector2d(p_[0](t), p_[1](t)); }
  Vector exactRate(double t) const { return Eigen::Vector2d(p_[0].rate(t), p_[1].rate(t)); }

  void start() {
    history_.start(exact(0), exactRate(0), 0.1);
    times_ = {0};
  }
  double randomStep() { return std::uniform_real_distribution<double>(0.04, 0.12)(random_); }

  /// One step of order k; sets prediction and δ.
  void step(int order) {
    const double h = randomStep();
    history_.prepare(h, order);
    predicted_.resize(2), predictedRate_.resize(2);
    history_.predict(0, predicted_, predictedRate_);
    const double t = times_.back() + h;
    delta_ = exact(t) - predicted_;
    correctedRate_ = predictedRate_ + history_.leading() / h * delta_;
    times_.push_back(t);
  }
  void accept() { history_.accept(delta_); }

  /// Enough steps of rising order that the history no longer knows of the straight line it began with.
  void fill(int order) {
    start();
    for (int k = 1; k <= order; ++k)
      for (int i = 0; i < 10; ++i) {
        step(k);
        accept();
      }
  }

  std::mt19937 random_{5};
  Polynomial p_[2];
  BdfHistory history_;
  std::vector<double> times_;
  Vector predicted_, predictedRate_, delta_, correctedRate_;
};

constexpr double kRounding = 1e-9;

TEST_P(PolynomialWalk, PredictionAndRateAreExact) {
  const int k = GetParam();
  fill(k);
  for (int i = 0; i < 20; ++i) {
    step(k);
    const double scale = exact(times_.back()).norm(), rateScale = exactRate(times_.back()).norm();
    ASSERT_LT(delta_.norm(), kRounding * scale) << "step " << i;
    ASSERT_LT((predictedRate_ - exactRate(times_.back())).norm(), kRounding * rateScale);
    accept();
  }
}

/// A past given point by point serves as well as one walked along, from the first step on.
TEST_P(PolynomialWalk, GivenPastIsExactFromTheFirstStep) {
  const int k = GetParam();
  constexpr double kBack[] = {0, 0.07, 0.11, 0.2, 0.26, 0.37, 0.41};
  Eigen::MatrixXd values(2, k + 2);
  Vector back(k + 2);
  for (int j = 0; j < k + 2; ++j) {
    back[j] = kBack[j];
    values.col(j) = exact(-kBack[j]);
  }
  history_.startFrom(values, back, k);
  times_ = {0};
  for (int i = 0; i < 5; ++i) {
    step(k);
    ASSERT_LT(delta_.norm(), kRounding * exact(times_.back()).norm()) << "step " << i;
    accept();
  }
}

TEST_P(PolynomialWalk, CorrectedRateIsExactForDegreeK) {
  const int k = GetParam();
  fill(k);
  step(k);
  EXPECT_LT((correctedRate_ - exactRate(times_.back())).norm(), kRounding * exactRate(times_.back()).norm());
}

/// The corrector interpolates k + 1 points: one order lower, with the right value, is inexact by exactly the
/// next term.
TEST_P(PolynomialWalk, LowerOrderIsNotExact) {
  const int k = GetParam();
  if (k == 1) GTEST_SKIP() << "there is no lower order";
  fill(k);
  step(k - 1);
  EXPECT_GT((correctedRate_ - exactRate(times_.back())).norm(), 1e-6);
  EXPECT_GT(delta_.norm(), 1e-6);
}

TEST_P(PolynomialWalk, InterpolationIsExactWithinTheLastStep) {
  const int k = GetParam();
  fill(k);
  const double end = times_.back(), h = end - times_[times_.size() - 2];
  Vector x(2), rate(2);
  for (const double s : {0.0, -0.3, -0.77, -1.0}) {
    history_.interpolate(s * h, 0, &x, &rate);
    EXPECT_LT((x - exact(end + s * h)).norm(), kRounding * exact(end).norm()) << s;
    EXPECT_LT((rate - exactRate(end + s * h)).norm(), 1e-7 * exactRate(end).norm()) << s;
  }
}

/// ∇^j x_{n+1} = Π_{i≤j} τ_i · [x_{n+1} … x_{n+1−j}], here by Newton's divided differences from the values
/// themselves.
double backwardDifference(const std::vector<double>& t, const Polynomial& p, int j) {
  const std::size_t last = t.size() - 1;
  std::vector<double> table;
  for (int i = 0; i <= j; ++i) table.push_back(p(t[last - i]));
  for (int level = 1; level <= j; ++level)
    for (int i = 0; i + level <= j; ++i)
      table[i] = (table[i] - table[i + 1]) / (t[last - i] - t[last - i - level]);
  double product = table[0];
  for (int i = 1; i <= j; ++i) product *= t[last] - t[last - i];
  return product;
}

TEST_P(PolynomialWalk, DifferencesOfFourOrdersMatchTheirDefinition) {
  const int degree = GetParam(), k = std::max(1, degree - 1);  // so that δ is not zero for degree > 1
  fill(k);
  step(k);
  Vector difference(2);
  for (int j = std::max(1, k - 1); j <= k + 2; ++j) {
    history_.difference(j, 0, delta_, difference);
    for (int i = 0; i < 2; ++i)
      EXPECT_NEAR(difference[i], backwardDifference(times_, p_[i], j), 1e-9 * exact(times_.back()).norm())
          << "∇^" << j << " of component " << i;
  }
}

TEST_P(PolynomialWalk, StepChangeIsStewartsRatio) {
  fill(GetParam());
  step(1);
  const std::size_t last = times_.size() - 1;
  const double h2 = times_[last] - times_[last - 1], h1 = times_[last - 1] - times_[last - 2],
               h0 = times_[last - 2] - times_[last - 3];
  EXPECT_NEAR(history_.stepChange(), h2 / h1 * (h2 + h1) / (h1 + h0), 1e-10);
}

TEST_P(PolynomialWalk, RowsCanBeTakenOneByOne) {
  const int k = GetParam();
  fill(k);
  step(k);
  Vector one(1), rate(1), x(1);
  history_.predict(1, one, rate);
  EXPECT_DOUBLE_EQ(one[0], predicted_[1]);
  EXPECT_DOUBLE_EQ(rate[0], predictedRate_[1]);
  accept();
  history_.interpolate(0, 1, &x, nullptr);
  EXPECT_NEAR(x[0], p_[1](times_.back()), kRounding);
}

INSTANTIATE_TEST_SUITE_P(Degrees, PolynomialWalk, testing::Range(1, kMaxBdfOrder + 1));

TEST(BdfHistory, EqualStepsGiveTheWellKnownCoefficients) {
  BdfHistory history(1);
  history.start(Vector::Ones(1), Vector::Zero(1), 0.1);
  double leading = 0;
  for (int k = 1; k <= kMaxBdfOrder; ++k) {
    leading += 1.0 / k;
    history.prepare(0.1, k);
    EXPECT_NEAR(history.leading(), leading, 1e-12);
    EXPECT_NEAR(history.errorConstant(k), 1.0 / (k + 1), 1e-12);
    history.accept(Vector::Zero(1));
  }
}

/// How far y is from its start after many steps of ẏ = 0, each `ratio` times the one before, from a past that
/// disturbs it.
double disturbanceLeft(int order, double ratio) {
  constexpr int kSteps = 400;
  Eigen::MatrixXd past = Eigen::MatrixXd::Zero(1, order + 2);
  Vector back(order + 2);
  double h = 1;
  back[0] = 0;
  for (int j = 1; j < order + 2; ++j, h /= ratio) {
    back[j] = back[j - 1] + h;
    past(0, j) = std::cos(j * j);
  }
  BdfHistory history(1);
  history.startFrom(past, back, order);
  Vector value(1), rate(1), before(1);
  h = 1;
  double moved = 0;
  for (int step = 0; step < kSteps && moved < 1e6; ++step) {
    h *= ratio;
    if (h > 1e100) break;
    history.prepare(h, order);
    history.predict(0, value, rate);
    const Vector delta = -h / history.leading() * rate;
    moved = std::abs((value + delta - before)[0]);
    before = value + delta;
    history.accept(delta);
  }
  return moved;
}

/// What the page on BDF says of steps that grow in a constant ratio, 2.41 at order 2 and so on: the limits of
/// one change, 2.6, 1.9, 1.5 and 1.2, are beyond.
TEST(BdfHistory, StepsThatGrowInAConstantRatioAreBorneUpToALimit) {
  const double limits[] = {1 + std::sqrt(2.0), (1 + std::sqrt(5.0)) / 2, 1.28073, 1.12709, 1.04429};
  for (int order = 2; order <= 6; ++order) {
    EXPECT_LT(disturbanceLeft(order, 1 + 0.9 * (limits[order - 2] - 1)), 1e-2) << order;
    EXPECT_GT(disturbanceLeft(order, 1 + 1.1 * (limits[order - 2] - 1)), 1) << order;
  }
}

}  // namespace
}  // namespace holonom
