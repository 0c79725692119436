// SPDX-License-Identifier: GPL-3.0-or-later
// RATTLE and the variational midpoint rule: what makes them symplectic, their order and reversibility, and
// what they keep over long runs. Suites over all methods have the rest.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "core/dynamics/equations_of_motion.h"
#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "solvers/analyses/assembly.h"
#include "solvers/analyses/start_values.h"
#include "solvers/integrators/methods.h"
#include "tests/solvers/integrators/pendulum_runs.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/spatial/order_case.h"
#include "tests/solvers/spatial/spatial_models.h"

namespace holonom {
namespace {

using namespace spatial_models;

Mechanism planar() {
  Mechanism mechanism = linkages::doublePendulum();
  mechanism.gravity = Vector3(0, -9.81, 0);
  return mechanism;
}

/// Both bars hang 30° aside, in two planes at right angles.
Mechanism byEulerParameters() {
  constexpr double kAside = std::numbers::pi / 6;
  Mechanism mechanism = readMechanism(findModel("spatial_double_pendulum"));
  const Vector4 downwards = eulerParameters(Vector3(0, std::numbers::pi / 2, 0));
  const auto turn = [&](Body& body, const Vector3& aside) {
    const AxisAngle pose = axisAngle(composed(eulerParameters(aside), downwards));
    body.axis = pose.axis;
    body.angle = pose.angle;
  };
  turn(mechanism.bodies[0], {0, -kAside, 0});
  turn(mechanism.bodies[1], {kAside, 0, 0});
  mechanism.bodies[1].position = {std::sin(kAside), 0, -std::cos(kAside)};
  return mechanism;
}
Mechanism byAngles() { return byCardanAngles(doublePendulumInSpace()); }

/// A slender rod on a hinge, without damping; it swings in half a second and vibrates at 20 Hz.
Mechanism flexible() {
  Mechanism mechanism = linkages::pendulum();
  mechanism.gravity = Vector3(0, -9.81, 0);
  mechanism.bodies[0].flexible = FlexibleBeam{
      .from = 0, .to = 1, .youngsModulus = 2e8, .area = 1e-3, .secondMoment = 8e-7, .longitudinal = false};
  return mechanism;
}

struct Case {
  const char* name;
  Mechanism (*make)();
  double step, longStep;  // s
};
void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }
constexpr Case kCases[] = {{"Planar", planar, 2e-3, 2e-2},
                           {"EulerParameters", byEulerParameters, 2e-3, 2e-2},
                           {"CardanAngles", byAngles, 2e-3, 2e-2},
                           {"Flexible", flexible, 1e-3, 2e-3}};

constexpr std::array kMethods = {"rattle", "variational-midpoint"};

struct Stepper {
  EquationsOfMotion equations;
  Work work;
  std::unique_ptr<Integrator> method;

  Stepper(const Mechanism& mechanism, const char* name, int index = 3) : equations(mechanism) {
    method = methodNamed(name).make(equations, {.index = index, .rtol = 1e-6, .atol = 1e-6}, work);
  }
  State assembled() { return assemble(equations, initialGuess(equations, 0)).state; }
  /// Behind so many steps.
  State after(const State& start, int steps, double h) {
    method->start(start, h);
    for (int i = 0; i < steps; ++i) {
      const Attempt attempt = method->attempt(h);
      EXPECT_TRUE(attempt.status == AttemptStatus::Success || attempt.status == AttemptStatus::ErrorTooLarge);
      method->accept();
    }
    return method->state();
  }
  double energy(const State& state) {
    equations.moveTo(state.t, state.q, state.v);
    return equations.kineticEnergy() + equations.potentialEnergy();
  }
  Vector momentum(const State& state) {  // M v
    std::vector<double> mass(equations.massPattern().nonZeros());
    equations.moveTo(state.t, state.q, state.v);
    equations.mass(mass.data());
    Vector p = Vector::Zero(state.q.size());
    addProduct(equations.massPattern(), mass.data(), state.v, 1, p);
    return p;
  }
};

class SymplecticSystems : public testing::TestWithParam<Case> {};

/// The quadratic velocity forces are ∂(½ vᵀM v)/∂q − Ṁ v with the M of the equations: what f = Q + (M v)_q v
/// of variational_step.h rests on.
TEST_P(SymplecticSystems, HaveTheForcesOfTheirKineticEnergy) {
  EquationsOfMotion equations(GetParam().make());
  const int n = equations.coordinateCount();
  const SparsePattern& pattern = equations.stiffnessPattern();
  std::srand(3);
  for (int k = 0; k < 5; ++k) {
    const Vector q = initialGuess(equations, 0).q + 0.2 * Vector::Random(n), v = Vector::Random(n),
                 none = Vector::Zero(equations.constraintCount());
    Vector moving(n), resting(n), change = Vector::Zero(n), expected = Vector::Zero(n);
    std::vector<double> with(pattern.nonZeros()), without(with.size());
    equations.moveTo(0, q, Vector::Zero(n));
    equations.forces(resting);
    equations.moveTo(0, q, v);
    equations.forces(moving);
    equations.stiffness(v, none, with.data());
    equations.stiffness(Vector::Zero(n), none, without.data());
    for (std::size_t i = 0; i < with.size(); ++i) with[i] -= without[i];  // (M v)_q
    addProduct(pattern, with.data(), v, 1, change);
    addTransposedProduct(pattern, with.data(), v, 0.5, expected);
    EXPECT_LT((moving - resting + change - expected).norm(), 1e-10 * (1 + expected.norm()));
    if (GetParam().make != planar) EXPECT_GT(change.norm(), 1e-3);
  }
}

/// Forward, velocities turned round, and back: only rounding is left.
TEST_P(SymplecticSystems, GoTheWayBack) {
  for (const char* name : kMethods) {
    Stepper run(GetParam().make(), name);
    const State start = run.assembled();
    State turn = run.after(start, 200, GetParam().step);
    EXPECT_GT((turn.q - start.q).norm(), 0.1);
    turn.v *= -1;
    const State back = run.after(turn, 200, GetParam().step);
    std::printf("%s: back within %.1e in q, %.1e in v\n", name, (back.q - start.q).norm(),
                (back.v + start.v).norm());
    EXPECT_LT((back.q - start.q).norm(), 1e-9) << name;
    EXPECT_LT((back.v + start.v).norm(), 1e-8) << name;
  }
}

/// δ₁q·δ₂p − δ₂q·δ₁p of two neighbours of a state on the constraints, p = M v, is the same behind a long
/// step; for generalized-α it is not.
TEST_P(SymplecticSystems, KeepTheirAreas) {
  constexpr double kAway = 1e-4;
  const double h = GetParam().longStep;
  const auto areaError = [&](const char* name) {
    Stepper run(GetParam().make(), name);
    std::srand(11);
    const State start = run.after(run.assembled(), 50, GetParam().step);
    const int n = static_cast<int>(start.q.size());
    Vector before[2][2], behind[2][2];  // of the neighbours: δq, δp
    for (int i = 0; i < 2; ++i) {
      const Vector dq = Vector::Random(n), dv = Vector::Random(n);
      State ends[2], starts[2];
      for (int side = 0; side < 2; ++side) {
        const double away = side == 0 ? -kAway : kAway;
        starts[side] = assemble(run.equations, guessOf(start.q + away * dq, start.v + away * dv)).state;
        ends[side] = run.after(starts[side], 1, h);
      }
      before[i][0] = starts[1].q - starts[0].q;
      before[i][1] = run.momentum(starts[1]) - run.momentum(starts[0]);
      behind[i][0] = ends[1].q - ends[0].q;
      behind[i][1] = run.momentum(ends[1]) - run.momentum(ends[0]);
    }
    const auto area = [](const Vector(&d)[2][2]) { return d[0][0].dot(d[1][1]) - d[1][0].dot(d[0][1]); };
    EXPECT_GT(std::abs(area(before)), 1e-2 * kAway * kAway);
    return std::abs(area(behind) / area(before) - 1);
  };
  const double other = areaError("generalized-alpha");
  for (const char* name : kMethods) {
    const double error = areaError(name);
    std::printf("%s: area off by %.1e, generalized-alpha %.1e\n", name, error, other);
    EXPECT_LT(error, 2e-6) << name;
    EXPECT_LT(error, 0.05 * other) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Systems, SymplecticSystems, testing::ValuesIn(kCases),
                         [](const auto& info) { return std::string(info.param.name); });

/// With constant M the method is RATTLE, whose multipliers of a pendulum of length one are roots of a
/// quadratic.
TEST(Rattle, OfAPendulumIsThatOfTheBooks) {
  CartesianPendulum pendulum(10, 1);
  Work work;
  const auto method = methodNamed("rattle").make(pendulum, {.index = 3, .rtol = 1e-6, .atol = 1e-6}, work);
  const double h = 0.05;
  method->start(pendulumStart(pendulum), h);
  Vector2 q = method->state().q, v = method->state().v;
  const Vector2 g(0, -10);
  for (int i = 0; i < 100; ++i) {
    const Vector2 free = q + h * v + 0.5 * h * h * g;  // |free − x q| = 1, the smaller root
    const double b = free.dot(q), c = free.squaredNorm() - 1;
    const double x = b - std::sqrt(b * b - c);
    const Vector2 next = free - x * q;
    Vector2 p = (next - q) / h + 0.5 * h * g;
    p -= p.dot(next) * next;
    q = next;
    v = p;
    method->attempt(h);
    method->accept();
    ASSERT_LT((method->state().q - q).norm(), 1e-12) << i;
    ASSERT_LT((method->state().v - v).norm(), 1e-11) << i;
  }
}

/// Turning the whole is a linear map of Euler parameters, under which both discrete Lagrangians stay the
/// same.
TEST(SymplecticMethods, KeepTheMomentumOfAFreeBody) {
  Mechanism mechanism;
  Body body = barInSpace("body", 1, {0, 0, 0}, {0.3, -0.2, 0.5});
  body.spin = {3, 0.4, -2};
  mechanism.bodies = {body};
  mechanism.gravity.setZero();
  for (const char* name : kMethods) {
    Stepper run(mechanism, name);
    const auto momentum = [&](const State& at) {
      const CentreMotion motion = run.equations.motionIn(0, at.q, at.v);
      const Matrix3 A = rotationMatrix(motion.p);
      return Vector3(A * (body.moments.asDiagonal() * (A.transpose() * motion.spin)));
    };
    const State start = run.assembled();
    const Vector3 L = momentum(start);
    EXPECT_LT((momentum(run.after(start, 2000, 0.02)) - L).norm(), 1e-11 * L.norm()) << name;
  }
}

Mechanism driven() {
  Mechanism mechanism = planar();
  mechanism.drivers = {{"motor", 0, "0.4*sin(3*t)"}};
  return mechanism;
}

class SymplecticOrder : public testing::TestWithParam<OrderCase> {};

/// A pendulum on a bar that a driver swings.
TEST_P(SymplecticOrder, IsTwoWhereADriverMoves) {
  const OrderCase& one = GetParam();
  const auto endOf = [](const SimulationOptions& options) {
    EquationsOfMotion equations(driven());
    const Outcome outcome = runSystem(equations, options, initialGuess(equations, 0));
    EXPECT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
    return outcome.end;
  };
  constexpr double kEnd = 1;
  const State exact = endOf(optionsOf({"", "dop853", 1}, 1e-12, kEnd));
  double tension = 0;  // largest error of λ, of the last run
  const auto [early, late] = observedOrders(one, [&](double step) {
    SimulationOptions options = optionsOf({one.name, one.method, one.index}, 1e-3, kEnd);
    options.fixedStep = step;
    const State end = endOf(options);
    tension = (end.lambda - exact.lambda).cwiseAbs().maxCoeff() / exact.lambda.cwiseAbs().maxCoeff();
    return (end.q - exact.q).norm() + (end.v - exact.v).norm();
  });
  EXPECT_NEAR(early, one.expected, 0.2);
  EXPECT_NEAR(late, one.expected, 0.1);
  EXPECT_LT(tension, 1e-3);
}

INSTANTIATE_TEST_SUITE_P(Methods, SymplecticOrder,
                         testing::Values(OrderCase{"Rattle", "rattle", 3, 0, 2, 1e-2},
                                         OrderCase{"VariationalMidpoint", "variational-midpoint", 3, 0, 2,
                                                   1e-2}),
                         [](const auto& info) { return std::string(info.param.name); });

/// The way of the energy of the spatial double pendulum through a thousand periods (2 s each) in steps of 20
/// ms: how far it goes from its start in the first tenth and in the last.
struct EnergyWay {
  double first = 0, last = 0, drift = 0;  // J: largest distances; of the mean of the last from the first

  EnergyWay(const char* method, int index, int steps) {
    Stepper run(byEulerParameters(), method, index);
    constexpr double kStep = 0.02;
    const State start = run.assembled();
    const double E = run.energy(start);
    run.method->start(start, kStep);
    for (int i = 1; i <= steps; ++i) {
      const Attempt attempt = run.method->attempt(kStep);
      EXPECT_TRUE(attempt.status == AttemptStatus::Success || attempt.status == AttemptStatus::ErrorTooLarge);
      run.method->accept();
      const double off = run.energy(run.method->state()) - E;
      if (i <= steps / 10) {
        first = std::max(first, std::abs(off));
        drift -= off / (steps / 10);
      } else if (i > steps - steps / 10) {
        last = std::max(last, std::abs(off));
        drift += off / (steps / 10);
      }
    }
    std::printf("%s: energy off by %.2e J at first, %.2e J at last, mean moved by %.2e J\n", method, first,
                last, drift);
  }
};

TEST(SymplecticMethods, KeepTheEnergyBoundedThroughAThousandPeriods) {
  constexpr int kSteps = 100'000;
  for (const char* name : kMethods) {
    const EnergyWay way(name, 3, kSteps);
    EXPECT_LT(way.last, 1.5 * way.first) << name;
    EXPECT_LT(std::abs(way.drift), 0.1 * way.first) << name;
  }
  const EnergyWay classic("rk4", 1, kSteps);
  EXPECT_GT(classic.last, 5 * classic.first);
}

/// Without a fixed step the method says what is lost.
TEST(SymplecticMethods, SayThatStepsOfManySizesDoNotKeepTheEnergy) {
  for (const bool fixed : {false, true}) {
    EquationsOfMotion equations(planar());
    SimulationOptions options = optionsOf({"", "rattle", 3}, 1e-6, 1);
    if (fixed) options.fixedStep = 1e-3;
    Simulation simulation(equations, options);
    ASSERT_TRUE(simulation.start(initialGuess(equations, 0)));
    while (simulation.advance() == Simulation::Advance::Accepted) continue;
    bool told = false;
    for (const std::string& remark : simulation.remarks())
      told = told || remark.find("--fixed-step") != std::string::npos;
    EXPECT_EQ(told, !fixed);
  }
}

/// Behind each change of the step its dampers make an error that steps of one size do not.
TEST(SymplecticMethods, SayWhyTheErrorTestRejectsManySteps) {
  const Mechanism governor = readMechanism(findModel("flyball_governor"));
  const auto remarks = [&](double fixedStep) {
    EquationsOfMotion equations(governor);
    SimulationOptions options = optionsOf({"", "rattle", 3}, 1e-7, 0.002);
    options.fixedStep = fixedStep;
    Simulation simulation(equations, options);
    EXPECT_TRUE(simulation.start(initialGuess(equations, 0)));
    while (simulation.advance() == Simulation::Advance::Accepted) continue;
    std::string all;
    for (const std::string& remark : simulation.remarks()) all += remark;
    return all;
  };
  EXPECT_NE(remarks(0).find("were rejected: each change"), std::string::npos) << remarks(0);
  EXPECT_EQ(remarks(4e-5), "");
}

}  // namespace
}  // namespace holonom
