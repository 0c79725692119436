// SPDX-License-Identifier: GPL-3.0-or-later
// Kinematic analysis against closed forms, and against the dynamic methods.
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/error.h"
#include "core/dynamics/equations_of_motion.h"
#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "core/results/recording.h"
#include "solvers/options/variants.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

using namespace linkages;

SimulationOptions kinematics(double endTime, double tolerance = 1e-4) {
  SimulationOptions options;
  selectMethod(options, "kinematics");
  options.endTime = endTime;
  options.rtol = options.atol = tolerance;
  return options;
}

Mechanism sliderCrank() { return readMechanism(findModel("slider_crank")); }

/// Slider of the example: r cos φ + l cos ψ with sin ψ = (r/l) sin φ, φ = ω t, and its derivatives by hand.
struct Slider {
  double x, v, a;
  explicit Slider(double t) {
    const double r = 0.15, l = 0.3, w = 150, phi = w * t, k = r / l;
    const double sinPsi = k * std::sin(phi), cosPsi = std::sqrt(1 - sinPsi * sinPsi);
    const double rate = k * w * std::cos(phi) / cosPsi;  // ψ′
    const double rate2 = (-k * w * w * std::sin(phi) + rate * rate * sinPsi) / cosPsi;
    x = r * std::cos(phi) + l * cosPsi;
    v = -r * w * std::sin(phi) - l * rate * sinPsi;
    a = -r * w * w * std::cos(phi) - l * (rate2 * sinPsi + rate * rate * cosPsi);
  }
};

TEST(Kinematics, SliderCrankIsExactOnAllLevels) {
  const Mechanism mechanism = sliderCrank();
  EquationsOfMotion equations(mechanism);
  Simulation simulation(equations, kinematics(0.1));
  ASSERT_TRUE(simulation.start(initialGuess(equations, 0)));
  while (simulation.advance() == Simulation::Advance::Accepted) {
    const Slider slider(simulation.state().t);
    ASSERT_NEAR(simulation.state().q[6], slider.x, 1e-12) << simulation.state().t;
    ASSERT_NEAR(simulation.state().v[6], slider.v, 1e-9);
    ASSERT_NEAR(simulation.state().a[6], slider.a, 1e-6);
  }
  EXPECT_EQ(simulation.termination(), Termination::ReachedEnd) << simulation.message();
  EXPECT_GT(simulation.counts().steps, 30);
  EXPECT_LT(simulation.counts().steps, 400);
}

TEST(Kinematics, DenseOutputIsAsExactAsTheSteps) {
  const Mechanism mechanism = sliderCrank();
  Recording recording;
  const Summary summary = runToEnd(mechanism, kinematics(0.1), recording, 1001);
  ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  const int x = recording.channelIndex("slider_position"), a = recording.channelIndex("slider_acceleration");
  for (std::size_t i = 0; i < recording.size(); ++i) {
    const Slider slider(recording.time(i));
    ASSERT_NEAR(recording.value(i, x), slider.x, 1e-11) << recording.time(i);
    ASSERT_NEAR(recording.value(i, a), slider.a, 1e-6) << recording.time(i);
  }
}

TEST(Kinematics, ReactionsAgreeWithTheDynamicMethods) {
  for (const char* dynamic : {"bdf:2:rtol=1e-10:atol=1e-10", "dop853:1:rtol=1e-11:atol=1e-11"}) {
    const Mechanism mechanism = sliderCrank();
    Recording a, b;
    runToEnd(mechanism, kinematics(0.05), a, 26);
    ASSERT_EQ(runToEnd(mechanism, parseVariant(dynamic, kinematics(0.05)), b, 26).termination,
              Termination::ReachedEnd);
    int compared = 0;
    for (std::size_t c = 0; c < a.channels().size(); ++c) {
      if (a.channels()[c].kind != ChannelKind::Multiplier) continue;
      double largest = 1e-3;
      for (std::size_t i = 0; i < a.size(); ++i)
        largest = std::max(largest, std::abs(a.value(i, static_cast<int>(c))));
      for (std::size_t i = 1; i < a.size(); ++i)
        EXPECT_NEAR(a.value(i, static_cast<int>(c)), b.value(i, static_cast<int>(c)), 1e-4 * largest)
            << a.channels()[c].name << " " << dynamic << " " << a.time(i);
      ++compared;
    }
    EXPECT_EQ(compared, 9);
  }
}

TEST(Kinematics, StepsFollowTheToleranceWithThirdOrder) {
  const Mechanism mechanism = sliderCrank();
  Recording coarse, fine;
  const long few = runToEnd(mechanism, kinematics(0.5, 1e-4), coarse).counts.steps;
  const long many = runToEnd(mechanism, kinematics(0.5, 1e-7), fine).counts.steps;
  EXPECT_NEAR(std::log10(static_cast<double>(many) / static_cast<double>(few)), 1, 0.1);
}

TEST(Kinematics, MobilityLeftIsNamedWithWhatToDo) {
  Recording recording;
  const Summary summary = runToEnd(readMechanism(findModel("double_pendulum")), kinematics(1), recording);
  EXPECT_EQ(summary.termination, Termination::AssemblyFailed);
  EXPECT_NE(summary.message.find("mobility 2"), std::string::npos) << summary.message;
  EXPECT_NE(summary.message.find("driver"), std::string::npos) << summary.message;
}

/// Crank and rocker stay parallel through the flat positions, with and without the redundant third bar.
TEST(Kinematics, DrivenParallelogramPassesItsFlatPositions) {
  for (const bool thirdBar : {false, true}) {
    Mechanism mechanism = parallelogram(0.7, thirdBar);
    mechanism.drivers = {{"motor", 0, "0.7+3*t"}};
    Recording recording;
    const Summary summary = runToEnd(mechanism, kinematics(4), recording);
    ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
    const int crank = recording.channelIndex("crank.theta"), rocker = recording.channelIndex("rocker.theta");
    for (std::size_t i = 0; i < recording.size(); ++i) {
      ASSERT_NEAR(recording.value(i, crank), 0.7 + 3 * recording.time(i), 1e-9);
      ASSERT_NEAR(recording.value(i, rocker), recording.value(i, crank), 1e-7) << recording.time(i);
    }
    int passed = 0;
    for (const std::string& text : summary.singularConfigurations)
      passed += text.find("passed") != std::string::npos;
    EXPECT_EQ(passed, 4) << thirdBar;  // from 0.7 to 12.7 rad: π, 2π, 3π, 4π
  }
}

/// Where drivers prescribe everything, what methods see of errors along the constraints is zero in steps of
/// any size: what lies between must limit them.
class PrescribedMotion : public testing::TestWithParam<TestedMethod> {};

TEST_P(PrescribedMotion, IsFollowedBetweenTheSteps) {
  const Mechanism mechanism = sliderCrank();
  for (const double tolerance : {1e-4, 1e-7}) {
    Recording recording;
    const Summary summary = runToEnd(mechanism, optionsOf(GetParam(), tolerance, 0.5), recording, 2001);
    ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
    const int x = recording.channelIndex("slider_position"), rod = recording.channelIndex("rod.theta");
    double slider = 0, turn = 0;
    for (std::size_t i = 0; i < recording.size(); ++i) {
      const double t = recording.time(i);
      slider = std::max(slider, std::abs(recording.value(i, x) - Slider(t).x));
      turn = std::max(turn, std::abs(recording.value(i, rod) + std::asin(0.5 * std::sin(150 * t))));
    }
    EXPECT_LT(slider, 100 * tolerance);
    EXPECT_LT(turn, 1000 * tolerance);
  }
}

INSTANTIATE_TEST_SUITE_P(EveryMethod, PrescribedMotion, testing::ValuesIn(kVariants),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace holonom
