// SPDX-License-Identifier: GPL-3.0-or-later
// The channels constraints.sigma and constraints.condition, against the singular values of the full matrix.
#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

#include "core/dynamics/equations_of_motion.h"
#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "core/model/generators.h"
#include "core/results/recording.h"
#include "solvers/analyses/scales.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/run_helpers.h"
#include "tests/support/dense_evaluation.h"

namespace holonom {
namespace {

using namespace linkages;

/// σ and the condition of the rows that a run keeps, where it stands. `scale`: localScales() of its start.
Independence dense(EquationsOfMotion& equations, const std::vector<int>& rows, const Vector& scale) {
  const Matrix all = denseConstraintJacobian(equations);
  Matrix kept(rows.size(), all.cols());
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (int k = 0; k < all.cols(); ++k) kept(Eigen::Index(i), k) = all(rows[i], k) * scale[k];
  kept.rowwise().normalize();
  const Vector values = Eigen::JacobiSVD<Matrix>(kept).singularValues();
  return {values.tail(1)[0], values[0] / values.tail(1)[0]};
}

/// The largest errors of both channels in a run of rigid bodies, relative to the value; the mean one of σ.
struct Worst {
  double sigma = 0, condition = 0, mean = 0;
  double smallest = 1;  ///< σ of the run
};

Worst worstOf(const Mechanism& mechanism, const SimulationOptions& options, int points = 0) {
  EquationsOfMotion equations(mechanism);
  Recording recording;
  const Summary summary = runToEnd(mechanism, options, recording, points);
  EXPECT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  std::vector<int> kept;
  for (int row = 0; row < equations.constraintCount(); ++row)
    if (std::ranges::count(summary.redundantConstraints, equations.constraintName(row), &RowName::text) == 0)
      kept.push_back(row);
  std::vector<int> channels;
  for (int i = 0; i < int(recording.channels().size()); ++i)
    if (recording.channels()[std::size_t(i)].kind == ChannelKind::Position) channels.push_back(i);
  const int sigma = recording.channelIndex("constraints.sigma"),
            condition = recording.channelIndex("constraints.condition");
  Worst worst;
  Vector q(equations.coordinateCount()), scale;
  const std::size_t stride = std::max<std::size_t>(1, recording.size() / 80);
  for (std::size_t row = 0; row < recording.size(); row += stride) {
    for (int i = 0; i < q.size(); ++i) q[i] = recording.value(row, channels[std::size_t(i)]);
    equations.moveTo(recording.time(row), q, Vector::Zero(q.size()));
    if (row == 0) scale = localScales(equations);
    const Independence exact = dense(equations, kept, scale);
    worst.smallest = std::min(worst.smallest, recording.value(row, sigma));
    const double error = std::abs(recording.value(row, sigma) / exact.sigma - 1);
    worst.sigma = std::max(worst.sigma, error);
    worst.mean += error / double((recording.size() + stride - 1) / stride);
    worst.condition =
        std::max(worst.condition, std::abs(recording.value(row, condition) / exact.condition - 1));
  }
  return worst;
}

Mechanism turningParallelogram(bool thirdBar) {
  Mechanism m = parallelogram(0.4, thirdBar);
  for (Body& body : m.bodies) body.angularVelocity = 7;
  m.bodies[1].angularVelocity = 0;
  m.bodies[1].velocity = 7 * Vector2(-std::sin(0.4), std::cos(0.4));
  return m;
}

constexpr double kSigma = 0.15, kCondition = 0.15, kMean = 0.03;

TEST(Independence, IsThatOfTheFullMatrixAlongEveryMotion) {
  const struct {
    const char* name;
    Mechanism mechanism;
    double endTime;
  } cases[] = {{"slider-crank through its dead centres", readMechanism(findModel("slider_crank")), 0.1},
               {"redundant parallelogram", turningParallelogram(true), 0.03},
               {"seven bodies", readMechanism(findModel("andrews")), 0.02},
               {"chain", makeChain(20), 0.4}};
  for (const auto& one : cases)
    for (const TestedMethod& method : {kVariants[1], kVariants[2], kVariants[11], kVariants[15]})
      for (const int points : {0, 101}) {
        const Worst worst = worstOf(one.mechanism, optionsOf(method, 1e-6, one.endTime), points);
        EXPECT_LT(worst.sigma, kSigma) << one.name << ' ' << method.name;
        EXPECT_LT(worst.condition, kCondition) << one.name << ' ' << method.name;
        EXPECT_LT(worst.mean, kMean) << one.name << ' ' << method.name;
      }
}

/// Its two rows have the singular values √(1 ± c), and change over where c changes its sign.
TEST(Independence, IsNearWhereTwoSingularValuesMeet) {
  for (const TestedMethod& method : {kVariants[1], kVariants[11]}) {
    const Worst worst = worstOf(pendulum(), optionsOf(method, 1e-6, 3));
    EXPECT_LT(worst.sigma, kSigma) << method.name;
    EXPECT_LT(worst.condition, 0.2) << method.name;
  }
}

/// A parallelogram that is flat now and then, where it could turn into an antiparallelogram.
TEST(Independence, DipsWhereAPassageIsMarked) {
  for (const TestedMethod& method : {kVariants[1], kVariants[2], kVariants[11]}) {
    const Mechanism mechanism = turningParallelogram(false);
    SimulationOptions options = optionsOf(method, 1e-6, 2);
    options.maxStep = 0.004;
    Recording recording;
    const Summary summary = runToEnd(mechanism, options, recording);
    ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
    ASSERT_GE(summary.events.size(), 2u) << method.name;
    const int sigma = recording.channelIndex("constraints.sigma"),
              condition = recording.channelIndex("constraints.condition");
    for (const Event& event : summary.events) {
      std::size_t lowest = 0;
      for (std::size_t row = 0; row < recording.size(); ++row)
        if (std::abs(recording.time(row) - event.t) < 0.05 &&
            (lowest == 0 || recording.value(row, sigma) < recording.value(lowest, sigma)))
          lowest = row;
      ASSERT_LT(lowest + 1, recording.size());
      EXPECT_LE(recording.time(lowest - 1), event.t) << method.name;
      EXPECT_GE(recording.time(lowest + 1), event.t) << method.name;
      EXPECT_LT(recording.value(lowest, sigma), 0.05) << method.name << ' ' << event.t;
      EXPECT_GT(recording.value(lowest, condition), 20) << method.name << ' ' << event.t;
    }
    const Worst worst = worstOf(mechanism, options);
    EXPECT_LT(worst.sigma, kSigma) << method.name << ' ' << worst.smallest;
  }
}

/// The points that a run writes within such a step, which is none of its method.
TEST(Independence, DipsWithinALeap) {
  Recording recording;
  constexpr int kPoints = 1001;
  const SimulationOptions options = optionsOf({"Rkc", "rkc", 1}, 1e-6, 1);
  const Summary summary = runToEnd(turningParallelogram(false), options, recording, kPoints);
  ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  ASSERT_FALSE(summary.events.empty());
  const int sigma = recording.channelIndex("constraints.sigma");
  for (std::size_t i = 0; i < summary.events.size(); ++i) {
    ASSERT_NE(summary.singularConfigurations.at(i).find("stepped over"), std::string::npos);
    const auto row = std::size_t(std::lround(summary.events[i].t * (kPoints - 1)));
    EXPECT_LT(recording.value(row, sigma), 0.03) << summary.events[i].t;
    EXPECT_GT(recording.value(row - 40, sigma), 0.03) << summary.events[i].t;
    EXPECT_GT(recording.value(row + 40, sigma), 0.03) << summary.events[i].t;
  }
}

TEST(Independence, IsOneWhereNothingIsConstrained) {
  Mechanism m;
  m.bodies = {bodyAt("stone", 1, 1, {0, 0})};
  Recording recording;
  runToEnd(m, optionsOf(kVariants[11], 1e-6, 1), recording);
  const std::size_t last = recording.size() - 1;
  EXPECT_EQ(recording.value(last, recording.channelIndex("constraints.sigma")), 1);
  EXPECT_EQ(recording.value(last, recording.channelIndex("constraints.condition")), 1);
}

/// A start in the flat position itself, and the way out of it.
TEST(Independence, VanishesAtASingularStart) {
  Mechanism m = parallelogram(0, false);
  m.bodies[0].angularVelocity = m.bodies[2].angularVelocity = 2;
  m.bodies[1].velocity = {0, 2};
  Recording recording;
  const Summary summary = runToEnd(m, optionsOf(kVariants[1], 1e-7, 0.3), recording);
  ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  const int sigma = recording.channelIndex("constraints.sigma"),
            condition = recording.channelIndex("constraints.condition");
  EXPECT_LT(recording.value(0, sigma), 1e-3);
  EXPECT_GT(recording.value(0, condition), 1e3);
  double largest = 0;
  for (std::size_t row = 0; row < recording.size(); ++row) {
    ASSERT_TRUE(std::isfinite(recording.value(row, condition))) << recording.time(row);
    largest = std::max(largest, recording.value(row, sigma));
  }
  EXPECT_GT(largest, 0.02);
}

}  // namespace
}  // namespace holonom
