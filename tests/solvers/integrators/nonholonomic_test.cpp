// SPDX-License-Identifier: GPL-3.0-or-later
// Nonholonomic rows in every method: hand-written systems with exact solutions, linear and not linear in v.
#include <gtest/gtest.h>

#include <cmath>

#include "solvers/analyses/assembly.h"
#include "solvers/analyses/row_selection.h"
#include "solvers/integrators/bdf/bdf.h"
#include "solvers/options/method_settings.h"
#include "tests/solvers/newton_matrix_check.h"
#include "tests/solvers/run_helpers.h"
#include "tests/support/nonholonomic_systems.h"

namespace holonom {
namespace {

constexpr double kGravity = 9.81 * 0.5, kSpin = 2;  // plane of 30°
constexpr double kSpeed = 3;

struct Problem {
  std::unique_ptr<DaeSystem> system;
  InitialGuess start;
  std::function<Vector(double)> position, velocity;
  std::function<double(double)> multiplier;
  double endTime;
};

Problem knifeEdge() {
  return {std::make_unique<KnifeEdgeSystem>(kGravity),
          guessOf(Eigen::Vector3d::Zero(), Eigen::Vector3d(0, 0, kSpin)),
          [](double t) { return KnifeEdgeSystem::exactPosition(kGravity, kSpin, t); },
          [](double t) { return KnifeEdgeSystem::exactVelocity(kGravity, kSpin, t); },
          [](double t) { return KnifeEdgeSystem::exactMultiplier(kGravity, kSpin, t); },
          3};
}

Problem constantSpeed() {
  return {std::make_unique<ConstantSpeedSystem>(9.81, kSpeed),
          guessOf(Vector2::Zero(), Vector2(kSpeed, 0)),
          [](double t) { return ConstantSpeedSystem::exactPosition(9.81, kSpeed, t); },
          [](double t) { return ConstantSpeedSystem::exactVelocity(9.81, kSpeed, t); },
          [](double t) { return ConstantSpeedSystem::exactMultiplier(9.81, kSpeed, t); },
          1};
}

struct ProblemErrors {
  double position = 0, velocity = 0, multiplier = 0;
};

ProblemErrors errorsOf(const Problem& problem, const State& state) {
  return {(state.q - problem.position(state.t)).norm(), (state.v - problem.velocity(state.t)).norm(),
          std::abs(state.lambda[0] - problem.multiplier(state.t))};
}

class NonholonomicMethods : public testing::TestWithParam<TestedMethod> {
 protected:
  bool alpha() const { return std::string(GetParam().method) != "bdf" && !isExplicit(GetParam()); }

  void expectErrorsFollowTheTolerance(const std::function<Problem()>& make) const {
    std::vector<double> errors;
    for (double tolerance = 1e-4; tolerance > 0.5e-8; tolerance /= 10) {
      Problem problem = make();
      const Outcome outcome =
          runSystem(*problem.system, optionsOf(GetParam(), tolerance, problem.endTime), problem.start);
      ASSERT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
      const ProblemErrors at = errorsOf(problem, outcome.end);
      errors.push_back(at.position + at.velocity);
      std::printf("%s: tolerance %.0e, error %.1e in q, %.1e in v, %.1e in λ, %ld steps\n", GetParam().name,
                  tolerance, at.position, at.velocity, at.multiplier, outcome.counts.steps);
      EXPECT_LT(errors.back(), (alpha() ? 300 : 3000) * std::pow(tolerance, alpha() ? 0.66 : 0.8));
    }
    const double slope =
        std::max(std::log10(errors.front() / errors.back()) / 4, std::log10(errors[1] / errors.back()) / 3);
    EXPECT_GT(slope, alpha() ? 0.5 : 0.55);
  }
};

TEST_P(NonholonomicMethods, KnifeEdgeMeetsItsExactPath) { expectErrorsFollowTheTolerance(knifeEdge); }

TEST_P(NonholonomicMethods, RowsThatAreNotLinearInVelocity) { expectErrorsFollowTheTolerance(constantSpeed); }

/// G is solved for at every step and does not drift.
TEST_P(NonholonomicMethods, RowsHoldAtEveryStep) {
  Problem problem = knifeEdge();
  double largest = 0;
  runSystem(*problem.system, optionsOf(GetParam(), 1e-5, problem.endTime), problem.start,
            [&](const Simulation& simulation) {
              const State& s = simulation.state();
              largest = std::max(largest, std::abs(std::sin(s.q[2]) * s.v[0] - std::cos(s.q[2]) * s.v[1]));
            });
  // Index 3 of the generalized-α family iterates on positions only: what is left of them goes into v divided
  // by h.
  EXPECT_LT(largest, isPenalty(GetParam())              ? 1e-3
                     : isForeign(GetParam())            ? 1e-4
                     : isStaged(GetParam())             ? 3e-6
                     : alpha() && GetParam().index == 3 ? 1e-5
                                                        : 1e-7);
}

INSTANTIATE_TEST_SUITE_P(All, NonholonomicMethods, testing::ValuesIn(kVariants),
                         [](const auto& info) { return info.param.name; });

bool forceStep(Integrator& integrator, double h, StepPlan& plan) {
  const Attempt attempt = integrator.attempt(h);
  if (attempt.status != AttemptStatus::Success && attempt.status != AttemptStatus::ErrorTooLarge)
    return false;
  plan = integrator.accept();
  return true;
}

/// To the end with equal steps, whatever the error test says.
ProblemErrors withEqualSteps(const TestedMethod& variant, int steps) {
  Problem problem = knifeEdge();
  Work work;
  const auto integrator = makeIntegrator(*problem.system, optionsOf(variant, 1e-10, problem.endTime), work);
  const double h = problem.endTime / steps;
  integrator->start(assemble(*problem.system, problem.start).state, h);
  StepPlan plan;
  for (int i = 0; i < steps; ++i) EXPECT_TRUE(forceStep(*integrator, h, plan));
  return errorsOf(problem, integrator->state());
}

struct FixedOrder {
  TestedMethod variant;
  int order, steps;
};
void PrintTo(const FixedOrder& fixed, std::ostream* out) { *out << fixed.variant.name; }

class NonholonomicOrder : public testing::TestWithParam<FixedOrder> {};

TEST_P(NonholonomicOrder, IsReachedInPositionAndVelocity) {
  const auto& [variant, order, steps] = GetParam();
  const ProblemErrors coarse = withEqualSteps(variant, steps), fine = withEqualSteps(variant, 2 * steps);
  const double q = std::log2(coarse.position / fine.position), v = std::log2(coarse.velocity / fine.velocity);
  std::printf("%s: order %.2f in q (error %.1e), %.2f in v, %.2f in λ\n", variant.name, q, fine.position, v,
              std::log2(coarse.multiplier / fine.multiplier));
  EXPECT_GT(q, order - 0.3);
  EXPECT_GT(v, order - 0.3);
}

constexpr FixedOrder kFixedOrders[] = {{{"GeneralizedAlpha", "generalized-alpha", 3}, 2, 400},
                                       {{"GeneralizedAlphaIndex2", "generalized-alpha", 2}, 2, 400},
                                       {{"HhtIndex3", "hht", 3}, 2, 400},
                                       {{"HhtIndex2", "hht", 2}, 2, 400},
                                       {{"TrapezoidalIndex2", "trapezoidal", 2}, 2, 400},
                                       {{"TrapezoidalIndex1", "trapezoidal", 1}, 2, 400},
                                       {{"RungeKutta4", "rk4", 1}, 4, 40},
                                       {{"DormandPrince5", "dopri5", 1}, 5, 30},
                                       {{"DormandPrince8", "dop853", 1}, 8, 10}};

INSTANTIATE_TEST_SUITE_P(All, NonholonomicOrder, testing::ValuesIn(kFixedOrders),
                         [](const auto& info) { return info.param.variant.name; });

/// Climbs to order k with small steps, grows them to h, goes on with equal ones.
ProblemErrors stepErrors(int index, int order, double h) {
  Problem problem = knifeEdge();
  Work work;
  const double tolerance = index == 3 ? 1e-8 : 1e-10;
  const IntegratorSettings settings{.rtol = tolerance, .atol = tolerance, .maxOrder = order};
  const auto integrator = makeBdf(*problem.system, index, settings, work);
  const double firstStep = order == 1 ? h : 1e-6;
  integrator->start(assemble(*problem.system, problem.start).state, firstStep);
  StepPlan plan{firstStep, 1, {}};
  double step = firstStep;
  while (order > 1 && (plan.order < order || step < h)) {
    step = plan.order == order ? std::min(h, 1.1 * step) : std::min(plan.h, h);
    EXPECT_TRUE(forceStep(*integrator, step, plan));
    if (integrator->state().t > 0.5 * problem.endTime) return {1, 1, 1};
  }
  const double remaining = problem.endTime - integrator->state().t;
  const int count = static_cast<int>(std::lround(remaining / h));
  for (int i = 0; i < count; ++i) EXPECT_TRUE(forceStep(*integrator, remaining / count, plan));
  return errorsOf(problem, integrator->state());
}

class NonholonomicBdfOrder : public testing::TestWithParam<std::tuple<int, int>> {};

TEST_P(NonholonomicBdfOrder, IsReachedInPositionVelocityAndMultiplier) {
  const auto [index, order] = GetParam();
  constexpr double kStep[] = {0, 1e-3, 8e-3, 8e-3, 2e-2, 2e-2};
  const ProblemErrors coarse = stepErrors(index, order, kStep[order]),
                      fine = stepErrors(index, order, kStep[order] / 2);
  const double q = std::log2(coarse.position / fine.position), v = std::log2(coarse.velocity / fine.velocity),
               multiplier = std::log2(coarse.multiplier / fine.multiplier);
  std::printf("index %d, k = %d: order %.2f in q (error %.1e), %.2f in v, %.2f in λ\n", index, order, q,
              fine.position, v, multiplier);
  EXPECT_GT(q, order - (order == 5 ? 0.5 : 0.3));
  EXPECT_GT(v, order - (order == 5 ? 0.5 : 0.3));
  // Velocity-level multipliers are no worse than velocities divided by h, without the noise of index 3.
  EXPECT_GT(multiplier, order - (order == 5 ? 0.7 : 0.5));
}

INSTANTIATE_TEST_SUITE_P(Forms, NonholonomicBdfOrder,
                         testing::Combine(testing::Values(3, 2, 1), testing::Range(1, 6)),
                         [](const auto& info) {
                           return "Index" + std::to_string(std::get<0>(info.param)) + "Order" +
                                  std::to_string(std::get<1>(info.param));
                         });

/// Every block of every form, with multipliers far from zero.
TEST(NonholonomicForms, NewtonMatricesAreTheDerivativesOfTheirResiduals) {
  for (const StepScales& scales : {StepScales{1e-2, 1e-2}, StepScales{0.6e-2, 1.1e-2}})
    for (const int index : {3, 2, 1})
      for (const auto& make : {knifeEdge, constantSpeed}) {
        Problem problem = make();
        const State start = assemble(*problem.system, problem.start).state;
        NewtonMatrixCheck check(*problem.system, index, start, scales, 0.02),
            own(*problem.system, index, start, scales, 0.02, IndexForm::Levels::Own);
        if (index == 1) EXPECT_LT(own.largestDeviation(), 1e-6) << "its own level alone";
        const int n = problem.system->coordinateCount(), m = problem.system->constraintCount();
        EXPECT_EQ(check.unknowns(), index == 3 ? n + m : index == 2 ? 2 * n + m : 3 * n + 2 * m);
        EXPECT_LT(check.largestDeviation(), 1e-6) << "index " << index;
      }
}

/// Velocities that no motion has are moved to the nearest that one has, by Newton's method where G is not
/// linear.
TEST(NonholonomicAssembly, VelocitiesAreMovedToTheRows) {
  ConstantSpeedSystem system(9.81, kSpeed);
  const Assembly assembly = assemble(system, guessOf(Vector2::Zero(), Vector2(4, 2)));
  ASSERT_TRUE(assembly.consistent) << assembly.failure;
  const Vector2 nearest = kSpeed * Vector2(4, 2).normalized();
  EXPECT_LT((assembly.state.v - nearest).norm(), 1e-12);
  EXPECT_NEAR(assembly.state.lambda[0], Vector2(0, -9.81).dot(nearest) / (kSpeed * kSpeed), 1e-12);
  EXPECT_EQ(assembly.independentRows, std::vector<int>{0});
}

TEST(NonholonomicAssembly, NoDirectionToTakeIsAFailureThatSaysSo) {
  ConstantSpeedSystem system(9.81, kSpeed);
  const Assembly assembly = assemble(system, guessOf(Vector2::Zero(), Vector2::Zero()));
  EXPECT_FALSE(assembly.consistent);
  EXPECT_FALSE(assembly.failure.empty());
}

/// A blade twice: the second row is redundant; a selection of rows keeps the kinds apart.
class TwinBlades final : public DenseSystem {
 public:
  TwinBlades() : DenseSystem({"x", "y", "phi"}, {"wall", "blade 1", "blade 2"}, 1) {}
  void moveTo(double, ConstVectorRef q, ConstVectorRef v) override { q_ = q, v_ = v; }
  void mass(double* M) const override { Eigen::Map<Eigen::Matrix3d>(M).setIdentity(); }
  void forces(VectorRef Q) const override { Q << 1, 0, 0; }
  void constraints(VectorRef c) const override { c << q_[2] - 0.3, 0, 0; }
  void constraintJacobian(double* J) const override {
    Eigen::Map<Eigen::Matrix3d> rows(J);
    rows << 0, 0, 1, std::sin(q_[2]), -std::cos(q_[2]), 0, 2 * std::sin(q_[2]), -2 * std::cos(q_[2]), 0;
  }
  void velocityJacobian(double* P) const override {
    Eigen::Map<Eigen::Matrix3d> rows(P);
    rows.setZero();
    rows(1, 2) = std::cos(q_[2]) * v_[0] + std::sin(q_[2]) * v_[1];
    rows(2, 2) = 2 * rows(1, 2);
  }
  void gamma(VectorRef g) const override {
    const double rate = v_[2] * (std::cos(q_[2]) * v_[0] + std::sin(q_[2]) * v_[1]);
    g << 0, -rate, -2 * rate;
  }
  void accelerationJacobian(ConstVectorRef, double*) const override {}
  void stiffness(ConstVectorRef, ConstVectorRef, double* K) const override {
    Eigen::Map<Eigen::Matrix3d>(K).setZero();
  }
  void constraintHessian(ConstVectorRef, double* H) const override {
    Eigen::Map<Eigen::Matrix3d>(H).setZero();
  }

 private:
  Eigen::Vector3d q_, v_;
};

TEST(NonholonomicAssembly, RedundantRowsAreLeftOut) {
  TwinBlades system;
  const Assembly assembly = assemble(system, guessOf(Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()));
  ASSERT_TRUE(assembly.consistent) << assembly.failure;
  EXPECT_EQ(assembly.redundantRows.size(), 1u);
  EXPECT_EQ(assembly.independentRows.front(), 0);
  EXPECT_NEAR(assembly.state.q[2], 0.3, 1e-12);
  EXPECT_LT((assembly.state.a - std::cos(0.3) * Eigen::Vector3d(std::cos(0.3), std::sin(0.3), 0)).norm(),
            1e-12);
  RowSelection kept(system, assembly.independentRows);
  EXPECT_EQ(kept.constraintCount(), 2);
  EXPECT_EQ(kept.holonomicCount(), 1);
}

}  // namespace
}  // namespace holonom
