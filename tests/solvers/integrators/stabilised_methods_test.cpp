// SPDX-License-Identifier: GPL-3.0-or-later
// The stabilised explicit methods: stability polynomials, eigenvalue estimate, choice of stages and penalty.
#include "solvers/integrators/stabilised/stabilised_method.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/solvers/damped_follower.h"
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

 private:
  StabilisedMethod& method_;
};

namespace {

struct Method {
  const char* name;
  std::unique_ptr<Integrator> (*make)(DaeSystem&, const IntegratorSettings&, Work&);
  int order;
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
    EXPECT_GE(interval, 0.6 * (stages * stages - 1));
  }
}

TEST_P(Stabilised, PolynomialMeetsTheExponentialToItsOrder) {
  DampedFollower decay(0, 1);
  Work work;
  const auto integrator = GetParam().make(decay, {}, work);
  StabilityCheck check(*integrator);
  for (const int stages : {2, 3, 7, 20, 100}) {
    const auto error = [&](double z) { return std::abs(check.polynomial(z, 1, stages) - std::exp(-z)); };
    EXPECT_NEAR(std::log2(error(0.1) / error(0.05)), GetParam().order + 1, 0.2) << stages << " stages";
  }
}

/// A damper ever stronger: steps as for accuracy, evaluations growing with the root of the stiffness.
TEST_P(Stabilised, WorkGrowsWithTheRootOfTheStiffness) {
  std::vector<Outcome> outcomes;
  for (const double damping : {1e3, 1e5}) {
    DampedFollower follower(damping, damping);
    outcomes.push_back(runSystem(follower,
                                 optionsOf({"", GetParam().order == 2 ? "rkc" : "eserk4", 1}, 1e-5, 5),
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
                         testing::Values(Method{"Rkc", makeRkc, 2}, Method{"Eserk4", makeEserk4, 4}),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace holonom
