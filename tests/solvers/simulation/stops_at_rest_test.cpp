// SPDX-License-Identifier: GPL-3.0-or-later
// Ideal stops at which a mechanism comes to rest, against closed forms, with every method.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/math/pose.h"
#include "core/results/recording.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/hinged_bar.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/simulation/event_models.h"

namespace holonom {
namespace {

using samples::block;
using samples::EventRun;
using samples::hingedBar;
using samples::runWithEvents;

class StopsAtRest : public testing::TestWithParam<TestedMethod> {
 protected:
  SimulationOptions options(double tolerance, double endTime) const {
    return optionsOf(GetParam(), tolerance, endTime);
  }
};

Mechanism onFloor(double height, double speed, double restitution, const char* force) {
  Mechanism m = block(height, speed);
  m.forces = {{"floor", Stop{0, {}, {}, 0.0, {}, 0, 0, restitution}},
              {"load", ForceExpression{{0, 0}, force, "0", "0", false}}};
  return m;
}

/// Times of the events of one kind at one part.
std::vector<double> timesOf(const EventRun& run, std::string_view what, std::string_view name = {}) {
  std::vector<double> times;
  for (const Event& event : run.events)
    if (event.what == what && event.name.find(name) != std::string::npos) times.push_back(event.t);
  return times;
}

double push(const Mechanism& m, const EventRun& run, int force, int k = 0) {
  return run.outcome.end.lambda[EquationsOfMotion(m).rowOfStop(force, k)];
}

/// Falls 1 m with 2 m/s²: 1 s; each bounce lasts twice the time of the fall times 0.5^k: at rest at 1 + 2 (½
/// + ¼ + …) = 3 s.
TEST_P(StopsAtRest, BouncesEndWhenTheirSeriesEnds) {
  const Mechanism m = onFloor(1, 0, 0.5, "-2");
  const auto run = runWithEvents(m, options(1e-6, 5));
  ASSERT_EQ(run.outcome.termination, Termination::ReachedEnd) << run.outcome.message;
  const std::vector<double> closes = timesOf(run, "closes"), hits = timesOf(run, "is hit");
  ASSERT_EQ(closes.size(), 1u);
  EXPECT_NEAR(closes[0], 3, 1e-2);  // flights lower than the tolerance are inexact
  ASSERT_GE(hits.size(), 8u);
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(hits[i], 3 - 2 * std::pow(0.5, i), 3e-4) << i;
  EXPECT_NEAR(run.outcome.end.q[0], 0, 1e-8);
  EXPECT_NEAR(run.outcome.end.v[0], 0, 1e-8);
  EXPECT_NEAR(push(m, run, 0), 2, 1e-6);
}

/// All of the height is lost in the impacts, and the push does no work.
TEST_P(StopsAtRest, EnergyOfTheFallIsLostInTheImpacts) {
  struct Sink final : StepSink {
    std::vector<Channel> channels;
    std::vector<double> last;
    void begin(const std::vector<Channel>& all) override { channels = all; }
    bool accept(const StepRecord& record) override {
      last.assign(record.row.begin(), record.row.end());
      return true;
    }
    double value(const char* name) const {
      for (std::size_t i = 0; i < channels.size(); ++i)
        if (channels[i].name == name) return last[i];
      return NAN;
    }
  } sink;
  Mechanism m = onFloor(1, 0, 0.3, "-2");
  m.outputs = {{"push", "floor.lambda1", "N"}};
  const Summary summary = runToEnd(m, options(1e-6, 4), sink);
  ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  EXPECT_TRUE(summary.redundantConstraints.empty());
  EXPECT_NEAR(sink.value("energy.dissipated"), 2, 1e-4);
  EXPECT_NEAR(sink.value("energy.work"), -2 * -1, 1e-4);
  EXPECT_LT(summary.energyError, 1e-4);
  EXPECT_NEAR(sink.value("floor.lambda1"), 2, 1e-6);
  EXPECT_EQ(sink.value("push"), sink.value("floor.lambda1"));
}

/// Gravity presses a bar against a stop of its hinge with m g s cos θ.
TEST_P(StopsAtRest, PendulumLeansAgainstAWall) {
  Mechanism m = hingedBar(2, 0.3);
  m.forces = {{"wall", Stop{0, {}, {}, -1.2, {}, 0, 0, 0.4}}};
  const auto run = runWithEvents(m, options(1e-6, 4));
  ASSERT_EQ(run.outcome.termination, Termination::ReachedEnd) << run.outcome.message;
  EXPECT_EQ(timesOf(run, "closes").size(), 1u);
  EXPECT_NEAR(run.outcome.end.q[2], -1.2, 1e-6);
  EXPECT_NEAR(push(m, run, 0), 2 * 9.81 * 0.5 * std::cos(1.2), 2e-5);
}

/// Begins on the stop, pressed; a growing force lifts it at 0.5 s: x = (t − ½)³/3.
TEST_P(StopsAtRest, ForceRampLiftsABlockThatBeginsOnTheStop) {
  const Mechanism m = onFloor(0, 0, 0.5, "-1 + 2*t");
  const auto run = runWithEvents(m, options(1e-7, 1.5));
  ASSERT_EQ(run.outcome.termination, Termination::ReachedEnd) << run.outcome.message;
  ASSERT_EQ(timesOf(run, "closes").size(), 1u);
  EXPECT_EQ(timesOf(run, "closes")[0], 0);
  ASSERT_EQ(timesOf(run, "opens").size(), 1u);
  EXPECT_NEAR(timesOf(run, "opens")[0], 0.5, 1e-9);
  EXPECT_NEAR(run.outcome.end.q[0], 1.0 / 3, 1e-5);
  EXPECT_NEAR(run.outcome.end.v[0], 1, 1e-5);
  EXPECT_EQ(push(m, run, 0), 0);
}

/// A force that is switched opens the stop at its time, and closes it again behind a flight of known length:
/// 0.2 s with 3, then −5: up 0.06, v = 0.6; top after 0.12 s at 0.096; down in √(2·0.096/5) s.
TEST_P(StopsAtRest, SwitchedForceOpensAndTheFallCloses) {
  const Mechanism m = onFloor(0, 0, 0, "if(t > 0.5, if(t < 0.7, 3, -5), -5)");
  const auto run = runWithEvents(m, options(1e-7, 2));
  ASSERT_EQ(run.outcome.termination, Termination::ReachedEnd) << run.outcome.message;
  ASSERT_EQ(timesOf(run, "opens").size(), 1u);
  EXPECT_NEAR(timesOf(run, "opens")[0], 0.5, 1e-14);
  ASSERT_EQ(timesOf(run, "closes").size(), 2u);
  EXPECT_NEAR(timesOf(run, "closes")[1], 0.7 + 0.12 + std::sqrt(2 * 0.096 / 5), 2e-5);
  EXPECT_NEAR(push(m, run, 0), 5, 1e-6);
}

/// A free bar on two or three cords of 1 m that become taut at the same time.
Mechanism hangingBar(std::vector<double> cords) {
  Mechanism m;
  Body bar;
  bar.name = "bar";
  bar.mass = 3;
  bar.inertia = 0.4;
  bar.position = {0, -0.8};
  for (std::size_t i = 0; i < cords.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    m.ground.points.push_back({"A" + number, {cords[i], 0}});
    bar.points.push_back({"B" + number, {cords[i], 0}});
    const int k = static_cast<int>(i);
    m.forces.push_back({"cord" + number, Stop{-1, {kGround, k}, {0, k}, {}, 1.0, 0, 0, 0.0}});
  }
  m.bodies = {bar};
  return m;
}

TEST_P(StopsAtRest, TwoCordsShareAWeight) {
  const Mechanism m = hangingBar({-0.25, 0.5});
  const auto run = runWithEvents(m, options(1e-6, 1));
  ASSERT_EQ(run.outcome.termination, Termination::ReachedEnd) << run.outcome.message;
  EXPECT_EQ(timesOf(run, "closes").size(), 2u);
  EXPECT_NEAR(timesOf(run, "closes")[0], std::sqrt(2 * 0.2 / 9.81), 1e-5);
  EXPECT_NEAR(run.outcome.end.q[1], -1, 1e-6);
  EXPECT_NEAR(push(m, run, 0), 3 * 9.81 * 0.5 / 0.75, 1e-4);
  EXPECT_NEAR(push(m, run, 1), 3 * 9.81 * 0.25 / 0.75, 1e-4);
}

/// Three cords are one too many: the weight is carried, by two of them, and none pushes.
TEST_P(StopsAtRest, RedundantCordsDoNotFightEachOther) {
  const Mechanism m = hangingBar({-0.5, 0, 0.5});
  const auto run = runWithEvents(m, options(1e-6, 1));
  ASSERT_EQ(run.outcome.termination, Termination::ReachedEnd) << run.outcome.message;
  EXPECT_NEAR(run.outcome.end.q[1], -1, 1e-6);
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    sum += push(m, run, i);
    EXPECT_GE(push(m, run, i), -1e-4);
  }
  EXPECT_NEAR(sum, 3 * 9.81, 1e-4);
}

/// A double pendulum whose upper bar leans on a stop, is lifted by the swing of the lower one, and falls
/// back.
Mechanism swingingOnAStop() {
  Mechanism m = hingedBar(2, 0.3);
  m.bodies[0].points.push_back({"tip", {1, 0}});
  Body lower;
  lower.name = "lower";
  lower.mass = 1.5;
  lower.inertia = 0.1;
  lower.position = {1, 0};
  lower.velocity = {0, 0};
  lower.angle = -1.4;
  lower.angularVelocity = 11;
  lower.centreOfMass = {0.4, 0};
  lower.points = {{"top", {0, 0}}};
  m.bodies.push_back(lower);
  m.joints.push_back({"elbow", RevoluteJoint{{0, 1}, {1, 0}}});
  m.forces = {{"bench", Stop{0, {}, {}, 0.0, {}, 0, 0, 0.2}}};
  return m;
}

TEST_P(StopsAtRest, MethodsAgreeOnAMechanismThatLeavesItsStop) {
  const Mechanism m = swingingOnAStop();
  constexpr double end = 0.32;
  static const EventRun reference = [&] {
    SimulationOptions tight;
    tight.method = "dop853";
    tight.index = 1;
    tight.rtol = tight.atol = 1e-11;
    tight.endTime = end;
    return runWithEvents(m, tight);
  }();
  ASSERT_EQ(reference.outcome.termination, Termination::ReachedEnd) << reference.outcome.message;
  ASSERT_GE(timesOf(reference, "opens").size(), 1u);
  ASSERT_GT(reference.outcome.end.q[2], 1e-3);
  const auto run = runWithEvents(m, options(1e-6, end));
  ASSERT_EQ(run.outcome.termination, Termination::ReachedEnd) << run.outcome.message;
  ASSERT_EQ(timesOf(run, "opens").size(), timesOf(reference, "opens").size());
  EXPECT_NEAR(timesOf(run, "opens")[0], timesOf(reference, "opens")[0], 1e-4);
  for (const int i : {2, 5}) EXPECT_NEAR(run.outcome.end.q[i], reference.outcome.end.q[i], 3e-4);
}

/// An event that ends the run within the step that ends on the stop: the row of the stop does not yet hold
/// there.
TEST_P(StopsAtRest, NamedEventBeforeTheStopEndsTheRunThere) {
  Mechanism m = onFloor(1, 0, 0, "-2");
  m.events = {{"half", "block.x - 0.001", NamedEvent::Direction::Both, NamedEvent::Action::Stop}};
  const auto run = runWithEvents(m, options(1e-6, 2));
  ASSERT_EQ(run.outcome.termination, Termination::EventReached) << run.outcome.message;
  EXPECT_NEAR(run.outcome.end.q[0], 0.001, 1e-7);
  EXPECT_NEAR(run.outcome.end.a[0], -2, 1e-9);
}

/// A carriage that a force of 1 kN presses on the floor carries three parallel bars under one coupler, which
/// turn steadily: twice per turn they lie in a line, where of the redundant constraints others must be left
/// out than elsewhere.
Mechanism carriageOnTheFloor() {
  Mechanism m = linkages::parallelogram(0.7, true);
  m.gravity = {0, 0};
  const Vector2 velocity = 5 * Vector2(-std::sin(0.7), std::cos(0.7));
  for (Body& body : m.bodies)
    if (body.name == "coupler") body.velocity = velocity;
    else body.angularVelocity = 5;
  Body carriage;
  carriage.name = "carriage";
  carriage.mass = 10;
  carriage.inertia = 1;
  carriage.points = m.ground.points;
  const int index = static_cast<int>(m.bodies.size());
  m.bodies.push_back(carriage);
  for (Joint& joint : m.joints) {
    auto& revolute = std::get<RevoluteJoint>(joint.kind);
    if (revolute.a.body == kGround) revolute.a.body = index;
  }
  const int guide = static_cast<int>(m.joints.size());
  m.joints.push_back({"guide", PrismaticJoint{{kGround, 0}, {index, 0}, {0, 1}, 0}});
  m.forces = {{"floor", Stop{guide, {}, {}, 0.0, {}, 0, 0, 0.0}},
              {"load", ForceExpression{{index, 0}, "0", "-1000", "0", false}}};
  return m;
}

TEST(RedundantRows, AreSelectedAnewWhileAStopHolds) {
  constexpr double kEnd = 2.5;
  long selected = 0;
  for (const TestedMethod& variant :
       {TestedMethod{"DormandPrince8", "dop853", 1}, TestedMethod{"BdfIndex2", "bdf", 2},
        TestedMethod{"BdfIndex1", "bdf", 1},
        TestedMethod{"GeneralizedAlphaIndex2", "generalized-alpha", 2}}) {
    SCOPED_TRACE(variant.name);
    const Mechanism m = carriageOnTheFloor();
    EquationsOfMotion equations(m);
    Simulation simulation(equations, optionsOf(variant, 1e-7, kEnd));
    ASSERT_TRUE(simulation.start(guessOf(equations.givenCoordinates(), equations.givenVelocities())))
        << simulation.message();
    while (simulation.advance() == Simulation::Advance::Accepted) {}
    ASSERT_EQ(simulation.termination(), Termination::ReachedEnd) << simulation.message();
    EXPECT_NEAR(simulation.state().q[2], 0.7 + 5 * kEnd, 1e-3);
    EXPECT_NEAR(simulation.state().q[13], 0, 1e-6);
    EXPECT_GT(simulation.state().lambda[equations.rowOfStop(0, 0)], 500);
    for (const SingularPoint& point : simulation.singularPoints())
      selected += point.text.find("selected anew") != std::string::npos;
  }
  EXPECT_GE(selected, 3);
}

/// A driver leaves no freedom to rebound or to rest: the run ends at the stop and says what can be done.
TEST_P(StopsAtRest, DriverOntoAStopEndsTheRunWithAdvice) {
  Mechanism m = block(1, -1);
  m.drivers = {{"motor", 0, "1 - t"}};
  m.forces = {{"floor", Stop{0, {}, {}, 0.0, {}, 0, 0, 0.3}}};
  const auto run = runWithEvents(m, options(1e-6, 2));
  ASSERT_EQ(run.outcome.termination, Termination::EventFailed) << run.outcome.message;
  EXPECT_NEAR(run.outcome.end.t, 1, 1e-6);
  EXPECT_NE(run.outcome.message.find("stiffness"), std::string::npos) << run.outcome.message;
}

/// The step that leads to the stop is a step: views that count rows and a summary that counts steps agree,
/// and both end there.
TEST_P(StopsAtRest, TheStepToWhereARunFailsIsRecorded) {
  Mechanism m = block(1, -1);
  m.drivers = {{"motor", 0, "1 - t"}};
  m.forces = {{"floor", Stop{0, {}, {}, 0.0, {}, 0, 0, 0.3}}};
  Recording recording;
  const Summary summary = runToEnd(m, options(1e-6, 2), recording);
  ASSERT_EQ(summary.termination, Termination::EventFailed) << summary.message;
  EXPECT_EQ(recording.size(), static_cast<std::size_t>(summary.counts.steps) + 1);
  EXPECT_EQ(recording.rejectionCount(), static_cast<std::size_t>(summary.counts.rejected));
  EXPECT_EQ(recording.time(recording.size() - 1), summary.time);
}

/// The last bounces are lower than what rounding leaves of an angle of 3.6 rad beside their first height.
TEST(StopsFarFromZero, BouncesEndByAnyTolerance) {
  Mechanism m;
  m.gravity = Vector3();
  m.ground.points = {{"O", {0, 0}}};
  m.bodies.resize(1);
  m.bodies[0].name = "arm";
  m.bodies[0].mass = 1;
  m.bodies[0].inertia = 0.03;
  m.bodies[0].angle = 3.7;
  m.bodies[0].points = {{"A", {0, 0}}};
  m.joints = {{"hinge", RevoluteJoint{{kGround, 0}, {0, 0}}}};
  m.forces = {{"coil", JointSpring{0, 31.7, 0, 0}}, {"limit", Stop{0, {}, {}, 3.6, {}, 0, 0, 0.5}}};
  for (const auto& [method, index] : {std::pair("radau", 2), {"l-stable", 1}, {"gbs", 1}, {"dop853", 1}})
    for (const double tolerance : {1e-8, 1e-9, 1e-10})
      for (const double end : {1.0, 3.0}) {
        const auto run = runWithEvents(m, optionsOf({"", method, index}, tolerance, end));
        EXPECT_EQ(run.outcome.termination, Termination::ReachedEnd)
            << method << " " << tolerance << " " << run.outcome.message;
        EXPECT_EQ(timesOf(run, "closes").size(), 1u) << method << " " << tolerance;
        EXPECT_NEAR(run.outcome.end.q[2], 3.6, 1e-8);
      }
}

INSTANTIATE_TEST_SUITE_P(EveryMethod, StopsAtRest, testing::ValuesIn(kVariants),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace holonom
