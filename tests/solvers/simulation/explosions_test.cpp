// SPDX-License-Identifier: GPL-3.0-or-later
// Motions that a method lets grow beyond all bounds end as such; healthy ones never do.
#include <gtest/gtest.h>

#include <cmath>

#include "core/dynamics/equations_of_motion.h"
#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "core/results/recording.h"
#include "solvers/options/variants.h"
#include "solvers/simulation/growth.h"
#include "solvers/simulation/loop/endings.h"
#include "solvers/simulation/run.h"
#include "solvers/simulation/runaway.h"

namespace holonom {
namespace {

Summary outcomeOf(const std::string& model, const std::string& variant) {
  const Mechanism mechanism = readMechanism(findModel(model));
  Recording recording;
  return runToEnd(mechanism, parseVariant(variant, optionsFor(mechanism)), recording);
}

bool says(const std::string& text, const char* words) { return text.find(words) != std::string::npos; }

TEST(Explosions, EndTheRunWithCauseAndRemedy) {
  for (const char* variant :
       {"heun:1:fixed-step=1e-5", "rt-rk2:1:fixed-step=1e-5", "rt-adams:1:fixed-step=1e-5"}) {
    const Summary summary = outcomeOf("flexible_slider_crank", std::string(variant) + ":t-end=0.05");
    EXPECT_EQ(summary.termination, Termination::Exploded) << variant << ": " << summary.message;
    EXPECT_LT(summary.time, 0.013) << variant;
    EXPECT_TRUE(says(summary.message, "exploded")) << summary.message;
    EXPECT_TRUE(says(summary.message, "fixed-step 1e-5")) << summary.message;
    EXPECT_TRUE(says(summary.message, "implicit")) << summary.message;
  }
}

/// With steps by the error test, which measures errors by the size of the motion.
TEST(Explosions, AreSeenThoughEachStepHoldsTheTolerance) {
  const Summary summary = outcomeOf("flexible_slider_crank", "euler:1:t-end=0.05");
  EXPECT_EQ(summary.termination, Termination::Exploded) << summary.message;
  EXPECT_TRUE(says(summary.message, "stability of this method")) << summary.message;
  EXPECT_TRUE(says(summary.message, "bdf")) << summary.message;
}

/// Damping is what the leap-frog does not bear, not stiffness.
TEST(Explosions, OfTheLeapFrogAreThoseOfItsOwnStability) {
  const Summary summary = outcomeOf("flyball_governor", "leap-frog:1:fixed-step=1e-5:t-end=0.1");
  EXPECT_EQ(summary.termination, Termination::Exploded) << summary.message;
  EXPECT_TRUE(says(summary.message, "damped grow, with any step")) << summary.message;
  EXPECT_FALSE(says(summary.message, "looks stiff")) << summary.message;
}

TEST(StepsThatFail, SayWhatTheyCameTo) {
  const Summary iterated = outcomeOf("slider_crank", "bdf:2:fixed-step=1");
  EXPECT_EQ(iterated.termination, Termination::StepFailed) << iterated.message;
  EXPECT_TRUE(says(iterated.message, "step of 1 s")) << iterated.message;
  const Summary closed = outcomeOf("andrews", "dopri5:1:fixed-step=0.01");
  EXPECT_EQ(closed.termination, Termination::StepFailed) << closed.message;
  EXPECT_EQ(closed.counts.rejectedByCause[std::size_t(RejectionCause::NewtonDivergence)], 0);
}

TEST(StepsThatFail, OfExplicitMethodsHaveNoIteration) {
  EXPECT_STREQ(toString(RejectionCause::NotClosed), "joints not closed");
}

/// A driver whose work is known to a fifth only, as rough reactions leave it, spins a mechanism up from rest.
TEST(Runaways, AreNoneWhereWorkExplainsTheEnergy) {
  Runaway runaway;
  runaway.start({0, 0, 0, 0, 0}, 1e-3);
  for (double energy = 1e-6; energy < 1e12; energy *= 2)
    runaway.look({energy, 0, 0.8 * energy, 0, 0.2 * energy});
  EXPECT_LT(runaway.ratio(), 10);
}

const char* const kSteadyMethods[] = {"dop853:1",    "bdf:2", "radau:2", "auto", "generalized-alpha:3",
                                      "rosenbrock:1"};

Summary outcomeOf(const Mechanism& mechanism, const std::string& variant) {
  Recording recording;
  return runToEnd(mechanism, parseVariant(variant, optionsFor(mechanism)), recording);
}

Mechanism sampledArm(double derivative) {
  Mechanism mechanism = readMechanism(findModel("sampled_arm"));
  mechanism.events.clear();
  std::get<PidController>(mechanism.controllers[0].kind).derivative = derivative;
  return mechanism;
}

/// The torque overshoots more at each sample.
TEST(Growth, ByASampledControllerEndsTheRunWithItsName) {
  for (const char* variant : kSteadyMethods) {
    const Summary summary = outcomeOf(sampledArm(4000), variant);
    EXPECT_EQ(summary.termination, Termination::Exploded) << variant << ": " << summary.message;
    EXPECT_TRUE(says(summary.message, "grows without bound")) << summary.message;
    EXPECT_TRUE(says(summary.message, "force 'motor'")) << summary.message;
    EXPECT_TRUE(says(summary.message, "controller 'pid'")) << summary.message;
    EXPECT_LT(summary.time, 0.2);
  }
}

TEST(Growth, ByAFormulaEndsTheRunWithItsName) {
  Mechanism mechanism = sampledArm(0);
  std::get<TorqueExpression>(mechanism.forces[0].kind).value = "exp(1000*t)";
  for (const char* variant : kSteadyMethods) {
    const Summary summary = outcomeOf(mechanism, variant);
    EXPECT_EQ(summary.termination, Termination::Exploded) << variant << ": " << summary.message;
    EXPECT_TRUE(says(summary.message, "force 'motor'")) << summary.message;
    EXPECT_LT(summary.time, 0.03) << "beyond 1e7 rad/s";
  }
}

/// Fast and ever faster, but the end is near.
TEST(Growth, GoesOnToAnEndThatIsNear) {
  Mechanism mechanism = sampledArm(0);
  std::get<TorqueExpression>(mechanism.forces[0].kind).value = "exp(1000*t)";
  const Summary summary = outcomeOf(mechanism, "dop853:1:t-end=0.0205");
  EXPECT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
}

/// Whatever torque grows as a power of time, from rest; and an exponential beside it.
TEST(Growth, IsThatOfExponentialsNotOfPowers) {
  const EquationsOfMotion equations(sampledArm(0));
  const auto grows = [&](const auto& speedAt) {
    Growth growth;
    State state;
    state.v = Vector::Zero(equations.coordinateCount());
    growth.start(state, 0);
    for (state.t = 1e-3; state.t < 1e3; state.t *= 1.01) {
      state.v[equations.places().angle(0)] = speedAt(state.t);
      if (growth.look(state, state.v.squaredNorm(), 1e4, equations.layout())) return true;
    }
    return false;
  };
  EXPECT_FALSE(grows([](double t) { return 1e6 * t; }));
  EXPECT_FALSE(grows([](double t) { return 1e3 * std::pow(t, 4); }));
  EXPECT_TRUE(grows([](double t) { return std::exp(std::min(0.1 * t, 50.0)); }));
}

TEST(Growth, IsLaidToOptionsThatOverruleTheMethod) {
  SimulationOptions options;
  EXPECT_TRUE(says(endingOfGrowth(1, "force 'motor' feeds it", options).message, "motor"));
  options.fixedStep = 1e-3;
  const Ending ending = endingOfGrowth(1, "force 'motor' feeds it", options);
  EXPECT_FALSE(says(ending.message, "motor")) << ending.message;
  EXPECT_TRUE(says(ending.message, "fixed-step 0.001")) << ending.message;
}

TEST(SampledControllers, ThatNeverGetToTheEndAreNamedAtTheStart) {
  Mechanism mechanism = sampledArm(12);
  std::get<PidController>(mechanism.controllers[0].kind).sampling->period = 1e-9;
  const Summary summary = outcomeOf(mechanism, "dop853:1");
  EXPECT_EQ(summary.termination, Termination::EventFailed);
  EXPECT_TRUE(says(summary.message, "controller 'pid'")) << summary.message;
  EXPECT_EQ(summary.counts.steps, 0);
  EXPECT_EQ(outcomeOf(mechanism, "dop853:1:t-end=1e-7").termination, Termination::ReachedEnd);
}

/// At rest all energies are roundings.
TEST(Runaways, AreNoneAtRest) {
  Runaway runaway;
  runaway.start({0, 5, 0, 0, 5}, 1e-3);
  runaway.look({1e-20, 5 + 1e-14, 0, 0, 5 + 1e-14});
  EXPECT_FALSE(runaway.doubtful());
}

TEST(Runaways, ReactionsThatSpoilTheWorkAloneAreNone) {
  Runaway runaway;
  runaway.start({1, 0, 0, 0, 1}, 1e-3);
  runaway.look({1, 0, -1e12, 0, 1e12});
  EXPECT_FALSE(runaway.doubtful());
}

TEST(Runaways, AreSeenWhereTheEnergyOfTheStateGrows) {
  Runaway runaway;
  runaway.start({1, 0, 0, 0, 1}, 1e-3);
  runaway.look({50, 0, 0, 0, 50});
  EXPECT_TRUE(runaway.doubtful());
  EXPECT_FALSE(runaway.exploded());
  runaway.look({2e6, 1e6, 0, 0, 3e6});
  EXPECT_TRUE(runaway.exploded());
  EXPECT_DOUBLE_EQ(runaway.unexplained(), 3e6 - 1);
}

}  // namespace
}  // namespace holonom
