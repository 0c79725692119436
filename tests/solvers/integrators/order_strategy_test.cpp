// SPDX-License-Identifier: GPL-3.0-or-later
// The order strategies over whole runs: on smooth motion all reach the solution, on a stiff vibration the
// guards differ.
#include <gtest/gtest.h>

#include <set>

#include "core/dynamics/reference_problems/andrews_relative.h"
#include "core/dynamics/reference_problems/cartesian_pendulum.h"
#include "core/dynamics/reference_problems/dense_system.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

/// A slow oscillator that drags a fast, lightly damped one: x″ = −x, y″ = −ω²(y − x) − 2ζω(y′ − x′). The
/// eigenvalue close to the imaginary axis lies where orders 4 and 5 are unstable for steps that follow the
/// slow part.
class StiffVibration final : public DenseSystem {
 public:
  StiffVibration() : DenseSystem({"x", "y"}, {}) {}
  void moveTo(double, ConstVectorRef q, ConstVectorRef v) override { q_ = q, v_ = v; }
  void mass(double* values) const override { Eigen::Map<Eigen::Matrix2d>{values}.setIdentity(); }
  void forces(VectorRef Q) const override {
    Q << -q_.x(), -kOmega * kOmega * (q_.y() - q_.x()) - 2 * kZeta * kOmega * (v_.y() - v_.x());
  }
  void constraints(VectorRef) const override {}
  void constraintJacobian(double*) const override {}
  void gamma(VectorRef) const override {}
  void velocityJacobian(double*) const override {}
  void accelerationJacobian(ConstVectorRef, double*) const override {}
  void stiffness(ConstVectorRef, ConstVectorRef, double* values) const override {
    Eigen::Map<Eigen::Matrix2d>{values} << 1, 0, -kOmega * kOmega, kOmega * kOmega;
  }
  void constraintHessian(ConstVectorRef, double* values) const override {
    Eigen::Map<Eigen::Matrix2d>{values}.setZero();
  }
  void damping(double* values) const override {
    Eigen::Map<Eigen::Matrix2d>{values} << 0, 0, -2 * kZeta * kOmega, 2 * kZeta * kOmega;
  }

 private:
  static constexpr double kOmega = 200, kZeta = 0.02;
  Vector2 q_ = Vector2::Zero(), v_ = Vector2::Zero();
};

class Strategies : public testing::TestWithParam<OrderStrategyName> {
 protected:
  SimulationOptions optionsFor(double tolerance, double endTime, int index = 2) const {
    SimulationOptions options = optionsOf(index == 2 ? kVariants[1] : kVariants[0], tolerance, endTime);
    options.orderStrategy = GetParam().strategy;
    return options;
  }
};

TEST_P(Strategies, PendulumFollowsTheTolerance) {
  const PendulumReference& reference = kPendulumReferences[1];
  for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
    CartesianPendulum pendulum(reference.gravity, 1);
    const Outcome outcome = runSystem(pendulum, optionsFor(tolerance, reference.time),
                                      guessOf(Vector2(reference.startX, 0), Vector2::Zero()));
    ASSERT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
    const double error = (outcome.end.q - reference.position).norm();
    std::printf("%s, pendulum at %.0e: %ld steps, error %.1e\n", GetParam().name, tolerance,
                outcome.counts.steps, error);
    EXPECT_LT(error, 3000 * std::pow(tolerance, 0.8));
  }
}

TEST_P(Strategies, AndrewsMeetsItsReference) {
  for (const int index : {2, 3}) {
    AndrewsRelative system;
    const Outcome outcome =
        runSystem(system, optionsFor(1e-6, AndrewsRelative::kEndTime, index),
                  guessOf(AndrewsRelative::initialCoordinates(), AndrewsRelative::initialVelocities()));
    ASSERT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
    const Vector reference = AndrewsRelative::referenceCoordinates();
    const double error =
        ((outcome.end.q - reference).array() / reference.array().abs().max(1)).abs().maxCoeff();
    std::printf("%s, Andrews, index %d at 1e-6: %ld steps, %ld rejected, %ld drops, error %.1e\n",
                GetParam().name, index, outcome.counts.steps, outcome.counts.rejected,
                outcome.counts.loweredForStability, error);
    EXPECT_LT(error, 5e-3);
  }
}

/// Every step says why its order is what it is, and the reasons fit what the order does.
TEST_P(Strategies, EveryStepTellsTheReasonOfItsOrder) {
  using Kind = OrderReason::Kind;
  CartesianPendulum pendulum(10, 1);
  int previous = 1;
  std::set<std::string> reasons;
  runSystem(pendulum, optionsFor(1e-6, 3), guessOf(Vector2(1, 0), Vector2::Zero()),
            [&](const Simulation& simulation) {
              const StepRecord& record = simulation.record();
              const OrderReason& reason = record.orderReason;
              reasons.insert(reason.text);
              const bool rejected = !record.rejections.empty();
              if (record.order > previous && !rejected) {
                EXPECT_EQ(reason.kind, Kind::Higher) << reason.text;
              }
              if (record.order < previous && !rejected) {
                EXPECT_EQ(reason.kind, Kind::Lower) << reason.text;
              }
              if (record.order == previous && !rejected) {
                EXPECT_TRUE(reason.text.str() == "start" || reason.kind == Kind::Kept) << reason.text;
              }
              previous = record.order;
            });
  EXPECT_TRUE(reasons.count("start"));
  EXPECT_TRUE(reasons.count("larger step"));
}

/// Where high orders are unstable the guard shows: runs end, and only strategies with Skelboe's test count
/// drops.
TEST_P(Strategies, StiffVibrationIsSurvived) {
  StiffVibration system;
  const Outcome outcome = runSystem(system, optionsFor(1e-5, 20), guessOf(Vector2(1, 1), Vector2::Zero()));
  ASSERT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
  std::printf("%s, stiff vibration: %ld steps, %ld rejected, %ld drops, error %.1e\n", GetParam().name,
              outcome.counts.steps, outcome.counts.rejected, outcome.counts.loweredForStability,
              std::abs(outcome.end.q.x() - std::cos(20.0)));
  EXPECT_LT(std::abs(outcome.end.q.x() - std::cos(20.0)), 2e-2);
  const bool tests =
      GetParam().strategy == OrderStrategy::Combined || GetParam().strategy == OrderStrategy::Skelboe;
  EXPECT_EQ(outcome.counts.loweredForStability > 0, tests);
}

INSTANTIATE_TEST_SUITE_P(All, Strategies, testing::ValuesIn(kOrderStrategies),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace holonom
