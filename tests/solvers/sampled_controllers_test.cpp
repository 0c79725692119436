// SPDX-License-Identifier: GPL-3.0-or-later
// Sampled controllers in every method against the exact discrete-time solution with a zero-order hold.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/dynamics/sampled_controls.h"
#include "core/model/symbols.h"
#include "core/results/recording.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/simulation/event_models.h"

namespace holonom {
namespace {

using samples::pushedBlock;

constexpr double kPeriod = 0.05, kOffset = 0.02, kOmega = 5;

/// Feedback of the speed and of a sum over the position; an output that knows its last value, and a state.
SampledLaw feedback() {
  return {{kPeriod, kOffset},
          {{"speed", 0, "block.vx"}, {"u", 0.5, "-2*clock.speed-4*clock.z+0.25*clock.u"}},
          {{"z", 0.125, "clock.z+0.05*(block.x-0.1)+0*clock.u"}}};
}

Mechanism sampledBlock(const std::string& force, const SampledLaw& law = feedback()) {
  Mechanism m = pushedBlock(0.3, 1, force);
  m.controllers = {{"clock", law}};
  return m;
}

struct Discrete {
  double x = 0.3, v = 1, u = 0.5, z = 0.125;
  void sample() {
    u = -2 * v - 4 * z + 0.25 * u;
    z += 0.05 * (x - 0.1);
  }
  /// x″ = −ω² x + u with u held.
  void swing(double time) {
    const double centre = u / (kOmega * kOmega), c = std::cos(kOmega * time), s = std::sin(kOmega * time),
                 from = x - centre;
    x = centre + from * c + v / kOmega * s;
    v = -kOmega * from * s + v * c;
  }
  /// x″ = u
  void push(double time) {
    x += time * v + 0.5 * time * time * u;
    v += time * u;
  }
};

class SampledControllers : public testing::TestWithParam<TestedMethod> {};

TEST_P(SampledControllers, OscillatorWithZeroOrderHold) {
  constexpr int kCount = 15;
  Discrete exact;
  exact.swing(kOffset);
  for (int k = 0; k < kCount; ++k) {
    exact.sample();
    exact.swing(kPeriod);
  }
  const double end = kOffset + kCount * kPeriod - 1e-4 * kPeriod;  // before the next sample
  exact.swing(-1e-4 * kPeriod);
  std::vector<double> errors;
  for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
    EquationsOfMotion equations(sampledBlock("-25*block.x+clock.u"));
    std::vector<double> times;
    const Outcome outcome =
        runSystem(equations, optionsOf(GetParam(), tolerance, end), initialGuess(equations, 0),
                  [&](const Simulation& simulation) { times.push_back(simulation.state().t); });
    ASSERT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
    for (int k = 0; k < kCount; ++k)
      EXPECT_EQ(std::count(times.begin(), times.end(), kOffset + k * kPeriod), 1) << "sample " << k;
    EXPECT_EQ(outcome.counts.events, 0);
    errors.push_back(std::abs(outcome.end.q[0] - exact.x) + 0.1 * std::abs(outcome.end.v[0] - exact.v));
    std::printf("%s: tolerance %.0e, error %.1e, %ld steps\n", GetParam().name, tolerance, errors.back(),
                outcome.counts.steps);
  }
  EXPECT_LT(errors[2], 2e-5);
  EXPECT_LT(errors[2], std::max(0.03 * errors[0], 2e-8)) << "errors follow the tolerance";
}

/// Positions are parabolas between samples: a step of second order is exact.
TEST_P(SampledControllers, DoubleIntegratorAndItsReactions) {
  Mechanism m = sampledBlock("clock.u");
  std::get<ForceExpression>(m.forces[0].kind).y = "3*clock.u";
  EquationsOfMotion equations(m);
  Discrete exact;
  exact.push(kOffset);
  exact.sample();
  int samples = 0;
  const Outcome outcome = runSystem(equations, optionsOf(GetParam(), 1e-6, 1), initialGuess(equations, 0),
                                    [&](const Simulation& simulation) {
                                      if (!simulation.crossedEvent()) return;
                                      ++samples;
                                      const State& s = simulation.state();
                                      EXPECT_NEAR(s.q[0], exact.x, 2e-4);
                                      EXPECT_NEAR(s.v[0], exact.v, 2e-4);
                                      EXPECT_NEAR(s.a[0], exact.u, 1e-3);
                                      EXPECT_NEAR(s.lambda[0] + 3 * s.a[0], 9.81, 1e-9)
                                          << "λ and a belong together behind the sample";
                                      EXPECT_EQ(simulation.stateBeforeEvent().q[0], s.q[0]);
                                      exact.push(kPeriod);
                                      exact.sample();
                                    });
  ASSERT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
  EXPECT_EQ(samples, 20);
}

INSTANTIATE_TEST_SUITE_P(All, SampledControllers, testing::ValuesIn(kVariants),
                         [](const auto& info) { return info.param.name; });

/// A sample at the start, an algebraic quantity that follows it, and a limit that changes its branch by the
/// jump.
TEST(SampledAtTheStart, EverythingThatFollowsIsConsistent) {
  const SampledLaw law{{0.1, 0}, {{"u", 0, "if(t > 0.25, -3, 7)+0*block.x"}}, {}};
  Mechanism m = sampledBlock("max(-2, min(2, valve.flow))", law);
  m.controllers.push_back({"valve", ControlLaw{{}, {{"flow", 0, "2*valve.flow-clock.u", 1}}, {}}});
  for (const TestedMethod& variant : {kVariants[1], kVariants[12]}) {
    EquationsOfMotion equations(m);
    Simulation simulation(equations, optionsOf(variant, 1e-6, 0.5));
    ASSERT_TRUE(simulation.start(initialGuess(equations, 0)));
    EXPECT_NEAR(simulation.state().v[3], 3.5, 1e-12);
    EXPECT_NEAR(simulation.state().a[0], 2, 1e-12);
    while (simulation.advance() == Simulation::Advance::Accepted) {
      const double u = simulation.state().t < 0.3 ? 7 : -3;
      ASSERT_NEAR(simulation.state().v[3], u / 2, 1e-7) << simulation.state().t;
      ASSERT_NEAR(simulation.state().a[0], u > 0 ? 2 : -1.5, 1e-6) << simulation.state().t;
    }
    EXPECT_EQ(simulation.termination(), Termination::ReachedEnd) << simulation.message();
  }
}

TEST(SampledTimes, AreMultiplesAndCoincide) {
  Mechanism m = samples::block(0, 1);
  m.controllers = {
      {"fast", SampledLaw{{0.1, 0}, {{"n", 0, "fast.n+1"}}, {}}},
      {"slow", SampledLaw{{0.3, 0}, {{"seen", 0, "fast.n"}}, {{"last", 0, "slow.seen+10*slow.last"}}}}};
  SampledControls samples(m, stateSymbols(m));
  EXPECT_EQ(samples.next(-1), 0);
  EXPECT_TRUE(samples.due(0));
  EXPECT_EQ(samples.next(0), 0.1);
  EXPECT_EQ(samples.next(0.1), 0.2);
  EXPECT_FALSE(samples.due(0.15));
  EXPECT_TRUE(samples.due(0.1 * 3));
  EXPECT_EQ(samples.next(0.1 * 3), 0.4) << "0.3 and 3 · 0.1 are one time";

  Recording recording;
  SimulationOptions options = optionsOf(kVariants[0], 1e-6, 0.65);
  const Summary summary = runToEnd(m, options, recording);
  ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  const auto last = [&](const char* name) {
    return recording.value(recording.size() - 1, recording.channelIndex(name));
  };
  EXPECT_EQ(last("fast.n"), 7);
  EXPECT_EQ(last("slow.seen"), 7);
  EXPECT_EQ(last("slow.last"), 1 * 100 + 4 * 10 + 7);
  EXPECT_TRUE(summary.events.empty());
  for (std::size_t i = 1; i < recording.size(); ++i)
    EXPECT_GT(recording.value(i, recording.channelIndex("step.h")), 1e-9);
}

/// A PID with a period is the continuous one in the limit of fast samples, with an error of the order of the
/// period.
TEST(SampledPid, TendsToTheContinuousOne) {
  const auto endAt = [](std::optional<Sampling> sampling) {
    Mechanism m = pushedBlock(0.3, 0, "pid.u");
    m.controllers = {{"pid", PidController{0, "0.5", 40, 20, 8, sampling}}};
    EquationsOfMotion equations(m);
    return runSystem(equations, optionsOf(kVariants[12], 1e-9, 0.7771), initialGuess(equations, 0)).end.q[0];
  };
  const double exact = endAt({});
  const double coarse = endAt(Sampling{0.008}) - exact, fine = endAt(Sampling{0.004}) - exact;
  EXPECT_NE(coarse, 0);
  EXPECT_NEAR(coarse / fine, 2, 0.3);
}

}  // namespace
}  // namespace holonom
