// SPDX-License-Identifier: GPL-3.0-or-later
// A hand that pulls while a run goes on, and the same way run again.
#include <gtest/gtest.h>

#include <cmath>

#include "core/dynamics/force_laws/hand_force.h"
#include "core/dynamics/offers.h"
#include "core/results/recording.h"
#include "solvers/simulation/mechanism_run.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/simulation/event_models.h"
#include "tests/solvers/spatial/spatial_models.h"

namespace holonom {
namespace {

constexpr double kStiffness = 25;

class HandRuns : public testing::TestWithParam<TestedMethod> {};

/// A block at rest is taken hold of at 0.3 s for half a second. A method that sees nothing to do before must
/// not step over it.
TEST_P(HandRuns, AGrabOfABlockAtRestIsNotPassedOver) {
  Mechanism m = samples::block(0, 0);
  m.forces = {
      {"hand",
       Hand{kStiffness,
            0,
            {{0, {0, 0}, {{0.3, {1, 0}, 0}, {0.4, {1, 0}, 1}, {0.7, {1, 0}, 1}, {0.8, {1, 0}, 0}}}}}}};
  SimulationOptions exact;
  selectMethod(exact, "dop853");
  exact.rtol = exact.atol = 1e-11;
  exact.endTime = 2;
  exact.maxStep = 0.01;
  const auto reference = samples::runWithEvents(m, exact);
  const auto run = samples::runWithEvents(m, optionsOf(GetParam(), 1e-7, 2));
  ASSERT_EQ(run.outcome.termination, Termination::ReachedEnd) << run.outcome.message;
  EXPECT_EQ(
      std::count_if(run.times.begin(), run.times.end(), [](double t) { return std::abs(t - 0.3) < 1e-15; }),
      1);
  EXPECT_GT(reference.outcome.end.q[0], 1);
  EXPECT_NEAR(run.outcome.end.q[0], reference.outcome.end.q[0], 1e-4);
  EXPECT_NEAR(run.outcome.end.v[0], reference.outcome.end.v[0], 1e-4);
}

INSTANTIATE_TEST_SUITE_P(EveryMethod, HandRuns, testing::ValuesIn(kVariants),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(LiveHand, ForceIsContinuousAndThePastStays) {
  LiveHand hand;
  hand.move({2, {0.1, 0}, {1, 0}, 1, 0.1}, 1.0, {0.4, 0.3});
  ASSERT_TRUE(hand.holds());
  const auto at = [&](std::size_t grab, double t) { return handAt(hand.grabs()[grab].path, t); };
  EXPECT_EQ(at(0, 1.0).grip, 0);
  EXPECT_EQ(at(0, 1.0).to, Vector3(0.4, 0.3));
  const Hand::Knot before = at(0, 1.04);
  hand.move({2, {0.1, 0}, {1, 2}, 1, 0.1}, 1.04, {0.45, 0.3});
  ASSERT_EQ(hand.grabs().size(), 1u);
  EXPECT_EQ(at(0, 1.04).to, before.to);
  EXPECT_EQ(at(0, 1.04).grip, before.grip);
  EXPECT_NEAR((at(0, 1.02).to - Vector3(0.52, 0.24)).norm(), 0, 1e-15);
  EXPECT_EQ(at(0, 1.3).to, Vector3(1, 2));

  hand.move({kGround, {}, {}, 0, 0.1}, 1.3, {});
  EXPECT_FALSE(hand.holds());
  EXPECT_EQ(at(0, 1.3).grip, 1);
  EXPECT_EQ(at(0, 5).grip, 0);
  hand.move({1, {0, 0}, {0, 0}, 1, 0.1}, 1.35, {3, 3});  // the first hold is still opening
  ASSERT_EQ(hand.grabs().size(), 2u);
  EXPECT_GE(hand.grabs()[1].path.front().t, hand.grabs()[0].path.back().t);
  EXPECT_EQ(hand.grabs()[1].path.front().grip, 0);
  for (const Hand::Grab& grab : hand.grabs())
    for (std::size_t i = 1; i < grab.path.size(); ++i) EXPECT_GT(grab.path[i].t, grab.path[i - 1].t);
}

Mechanism pulledPendulum();

/// A way of 60 knots per second, as a mouse gives it, that shakes by 2 mm.
Mechanism shakenPendulum() {
  Mechanism m = pulledPendulum();
  Hand::Grab grab{1, {0.8, 0.05}, {{0.1, {1.8, 0}, 0}}};
  for (int i = 1; i <= 60; ++i) {
    const double t = 0.1 + i / 60.;
    const Vector2 shake(std::sin(12.9898 * i), std::sin(78.233 * i));
    grab.path.push_back({t, Vector2(1.5 * std::cos(t), std::sin(3 * t)) + 2e-3 * shake,
                         i < 57 ? std::min(1., i / 3.) : (60 - i) / 3.});
  }
  m.forces = {{"hand", Hand{200, 5, {grab}}}};
  return m;
}

/// Steps end on the knots; nothing is begun anew there.
TEST(HandKnots, AreMet) {
  const Mechanism m = shakenPendulum();
  const auto knots = std::get<Hand>(m.forces[0].kind).grabs[0].path;
  SimulationOptions exact = optionsOf({"", "gbs", 1}, 1e-12, 1.4);
  exact.maxStep = 0.01;
  const State reference = samples::runWithEvents(m, exact).outcome.end;
  // Two methods whose steps would be far longer, and others that come to the knots in small steps anyhow.
  for (const char* method : {"dop853", "gbs"}) {
    const auto run = samples::runWithEvents(m, optionsOf({"", method, 1}, 1e-8, 1.4));
    EXPECT_LT((run.outcome.end.q - reference.q).cwiseAbs().maxCoeff(), 1e-8) << method;
    for (const Hand::Knot& knot : knots)
      EXPECT_TRUE(
          std::any_of(run.times.begin(), run.times.end(), [&](double t) { return isSameTime(t, knot.t); }))
          << method << " " << knot.t;
    EXPECT_LT(run.outcome.counts.residuals, 4000) << method;
  }
  for (const TestedMethod& variant :
       {TestedMethod{"", "dopri5", 1}, TestedMethod{"", "rk4", 1}, TestedMethod{"", "adams", 1}})
    EXPECT_LT((samples::runWithEvents(m, optionsOf(variant, 1e-8, 1.4)).outcome.end.q - reference.q)
                  .cwiseAbs()
                  .maxCoeff(),
              1e-7)
        << variant.method;
  const auto loose = samples::runWithEvents(m, optionsOf({"", "gbs", 1}, 1e-2, 1.4));
  EXPECT_LT(loose.outcome.counts.steps, 150);
  EXPECT_LT((loose.outcome.end.q - reference.q).cwiseAbs().maxCoeff(), 0.1);
}

Mechanism pulledPendulum() {
  Mechanism m = linkages::doublePendulum();
  m.forces = {{"hand", Hand{200, 5, {}}}};
  m.outputs = {{"pull", "hand.fx", "N"}};
  return m;
}

/// Pulled at two bodies while the run goes on; what the hand did, run again with another method, gives the
/// same motion.
TEST(LiveHand, WhatTheHandDidCanBeRunAgain) {
  Mechanism mechanism = pulledPendulum();
  SimulationOptions options;
  options.rtol = options.atol = 1e-9;
  options.maxStep = 0.01;
  options.endTime = 2;
  Recording recording;
  SteadyClock clock;
  MechanismRun run(mechanism, options, recording, clock, 0, true);
  ASSERT_TRUE(run.start());
  int moved = 0;
  bool going = true;
  while (going) {
    const double t = run.simulation().state().t;
    if (const int due = static_cast<int>(t / 0.05); due > moved) {
      moved = due;
      const Vector2 target(1.5 * std::cos(t), std::sin(3 * t));
      const int body = t < 0.8 ? 1 : t < 1 ? kGround : t < 1.6 ? 0 : kGround;
      run.moveHand({body, {0.8, 0.05}, target, 1, 0.02});
    }
    going = run.step();
  }
  ASSERT_EQ(run.finish().termination, Termination::ReachedEnd) << run.finish().message;
  EXPECT_EQ(run.grabs().size(), 2u);
  EXPECT_LT(run.finish().energyError, 1e-4);
  double largest = 0;
  const std::size_t last = recording.size() - 1;
  for (std::size_t row = 0; row <= last; ++row)
    largest = std::max(largest, std::abs(recording.value(row, 1)));
  EXPECT_GT(largest, 20);

  std::get<Hand>(mechanism.forces[0].kind).grabs = run.grabs();
  for (const char* method : {"dop853", "generalized-alpha"}) {
    SimulationOptions again = options;
    selectMethod(again, method);
    again.maxStep = 0;
    Recording second;
    const Summary summary = runToEnd(mechanism, again, second);
    ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
    for (const int channel : {2, 3, 4})
      EXPECT_NEAR(second.value(second.size() - 1, channel), recording.value(last, channel),
                  method == std::string("dop853") ? 1e-7 : 5e-6)
          << method;
  }
}

/// From where the body is; and what it did, run again with another method, gives the same motion.
TEST(LiveHand, PullsABodyInSpace) {
  Mechanism mechanism = spatial_models::doublePendulumInSpace();
  mechanism.forces = {{"hand", Hand{200, 5, {}}}};
  SimulationOptions options;
  options.rtol = options.atol = 1e-9;
  options.endTime = 0.6;
  Recording recording;
  SteadyClock clock;
  MechanismRun run(mechanism, options, recording, clock, 0, true);
  ASSERT_TRUE(run.start());
  const Vector3 held = mechanism.bodies[1].centreOfMass, target{0.5, 1, 0.7};
  run.moveHand({1, held, target, 1, 0.02});
  while (run.step()) {}
  ASSERT_EQ(run.finish().termination, Termination::ReachedEnd) << run.finish().message;
  ASSERT_EQ(run.grabs().size(), 1u);
  const std::size_t last = recording.size() - 1;
  const auto place = [](const Recording& of, std::size_t row) {
    return Vector3(of.value(row, of.channelIndex("lower.x")), of.value(row, of.channelIndex("lower.y")),
                   of.value(row, of.channelIndex("lower.z")));
  };
  EXPECT_NEAR((run.grabs()[0].path.front().to - place(recording, 0)).norm(), 0, 1e-9);

  Recording free, second;
  ASSERT_EQ(runToEnd(mechanism, options, free).termination, Termination::ReachedEnd);
  EXPECT_GT((place(free, free.size() - 1) - place(recording, last)).norm(), 0.1);
  std::get<Hand>(mechanism.forces[0].kind).grabs = run.grabs();
  selectMethod(options, "dop853");
  ASSERT_EQ(runToEnd(mechanism, options, second).termination, Termination::ReachedEnd);
  EXPECT_NEAR((place(second, second.size() - 1) - place(recording, last)).norm(), 0, 1e-6);
}

}  // namespace
}  // namespace holonom
