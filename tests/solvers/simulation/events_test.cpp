// SPDX-License-Identifier: GPL-3.0-or-later
// Events against closed forms, with every method.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "solvers/integrators/methods.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/hinged_bar.h"
#include "tests/solvers/simulation/event_models.h"

namespace holonom {
namespace {

using samples::pushedBlock;
using samples::runWithEvents;

class Events : public testing::TestWithParam<TestedMethod> {
 protected:
  SimulationOptions options(double tolerance, double endTime) const {
    return optionsOf(GetParam(), tolerance, endTime);
  }
  bool isEuler() const { return std::string_view(GetParam().method) == "euler"; }
  /// What errors of the steps may leave; those of Euler go with the root of the tolerance.
  double left(double others, double tolerance) const {
    return isEuler() ? std::max(others, 10 * std::sqrt(tolerance)) : others;
  }
};

/// A force that begins at 0.3 s: a step ends exactly there, and the motion behind is uniformly accelerated.
TEST_P(Events, StepInputIsMetExactly) {
  const auto run = runWithEvents(pushedBlock(0, 0.5, "2*step(t - 0.3)"), options(1e-6, 1));
  ASSERT_EQ(run.outcome.termination, Termination::ReachedEnd) << run.outcome.message;
  ASSERT_EQ(run.events.size(), 1u);
  EXPECT_EQ(run.events[0].name, "force 'push': step(t - 0.3)");
  EXPECT_NEAR(run.events[0].t, 0.3, 2e-16);
  EXPECT_EQ(std::count(run.times.begin(), run.times.end(), run.events[0].t), 1);
  EXPECT_NEAR(run.outcome.end.q[0], 0.5 + 0.49, left(2e-5, 1e-6));
  EXPECT_NEAR(run.outcome.end.v[0], 0.5 + 1.4, 2e-5);
  const bool rounds = isForeign(GetParam()) || isStaged(GetParam()) || isSpecial(GetParam());
  EXPECT_NEAR(run.outcome.end.a[0], 2, rounds ? 1e-12 : 0);
}

/// A mass runs into a spring at x = 1 and leaves it again half a period later with the speed reversed.
TEST_P(Events, SpringContactBeginsAndEndsOnTime) {
  constexpr double k = 400, speed = 2, omega = 20;
  const double touch = 0.5, leave = touch + std::numbers::pi / omega;
  std::vector<double> errors;
  for (const double tolerance : {1e-5, 1e-7}) {
    const auto run =
        runWithEvents(pushedBlock(0, speed, "if(block.x > 1, -400*(block.x - 1), 0)"), options(tolerance, 1));
    ASSERT_EQ(run.outcome.termination, Termination::ReachedEnd) << run.outcome.message;
    ASSERT_EQ(run.events.size(), 2u);
    EXPECT_NEAR(run.events[0].t, touch, 1e-10);
    EXPECT_EQ(run.events[0].what, "takes its first value");
    EXPECT_EQ(run.events[1].what, "takes its second value");
    const double error = std::abs(run.events[1].t - leave) + std::abs(run.outcome.end.v[0] + speed) / k;
    EXPECT_LT(error, 300 * tolerance);
    errors.push_back(error);
  }
  EXPECT_LT(errors[1], (isForeign(GetParam()) ? 2 : 0.2) * errors[0] + 1e-11);
}

/// A kink by itself: |x| as a potential gives ±1, each half swing is a parabola of period 4√(2 x0).
TEST_P(Events, ParabolicSwingOfAConstantForceTowardsZero) {
  const auto run = runWithEvents(pushedBlock(0.5, 0, "-sign(block.x)"), options(1e-6, 6.5));
  ASSERT_EQ(run.outcome.termination, Termination::ReachedEnd) << run.outcome.message;
  ASSERT_EQ(run.events.size(), 3u);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(run.events[i].t, 1 + 2 * i, left(1e-4, 1e-6));
}

/// A compliant stop without damping gives the speed back; its contact lasts half a period.
TEST_P(Events, StopWithStiffnessTurnsTheMotionRound) {
  Mechanism m = samples::block(0, 2);
  m.forces = {{"buffer", Stop{0, {}, {}, {}, 1, 400, 0, {}}}};
  const auto run = runWithEvents(m, options(1e-7, 1));
  ASSERT_EQ(run.outcome.termination, Termination::ReachedEnd) << run.outcome.message;
  ASSERT_EQ(run.events.size(), 2u);
  EXPECT_EQ(run.events[0].name, "stop 'buffer': contact at the upper limit");
  EXPECT_EQ(run.events[0].what, "begins");
  EXPECT_EQ(run.events[1].what, "ends");
  EXPECT_NEAR(run.events[0].t, 0.5, 1e-9);
  EXPECT_NEAR(run.events[1].t, 0.5 + std::numbers::pi / 20, 1e-4);
  EXPECT_NEAR(run.outcome.end.v[0], -2, left(1e-3, 1e-7));
}

/// With damping the buffer never pulls: it lets go where k p + c ṗ = 0, before the block has left it.
TEST_P(Events, DampedStopLetsGoWithoutPulling) {
  constexpr double k = 400, c = 8, speed = 2;
  Mechanism m = samples::block(0, speed);
  m.forces = {{"buffer", Stop{0, {}, {}, {}, 1, k, c, {}}}};
  const auto run = runWithEvents(m, options(1e-7, 1));
  ASSERT_EQ(run.outcome.termination, Termination::ReachedEnd) << run.outcome.message;
  // p = (v/ω) e^{−δτ} sin ωτ; k p + c ṗ = 0 at tan ωτ = −2δω/(ω² − δ²) with m = 1, c = 2δ, k = ω² + δ².
  const double delta = c / 2, omega = std::sqrt(k - delta * delta);
  const double tau =
      (std::numbers::pi - std::atan2(2 * delta * omega, omega * omega - delta * delta)) / omega;
  const double leaving =
      speed * std::exp(-delta * tau) * (std::cos(omega * tau) - delta / omega * std::sin(omega * tau));
  ASSERT_EQ(run.events.size(), 3u) << run.events.back().name;
  EXPECT_EQ(run.events[1].name + ' ' + run.events[1].what, "stop 'buffer': push at the upper limit ends");
  EXPECT_NEAR(run.events[1].t, 0.5 + tau, 1e-4);
  EXPECT_NEAR(run.outcome.end.v[0], leaving, 2e-3);
  EXPECT_NEAR(run.outcome.end.a[0], 0, isStaged(GetParam()) ? 1e-10 : 1e-12);
}

/// Ideal stops: the block goes to and fro and loses half of its speed in each impact.
TEST_P(Events, IdealStopsGiveBackTheirShareOfTheSpeed) {
  Mechanism m = samples::block(0, 4);
  m.forces = {{"walls", Stop{0, {}, {}, -1, 1, 0, 0, 0.5}}};
  const auto run = runWithEvents(m, options(1e-6, 5));  // hits at 0.25, 1.25, 3.25, then at 7.25
  ASSERT_EQ(run.outcome.termination, Termination::ReachedEnd) << run.outcome.message;
  ASSERT_EQ(run.events.size(), 3u);
  const double times[] = {0.25, 1.25, 3.25};
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(run.events[i].t, times[i], 1e-6);
    EXPECT_EQ(run.events[i].what, "is hit");
  }
  EXPECT_NEAR(run.outcome.end.v[0], -0.5, 1e-7);
}

/// The impact is that of the whole mechanism: a pendulum hits a stop of its hinge and the pin takes its
/// share.
TEST_P(Events, PendulumReboundsWithTheSpeedOfItsFall) {
  Mechanism m = samples::hingedBar(2, 0.3);
  m.forces = {{"floor", Stop{0, {}, {}, -std::numbers::pi / 2, {}, 0, 0, 0.8}}};
  // Falls from the horizontal: ½ (J + m s²) ω² = m g s at the bottom; rebounds to 0.8² of the height.
  const double omega = std::sqrt(2 * 2 * 9.81 * 0.5 / (0.3 + 2 * 0.25));
  EquationsOfMotion equations(m);
  Simulation simulation(equations, options(1e-7, 1.2));
  ASSERT_TRUE(simulation.start(guessOf(equations.givenCoordinates(), equations.givenVelocities())));
  double before = 0, after = 0;
  while (simulation.advance() == Simulation::Advance::Accepted)
    if (simulation.crossedEvent() && before == 0) {
      before = simulation.stateBeforeEvent().v[2];
      after = simulation.state().v[2];
    }
  EXPECT_EQ(simulation.termination(), Termination::ReachedEnd) << simulation.message();
  EXPECT_NEAR(before, -omega, left(1e-3, 1e-7));
  EXPECT_NEAR(after, -0.8 * before, 3e-5);
  EXPECT_EQ(simulation.allEvents().front().name, "stop 'floor': lower limit");
}

/// Dry friction brings the block to rest, where neither sign of the velocity can hold.
TEST_P(Events, DryFrictionAtRestIsNamed) {
  const auto run = runWithEvents(pushedBlock(0, 1, "-2*sign(block.vx)"), options(1e-6, 2));
  EXPECT_EQ(run.outcome.termination, Termination::EventFailed);
  EXPECT_NE(run.outcome.message.find("sign(block.vx) switches to and fro"), std::string::npos)
      << run.outcome.message;
  EXPECT_NEAR(run.outcome.end.t, 0.5, 1e-6);
}

/// At t = 0 a function that is zero takes the side to which the motion goes.
TEST_P(Events, ABranchThatBeginsAtZeroFollowsTheMotion) {
  for (const double speed : {1.0, -1.0}) {
    const auto run = runWithEvents(pushedBlock(0, speed, "if(block.x > 0, 3, -3)"), options(1e-6, 1));
    ASSERT_EQ(run.outcome.termination, Termination::ReachedEnd) << run.outcome.message;
    EXPECT_TRUE(run.events.empty());
    EXPECT_NEAR(run.outcome.end.q[0], speed * 2.5, left(1e-4, 1e-6));
  }
}

/// The function only touches zero: 1 − x turns round at its zero, and nothing may change.
TEST_P(Events, GrazingChangesNothing) {
  if (isEuler()) GTEST_SKIP() << "its errors cross what the motion only touches";
  const auto run = runWithEvents(pushedBlock(0, 2, "-2 + if(block.x > 1 + 1e-7, 1000, 0)"), options(1e-9, 2));
  // x = 2 t − t², largest 1
  ASSERT_EQ(run.outcome.termination, Termination::ReachedEnd) << run.outcome.message;
  EXPECT_TRUE(run.events.empty());
  EXPECT_NEAR(run.outcome.end.q[0], 0, 1e-5);
}

/// Two functions with the same zero are one event in time.
TEST_P(Events, SeveralFunctionsMayChangeAtOnce) {
  const auto run = runWithEvents(
      pushedBlock(0, 1, "step(block.x - 0.5) + 3*step(2*block.x - 1)*step(t - 0.2)"), options(1e-6, 1));
  ASSERT_EQ(run.outcome.termination, Termination::ReachedEnd) << run.outcome.message;
  ASSERT_EQ(run.events.size(), 3u);
  EXPECT_NEAR(run.events[1].t, 0.5, 1e-6);
  EXPECT_NEAR(run.events[2].t, 0.5, 1e-6);
  EXPECT_NEAR(run.outcome.end.v[0], 1 + 4 * 0.5, 1e-5);
}

/// A driver whose acceleration jumps: x = t²/2 up to 1 s, then t − ½. λ jumps with it.
TEST_P(Events, ADriverMayChangeItsBranch) {
  Mechanism m = samples::block(0, 0);
  m.drivers = {{"motor", 0, "if(t < 1, t^2/2, t - 0.5)"}};
  const auto run = runWithEvents(m, options(1e-6, 2));
  ASSERT_EQ(run.outcome.termination, Termination::ReachedEnd) << run.outcome.message;
  ASSERT_EQ(run.events.size(), 1u);
  EXPECT_NEAR(run.events[0].t, 1, 1e-15);
  EXPECT_NEAR(run.outcome.end.q[0], 1.5, 1e-9);
  EXPECT_NEAR(run.outcome.end.lambda[2], 0, 1e-6);
}

/// A speed that jumps takes an impulse, a place that jumps cannot be followed.
TEST_P(Events, JumpsOfAPrescribedMotion) {
  Mechanism m = samples::block(0, 0);
  m.drivers = {{"motor", 0, "if(t < 0.5, t, 0.5)"}};
  const auto stopped = runWithEvents(m, options(1e-6, 1));
  ASSERT_EQ(stopped.outcome.termination, Termination::ReachedEnd) << stopped.outcome.message;
  EXPECT_NEAR(stopped.outcome.end.v[0], 0, 1e-9);
  ASSERT_EQ(stopped.events.size(), 2u);
  EXPECT_EQ(stopped.events[0].what, "has a jump in velocity");
  m.drivers = {{"motor", 0, "0.1*step(t - 0.5)"}};
  const auto torn = runWithEvents(m, options(1e-6, 1));
  EXPECT_EQ(torn.outcome.termination, Termination::EventFailed);
  EXPECT_NE(torn.outcome.message.find("'motor'"), std::string::npos) << torn.outcome.message;
  EXPECT_NE(torn.outcome.message.find("jumps"), std::string::npos) << torn.outcome.message;
}

/// Rows, summary and energies of a run of a model: the impacts lose what the restitution says, and nothing
/// else is lost.
TEST_P(Events, AreInTheRecordsAndInTheEnergyBalance) {
  Mechanism m = samples::block(0, 4);
  m.forces = {{"walls", Stop{0, {}, {}, -1, 1, 0, 0, 0.5}},
              {"push", ForceExpression{{0, 0}, "2*step(t - 0.5)", "0", "0", false}}};
  struct Sink final : StepSink {
    std::vector<Channel> channels;
    double rowsWithEvents = 0, lastDissipated = 0, lastWork = 0;
    std::vector<double> eventTimes;
    void begin(const std::vector<Channel>& all) override { channels = all; }
    double value(const StepRecord& record, const char* name) const {
      for (std::size_t i = 0; i < channels.size(); ++i)
        if (channels[i].name == name) return record.row[i];
      return NAN;
    }
    bool accept(const StepRecord& record) override {
      rowsWithEvents += value(record, "step.events");
      for (const Event& event : record.events) eventTimes.push_back(event.t);
      lastDissipated = value(record, "energy.dissipated");
      lastWork = value(record, "energy.work");
      return true;
    }
  } sink;
  const Summary summary = runToEnd(m, options(1e-7, 1), sink);
  ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  ASSERT_EQ(summary.events.size(), 2u);
  EXPECT_EQ(summary.counts.events, 2);
  EXPECT_EQ(sink.rowsWithEvents, 2);
  ASSERT_EQ(sink.eventTimes.size(), 2u);
  EXPECT_EQ(sink.eventTimes[0], summary.events[0].t);
  EXPECT_NEAR(sink.lastDissipated, 0.5 * 16 * 0.75, 1e-5);
  // x = 1 − 2·0.25 at 0.5 s with −2 m/s; then 2 N: v = −1 at 1 s, x falls by 0.75.
  EXPECT_NEAR(sink.lastWork, 2 * -0.75, 1e-4);
  EXPECT_LT(summary.energyError, 2e-5);
}

/// Rows at given times come from the branch that held there.
TEST_P(Events, SamplesShowTheSideTheyLieOn) {
  Mechanism m = pushedBlock(0, 0, "2*step(t - 0.33)");
  m.outputs = {{"F", "push.fx", "N"}, {"a", "block.ax", ""}};
  struct Sink final : StepSink {
    std::vector<std::pair<double, double>> forces;
    void begin(const std::vector<Channel>&) override {}
    bool accept(const StepRecord& record) override {
      forces.emplace_back(record.row[0], record.row[1]);
      return true;
    }
  } sink;
  const Summary summary = runToEnd(m, options(1e-6, 1), sink, 101);
  ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  ASSERT_EQ(sink.forces.size(), 101u);
  for (const auto& [t, force] : sink.forces)
    if (!isForeign(GetParam()) || std::abs(t - 0.33) > 1e-9)  // IDA may end a rounding error before the event
      EXPECT_EQ(force, t < 0.33 - 1e-9 ? 0 : 2) << t;
}

/// BDF goes on at order 4 behind an event; methods of one step keep their step.
TEST_P(Events, OrderAndStepBehindAnEvent) {
  const Mechanism m = pushedBlock(1, 0, "-20*block.x + 30*step(t - 1)");
  EquationsOfMotion equations(m);
  Simulation simulation(equations, options(1e-6, 3));
  ASSERT_TRUE(simulation.start(guessOf(equations.givenCoordinates(), equations.givenVelocities())));
  int before = 0, behind = 0, highest = 0;
  double h = 0, hBehind = 0;
  bool next = false;
  while (simulation.advance() == Simulation::Advance::Accepted) {
    const StepRecord& record = simulation.record();
    if (next) behind = record.order, hBehind = record.h;
    next = simulation.crossedEvent();
    if (next) before = record.order, h = record.h;
    else if (behind == 0) h = record.h;
    if (record.t > 1) highest = std::max(highest, record.order);
  }
  ASSERT_EQ(simulation.allEvents().size(), 1u);
  if (std::string(GetParam().method) == "bdf") {
    EXPECT_GE(before, 3);
    EXPECT_EQ(behind, 4);  // from the motion of the new branch, continued backwards
    EXPECT_GE(highest, 4);
    EXPECT_GT(hBehind, 0.1 * h);
    // which begin anew at order 1, too, or with small steps, since what is stiff may begin there
  } else if (methodNamed(GetParam().method).properties({}).startsItself && !isForeign(GetParam()) &&
             std::string(GetParam().method) != "adams" && !isSpecial(GetParam())) {
    EXPECT_GT(hBehind, 0.1 * h);
  }
}

INSTANTIATE_TEST_SUITE_P(EveryMethod, Events, testing::ValuesIn(kVariants),
                         [](const auto& info) { return std::string(info.param.name); });
INSTANTIATE_TEST_SUITE_P(FirstOrder, Events, testing::ValuesIn(kFirstOrderVariants),
                         [](const auto& info) { return std::string(info.param.name); });
INSTANTIATE_TEST_SUITE_P(Special, Events, testing::ValuesIn(kSpecialVariants),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace holonom
