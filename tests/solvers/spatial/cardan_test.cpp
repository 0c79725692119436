// SPDX-License-Identifier: GPL-3.0-or-later
// Motions in space by Cardan angles, with changes of chart on the way: against the same by Euler parameters,
// against elliptic functions, and at fixed steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "core/dynamics/observer.h"
#include "core/io/model_reader.h"
#include "core/results/recording.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/run_helpers.h"
#include "tests/solvers/spatial/order_case.h"
#include "tests/solvers/spatial/spatial_models.h"

namespace holonom {
namespace {

using namespace spatial_models;

struct Trial {
  EquationsOfMotion equations;
  Outcome outcome;
  long changes = 0;

  Trial(const Mechanism& mechanism, const SimulationOptions& options) : equations(mechanism) {
    Simulation simulation(equations, options);
    if (simulation.start(initialGuess(equations, 0)))
      while (simulation.advance() == Simulation::Advance::Accepted) continue;
    outcome = {simulation.state(), simulation.counts(), simulation.termination(), simulation.message()};
    EXPECT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
    changes = std::ranges::count(simulation.allEvents(), "coordinates", &Event::name);
  }
  CentreMotion motion(int body) const { return equations.motionIn(body, outcome.end.q, outcome.end.v); }
};

/// Largest difference of places, turns, velocities and spins (in parts of the largest) of all bodies.
double difference(const Trial& a, const Trial& b) {
  double most = 0, fastest = 1;
  for (int body = 0; body < a.equations.places().bodyCount(); ++body)
    fastest = std::max({fastest, a.motion(body).velocity.norm(), a.motion(body).spin.norm()});
  for (int body = 0; body < a.equations.places().bodyCount(); ++body) {
    const CentreMotion x = a.motion(body), y = b.motion(body);
    most = std::max({most, (x.place - y.place).norm(), apart(x.p, y.p),
                     (x.velocity - y.velocity).norm() / fastest, (x.spin - y.spin).norm() / fastest});
  }
  return most;
}

struct Motion {
  const char* name;
  Mechanism (*make)();
  double endTime;
  int changes;  // at least
};
void PrintTo(const Motion& motion, std::ostream* out) { *out << motion.name; }

Mechanism example(const char* name) {
  return readMechanism(std::string(HOLONOM_SOURCE_DIR) + "/examples/" + name + "/model.json");
}
Mechanism barOnABall() {
  Mechanism mechanism = doublePendulumInSpace();
  mechanism.bodies.pop_back();
  mechanism.joints.pop_back();
  mechanism.bodies[0].spin = {6, 1.5, 0};  // about the bar, too
  return mechanism;
}
Mechanism twoPendulums() { return example("spatial_double_pendulum"); }
Mechanism slowTop() { return heavyTop({1, 9, -1.5}); }
Mechanism fastTop() { return heavyTop(); }
Mechanism sliderCrank() { return example("spatial_slider_crank"); }
Mechanism gyroscope() { return example("gyroscope_gimbal"); }
/// Three rows follow from others.
Mechanism turnedFourBar() { return turned(inSpace(linkages::fourBar(2, 0.6, 1.5, 1.4, 0.5)), kTurn); }

const Motion kMotions[] = {{"Pendulum", barOnABall, 1, 1},  {"DoublePendulum", twoPendulums, 1, 2},
                           {"SlowTop", slowTop, 1.2, 3},    {"FastTop", fastTop, 0.2, 10},
                           {"Gyroscope", gyroscope, 1, 5},  {"SliderCrank", sliderCrank, 0.3, 1},
                           {"FourBar", turnedFourBar, 1, 0}};

class CardanMotion : public testing::TestWithParam<std::tuple<Motion, TestedMethod>> {};

TEST_P(CardanMotion, IsThatByEulerParameters) {
  const auto& [motion, method] = GetParam();
  const Mechanism mechanism = motion.make();
  const Trial exact(mechanism, optionsOf({"", "dop853", 1}, 1e-11, motion.endTime));
  const double tolerance = isSecondOrder(method) ? 1e-6 : 1e-7;
  const SimulationOptions options = optionsOf(method, tolerance, motion.endTime);
  const Trial parameters(mechanism, options), angles(byCardanAngles(mechanism), options);
  const double direct = difference(exact, parameters), inCharts = difference(exact, angles);
  std::printf("%s, %s: error %.1e by parameters, %.1e by angles, %ld and %ld steps, %ld changes\n",
              motion.name, method.name, direct, inCharts, parameters.outcome.counts.steps,
              angles.outcome.counts.steps, angles.changes);
  EXPECT_GE(angles.changes, motion.changes);
  EXPECT_LT(inCharts, 10 * direct + 100 * tolerance);
  EXPECT_LT(angles.outcome.counts.steps, 6 * parameters.outcome.counts.steps + 200);
}

INSTANTIATE_TEST_SUITE_P(
    Methods, CardanMotion,
    testing::Combine(
        testing::ValuesIn(kMotions),
        testing::Values(TestedMethod{"BdfIndex3", "bdf", 3}, TestedMethod{"BdfIndex2", "bdf", 2},
                        TestedMethod{"BdfIndex1", "bdf", 1},
                        TestedMethod{"GeneralizedAlphaIndex3", "generalized-alpha", 3},
                        TestedMethod{"GeneralizedAlphaIndex2", "generalized-alpha", 2},
                        TestedMethod{"HhtIndex2", "hht", 2},
                        TestedMethod{"TrapezoidalIndex2", "trapezoidal", 2},
                        TestedMethod{"RadauIndex2", "radau", 2}, TestedMethod{"RadauIndex3", "radau", 3},
                        TestedMethod{"LStableIndex2", "l-stable", 2}, TestedMethod{"Esdirk", "esdirk", 1},
                        TestedMethod{"Rosenbrock", "rosenbrock", 1},
                        TestedMethod{"DormandPrince8", "dop853", 1},
                        TestedMethod{"DormandPrince5", "dopri5", 1}, TestedMethod{"Adams", "adams", 1},
                        TestedMethod{"GraggBulirschStoer", "gbs", 1}, TestedMethod{"Automatic", "auto", 2})),
    [](const auto& info) {
      return std::string(std::get<0>(info.param).name) + std::get<1>(info.param).name;
    });

/// Every model in space of the examples.
TEST(CardanMotion, OfTheExamplesIsThatByEulerParameters) {
  for (const auto& [name, endTime] : {std::pair("spatial_pendulum", 1.0),
                                      {"spatial_double_pendulum", 1.0},
                                      {"heavy_top", 0.2},
                                      {"gyroscope_gimbal", 1.0},
                                      {"spatial_slider_crank", 0.3},
                                      {"spatial_four_bar", 0.5},
                                      {"universal_shaft", 0.3},
                                      {"bricard", 1.0},
                                      {"flyball_governor", 0.2},
                                      {"stewart_platform", 0.5},
                                      {"mixed", 0.5},
                                      {"rolling_disk", 1.0},
                                      {"rolling_ball", 1.0},
                                      {"bicycle", 0.5}}) {
    SCOPED_TRACE(name);
    const Mechanism mechanism = example(name);
    const SimulationOptions options = optionsOf({"", "bdf", 2}, 1e-8, endTime);
    const Trial parameters(mechanism, options), angles(byCardanAngles(mechanism), options);
    const double apart = difference(parameters, angles);
    std::printf("%s: %.1e apart, %ld and %ld steps, %ld changes\n", name, apart,
                parameters.outcome.counts.steps, angles.outcome.counts.steps, angles.changes);
    EXPECT_LT(apart, 1e-4);
  }
}

/// sn, cn and dn of Jacobi by descending Landen transformations (Abramowitz and Stegun, §16.4).
Vector3 jacobi(double u, double k) {
  double a[16] = {1}, c[16] = {k}, b = std::sqrt(1 - k * k);
  int n = 0;
  for (; std::abs(c[n]) > 1e-17 && n < 14; ++n) {
    a[n + 1] = (a[n] + b) / 2;
    c[n + 1] = (a[n] - b) / 2;
    b = std::sqrt(a[n] * b);
  }
  double phi = std::ldexp(a[n] * u, n);
  for (; n > 0; --n) phi = (phi + std::asin(c[n] / a[n] * std::sin(phi))) / 2;
  const double sn = std::sin(phi);
  return {sn, std::cos(phi), std::sqrt(1 - k * k * sn * sn)};
}

TEST(Jacobi, FunctionsHaveTheirDerivatives) {
  for (const double k : {0.1, 0.7, 0.999})
    for (const double u : {0.3, 2.0, 9.0}) {
      const Vector3 f = jacobi(u, k), slope = (jacobi(u + 1e-5, k) - jacobi(u - 1e-5, k)) / 2e-5;
      EXPECT_LT((slope - Vector3(f[1] * f[2], -f[0] * f[2], -k * k * f[0] * f[1])).norm(), 1e-8);
    }
}

/// A free body that begins near a turn about its middle axis and falls over again and again: its angular
/// velocity in its own axes by elliptic functions (Landau and Lifshitz, Mechanics, §37).
class Tumbling : public testing::TestWithParam<TestedMethod> {
 protected:
  static constexpr double kEnd = 16;
  const Vector3 moments{1, 2, 3}, start{3.4, 0, 2};  // rad/s; at 2 √3 it would end at rest on its middle axis

  Mechanism model() const {
    Mechanism mechanism;
    mechanism.gravity = {};
    Body body;
    body.name = "body";
    body.kind = Body::Kind::Spatial;
    body.moments = moments;
    const AxisAngle initial = axisAngle(kTurn);
    body.axis = initial.axis;
    body.angle = initial.angle;
    body.spin = rotationMatrix(kTurn) * start;
    mechanism.bodies = {body};
    return mechanism;
  }
  Vector3 exact(double t) const {
    const Vector3 &J = moments, squares = start.cwiseAbs2();
    const double E2 = J.dot(squares), M2 = J.cwiseAbs2().dot(squares);  // twice the energy
    const double rate = std::sqrt((J[2] - J[1]) * (M2 - E2 * J[0]) / (J[0] * J[1] * J[2]));
    const double k = std::sqrt((J[1] - J[0]) * (E2 * J[2] - M2) / ((J[2] - J[1]) * (M2 - E2 * J[0])));
    const Vector3 f = jacobi(rate * t, k);
    return {std::sqrt((E2 * J[2] - M2) / (J[0] * (J[2] - J[0]))) * f[1],
            std::sqrt((E2 * J[2] - M2) / (J[1] * (J[2] - J[1]))) * f[0],
            std::sqrt((M2 - E2 * J[0]) / (J[2] * (J[2] - J[0]))) * f[2]};
  }
};

TEST_P(Tumbling, FollowsTheEllipticFunctions) {
  SimulationOptions options = optionsOf(GetParam(), 1e-12, kEnd);
  if (std::string_view(GetParam().method) != "bdf") options.maxStep = 0.05;
  const Mechanism mechanism = byCardanAngles(model());
  EquationsOfMotion equations(mechanism);
  const Vector3 momentum = rotationMatrix(kTurn) * moments.cwiseProduct(start);
  Simulation simulation(equations, options);
  ASSERT_TRUE(simulation.start(initialGuess(equations, 0)));
  double spinError = 0, momentumError = 0;
  while (simulation.advance() == Simulation::Advance::Accepted) {
    const State& at = simulation.state();
    const CentreMotion motion = equations.motionIn(0, at.q, at.v);
    const Matrix3 A = rotationMatrix(motion.p);
    const Vector3 spin = A.transpose() * motion.spin;
    spinError = std::max(spinError, (spin - exact(at.t)).norm());
    momentumError = std::max(momentumError, (A * moments.cwiseProduct(spin) - momentum).norm());
  }
  ASSERT_EQ(simulation.termination(), Termination::ReachedEnd) << simulation.message();
  const Trial parameters(model(), options);
  const CentreMotion end = equations.motionIn(0, simulation.state().q, simulation.state().v);
  const auto changes = std::ranges::count(simulation.allEvents(), "coordinates", &Event::name);
  std::printf("%ld steps, %ld changes, spin %.1e, momentum %.1e, turn %.1e\n", simulation.counts().steps,
              long(changes), spinError, momentumError, apart(end.p, parameters.motion(0).p));
  const double most = std::string_view(GetParam().method) == "bdf" ? 3e-7 : 1e-8;  // order 5
  EXPECT_GE(changes, 10);
  EXPECT_LT(spinError, most * start.norm());
  EXPECT_LT(momentumError, most * momentum.norm());
  EXPECT_LT((end.p - parameters.motion(0).p).norm(), most) << "changes of chart keep the sign";
}

INSTANTIATE_TEST_SUITE_P(Methods, Tumbling,
                         testing::Values(TestedMethod{"Bdf", "bdf", 2},
                                         TestedMethod{"DormandPrince8", "dop853", 1},
                                         TestedMethod{"Adams", "adams", 1},
                                         TestedMethod{"GraggBulirschStoer", "gbs", 1}),
                         [](const auto& info) { return std::string(info.param.name); });

class CardanOrder : public testing::TestWithParam<OrderCase> {};

TEST_P(CardanOrder, IsKeptThroughChangesOfChart) {
  constexpr double kEnd = 0.6;
  static const Trial exact(slowTop(), optionsOf({"", "dop853", 1}, 1e-12, kEnd));
  const OrderCase& one = GetParam();
  const auto errorAt = [&](double step) {
    SimulationOptions options = optionsOf({one.name, one.method, one.index}, 1e-3, kEnd);
    options.fixedStep = step;
    options.fixedOrder = one.fixedOrder;
    for (const char* implicit : {"bdf", "hht", "generalized-alpha", "trapezoidal", "radau", "esdirk"})
      if (std::string_view(one.method) == implicit) options.newtonTolerance = 1e-9;
    const Trial run(byCardanAngles(slowTop()), options);
    EXPECT_GE(run.changes, 2);
    return difference(exact, run);
  };
  const auto [early, late] = observedOrders(one, errorAt);
  EXPECT_GT((early + late) / 2, one.expected - 0.4) << "charts are changed at other places for other steps";
}

INSTANTIATE_TEST_SUITE_P(
    Methods, CardanOrder,
    testing::Values(OrderCase{"BdfIndex3Order2", "bdf", 3, 2, 2, 4e-3},
                    OrderCase{"BdfIndex2Order2", "bdf", 2, 2, 2, 2e-3},
                    OrderCase{"BdfIndex2Order3", "bdf", 2, 3, 3, 2e-3},
                    OrderCase{"BdfIndex2Order5", "bdf", 2, 5, 5, 4e-3},
                    OrderCase{"BdfIndex1Order3", "bdf", 1, 3, 3, 2e-3},
                    OrderCase{"GeneralizedAlphaIndex3", "generalized-alpha", 3, 0, 2, 2e-3},
                    OrderCase{"GeneralizedAlphaIndex2", "generalized-alpha", 2, 0, 2, 2e-3},
                    OrderCase{"HhtIndex2", "hht", 2, 0, 2, 2e-3},
                    OrderCase{"TrapezoidalIndex2", "trapezoidal", 2, 0, 2, 2e-3},
                    OrderCase{"Rattle", "rattle", 3, 0, 2, 2e-3},
                    OrderCase{"VariationalMidpoint", "variational-midpoint", 3, 0, 2, 2e-3},
                    OrderCase{"RadauIndex2Order5", "radau", 2, 5, 5, 1e-2},
                    OrderCase{"Esdirk", "esdirk", 1, 0, 4, 5e-3},
                    OrderCase{"Rosenbrock", "rosenbrock", 1, 0, 4, 5e-3},
                    OrderCase{"RungeKutta4", "rk4", 1, 0, 4, 1e-2},
                    OrderCase{"DormandPrince5", "dopri5", 1, 0, 5, 1e-2},
                    OrderCase{"DormandPrince8", "dop853", 1, 0, 8, 4e-2},
                    OrderCase{"AdamsOrder4", "adams", 1, 4, 5, 4e-3}, OrderCase{"Gbs", "gbs", 1, 8, 8, 3e-2}),
    [](const auto& info) { return std::string(info.param.name); });

/// A body that turns steadily about y comes to the edge of a chart again and again; what a sampled controller
/// reads of it there is what it is.
TEST(CardanMotion, SampledControllersReadItInThePresentChart) {
  Mechanism mechanism = parseMechanism(
      R"model({"holonom": 1, "gravity": [0, 0], "ground": {"points": {"O": [0, 0]}},
          "bodies": [{"name": "a", "type": "spatial", "mass": 1, "inertia": [0.1, 0.1, 0.1],
                      "points": {"O": [0, 0]}, "velocity": {"angular": [0, 3, 0]}}],
          "joints": [{"name": "r", "type": "revolute", "between": ["ground.O", "a.O"], "axis": [0, 1, 0],
                      "secondAxis": [0, 1, 0]}],
          "controllers": [{"name": "c", "type": "sampled", "period": 0.1,
                           "outputs": [{"name": "w", "expression": "a.omegay"},
                                       {"name": "angle", "expression": "r.position"}]}],
          "forces": [{"name": "brake", "type": "joint-force", "joint": "r",
                      "value": "0.05*sin(c.angle)"}],
          "outputs": [{"name": "w", "expression": "c.w"}, {"name": "angle", "expression": "c.angle"}]})model",
      "turning");
  for (const auto& [method, index] : {std::pair("dop853", 1), {"bdf", 2}}) {
    std::vector<double> ends;
    for (const Rotations rotations : {Rotations::EulerParameters, Rotations::CardanAngles}) {
      mechanism.run.rotations = rotations;
      Recording recording;
      const Summary summary = runToEnd(mechanism, optionsOf({"", method, index}, 1e-9, 3), recording);
      ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
      for (const char* column : {"w", "angle", "a.omegay"})
        ends.push_back(recording.value(recording.size() - 1, recording.channelIndex(column)));
    }
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(ends[std::size_t(i)], ends[std::size_t(i + 3)], 1e-5) << method;
    EXPECT_GT(std::abs(ends[2] - 3), 1e-3) << "the brake acts";
  }
}

/// Columns, energies and sizes of the system that do not depend on the coordinates.
TEST(CardanMotion, HasTheColumnsOfEulerParameters) {
  const Mechanism mechanism = doublePendulumInSpace();
  EquationsOfMotion parameters(mechanism), angles(byCardanAngles(mechanism));
  Observer one(parameters), other(angles);
  ASSERT_EQ(one.channels().size(), other.channels().size());
  std::vector<double> first(one.channels().size()), second(first.size());
  const auto fill = [](EquationsOfMotion& equations, Observer& observer, std::vector<double>& row) {
    Simulation simulation(equations, optionsOf({"", "dop853", 1}, 1e-10, 0.7));
    ASSERT_TRUE(simulation.start(initialGuess(equations, 0)));
    observer.start(simulation.state());
    while (simulation.advance() == Simulation::Advance::Accepted) continue;
    observer.fill(simulation.state(), {}, row);
  };
  fill(parameters, one, first);
  fill(angles, other, second);
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(one.channels()[i].name, other.channels()[i].name);
    if (one.channels()[i].name.starts_with("step") || one.channels()[i].name.starts_with("drift")) continue;
    EXPECT_NEAR(first[i], second[i], 1e-6 * (1 + std::abs(first[i]))) << one.channels()[i].name;
  }
}

}  // namespace
}  // namespace holonom
