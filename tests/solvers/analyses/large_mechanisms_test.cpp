// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of a small loop does not hang on how much stands beside it or hangs from it: dependent rows,
// contradictions, singular starts and passages are found among thousands of rows as among twelve.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/dynamics/equations_of_motion.h"
#include "core/model/building.h"
#include "core/model/generators.h"
#include "core/results/recording.h"
#include "solvers/analyses/departure.h"
#include "solvers/analyses/singular_miss.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/hostile/hidden_switches.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

using namespace linkages;

/// Both, the second one so many metres to the right.
Mechanism sideBySide(Mechanism m, const Mechanism& second, double distance) {
  const int bodies = static_cast<int>(m.bodies.size()), points = static_cast<int>(m.ground.points.size());
  const std::string suffix = "." + std::to_string(bodies);
  for (Point point : second.ground.points) {
    point.name += suffix;
    point.position.x() += distance;
    m.ground.points.push_back(point);
  }
  for (Body body : second.bodies) {
    body.name += suffix;
    body.position.x() += distance;
    m.bodies.push_back(body);
  }
  for (Joint joint : second.joints) {
    RevoluteJoint& pin = std::get<RevoluteJoint>(joint.kind);
    for (PointRef* end : {&pin.a, &pin.b})
      if (end->body == kGround) end->point += points;
      else end->body += bodies;
    joint.name += suffix;
    m.joints.push_back(joint);
  }
  return m;
}

/// Four-bars that are far from their dead points.
Mechanism amongFourBars(Mechanism m, int count) {
  for (int i = 0; i < count; ++i)
    m = sideBySide(std::move(m), fourBar(2, 1, 2.3, 1.6, 1 + 0.3 * std::sin(i)), 4.0 * (i + 1));
  return m;
}

/// With a chain of bars that hangs from the middle of the coupler, itself at (x, y).
Mechanism withChain(Mechanism m, int links, Vector2 from) {
  for (int i = 0; i < links; ++i) {
    const int body = static_cast<int>(m.bodies.size());
    m.joints.push_back({"link" + std::to_string(i),
                        RevoluteJoint{i ? PointRef{body - 1, kEnd} : PointRef{1, kMiddle}, {body, kStart}}});
    m.bodies.push_back(bar("bar" + std::to_string(i), 1, from - Vector2(0, i), -std::acos(-1) / 2));
  }
  return m;
}

Mechanism withoutWeight(Mechanism m) {
  m.gravity = {0, 0};
  return m;
}

Assembly assemblyOf(const Mechanism& mechanism) {
  const auto equations = std::make_unique<EquationsOfMotion>(mechanism);
  return assemble(*equations, initialGuess(*equations, 0));
}

std::set<std::string> named(const Mechanism& mechanism, const std::vector<int>& rows) {
  const auto equations = std::make_unique<EquationsOfMotion>(mechanism);
  std::set<std::string> names;
  for (const int row : rows) names.insert(equations->constraintName(row));
  return names;
}

constexpr int kMany = 150, kLinks = 600;  // 1200 rows

TEST(AmongManyRows, TheRedundantOnesAreNamed) {
  const Mechanism small = parallelogram(0.7, true);
  const Assembly alone = assemblyOf(small);
  ASSERT_EQ(alone.redundantRows.size(), 1u);
  const Vector2 coupler(1 + std::cos(0.7), std::sin(0.7));
  for (const Mechanism& large : {amongFourBars(small, kMany), withChain(small, kLinks, coupler)}) {
    const Assembly found = assemblyOf(large);
    ASSERT_TRUE(found.consistent) << found.failure;
    EXPECT_FALSE(found.singularStart);
    EXPECT_EQ(named(large, found.redundantRows), named(small, alone.redundantRows));
    EXPECT_EQ(named(large, found.ambiguousRows), named(small, alone.ambiguousRows));
  }
}

TEST(AmongManyRows, AContradictionIsNamedWithItsSize) {
  Mechanism small = parallelogram(0.7, false);
  small.drivers = {{"left", 0, "0.7+t"}, {"right", 3, "0.7+2*t"}};
  const Assembly alone = assemblyOf(small);
  ASSERT_EQ(alone.cause, Assembly::Failure::Contradiction) << alone.failure;
  const Assembly found = assemblyOf(amongFourBars(small, kMany));
  EXPECT_EQ(found.cause, Assembly::Failure::Contradiction) << found.failure;
  EXPECT_EQ(found.failure, alone.failure);
}

TEST(AmongManyRows, AFarGuessIsAssembled) {
  Mechanism large = amongFourBars(parallelogram(0.7, true), kMany);
  for (std::size_t i = 0; i < large.bodies.size(); i += 7) large.bodies[i].angle += 0.8;
  const Assembly found = assemblyOf(large);
  EXPECT_TRUE(found.consistent) << found.failure;
  EXPECT_EQ(found.redundantRows.size(), 1u);
}

TEST(AmongManyRows, AStartInTheFlatPositionGoesOn) {
  const auto crankAt = [](const Mechanism& mechanism) {
    Recording recording;
    const Summary summary = runToEnd(mechanism, optionsOf({"", "bdf", 2}, 1e-7, 0.1), recording);
    EXPECT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
    for (const Warning& warning : summary.warnings)
      EXPECT_EQ(warning.text.find("starts beside"), std::string::npos) << warning.text;
    return recording.value(recording.size() - 1, recording.channelIndex("crank.theta"));
  };
  const Mechanism small = parallelogram(0, false);
  const double alone = crankAt(small);
  EXPECT_NEAR(crankAt(amongFourBars(small, kMany)), alone, 1e-5);
  const Assembly hung = assemblyOf(withChain(small, kLinks, {2, 0}));
  EXPECT_TRUE(hung.singularStart && !hung.immovable);
  crankAt(withChain(small, 250, {2, 0}));
}

TEST(AmongManyRows, RestInTheFlatPositionIsLeftAlongTheLoop) {
  const Mechanism large = withoutWeight(amongFourBars(parallelogram(0, false), kMany));
  const auto equations = std::make_unique<EquationsOfMotion>(large);
  const Assembly at = assemble(*equations, initialGuess(*equations, 0));
  ASSERT_TRUE(at.singularStart);
  bool parallel = false, anti = false;
  for (const NearbyStart& start : nearbyStarts(*equations, 0, at.state.q)) {
    const double crank = start.q[2] - at.state.q[2], rocker = start.q[8] - at.state.q[8];
    (std::abs(crank - rocker) < 0.05 * std::abs(crank) ? parallel : anti) = true;
    EXPECT_NE(start.description.find("crank"), std::string::npos) << start.description;
  }
  EXPECT_TRUE(parallel && anti);
}

/// Three bars of 1 m stretched between two fixed points.
Mechanism stretched() {
  Mechanism m = fourBar(3, 1, 1.5, 1.5, 0.5);
  m.bodies = {bar("crank", 1, {0, 0}, 0), bar("coupler", 1, {1, 0}, 0),
              bar("rocker", 1, {3, 0}, std::acos(-1))};
  return m;
}

TEST(AmongManyRows, AStretchedChainIsImmovable) {
  Mechanism rigid = fourBar(2, 1, 2.3, 1.6, 1);  // with a bar between the ends of coupler and ground
  const Vector2 to = groundPosition(rigid, {1, kMiddle});
  rigid.bodies.push_back(bar("prop", to.norm(), {0, 0}, std::atan2(to.y(), to.x())));
  rigid.joints.push_back({"P", RevoluteJoint{{kGround, 0}, {3, kStart}}});
  rigid.joints.push_back({"Q", RevoluteJoint{{1, kMiddle}, {3, kEnd}}});
  Mechanism large = stretched(), loose = amongFourBars(stretched(), kMany);
  for (int i = 0; i < kMany; ++i) large = sideBySide(std::move(large), rigid, 4.0 * (i + 1));
  const Assembly held = assemblyOf(large);
  EXPECT_TRUE(held.singularStart);
  EXPECT_TRUE(held.immovable);
  EXPECT_FALSE(assemblyOf(loose).immovable) << "the four-bars move";
}

/// The flat parallelogram at 2.5 rad and 5 rad/s, without weight: it passes its flat position and goes on.
TEST(AmongManyRows, AFlatPositionIsPassed) {
  Mechanism passing = withoutWeight(parallelogram(2.5, false));
  passing.bodies[0].angularVelocity = 5;
  passing.bodies[0].exact.omega = true;
  Recording recording;
  const Summary summary =
      runToEnd(amongFourBars(passing, 200), optionsOf({"", "dop853", 1}, 1e-8, 0.3), recording);
  ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  const std::size_t last = recording.size() - 1;
  EXPECT_NEAR(recording.value(last, recording.channelIndex("crank.omega")), 5, 1e-4);
  EXPECT_NEAR(recording.value(last, recording.channelIndex("rocker.theta")), 2.5 + 0.3 * 5, 1e-4);
}

TEST(AmongManyRows, ANearMissIsMeasured) {
  const auto miss = [](const Mechanism& mechanism) {
    const auto equations = std::make_unique<EquationsOfMotion>(mechanism);
    Vector q = equations->givenCoordinates();
    q.head(9) << -0.5, 0, std::acos(-1), 0, 0, 0, 1.5, 0, std::acos(-1);
    return singularMiss(*equations, 0, q).value_or(-1);
  };
  for (const double longer : {1e-3, 1e-6, 1e-9}) {
    const Mechanism small = fourBar(2, 1, 2, 1 + longer, 1.9);
    const double alone = miss(small);
    ASSERT_GT(alone, 0.05 * longer);
    const double found = miss(amongFourBars(small, kMany));  // in parts of the bars, not of the whole
    EXPECT_GT(found, alone / 3) << longer;
    EXPECT_LT(found, 3 * alone) << longer;
  }
}

/// Counts how often it is moved.
class CountedSystem final : public HiddenSwitches {
 public:
  using HiddenSwitches::HiddenSwitches;
  void moveTo(double t, ConstVectorRef q, ConstVectorRef v) override {
    ++moves;
    HiddenSwitches::moveTo(t, q, v);
  }
  int moves = 0;
};

/// Each evaluation is linear in the size: so is the start when their number does not grow.
/// Places of 10 km are rounded to more than a projection wants to leave.
TEST(AmongManyRows, RoundingFarFromTheOriginStopsNoExplicitMethod) {
  Recording recording;
  const Summary summary = runToEnd(makeChain(10000), optionsOf({"", "dop853", 1}, 1e-8, 0.02), recording);
  EXPECT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  EXPECT_LT(summary.counts.steps, 30);
  EXPECT_LT(summary.largestDriftPosition, 1e-11);
}

TEST(AmongManyRows, TheStartTakesNoMoreEvaluations) {
  const auto movesOf = [](const Mechanism& mechanism) {
    CountedSystem system(std::make_unique<EquationsOfMotion>(mechanism));
    EXPECT_TRUE(assemble(system, initialGuess(system.shown(), 0)).consistent);
    return system.moves;
  };
  for (const bool third : {false, true}) {
    const Mechanism small = parallelogram(0.7, third);
    EXPECT_LE(movesOf(amongFourBars(small, 120)), 2 * movesOf(amongFourBars(small, 8))) << third;
  }
}

}  // namespace
}  // namespace holonom
