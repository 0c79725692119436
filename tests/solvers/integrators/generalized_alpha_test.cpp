// SPDX-License-Identifier: GPL-3.0-or-later
// The generalized-α family driven directly: orders with equal and unequal steps, the Newton matrix, HHT's
// balance.
#include "solvers/integrators/alpha/generalized_alpha.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/dynamics/reference_problems/andrews_relative.h"
#include "solvers/options/variants.h"
#include "tests/solvers/integrators/pendulum_runs.h"
#include "tests/support/dense_evaluation.h"

namespace holonom {

namespace {

using Parameters = GeneralizedAlphaParameters;
std::unique_ptr<Integrator> make(int index, DaeSystem& system, const Parameters& parameters,
                                 const IntegratorSettings& settings, Work& work) {
  return makeGeneralizedAlpha(system, index, parameters, settings, work);
}

/// A step of size h whatever the error test says.
void forceStep(Integrator& integrator, double h) {
  const Attempt attempt = integrator.attempt(h);
  ASSERT_TRUE(attempt.status == AttemptStatus::Success || attempt.status == AttemptStatus::ErrorTooLarge);
  integrator.accept();
}

/// At t = 1 s, with equal steps, or with steps that stand in the ratio 1 : 2 in turn.
PendulumErrors errors(int index, const Parameters& parameters, int pairs, bool unequal, bool correction) {
  CartesianPendulum pendulum(kReference.gravity, 1);
  Work work;
  const auto integrator =
      make(index, pendulum, parameters, {.rtol = 1e-9, .atol = 1e-9, .stepCorrection = correction}, work);
  const double pair = kReference.time / pairs, first = unequal ? pair / 3 : pair / 2;
  integrator->start(pendulumStart(pendulum), first);
  for (int i = 0; i < pairs; ++i) {
    forceStep(*integrator, first);
    forceStep(*integrator, pair - first);
  }
  return errorsAtEnd(integrator->state());
}

struct Orders {
  double position, velocity, tension;
};

Orders observedOrders(const char* name, int index, const Parameters& parameters, bool unequal,
                      bool correction) {
  const PendulumErrors coarse = errors(index, parameters, 250, unequal, correction),
                       fine = errors(index, parameters, 500, unequal, correction);
  const Orders orders = {std::log2(coarse.position / fine.position),
                         std::log2(coarse.velocity / fine.velocity),
                         std::log2(coarse.tension / fine.tension)};
  std::printf("%s, index %d, %s steps%s: order %.2f in q (error %.1e), %.2f in v, %.2f in λ\n", name, index,
              unequal ? "unequal" : "equal", correction ? "" : ", plain", orders.position, fine.position,
              orders.velocity, orders.tension);
  return orders;
}

struct AlphaCase {
  const char* name;
  Parameters parameters;
};

void PrintTo(const AlphaCase& item, std::ostream* out) { *out << item.name; }

const AlphaCase kSecondOrder[] = {
    {"Rho0", Parameters::fromSpectralRadius(0)},
    {"Rho3", Parameters::fromSpectralRadius(0.3)},
    {"Rho5", Parameters::fromSpectralRadius(0.5)},
    {"Rho8", Parameters::fromSpectralRadius(0.8)},
    {"Rho9", Parameters::fromSpectralRadius(0.9)},
    {"Hht05", Parameters::hht(0.05)},
    {"Hht30", Parameters::hht(0.3)},
    {"Hht33", Parameters::hht(1.0 / 3)},
};

class AlphaOrder : public testing::TestWithParam<std::tuple<int, AlphaCase>> {};

TEST_P(AlphaOrder, IsTwoWithEqualSteps) {
  const auto& [index, item] = GetParam();
  const Orders orders = observedOrders(item.name, index, item.parameters, false, true);
  EXPECT_GT(orders.position, 1.9);
  EXPECT_LT(orders.position, 2.4);
  EXPECT_GT(orders.velocity, 1.9);
}

/// Reactions of index 3 come out with first order only: the normal part of q̈ is a difference quotient of q ∈
/// {C = 0}.
TEST_P(AlphaOrder, IsTwoWithUnequalStepsThanksToTheCorrection) {
  const auto& [index, item] = GetParam();
  const Orders orders = observedOrders(item.name, index, item.parameters, true, true);
  EXPECT_GT(orders.position, 1.9);
  EXPECT_LT(orders.position, 2.4);
  EXPECT_GT(orders.velocity, 1.8);
  if (index < 3) EXPECT_GT(orders.tension, 1.8);
}

/// At index 3 the noise of little damping hides the error of first order at these steps.
TEST_P(AlphaOrder, FallsToOneWithUnequalStepsAndThePlainFormulas) {
  const auto& [index, item] = GetParam();
  const Orders orders = observedOrders(item.name, index, item.parameters, true, false);
  if (index == 3 && item.parameters.spectralRadius() > 0.6) return;
  EXPECT_NEAR(orders.position, 1, 0.25);
  EXPECT_NEAR(orders.velocity, 1, 0.15);
}

INSTANTIATE_TEST_SUITE_P(Forms, AlphaOrder,
                         testing::Combine(testing::Values(3, 2, 1), testing::ValuesIn(kSecondOrder)),
                         [](const auto& info) {
                           return "Index" + std::to_string(std::get<0>(info.param)) +
                                  std::get<1>(info.param).name;
                         });

TEST(Newmark, HasFirstOrderAboveOneHalfAndSecondOrderThere) {
  for (const int index : {3, 2, 1}) {
    const Orders damped = observedOrders("Newmark 0.55", index, Parameters::newmark(0.55), false, true);
    EXPECT_NEAR(damped.position, 1, 0.15);
    EXPECT_NEAR(damped.velocity, 1, 0.15);
  }
  for (const int index : {2, 1}) {
    const Orders undamped = observedOrders("Newmark 0.5", index, Parameters::newmark(0.5), true, true);
    EXPECT_NEAR(undamped.position, 2, 0.15);
    EXPECT_NEAR(undamped.velocity, 2, 0.15);
    // Only at index 1 do the reactions carry no noise that nothing damps.
    if (index == 1) EXPECT_NEAR(undamped.tension, 2, 0.15);
  }
}

TEST(FirstOrderMethods, ErrorFollowsTheSquareRootOfTheTolerance) {
  const PendulumReference& later = kPendulumReferences[1];
  for (const TestedMethod& variant : kFirstOrderVariants) {
    std::vector<double> errors;
    for (const double tolerance : {1e-4, 1e-5, 1e-6, 1e-7}) {
      CartesianPendulum pendulum(later.gravity, 1);
      const Outcome outcome = runSystem(pendulum, optionsOf(variant, tolerance, later.time),
                                        guessOf(Vector2(later.startX, 0), Vector2::Zero()));
      ASSERT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
      errors.push_back((outcome.end.q - later.position).norm());
      std::printf("%s: tolerance %.0e, error %.2e, %ld steps\n", variant.name, tolerance, errors.back(),
                  outcome.counts.steps);
    }
    EXPECT_NEAR(std::log10(errors.front() / errors.back()) / 3, 0.5, 0.1);
    EXPECT_LT(errors.back(), 2e-2);
  }
}

/// The paper's index-2 formulas and their error test, Ξ² = h‖z‖, which take the method for one of first
/// order: the error is proportional to the tolerance, with steps in proportion to its root; corrected, the
/// exponents are 2/3 and 1/3.
TEST(GeneralizedAlpha, ErrorTestsOfIndex2FollowTheirPowersOfTheTolerance) {
  const PendulumReference& later = kPendulumReferences[1];
  for (const bool correction : {true, false}) {
    std::vector<Outcome> outcomes;
    std::vector<double> errors;
    for (const double tolerance : {1e-4, 1e-6}) {
      CartesianPendulum pendulum(later.gravity, 1);
      SimulationOptions options = optionsOf({"", "generalized-alpha", 2}, tolerance, later.time);
      options.stepCorrection = correction;
      outcomes.push_back(runSystem(pendulum, options, guessOf(Vector2(later.startX, 0), Vector2::Zero())));
      ASSERT_EQ(outcomes.back().termination, Termination::ReachedEnd);
      errors.push_back((outcomes.back().end.q - later.position).norm());
      std::printf("%s at %.0e: %ld steps, error %.2e\n", correction ? "corrected" : "plain", tolerance,
                  outcomes.back().counts.steps, errors.back());
    }
    const double steps = std::log10(1.0 * outcomes[1].counts.steps / outcomes[0].counts.steps) / 2;
    EXPECT_NEAR(steps, correction ? 1.0 / 3 : 0.5, 0.05);
    EXPECT_NEAR(std::log10(errors[0] / errors[1]) / 2, correction ? 2.0 / 3 : 1, 0.15);
  }
}

/// Too little damping is allowed and warned of.
TEST(GeneralizedAlpha, WarnsOfUndampedNoise) {
  const auto warned = [](const char* variant) {
    CartesianPendulum pendulum(kReference.gravity, 1);
    Simulation simulation(pendulum, parseVariant(variant, {}));
    EXPECT_TRUE(simulation.start(guessOf(Vector2(1, 0), Vector2::Zero())));
    return !simulation.assembly().warnings.empty();
  };
  for (const char* variant : {"generalized-alpha:3:rho=1", "generalized-alpha:2:rho=1", "hht:3:alpha=0.01",
                              "hht:2:alpha=0", "newmark:3:gamma=0.5", "newmark:2:gamma=0.5"})
    EXPECT_TRUE(warned(variant)) << variant;
  for (const char* variant :
       {"generalized-alpha:3", "generalized-alpha:3:rho=0.9", "generalized-alpha:2:rho=0.95", "hht:3",
        "hht:2", "newmark:3", "newmark:2", "bdf:2"})
    EXPECT_FALSE(warned(variant)) << variant;
}

TEST(GeneralizedAlphaParameters, OfTheFamilyMembers) {
  const Parameters rho = Parameters::fromSpectralRadius(0.8), hht = Parameters::hht(0.3),
                   one = Parameters::hht(0);
  EXPECT_DOUBLE_EQ(rho.alphaM, 1.0 / 3);
  EXPECT_DOUBLE_EQ(rho.alphaF, 4.0 / 9);
  EXPECT_DOUBLE_EQ(rho.gamma, 11.0 / 18);
  EXPECT_EQ(rho.firstOrderError(), 0);
  EXPECT_DOUBLE_EQ(hht.gamma, 0.8);
  EXPECT_DOUBLE_EQ(hht.beta, 0.25 * 1.3 * 1.3);
  EXPECT_EQ(hht.firstOrderError(), 0);
  EXPECT_DOUBLE_EQ(Parameters::newmark(0.6).beta, 0.25 * 1.1 * 1.1);
  EXPECT_NEAR(Parameters::newmark(0.6).firstOrderError(), 0.1, 1e-15);
  EXPECT_EQ(one.eta, Parameters::newmark(0.5).eta);
  EXPECT_EQ(one.beta, Parameters::newmark(0.5).beta);
}

/// What the larger equations buy: a and λ that fit q and v.
TEST(GeneralizedAlpha, Index1HoldsAllLevelsAndTheAccelerationsThatFitThem) {
  double misfits[3] = {}, drifts[3] = {};
  for (const int index : {2, 1}) {
    AndrewsRelative andrews;
    const Outcome outcome =
        runSystem(andrews, optionsOf({"", "generalized-alpha", index}, 1e-6, AndrewsRelative::kEndTime),
                  guessOf(AndrewsRelative::initialCoordinates(), AndrewsRelative::initialVelocities()));
    ASSERT_EQ(outcome.termination, Termination::ReachedEnd);
    andrews.moveTo(outcome.end.t, outcome.end.q, outcome.end.v);
    const AccelerationsAndMultipliers exact = solveAccelerations(andrews);
    const Matrix jacobian = denseConstraintJacobian(andrews);
    misfits[index] = (outcome.end.a - exact.a).norm() / exact.a.norm() +
                     (outcome.end.lambda - exact.lambda).norm() / exact.lambda.norm();
    drifts[index] = (jacobian * outcome.end.a - gammaOf(andrews)).cwiseAbs().maxCoeff();
    std::printf("index %d: %ld steps, misfit of a and λ %.1e, acceleration drift %.1e m/s²\n", index,
                outcome.counts.steps, misfits[index], drifts[index]);
    EXPECT_LT((jacobian * outcome.end.v).cwiseAbs().maxCoeff(), 1e-6);
    EXPECT_LT(constraintsOf(andrews).cwiseAbs().maxCoeff(), 1e-9);
  }
  EXPECT_LT(misfits[1], 0.1 * misfits[2]);
  EXPECT_LT(drifts[1], 0.1 * drifts[2]);
}

/// Eq. (24) with M = I: a⁎_{n+1} + (1−α) F_{n+1} + α F_n = 0, F = C_qᵀ λ − Q, where the velocities tell a⁎.
TEST(Hht, HoldsTheBalanceBetweenTheSteps) {
  const double alpha = 0.25, gamma = 0.5 + alpha, h = 1e-3;
  CartesianPendulum pendulum(kReference.gravity, 1);
  Work work;
  const auto integrator =
      makeGeneralizedAlpha(pendulum, 3, Parameters::hht(alpha), {.rtol = 1e-9, .atol = 1e-9}, work);
  integrator->start(pendulumStart(pendulum), h);
  const auto force = [](const State& s) {
    return Vector2(s.lambda[0] * s.q + Vector2(0, kReference.gravity));
  };
  State before = integrator->state();
  Vector2 algorithmic = before.a;
  for (int i = 0; i < 500; ++i) {
    forceStep(*integrator, h);
    const State& now = integrator->state();
    algorithmic = ((now.v - before.v) / h - (1 - gamma) * algorithmic) / gamma;
    const Vector2 balance = algorithmic + (1 - alpha) * force(now) + alpha * force(before);
    ASSERT_LT(balance.norm(), 1e-4 * kReference.gravity) << "step " << i;
    before = now;
  }
}

}  // namespace
}  // namespace holonom
