// SPDX-License-Identifier: GPL-3.0-or-later
// A motion that is smooth but for one jump of its force that nothing declares, at any place of any step:
// every method that reaches the end is right there, as far as its tolerance goes.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/solvers/hostile/opaque_system.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

using Torque = std::function<double(double t, double x)>;

/// A pendulum, 1 kg m², under a torque beside its weight.
OpaqueSystem pendulumUnder(Torque torque) {
  return OpaqueSystem(Vector::Ones(1),
                      [torque = std::move(torque)](double t, const Vector& x, const Vector&) {
                        return Vector(Vector::Constant(1, torque(t, x[0]) - 14.7 * std::cos(x[0])));
                      });
}

/// Under a torque without time, from (x, v) for a while.
State runWith(const Torque& torque, double from, double to, double x, double v) {
  OpaqueSystem system = pendulumUnder(torque);
  const SimulationOptions options = optionsOf({"Reference", "dop853", 1}, 1e-12, to - from);
  const Outcome outcome = runSystem(system, options, guessOf(Vector::Constant(1, x), Vector::Constant(1, v)));
  EXPECT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
  return outcome.end;
}

class UndeclaredTorque : public testing::TestWithParam<TestedMethod> {
 protected:
  void expectRight(const Torque& torque, double exact, double end, const char* what, double allowed = 1000) {
    for (const double tolerance : {1e-5, 1e-6, 1e-7, 1e-8}) {
      OpaqueSystem system = pendulumUnder(torque);
      const Outcome outcome =
          runSystem(system, optionsOf(GetParam(), tolerance, end), guessOf(Vector::Zero(1), Vector::Zero(1)));
      if (outcome.termination != Termination::ReachedEnd) {
        EXPECT_NE(outcome.message.find("motion jumps there"), std::string::npos)
            << what << ", " << tolerance << ": " << outcome.message;
        continue;
      }
      EXPECT_NEAR(outcome.end.q[0], exact, allowed * tolerance) << what << ", " << tolerance;
    }
  }
};

TEST_P(UndeclaredTorque, MayJumpAtAnyTime) {
  constexpr double kEnd = 0.9;
  for (int i = 0; i < 5; ++i) {
    const double jump = 0.3127 + 0.0731 * i, size = 18;
    const State middle = runWith([=](double, double) { return -size; }, 0, jump, 0, 0);
    const State end = runWith([=](double, double) { return size; }, jump, kEnd, middle.q[0], middle.v[0]);
    expectRight([=](double t, double) { return t < jump ? -size : size; }, end.q[0], kEnd, "a step");
    expectRight([=](double t, double) { return size * 2 / std::numbers::pi * std::atan(1e12 * (t - jump)); },
                end.q[0], kEnd, "a steep slope");
  }
}

/// Behind x = −0.4 another torque; the time is that at which the smooth motion comes there.
TEST_P(UndeclaredTorque, MayJumpAtAnyPlace) {
  constexpr double kPlace = -0.4, kEnd = 0.8, kSize = 25;
  double jump = 0.15;
  for (int i = 0; i < 8; ++i) {
    const State there = runWith([](double, double) { return 0; }, 0, jump, 0, 0);
    jump -= (there.q[0] - kPlace) / there.v[0];
  }
  const State middle = runWith([](double, double) { return 0; }, 0, jump, 0, 0);
  const State end = runWith([](double, double) { return -kSize; }, jump, kEnd, middle.q[0], middle.v[0]);
  // where errors grow by more
  expectRight([](double, double x) { return x > kPlace ? 0 : -kSize; }, end.q[0], kEnd, "a place", 5000);
}

INSTANTIATE_TEST_SUITE_P(
    Methods, UndeclaredTorque,
    testing::Values(TestedMethod{"DormandPrince8", "dop853", 1}, TestedMethod{"DormandPrince5", "dopri5", 1},
                    TestedMethod{"RungeKutta4", "rk4", 1}, TestedMethod{"Adams", "adams", 1},
                    TestedMethod{"GraggBulirschStoer", "gbs", 1}, TestedMethod{"Eserk4", "eserk4", 1},
                    TestedMethod{"Rock4", "rock4", 1}, TestedMethod{"BdfIndex1", "bdf", 1},
                    TestedMethod{"BdfIndex2", "bdf", 2}, TestedMethod{"BdfIndex3", "bdf", 3}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace holonom
