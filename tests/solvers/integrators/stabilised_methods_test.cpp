// SPDX-License-Identifier: GPL-3.0-or-later
// The stabilised explicit methods: stability polynomials, eigenvalue estimate, choice of stages and penalty.
#include "solvers/integrators/stabilised/stabilised_method.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <utility>

#include "solvers/integrators/stabilised/rock4_coefficients.h"
#include "tests/solvers/damped_follower.h"
#include "tests/solvers/integrators/pendulum_runs.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {

/// Single steps with a given number of stages.
class StabilityCheck {
 public:
  explicit StabilityCheck(Integrator& integrator) : method_(dynamic_cast<StabilisedMethod&>(integrator)) {}

  double interval(int stages) const { return method_.stabilityInterval(stages); }
  int fewestStages() const { return method_.fewestStages(); }
  int mostStages() const { return StabilisedMethod::kMostStages; }
  double radius() const { return method_.radius_; }

  /// R(z) of v′ = −d v.
  double polynomial(double z, double damping, int stages) {
    method_.y0_ << 0, 1;
    method_.f0_ << 1, -damping;
    EXPECT_EQ(method_.advance(0, z / damping, stages), AttemptStatus::Success);
    return method_.y1_[1];
  }

  /// y a time `duration` after `from`, by equal steps.
  Vector advance(const State& from, double duration, int steps, int stages) {
    Vector y(2 * method_.n());
    y << from.q, from.v;
    const double h = duration / steps;
    for (int i = 0; i < steps; ++i) {
      const double t = from.t + i * h;
      method_.y0_ = y;
      EXPECT_EQ(method_.equations_.rate(t, method_.y0_, method_.f0_), AttemptStatus::Success);
      EXPECT_EQ(method_.advance(t, h, stages), AttemptStatus::Success);
      y = method_.y1_;
    }
    return y;
  }

 private:
  StabilisedMethod& method_;
};

namespace {

struct Method {
  const char *name, *option;
  std::unique_ptr<Integrator> (*make)(DaeSystem&, const IntegratorSettings&, Work&);
  int order;
  double reach;  ///< the interval over s² − 1, at least
};
void PrintTo(const Method& method, std::ostream* out) { *out << method.name; }

class Stabilised : public testing::TestWithParam<Method> {};

TEST_P(Stabilised, PolynomialStaysWithinOneAlongTheInterval) {
  DampedFollower decay(0, 1);
  Work work;
  const auto integrator = GetParam().make(decay, {}, work);
  StabilityCheck check(*integrator);
  for (int stages = check.fewestStages(); stages <= check.mostStages();
       stages += stages < 12 ? 1 : stages / 3) {
    const double interval = check.interval(stages);
    double largest = 0, beyond = 0;
    for (int i = 1; i <= 400; ++i)
      largest = std::max(largest, std::abs(check.polynomial(i / 400.0 * interval, 1, stages)));
    for (int i = 1; i <= 100; ++i)
      beyond =
          std::max(beyond, std::abs(check.polynomial((1 + i / 100.0) * interval + 2 * i / 100.0, 1, stages)));
    EXPECT_LE(largest, 1 + 1e-9) << stages << " stages";
    EXPECT_GT(beyond, 1) << stages << " stages: the interval is longer than said";
    EXPECT_GE(interval, GetParam().reach * (stages * stages - 1));
  }
}

/// What the page of the method says of its evaluations.
TEST_P(Stabilised, ReachesWithTheSquareOfItsEvaluations) {
  constexpr int kStages = 200;
  DampedFollower decay(0, 1);
  Work work;
  const auto integrator = GetParam().make(decay, {}, work);
  StabilityCheck check(*integrator);
  check.polynomial(check.interval(kStages), 1, kStages);
  const double evaluations = static_cast<double>(work.residuals);
  const double reach = methodNamed(GetParam().option).reachOfStages;
  EXPECT_NEAR(check.interval(kStages) / (evaluations * evaluations), reach, 0.05 * reach);
}

TEST_P(Stabilised, PolynomialMeetsTheExponentialToItsOrder) {
  DampedFollower decay(0, 1);
  Work work;
  const auto integrator = GetParam().make(decay, {}, work);
  StabilityCheck check(*integrator);
  for (const int stages : {2, 3, 5, 7, 20, 100}) {
    if (stages < check.fewestStages()) continue;
    const auto error = [&](double z) { return std::abs(check.polynomial(z, 1, stages) - std::exp(-z)); };
    EXPECT_NEAR(std::log2(error(0.1) / error(0.05)), GetParam().order + 1, 0.2) << stages << " stages";
  }
}

/// The weights of trees that are no chains count only where f is not linear.
TEST_P(Stabilised, AnyNumberOfStagesHasTheOrderOnMotionsThatAreNotLinear) {
  CartesianPendulum pendulum(kReference.gravity, 1);
  Work work;
  const auto integrator = GetParam().make(pendulum, {}, work);
  StabilityCheck check(*integrator);
  const State start = pendulumStart(pendulum);
  for (const int stages : {5, 10, 30, 100}) {
    const auto error = [&](int steps) {
      const Vector y = check.advance(start, kReference.time, steps, stages);
      return std::hypot((y.head(2) - kReference.position).norm(), (y.tail(2) - kReference.velocity).norm());
    };
    const int steps = GetParam().order == 2 ? 400 : 50;
    const double coarse = error(steps), fine = error(2 * steps);
    std::printf("%s, %d stages: errors %.2e, %.2e, order %.2f\n", GetParam().name, stages, coarse, fine,
                std::log2(coarse / fine));
    EXPECT_NEAR(std::log2(coarse / fine), GetParam().order, 0.25) << stages << " stages";
  }
}

/// A damper ever stronger: steps as for accuracy, evaluations growing with the root of the stiffness.
TEST_P(Stabilised, WorkGrowsWithTheRootOfTheStiffness) {
  std::vector<Outcome> outcomes;
  for (const double damping : {1e3, 1e5}) {
    DampedFollower follower(damping, damping);
    outcomes.push_back(runSystem(follower, optionsOf({"", GetParam().option, 1}, 1e-5, 5),
                                 guessOf(Vector::Ones(1), Vector::Zero(1))));
    const Outcome& outcome = outcomes.back();
    ASSERT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
    std::printf("%s, damping %g 1/s: %ld steps, %ld rejected, %ld evaluations, x = %.7f\n", GetParam().name,
                damping, outcome.counts.steps, outcome.counts.rejected, outcome.counts.residuals,
                outcome.end.q[0]);
    // x″ = −d(x − cos t + x′): for large d, x′ = −x + cos t.
    EXPECT_NEAR(outcome.end.q[0], 0.5 * (std::cos(5) + std::sin(5)) + 0.5 * std::exp(-5), 2e-3);
  }
  EXPECT_LT(outcomes[1].counts.residuals, 20 * outcomes[0].counts.residuals);
  DampedFollower follower(1e5, 1e5);
  const Outcome classic =
      runSystem(follower, optionsOf({"", "dopri5", 1}, 1e-5, 5), guessOf(Vector::Ones(1), Vector::Zero(1)));
  EXPECT_LT(5 * outcomes[1].counts.residuals, classic.counts.residuals);
}

/// What drives the fast mode changes within a step; stages that leave it in the mode would err by (h d)³.
TEST_P(Stabilised, AStiffModeFollowsItsDrive) {
  constexpr double kDamping = 1e4, kStep = 0.1;
  DampedFollower follower(kDamping, kDamping);
  SimulationOptions options = optionsOf({"", GetParam().option, 1}, 1e-3, 5);
  options.fixedStep = kStep;
  const Outcome outcome = runSystem(follower, options, guessOf(Vector::Ones(1), Vector::Zero(1)));
  ASSERT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
  const double slow = std::cos(5) - outcome.end.q[0];  // x′ but for what goes with 1/d
  EXPECT_NEAR(outcome.end.v[0], slow, 3 / kDamping);
}

TEST_P(Stabilised, EstimatesTheLargestEigenvalue) {
  struct Case {
    double stiffness, damping, largest;
  };
  for (const auto& [stiffness, damping, largest] :
       {Case{0, 1e4, 1e4}, Case{9e4, 0, 300}, Case{1e8, 2e4, 1e4}, Case{1, 1e-3, 1}, Case{1e6, 1e6, 1e6}}) {
    DampedFollower follower(stiffness, damping);
    Work work;
    const auto integrator = GetParam().make(follower, {.rtol = 1e-5, .atol = 1e-5}, work);
    State start{
        .t = 0, .q = Vector::Ones(1), .v = Vector::Zero(1), .a = Vector::Zero(1), .lambda = Vector(0)};
    integrator->start(start, 1e-6);
    integrator->attempt(1e-6);
    const double radius = StabilityCheck(*integrator).radius();
    EXPECT_GT(radius, largest) << "k = " << stiffness << ", d = " << damping;
    EXPECT_LT(radius, 1.4 * largest) << "k = " << stiffness << ", d = " << damping;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Stabilised,
                         testing::Values(Method{"Rkc", "rkc", makeRkc, 2, 0.6},
                                         Method{"Eserk4", "eserk4", makeEserk4, 4, 1},
                                         Method{"Rock4", "rock4", makeRock4, 4, 0.24}),
                         [](const auto& info) { return info.param.name; });

/// The coefficients against the problem that defines them: R_s = e^z + O(z⁵) from the coefficients of the
/// stages, ripples within 0.95 behind the first minimum, an interval of 0.35 s² that could hardly be longer.
TEST(Rock4, CoefficientsSolveTheirProblem) {
  for (int stages = 5; stages <= 300; stages += stages < 20 ? 1 : stages / 5) {
    const Rock4Coefficients& rock = rock4Coefficients(stages);
    const auto stability = [&](double z) {
      double y = 1, older = 0, stage[4];
      for (int i = 0; i < 4; ++i) {
        stage[i] = 1;
        for (int j = 0; j < i; ++j) stage[i] += z * rock.a(i, j) * stage[j];
        y += z * rock.b[i] * stage[i];
      }
      for (const auto& term : rock.recursion)
        older = std::exchange(y, (term.last + term.rate * z) * y + term.older * older);
      return y;
    };
    EXPECT_NEAR((stability(-0.02) - std::exp(-0.02)) / std::pow(0.02, 5), 0, 0.01) << stages << " stages";
    const double length = Rock4Coefficients::stabilityInterval(stages);
    const auto largestTo = [&](double end) {
      double largest = 0, before = 1;
      bool rises = false;  // behind the first minimum
      for (int i = 1; i <= 100 * stages; ++i) {
        const double z = -0.5 * end * (1 - std::cos(std::numbers::pi * i / (100 * stages)));
        const double value = stability(z);
        rises = rises || value > before;
        if (rises) largest = std::max(largest, std::abs(value));
        before = value;
      }
      return largest;
    };
    EXPECT_LT(largestTo(length), 0.9505) << stages << " stages";
    EXPECT_GT(largestTo(length), 0.92) << stages << " stages: the interval could be longer";
    if (stages >= 20) EXPECT_NEAR(length / (stages * stages), 0.348, 0.005);
  }
}

}  // namespace
}  // namespace holonom
