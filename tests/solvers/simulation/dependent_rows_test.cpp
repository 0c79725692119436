// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that depend on others everywhere, at a start that makes more of them dependent; and a start that
// nothing can leave.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <functional>
#include <string>

#include "core/dynamics/equations_of_motion.h"
#include "core/io/model_reader.h"
#include "solvers/analyses/departure.h"
#include "solvers/analyses/doctor.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

/// y″ = f(t, y, y′) by the classical Runge–Kutta method with small steps.
double integrated(const std::function<double(double, double, double)>& f, double y, double v, double end) {
  const int steps = static_cast<int>(std::ceil(end / 1e-4));
  const double h = end / steps;
  for (int i = 0; i < steps; ++i) {
    const double t = i * h, a1 = f(t, y, v), v2 = v + h / 2 * a1, a2 = f(t + h / 2, y + h / 2 * v, v2),
                 v3 = v + h / 2 * a2;
    const double a3 = f(t + h / 2, y + h / 2 * v2, v3), v4 = v + h * a3, a4 = f(t + h, y + h * v3, v4);
    y += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
    v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return y;
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

std::string body(const std::string& name, double mass, double inertia, double x, double y, double angle,
                 const std::string& more) {
  return R"({"name":")" + name + R"(","mass":)" + number(mass) + R"(,"inertia":)" + number(inertia) +
         R"(,"pose":{"position":[)" + number(x) + "," + number(y) + R"(],"angle":)" + number(angle) + "}," +
         more + "}";
}

std::string revolute(const std::string& name, const std::string& a, const std::string& b) {
  return R"({"name":")" + name + R"(","type":"revolute","between":[")" + a + R"(",")" + b + R"("]})";
}

constexpr double kWheel = 0.3, kPin = 0.2;

/// Two wheels on the ground, their hubs and their pins coupled by a rod each; a force on the first hub.
Mechanism tandem(double angle) {
  const std::string points = R"("points":{"hub":[0,0],"pin":[0.2,0]})",
                    ends = R"("points":{"A":[-0.5,0],"B":[0.5,0]})";
  const auto rolling = [](const std::string& name, const std::string& hub) {
    return R"({"name":")" + name + R"(","type":"rolling","between":["ground.O",")" + hub +
           R"("],"axis":[1,0],"radius":0.3})";
  };
  return parseMechanism(
      R"({"holonom":1,"name":"tandem","gravity":[0,-9.81],"ground":{"points":{"O":[0,0]}},"bodies":[)" +
          body("w1", 2, 0.09, 0, kWheel, angle, points) + "," +
          body("w2", 2, 0.09, 1, kWheel, angle, points) + "," + body("rod", 0.5, 0.04, 0.5, kWheel, 0, ends) +
          "," +
          body("rod2", 0.5, 0.04, 0.5 + kPin * std::cos(angle), kWheel + kPin * std::sin(angle), 0, ends) +
          R"(],"joints":[)" + rolling("c1", "w1.hub") + "," + rolling("c2", "w2.hub") + "," +
          revolute("a", "w1.hub", "rod.A") + "," + revolute("b", "w2.hub", "rod.B") + "," +
          revolute("d", "w1.pin", "rod2.A") + "," + revolute("e", "w2.pin", "rod2.B") +
          R"~(],"forces":[{"name":"push","type":"force","at":"w1.hub","value":["6*cos(2*t)",0]}]})~",
      "tandem");
}

/// One degree of freedom: m(θ) x″ = 6 cos 2t + m'(θ) x'²/(2r) + ½ g p cos θ/r with θ = θ₀ − x/r and the rod
/// on the pins in m(θ).
double tandemAngle(double start, double end) {
  constexpr double k = kPin / kWheel;
  const auto x = integrated(
      [start](double t, double place, double v) {
        const double theta = start - place / kWheel;
        const double mass =
            4 + 2 * 0.09 / (kWheel * kWheel) + 0.5 + 0.5 * (1 + 2 * k * std::sin(theta) + k * k);
        return (6 * std::cos(2 * t) + k * std::cos(theta) * v * v / (2 * kWheel) +
                0.5 * 9.81 * k * std::cos(theta)) /
               mass;
      },
      0, 0, end);
  return start - x / kWheel;
}

/// N equal cranks 0.7 m apart that carry one bar, turned by a torque on the first; flat at angle 0.
Mechanism cranks(int count, double angle) {
  std::string bodies, joints, bar, ground;
  for (int i = 0; i < count; ++i) {
    const std::string n = std::to_string(i), place = number(0.7 * i);
    ground += (i ? "," : "") + ("\"G" + n + "\":[" + place + ",0]");
    bar += (i ? "," : "") + ("\"P" + n + "\":[" + place + ",0]");
    bodies += body("c" + n, 1, 1.0 / 12, 0.7 * i, 0, angle,
                   R"("centreOfMass":[0.5,0],"points":{"A":[0,0],"B":[1,0]})") +
              ",";
    joints += (i ? "," : "") + revolute("g" + n, "ground.G" + n, "c" + n + ".A") + "," +
              revolute("b" + n, "c" + n + ".B", "bar.P" + n);
  }
  bodies += body("bar", 1, 0.5, std::cos(angle), std::sin(angle), 0,
                 R"("centreOfMass":[0.7,0],"points":{)" + bar + "}");
  return parseMechanism(R"({"holonom":1,"name":"cranks","gravity":[0,-9.81],"ground":{"points":{)" + ground +
                            R"(}},"bodies":[)" + bodies + R"(],"joints":[)" + joints +
                            R"(],"forces":[{"name":"T","type":"torque","on":"c0","value":"60"}]})",
                        "cranks");
}

double crankAngle(int count, double start, double end) {
  return integrated(
      [count](double, double phi, double) {
        return (60 - 9.81 * (0.5 * count + 1) * std::cos(phi)) / (count / 3.0 + 1);
      },
      start, 0, end);
}

/// Three bars of 1 m stretched between two fixed points.
Mechanism stretched() {
  using namespace linkages;
  Mechanism m = fourBar(3, 1, 1.5, 1.5, 0.5);
  m.bodies = {bar("crank", 1, {0, 0}, 0), bar("coupler", 1, {1, 0}, 0),
              bar("rocker", 1, {3, 0}, std::acos(-1))};
  return m;
}

class RowsForRollingAndClosure : public testing::TestWithParam<TestedMethod> {
 protected:
  Outcome run(const Mechanism& mechanism, double tolerance, double end) const {
    const auto equations = std::make_unique<EquationsOfMotion>(mechanism);
    return runSystem(*equations, optionsOf(GetParam(), tolerance, end), initialGuess(*equations, 0));
  }
  bool secondOrder() const { return isSecondOrder(GetParam()); }
};

TEST_P(RowsForRollingAndClosure, CoupledWheelsRollThroughEveryFlatPosition) {
  for (const double start : {0.0, 0.001, 0.5})
    for (const double tolerance : {1e-6, 1e-9}) {
      if (secondOrder() && tolerance < 1e-6) continue;  // many steps, which tell no more
      const Outcome outcome = run(tandem(start), tolerance, 2);
      ASSERT_EQ(outcome.termination, Termination::ReachedEnd)
          << start << " " << tolerance << ": " << outcome.message;
      const double allowed = secondOrder() ? 0.02 : 100 * tolerance + 3e3 * std::pow(tolerance, 1.2);
      EXPECT_NEAR(outcome.end.q[2], tandemAngle(start, 2), allowed) << start << " " << tolerance;
      EXPECT_NEAR(outcome.end.q[2], outcome.end.q[5], 50 * tolerance) << start << " " << tolerance;
    }
}

TEST_P(RowsForRollingAndClosure, ThreeEqualCranksLeaveTheFlatPosition) {
  const Outcome outcome = run(cranks(3, 0), 1e-6, 0.4);
  ASSERT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
  EXPECT_NEAR(outcome.end.q[2], crankAngle(3, 0, 0.4), 2e-3);
  EXPECT_NEAR(outcome.end.q[2], outcome.end.q[5], 1e-4);
  EXPECT_NEAR(outcome.end.q[2], outcome.end.q[8], 1e-4);
}

TEST_P(RowsForRollingAndClosure, AStretchedChainIsRefused) {
  const Outcome outcome = run(stretched(), 1e-6, 1);
  EXPECT_EQ(outcome.termination, Termination::AssemblyFailed);
  EXPECT_NE(outcome.message.find("Nothing can move"), std::string::npos) << outcome.message;
}

INSTANTIATE_TEST_SUITE_P(All, RowsForRollingAndClosure, testing::ValuesIn(kVariants),
                         [](const auto& info) { return info.param.name; });

/// The speed at the first look at the constraints tells nothing of a motion that begins at rest.
TEST(FlatPositions, AreNoticedAfterAStartAtRest) {
  for (const char* method : {"dop853", "dopri5", "bdf"}) {
    const auto equations = std::make_unique<EquationsOfMotion>(cranks(2, 0.5));
    std::size_t noted = 0;
    const Outcome outcome =
        runSystem(*equations, optionsOf({"", method, method == std::string("bdf") ? 2 : 1}, 1e-9, 1),
                  initialGuess(*equations, 0),
                  [&](const Simulation& simulation) { noted = simulation.singularPoints().size(); });
    ASSERT_EQ(outcome.termination, Termination::ReachedEnd) << method << ": " << outcome.message;
    const double end = crankAngle(2, 0.5, 1);
    EXPECT_NEAR(outcome.end.q[2], end, 1e-4) << method;
    EXPECT_EQ(noted, static_cast<std::size_t>(end / std::acos(-1))) << method;
  }
}

TEST(Immovable, IsTheStretchedChainAndNoFlatParallelogram) {
  const auto at = [](const Mechanism& mechanism) {
    const auto equations = std::make_unique<EquationsOfMotion>(mechanism);
    return isImmovable(*equations, 0, initialGuess(*equations, 0).q);
  };
  EXPECT_TRUE(at(stretched()));
  EXPECT_FALSE(at(linkages::parallelogram(0, false)));
  EXPECT_FALSE(at(linkages::parallelogram(0, true)));
  EXPECT_FALSE(at(linkages::parallelogram(0.4, true)));
  EXPECT_FALSE(at(cranks(3, 0)));
  EXPECT_FALSE(at(linkages::pendulum()));
}

TEST(Immovable, StandsInTheWayOfARun) {
  const Diagnosis diagnosis = diagnose(stretched(), {});
  EXPECT_FALSE(diagnosis.ready());
  EXPECT_EQ(diagnosis.check.mobility, 0);
  EXPECT_NE(diagnosis.summary().find("Nothing can move"), std::string::npos) << diagnosis.summary();
  EXPECT_TRUE(diagnose(linkages::parallelogram(0, false), {}).ready());
}

TEST(DependentRowsAtTheStart, AreNoSingularityWhereTheRestHoldsTheMotion) {
  for (const double angle : {0.0, 0.5}) {
    const auto equations = std::make_unique<EquationsOfMotion>(tandem(angle));
    const Assembly at = assemble(*equations, initialGuess(*equations, 0));
    ASSERT_TRUE(at.consistent) << at.failure;
    EXPECT_FALSE(at.singularStart);
    EXPECT_EQ(at.independentRows.size(), 11u);
  }
}

}  // namespace
}  // namespace holonom
