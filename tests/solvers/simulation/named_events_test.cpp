// SPDX-License-Identifier: GPL-3.0-or-later
// Named events of a model against closed forms, with every method.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/results/recording.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/simulation/event_models.h"

namespace holonom {
namespace {

using samples::pushedBlock;
using samples::runWithEvents;
using Direction = NamedEvent::Direction;
using Action = NamedEvent::Action;
constexpr double kPi = std::numbers::pi;

/// x = sin 2t.
Mechanism oscillator() { return pushedBlock(0, 2, "-4*block.x"); }

class NamedEvents : public testing::TestWithParam<TestedMethod> {};

TEST_P(NamedEvents, AreFoundOnTimeAndDisturbNothing) {
  Mechanism m = oscillator();
  const SimulationOptions options = optionsOf(GetParam(), 1e-7, 3);
  const auto plain = runWithEvents(m, options);
  m.events = {{"up", "block.x - 0.5", Direction::Rising, Action::Record},
              {"down", "block.x - 0.5", Direction::Falling, Action::Record},
              {"turn", "block.vx", Direction::Both, Action::Record},
              {"clock", "t - 1", Direction::Both, Action::Record},
              {"start", "block.x", Direction::Falling, Action::Record}};
  const auto run = runWithEvents(m, options);
  ASSERT_EQ(run.outcome.termination, Termination::ReachedEnd) << run.outcome.message;
  EXPECT_EQ(run.times, plain.times);
  EXPECT_EQ(run.outcome.end.q, plain.outcome.end.q);
  EXPECT_EQ(run.outcome.end.lambda, plain.outcome.end.lambda);
  const struct {
    const char *name, *what;
    double t;
  } expected[] = {
      {"event 'up'", "becomes positive", kPi / 12},   {"event 'turn'", "becomes negative", kPi / 4},
      {"event 'clock'", "becomes positive", 1},       {"event 'down'", "becomes negative", 5 * kPi / 12},
      {"event 'start'", "becomes negative", kPi / 2}, {"event 'turn'", "becomes positive", 3 * kPi / 4}};
  ASSERT_EQ(run.events.size(), std::size(expected));
  for (std::size_t i = 0; i < run.events.size(); ++i) {
    EXPECT_EQ(run.events[i].name, expected[i].name);
    EXPECT_EQ(run.events[i].what, expected[i].what);
    EXPECT_NEAR(run.events[i].t, expected[i].t, 1e-3);
  }
  EXPECT_NEAR(run.events[2].t, 1, 1e-10);
  EXPECT_EQ(run.outcome.counts.events, 6);
}

TEST_P(NamedEvents, EndARunOnTheConstraints) {
  Mechanism m = oscillator();
  m.events = {{"pass", "block.x - 0.3", Direction::Both, Action::Record},
              {"half", "block.x - 0.5", Direction::Falling, Action::Stop}};
  std::vector<double> errors;
  for (const double tolerance : {1e-4, 1e-7}) {
    const auto run = runWithEvents(m, optionsOf(GetParam(), tolerance, 3));
    ASSERT_EQ(run.outcome.termination, Termination::EventReached) << run.outcome.message;
    EXPECT_EQ(run.outcome.message, "The event 'half' ended the run.");
    ASSERT_EQ(run.events.size(), 2u);
    EXPECT_EQ(run.times.back(), run.events.back().t);
    EXPECT_EQ(run.outcome.end.t, run.events.back().t);
    EXPECT_NEAR(run.outcome.end.q[0], 0.5, 1e-9);
    EXPECT_NEAR(run.outcome.end.a[0], -4 * run.outcome.end.q[0], 1e-9);
    EXPECT_NEAR(run.outcome.end.q[1], 0, 1e-12);
    errors.push_back(std::abs(run.events.back().t - 5 * kPi / 12));
  }
  // errors of second order, of either sign, may happen to be small at the loose tolerance
  EXPECT_LT(errors[1], std::max(0.1 * errors[0], isSecondOrder(GetParam()) ? 1e-5 : 1e-8));
  EXPECT_LT(errors[1], 2e-4);
}

/// The end comes before an impact in the same step, which then does not happen; and a velocity may jump over
/// zero.
TEST_P(NamedEvents, BesideImpacts) {
  Mechanism m = samples::block(0, 2);
  m.forces = {{"wall", Stop{0, {}, {}, {}, 1, 0, 0, 0.5}}};
  m.events = {{"turn", "block.vx", Direction::Falling, Action::Record}};
  auto run = runWithEvents(m, optionsOf(GetParam(), 1e-6, 1));
  ASSERT_EQ(run.outcome.termination, Termination::ReachedEnd) << run.outcome.message;
  ASSERT_EQ(run.events.size(), 2u);
  EXPECT_EQ(run.events[0].what, "is hit");
  EXPECT_EQ(run.events[1].name, "event 'turn'");
  EXPECT_EQ(run.events[1].t, run.events[0].t);

  m.events.push_back({"near", "block.x - 0.999999", Direction::Both, Action::Stop});
  run = runWithEvents(m, optionsOf(GetParam(), 1e-6, 1));
  ASSERT_EQ(run.outcome.termination, Termination::EventReached) << run.outcome.message;
  ASSERT_EQ(run.events.size(), 1u);
  EXPECT_EQ(run.events[0].name, "event 'near'");
  EXPECT_GT(run.outcome.end.v[0], 1.9);

  m.events = {{"turn", "block.vx", Direction::Falling, Action::Stop}};
  run = runWithEvents(m, optionsOf(GetParam(), 1e-6, 1));
  ASSERT_EQ(run.outcome.termination, Termination::EventReached) << run.outcome.message;
  ASSERT_EQ(run.events.size(), 2u) << "the impact is part of it";
  EXPECT_NEAR(run.outcome.end.v[0], -1, 1e-3);
}

INSTANTIATE_TEST_SUITE_P(All, NamedEvents, testing::ValuesIn(kVariants),
                         [](const auto& info) { return info.param.name; });

TEST(NamedEventRows, AnEventThatEndsTheRunIsTheLastRowBetweenSamples) {
  Mechanism m = oscillator();
  m.events = {{"up", "block.x - 0.5", Direction::Rising, Action::Stop}};
  Recording recording;
  SimulationOptions options;
  options.endTime = 3;
  runToEnd(m, options, recording, 31);
  ASSERT_EQ(recording.size(), 4u);
  EXPECT_NEAR(recording.time(2), 0.2, 1e-15);
  EXPECT_NEAR(recording.time(3), kPi / 12, 1e-4);
}

TEST(NamedEventColumns, CountInTheRowOfTheirStep) {
  Mechanism m = oscillator();
  m.events = {{"turn", "block.vx", Direction::Both, Action::Record}};
  Recording recording;
  const Summary summary = runToEnd(m, optionsOf(kVariants[0], 1e-6, 3), recording);
  ASSERT_EQ(summary.events.size(), 2u);
  const int events = recording.channelIndex("step.events"), time = recording.channelIndex("t");
  double counted = 0;
  for (std::size_t i = 1; i < recording.size(); ++i) {
    const double here = recording.value(i, events);
    counted += here;
    for (const Event& event : summary.events)
      if (event.t > recording.value(i - 1, time) && event.t <= recording.value(i, time)) EXPECT_GT(here, 0);
  }
  EXPECT_EQ(counted, 2);
}

}  // namespace
}  // namespace holonom
