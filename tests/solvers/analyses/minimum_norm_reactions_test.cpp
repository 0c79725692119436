// SPDX-License-Identifier: GPL-3.0-or-later
// How redundant constraints share their load: the same forces by the least reactions, whatever rows are left
// out.
#include "solvers/analyses/minimum_norm_reactions.h"

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "core/results/recording.h"
#include "solvers/analyses/assembly.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/spatial/spatial_models.h"

namespace holonom {
namespace {

/// A door of 12 kg on two hinges one above the other, its middle beside them.
Mechanism door(bool upperFirst) {
  Mechanism mechanism;
  mechanism.gravity = {0, 0, -10};
  mechanism.ground.points = {{"low", {0, 0, 0.5}}, {"high", {0, 0, 1.5}}};
  Body leaf = spatial_models::barInSpace("leaf", 12, Vector3::Zero(), Vector3::Zero());
  leaf.centreOfMass = {0.4, 0, 1};
  leaf.points = {{"low", {0, 0, 0.5}}, {"high", {0, 0, 1.5}}};
  mechanism.bodies = {leaf};
  mechanism.joints = {{"low", RevoluteJoint{{kGround, 0}, {0, 0}}},
                      {"high", RevoluteJoint{{kGround, 1}, {0, 1}}}};
  if (upperFirst) std::swap(mechanism.joints[0], mechanism.joints[1]);
  mechanism.outputs = {{"below", "low.fz"}, {"above", "high.fz"}, {"pullX", "high.fx"}, {"pullY", "high.fy"}};
  return mechanism;
}

TEST(MinimumNormReactions, TwoHingesShareTheWeightOfADoorEvenly) {
  for (const bool upperFirst : {false, true}) {
    Recording recording;
    SimulationOptions options;
    options.endTime = 0.1;
    runToEnd(door(upperFirst), options, recording, 11);
    ASSERT_EQ(recording.size(), 11u);
    for (std::size_t row : {std::size_t(0), recording.size() - 1}) {
      const auto at = [&](const char* name) { return recording.value(row, recording.channelIndex(name)); };
      EXPECT_NEAR(at("below"), at("above"), 1e-8);
      EXPECT_NEAR(std::abs(at("below")), 60, 1e-7);
    }
  }
}

/// And the couple that its weight makes about the hinges mostly as forces across, wherever the door faces.
TEST(MinimumNormReactions, DoNotHangOnTheDirectionsOfTheAxes) {
  std::vector<double> across;
  for (const double heading : {0.0, 0.4, 1.2, 2.0}) {
    Recording recording;
    SimulationOptions options;
    options.endTime = 0.1;
    runToEnd(spatial_models::turned(door(false), eulerParameters(Vector3(0, 0, heading))), options, recording,
             2);
    const auto at = [&](const char* name) { return recording.value(0, recording.channelIndex(name)); };
    EXPECT_NEAR(at("below"), at("above"), 1e-8);
    across.push_back(std::hypot(at("pullX"), at("pullY")));
  }
  for (const double each : across) EXPECT_NEAR(each, across[0], 1e-6);
  EXPECT_GT(across[0], 40);
  EXPECT_LT(across[0], 48);  // all of it: 120 N at 0.4 m, hinges 1 m apart
}

/// A beam that leans and is welded at both ends.
TEST(MinimumNormReactions, DoNotHangOnTheCoordinatesOfRotations) {
  const Vector3 turn(0.3, 0.6, 0.9);
  Mechanism m;
  m.gravity = {0, 0, -10};
  m.bodies = {spatial_models::barInSpace("beam", 2, Vector3::Zero(), turn)};
  m.bodies[0].centreOfMass = {0.5, 0.3, 0};
  m.ground.points = {{"A", {0, 0}}, {"B", 2 * rotationMatrix(eulerParameters(turn)).col(0)}};
  m.joints = {{"w1", FixedJoint{{kGround, 0}, {0, 0}, 0, turn}},
              {"w2", FixedJoint{{kGround, 1}, {0, 1}, 0, turn}}};
  const char* const columns[]{"w1.fx", "w1.fy", "w1.fz", "w1.tx", "w1.ty", "w1.tz", "w2.tx"};
  for (const char* name : columns) m.outputs.push_back({std::string("own.") + name, name});
  std::vector<double> first;
  for (const Rotations rotations : {Rotations::EulerParameters, Rotations::CardanAngles}) {
    Recording recording;
    SimulationOptions options;
    options.endTime = 0.1;
    options.rotations = rotations;
    runToEnd(m, options, recording, 2);
    for (std::size_t k = 0; k < std::size(columns); ++k) {
      const double value = recording.value(0, recording.channelIndex(std::string("own.") + columns[k]));
      if (rotations == Rotations::EulerParameters) first.push_back(value);
      else EXPECT_NEAR(value, first[k], 1e-7) << columns[k];
    }
  }
}

/// Against the pseudoinverse, of dense matrices: the forces stay, and no other λ is smaller.
TEST(MinimumNormReactions, AreThoseOfThePseudoinverse) {
  for (const Mechanism& mechanism :
       {linkages::parallelogram(0.7, true),
        spatial_models::turned(spatial_models::inSpace(linkages::fourBar(2, 0.6, 1.5, 1.4, 0.5)),
                               spatial_models::kTurn)}) {
    EquationsOfMotion equations(mechanism);
    const State at = assemble(equations, initialGuess(equations, 0)).state;
    equations.moveTo(at.t, at.q, at.v);
    MinimumNormReactions reactions(equations);
    Vector lambda = at.lambda;
    reactions.share(at, lambda);

    const int first = equations.layout().normalisations, m = equations.constraintCount();
    const Vector size = reactions.weights().cwiseSqrt();
    std::vector<double> values(equations.constraintPattern().nonZeros());
    equations.constraintJacobian(values.data());
    Eigen::MatrixXd rows(m, equations.coordinateCount());
    for (int row = 0; row < m; ++row) {
      Vector force = Vector::Zero(rows.cols());
      addTransposedProduct(equations.constraintPattern(), values.data(), Vector::Unit(m, row), 1, force);
      rows.row(row) = force;
    }
    const Vector forces = rows.transpose() * at.lambda, kept = rows.transpose() * lambda;
    EXPECT_LT((kept - forces).norm(), 1e-10 * forces.norm());
    // normalisations count for nothing: all of their directions are taken out first
    const Eigen::MatrixXd free = rows.topRows(first).transpose();
    Eigen::MatrixXd along = Eigen::MatrixXd::Identity(free.rows(), free.rows());
    if (first > 0) along -= free * free.completeOrthogonalDecomposition().pseudoInverse();
    const Eigen::MatrixXd joints =
        (size.tail(m - first).cwiseInverse().asDiagonal() * rows.bottomRows(m - first) * along).transpose();
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition;
    decomposition.setThreshold(1e-9);
    decomposition.compute(joints);
    const Vector least = decomposition.solve(along * forces);
    EXPECT_LT((size.tail(m - first).cwiseProduct(lambda.tail(m - first)) - least).norm(),
              1e-8 * least.norm());
    EXPECT_GT((lambda - at.lambda).norm(), 1e-3 * lambda.norm()) << "nothing was shared";
  }
}

/// What a method leaves out shows neither in the size of reactions nor in jumps where it selects others.
TEST(MinimumNormReactions, StaySmoothWhereOtherRowsAreKept) {
  for (const char* name : {"bricard", "elliptic_trammel"}) {
    const Mechanism mechanism = readMechanism(findModel(name));
    SimulationOptions options;
    options.endTime = 3;
    options.rtol = options.atol = 1e-8;
    Recording recording;
    const Summary summary = runToEnd(mechanism, options, recording, 3001);
    ASSERT_EQ(recording.size(), 3001u) << name << ": " << summary.message;
    EXPECT_FALSE(summary.singularConfigurations.empty()) << name << ": the rows were not selected anew";
    for (std::size_t channel = 0; channel < recording.channels().size(); ++channel) {
      if (recording.channels()[channel].kind != ChannelKind::Multiplier) continue;
      double largest = 0, jump = 0;
      for (std::size_t row = 1; row + 1 < recording.size(); ++row) {
        const auto at = [&](std::size_t i) { return recording.value(i, int(channel)); };
        largest = std::max(largest, std::abs(at(row)));
        jump = std::max(jump, std::abs(at(row + 1) - 2 * at(row) + at(row - 1)));
      }
      EXPECT_LT(jump, 1e-2 * largest + 1e-6) << name << ' ' << recording.channels()[channel].name;
    }
  }
}

}  // namespace
}  // namespace holonom
