// SPDX-License-Identifier: GPL-3.0-or-later
// Singular configurations and redundant constraints on the way of a run: every method, against equations in
// one unknown.
#include <gtest/gtest.h>

#include <Eigen/SVD>

#include <cmath>

#include "core/dynamics/equations_of_motion.h"
#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "core/model/generators.h"
#include "core/results/recording.h"
#include "solvers/analyses/departure.h"
#include "solvers/analyses/singularity_watch.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/run_helpers.h"
#include "tests/support/dense_evaluation.h"
#include "tests/support/one_unknown.h"

namespace holonom {
namespace {

using namespace linkages;

/// The parallelogram branch of the N-four-bar: ((N+1)/3 + N) φ″ = ((N+1)/2 + N) g sin φ, φ from upright.
OneUnknown fourBars(int n) {
  const double factor = ((n + 1) / 2.0 + n) * 9.81 / ((n + 1) / 3.0 + n);
  return OneUnknown([factor](double phi) { return factor * std::sin(phi); }, 0, 1);
}

class Singular : public testing::TestWithParam<TestedMethod> {};

TEST_P(Singular, FourBarsStayOnTheBranchThroughTheFlatPositions) {
  for (const int loops : {1, 2, 5}) {
    Recording recording;
    const Summary summary = runToEnd(makeFourBars(loops), optionsOf(GetParam(), 1e-7, 4), recording);
    ASSERT_EQ(summary.termination, Termination::ReachedEnd) << loops << ": " << summary.message;
    OneUnknown reference = fourBars(loops);
    const int angle = recording.channelIndex("angle");
    double worst = 0;
    for (std::size_t i = 0; i < recording.size(); ++i)
      worst = std::max(
          worst, std::abs(std::acos(-1) / 2 - recording.value(i, angle) - reference.at(recording.time(i))));
    EXPECT_LT(worst, 5e-3) << loops;
    EXPECT_LT(summary.energyError, 3e-3 * (loops + 1)) << loops;
    // Flat at 0.71, 1.22, 2.64 and 3.15 s; the longest steps of gbs can pass two at once.
    EXPECT_GE(summary.singularConfigurations.size(), std::string(GetParam().method) == "gbs" ? 1u : 4u)
        << loops;
    EXPECT_LE(summary.singularConfigurations.size(), 4u) << loops;
  }
}

TEST_P(Singular, TheRedundantParallelogramRunsWithoutHelp) {
  const Mechanism mechanism = readMechanism(findModel("parallelogram"));
  Recording recording;
  const Summary summary = runToEnd(mechanism, optionsOf(GetParam(), 1e-7, 1.5), recording);
  ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  // Three bars about their ends and the coupler of 2 kg: (3/3 + 2) φ″ = −(3/2 + 2) g cos φ.
  OneUnknown reference([](double phi) { return -3.5 / 3 * 9.81 * std::cos(phi); }, 0.7, -6);
  const int angle = recording.channelIndex("angle"), parallel = recording.channelIndex("parallel");
  for (std::size_t i = 0; i < recording.size(); ++i) {
    ASSERT_NEAR(recording.value(i, angle), reference.at(recording.time(i)), 2e-3) << recording.time(i);
    ASSERT_NEAR(recording.value(i, parallel), 0, 1e-4) << recording.time(i);
  }
  EXPECT_EQ(summary.redundantConstraints.size(), 1u);
}

TEST_P(Singular, RowsAreSelectedAnewWhereTheKeptOnesDegenerate) {
  const Mechanism mechanism = readMechanism(findModel("elliptic_trammel"));
  Recording recording;
  const Summary summary = runToEnd(mechanism, optionsOf(GetParam(), 1e-7, 2), recording);
  ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  // Crank (0.5 kg), rod (1 kg) and sliders (0.2 kg) in the crank angle: the rod turns backwards about the
  // crank's end.
  const double inertia = 0.5 * 0.25 / 3 + (0.25 + 1.0 / 12) + 0.2;
  OneUnknown reference([=](double phi) { return -(0.5 * 0.25 + 0.5 + 0.2) * 9.81 * std::cos(phi) / inertia; },
                       0.5, 3);
  const int angle = recording.channelIndex("angle"), rod = recording.channelIndex("rod_angle");
  const double sum = recording.value(0, angle) + recording.value(0, rod);
  for (std::size_t i = 0; i < recording.size(); ++i) {
    ASSERT_NEAR(recording.value(i, angle), reference.at(recording.time(i)), 2e-3) << recording.time(i);
    ASSERT_NEAR(recording.value(i, angle) + recording.value(i, rod), sum, 1e-4) << recording.time(i);
  }
  int anew = 0;
  for (const std::string& text : summary.singularConfigurations)
    anew += text.find("selected anew") != std::string::npos;
  EXPECT_GE(anew, std::string(GetParam().method) == "gbs" ? 0 : 1);  // its long steps pass the places
}

Mechanism lockingSliderCrank() {
  Mechanism m = readMechanism(findModel("slider_crank"));
  Body &rod = m.bodies[1], &slider = m.bodies[2];
  rod.points[1].position = {0.12, 0};  // shorter than the crank of 0.15
  rod.centreOfMass = {0.06, 0};
  slider.position = {0.27, 0};
  slider.velocity = {0, 0};
  return m;
}

TEST_P(Singular, LockUpEndsWithTimeAndJoint) {
  Recording recording;
  const Summary summary = runToEnd(lockingSliderCrank(), optionsOf(GetParam(), 1e-6, 0.1), recording);
  EXPECT_EQ(summary.termination, Termination::Locked) << summary.message;
  EXPECT_NEAR(summary.time, std::asin(0.12 / 0.15) / 150, 1e-6);
  EXPECT_NE(summary.message.find("joint 'guide'"), std::string::npos) << summary.message;
}

TEST_P(Singular, AStartInTheFlatPositionContinuesAlongItsVelocity) {
  for (const double rate : {2.0, 0.0}) {
    Mechanism mechanism = parallelogram(0, false);
    mechanism.bodies[0].angularVelocity = mechanism.bodies[2].angularVelocity = rate;
    mechanism.bodies[1].velocity = {0, rate};
    Recording recording;
    const Summary summary = runToEnd(mechanism, optionsOf(GetParam(), 1e-7, 0.5), recording);
    ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
    OneUnknown reference([](double phi) { return -9.0 / 8 * 9.81 * std::cos(phi); }, 0, rate);
    const int crank = recording.channelIndex("crank.theta"), rocker = recording.channelIndex("rocker.theta");
    for (std::size_t i = 0; i < recording.size(); ++i) {
      ASSERT_NEAR(recording.value(i, crank), reference.at(recording.time(i)), 1e-4)
          << rate << " " << recording.time(i);
      ASSERT_NEAR(recording.value(i, crank), recording.value(i, rocker), 1e-5);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Singular, testing::ValuesIn(kVariants),
                         [](const auto& info) { return info.param.name; });

/// A motor turns a rhombus through its flat positions. The constraints alone determine the motion, so that
/// the iteration of a step could end before λ has settled: once, reactions of 10⁷ N were left behind for
/// whole revolutions.
TEST(DrivenThroughDeadPoints, ReactionsBetweenThemAreThoseOfTheMotion) {
  Mechanism mechanism = fourBar(1, 1, 1, 1, std::acos(-1) / 2);
  mechanism.drivers = {{"motor", 0, "pi/2 + 2*pi*t"}};
  const auto largest = [&](const TestedMethod& variant, double tolerance) {
    Recording recording;
    const Summary summary = runToEnd(mechanism, optionsOf(variant, tolerance, 3.2), recording);
    EXPECT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
    double found = 0;
    for (std::size_t i = 0; i < recording.size(); ++i) {
      const double fromFlat = std::abs(std::remainder(recording.time(i) - 0.25, 0.5));  // s
      for (std::size_t c = 0; c < recording.channels().size(); ++c)
        if (fromFlat > 0.12 && recording.channels()[c].kind == ChannelKind::Multiplier)
          found = std::max(found, std::abs(recording.value(i, int(c))));
    }
    return found;
  };
  const double expected = largest({"", "kinematics", 1}, 1e-6);
  EXPECT_LT(expected, 200);
  for (const TestedMethod& variant :
       {kVariants[0], kVariants[1], kVariants[3], kVariants[9], kVariants[10]}) {
    ASSERT_STREQ(variant.method, "bdf");
    for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-8}) {
      const double found = largest(variant, tolerance);
      EXPECT_NEAR(found, expected, (tolerance > 1e-3 ? 0.6 : 0.3) * expected)
          << variant.name << " at " << tolerance;
    }
  }
}

TEST(SingularStart, OffersOneStartOnEachBranch) {
  EquationsOfMotion equations(parallelogram(0, false));
  const Assembly at = assemble(equations, initialGuess(equations, 0));
  ASSERT_TRUE(at.singularStart);
  const std::vector<NearbyStart> starts = nearbyStarts(equations, 0, at.state.q);
  EXPECT_EQ(starts.size(), 2u);  // parallelogram and antiparallelogram
  bool parallel = false, anti = false;
  for (const NearbyStart& start : starts) {
    equations.moveTo(0, start.q, Vector::Zero(9));
    EXPECT_LT(constraintsOf(equations).cwiseAbs().maxCoeff(), 1e-9);
    const double crank = start.q[2] - at.state.q[2], rocker = start.q[8] - at.state.q[8];
    (std::abs(crank - rocker) < 1e-6 ? parallel : anti) = true;
  }
  EXPECT_TRUE(parallel && anti);
  EXPECT_NE(at.warnings.front().find("(2)"), std::string::npos) << at.warnings.front();
}

TEST(SingularStart, RestInEquilibriumStartsBesideIt) {
  Mechanism mechanism = parallelogram(0, false);
  mechanism.gravity = {0, 0};
  Recording recording;
  const Summary summary = runToEnd(mechanism, optionsOf(kVariants[1], 1e-6, 0.1), recording);
  EXPECT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  bool said = false;
  for (const Warning& warning : summary.warnings)
    said = said || warning.text.find("beside") != std::string::npos;
  EXPECT_TRUE(said);
}

/// |σ| against the smallest singular value of the scaled matrix, along a turn of the parallelogram; its
/// sign changes twice.
TEST(SingularityWatch, FollowsTheSmallestSingularValue) {
  EquationsOfMotion equations(parallelogram(0.3, false));
  SingularityWatch watch(equations);
  Vector row;
  int changes = 0;
  double before = 1;
  for (int i = 0; i <= 126; ++i) {
    const double angle = 0.3 + 0.05 * i;
    const Mechanism there = parallelogram(angle, false);
    const Vector q = EquationsOfMotion(there).givenCoordinates();
    equations.moveTo(0, q, Vector::Zero(9));
    Matrix scaled = denseConstraintJacobian(equations);
    for (int c = 0; c < 9; ++c) scaled.col(c) *= equations.coordinateScale(c);
    if (i == 0) {
      row = scaled.rowwise().norm().cwiseInverse();
      watch.start(0, q, Vector::Zero(9));
    }
    scaled = row.asDiagonal() * scaled;
    const double exact = Eigen::JacobiSVD<Eigen::MatrixXd>(scaled).singularValues().tail<1>()[0];
    const double sigma = watch.follow(0, q, Vector::Zero(9));
    EXPECT_NEAR(std::abs(sigma), exact, 0.02 * exact + 1e-12) << angle;
    changes += sigma * before < 0;
    before = sigma;
  }
  EXPECT_EQ(changes, 2);
}

}  // namespace
}  // namespace holonom
