// SPDX-License-Identifier: GPL-3.0-or-later
// The equations as IDA sees them, and IDA beside the other methods.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/base/error.h"
#include "core/dynamics/reference_problems/andrews_relative.h"
#include "core/dynamics/reference_problems/car_axis.h"
#include "core/dynamics/reference_problems/cartesian_pendulum.h"
#include "solvers/analyses/assembly.h"
#include "solvers/reference/ida.h"
#include "solvers/reference/implicit_form.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

/// F_y + c F_y′ against differences of F along (e_j, c e_j), off the constraints and with all multipliers
/// away from zero.
void checkMatrix(ImplicitForm form, const State& state, double c) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const int count = form.size();
  Vector y(count), rate(count), plus(count), minus(count);
  form.pack(state, y, rate);
  for (int i = 0; i < count; ++i) {
    y[i] += 0.1 * uniform(random) * std::max(1.0, std::abs(y[i]));
    rate[i] += 0.1 * uniform(random) * std::max(1.0, std::abs(rate[i]));
  }
  form.jacobian(state.t, c, y, rate);
  const SparsePattern& pattern = form.pattern();
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(count, count);
  for (int col = 0; col < count; ++col)
    for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k)
      matrix(pattern.rowIndex[k], col) = form.values()[k];
  for (int j = 0; j < count; ++j) {
    const double epsilon = 1e-5 * std::max(1.0, std::abs(y[j]));
    Vector step = Vector::Zero(count);
    step[j] = epsilon;
    form.residual(state.t, y + step, rate + c * step, plus);
    form.residual(state.t, y - step, rate - c * step, minus);
    const Vector column = (plus - minus) / (2 * epsilon);
    EXPECT_LT((column - matrix.col(j)).cwiseAbs().maxCoeff(), 1e-6 * (1 + column.cwiseAbs().maxCoeff()))
        << "column " << j;
  }
}

TEST(ImplicitForms, MatrixIsTheDerivativeOfTheResidual) {
  for (const int index : {2, 1}) {
    Work work;
    CarAxis car;
    const State start =
        assemble(car, guessOf(CarAxis::initialCoordinates(), CarAxis::initialVelocities())).state;
    checkMatrix({car, index, work}, start, 30);
    AndrewsRelative andrews;
    State still = assemble(andrews, guessOf(AndrewsRelative::initialCoordinates(), Vector::Ones(7))).state;
    checkMatrix({andrews, index, work}, still, 2e3);
  }
}

TEST(ImplicitForms, ResidualVanishesOnAConsistentState) {
  for (const int index : {2, 1}) {
    Work work;
    AndrewsRelative andrews;
    const State state = assemble(andrews, guessOf(AndrewsRelative::initialCoordinates(),
                                                  AndrewsRelative::initialVelocities()))
                            .state;
    ImplicitForm form(andrews, index, work);
    Vector y(form.size()), rate(form.size()), F(form.size());
    form.pack(state, y, rate);
    form.residual(state.t, y, rate, F);
    EXPECT_LT(F.cwiseAbs().maxCoeff(), 1e-9);
    State back = state;
    form.unpack(state.t, y, rate, back);
    EXPECT_EQ(back.q, state.q);
    EXPECT_EQ(back.v, state.v);
    EXPECT_EQ(back.a, state.a);
    EXPECT_EQ(back.lambda, state.lambda);
  }
}

class IdaTest : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (!kHasIda) GTEST_SKIP() << "built without SUNDIALS";
  }
};

TEST_P(IdaTest, ReachesItsToleranceOnAndrewsMechanism) {
  double previous = 1;
  for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
    AndrewsRelative andrews;
    long hidden = 0;
    const Outcome outcome =
        runSystem(andrews, optionsOf({"", "ida", GetParam()}, tolerance, AndrewsRelative::kEndTime),
                  guessOf(AndrewsRelative::initialCoordinates(), AndrewsRelative::initialVelocities()),
                  [&](const Simulation& s) { hidden += static_cast<long>(s.rejections().size()); });
    ASSERT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
    const Vector reference = AndrewsRelative::referenceCoordinates();
    const double error =
        ((outcome.end.q - reference).array() / reference.array().abs().max(1)).abs().maxCoeff();
    const double multipliers = (outcome.end.lambda - AndrewsRelative::referenceMultipliers()).norm() /
                               AndrewsRelative::referenceMultipliers().norm();
    std::printf(
        "IDA, index %d at %.0e: error %.1e in q, %.1e in λ; %ld steps, %ld repeated, %ld residuals, %ld "
        "matrices\n",
        GetParam(), tolerance, error, multipliers, outcome.counts.steps, outcome.counts.rejected,
        outcome.counts.residuals, outcome.counts.jacobians);
    EXPECT_LT(error, 3e3 * std::pow(tolerance, 0.9));
    EXPECT_LT(error, 0.3 * previous);
    EXPECT_GT(outcome.counts.newtonIterations, outcome.counts.steps);
    EXPECT_GT(outcome.counts.residuals, outcome.counts.newtonIterations);
    EXPECT_GT(outcome.counts.rejected, 0) << "what IDA repeats on its own is counted";
    EXPECT_EQ(hidden, 0);
    previous = error;
  }
}

/// start() at any time, from any consistent state.
TEST_P(IdaTest, CanBeStartedAgain) {
  const PendulumReference& middle = kPendulumReferences[0];
  CartesianPendulum pendulum(middle.gravity, 1);
  const State from = assemble(pendulum, guessOf(middle.position, middle.velocity)).state;
  Work work;
#ifdef HOLONOM_HAS_IDA
  const auto integrator = makeIda(pendulum, GetParam(), {.rtol = 1e-8, .atol = 1e-8}, work);
  State sample = from;
  for (int run = 0; run < 2; ++run) {
    integrator->start(from, 1e-5);
    double h = 1e-5;
    double end = from.t + (run == 0 ? 0.3 : 4);
    while (integrator->state().t < end) {
      ASSERT_EQ(integrator->attempt(std::min(h, end - integrator->state().t)).status, AttemptStatus::Success);
      h = integrator->accept().h;
    }
    EXPECT_DOUBLE_EQ(integrator->state().t, end);
    integrator->interpolate(end, sample);
    EXPECT_EQ(sample.q, integrator->state().q);
  }
  EXPECT_LT((integrator->state().q - kPendulumReferences[1].position).norm(), 1e-4);
#endif
}

/// A step that was made but not accepted is taken back, and what IDA counts does not become negative where it
/// begins anew.
TEST_P(IdaTest, TakesAStepBackThatIsNotAccepted) {
#ifdef HOLONOM_HAS_IDA
  const PendulumReference& middle = kPendulumReferences[0];
  CartesianPendulum pendulum(middle.gravity, 1);
  const State from = assemble(pendulum, guessOf(middle.position, middle.velocity)).state;
  const auto energyOf = [&](const State& state) {
    return 0.5 * state.v.squaredNorm() + middle.gravity * state.q.y();
  };
  Work work;
  const auto integrator = makeIda(pendulum, GetParam(), {.rtol = 1e-8, .atol = 1e-8}, work);
  integrator->start(from, 1e-5);
  double h = 1e-5;
  for (int step = 0; step < 60; ++step) {
    Attempt attempt = integrator->attempt(h);
    if (step % 20 == 19) {
      const double t = integrator->state().t, half = 0.5 * (integrator->attempted()->t - t);
      attempt = integrator->attempt(half);
      EXPECT_GT(integrator->attempted()->t, t);
      EXPECT_LE(integrator->attempted()->t, t + half * (1 + 1e-12));
      EXPECT_GT(attempt.newtonIterations, 0);
      EXPECT_GE(attempt.repeatedForError, 0);
    }
    ASSERT_EQ(attempt.status, AttemptStatus::Success);
    h = integrator->accept().h;
  }
  EXPECT_NEAR(energyOf(integrator->state()), energyOf(from), 1e-5);
#endif
}

INSTANTIATE_TEST_SUITE_P(Forms, IdaTest, testing::Values(2, 1),
                         [](const auto& info) { return "Index" + std::to_string(info.param); });

TEST(IdaOption, ListsSayThatItIsMissing) {
  EXPECT_EQ(noteOnReference(true), "");
  EXPECT_NE(noteOnReference(false).find("not built in: install libsundials-dev"), std::string::npos);
}

/// IDA finds its order and few steps only while nothing changes its steps: with the stop times of a run at
/// every step, or with the noise of a loose iteration, it took twice as many.
TEST_P(IdaTest, NeedsFewSteps) {
  AndrewsRelative andrews;
  const Outcome outcome =
      runSystem(andrews, optionsOf({"", "ida", GetParam()}, 1e-8, AndrewsRelative::kEndTime),
                guessOf(AndrewsRelative::initialCoordinates(), AndrewsRelative::initialVelocities()));
  EXPECT_LT(outcome.counts.steps, 1400);
}

TEST(IdaOption, SaysWhyItIsNotOffered) {
  SimulationOptions options;
  if (kHasIda) {
    EXPECT_NO_THROW(selectMethod(options, "ida"));
    return;
  }
  try {
    selectMethod(options, "ida");
    ADD_FAILURE() << "accepted";
  } catch (const InputError& error) {
    EXPECT_NE(error.full().find("libsundials-dev"), std::string::npos) << error.full();
  }
}

}  // namespace
}  // namespace holonom
