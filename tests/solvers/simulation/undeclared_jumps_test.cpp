// SPDX-License-Identifier: GPL-3.0-or-later
// Forces that jump without telling: the step control meets them, the search finds the place.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/dynamics/reference_problems/dense_system.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

/// A mass of 1 kg on the line y = 0 under a force along x that nobody knows more of than its value.
class OpaqueForce final : public DenseSystem {
 public:
  using Law = std::function<double(double t, double x, double v)>;
  explicit OpaqueForce(Law law) : DenseSystem({"block.x", "block.y"}, {"line"}), law_(std::move(law)) {}

  void moveTo(double t, ConstVectorRef q, ConstVectorRef v) override { t_ = t, q_ = q, v_ = v; }
  void mass(double* M) const override { Eigen::Map<Eigen::Matrix2d>(M).setIdentity(); }
  void forces(VectorRef Q) const override { Q << law_(t_, q_.x(), v_.x()), 0; }
  void constraints(VectorRef c) const override { c[0] = q_.y(); }
  void constraintJacobian(double* J) const override { J[0] = 0, J[1] = 1; }
  void gamma(VectorRef g) const override { g[0] = 0; }
  void velocityJacobian(double* P) const override { P[0] = P[1] = 0; }
  void accelerationJacobian(ConstVectorRef, double* A) const override { A[0] = A[1] = 0; }
  void stiffness(ConstVectorRef, ConstVectorRef, double* K) const override { std::fill_n(K, 4, 0.0); }
  void constraintHessian(ConstVectorRef, double* H) const override { std::fill_n(H, 4, 0.0); }

 private:
  Law law_;
  double t_ = 0;
  Vector2 q_ = Vector2::Zero(), v_ = Vector2::Zero();
};

struct JumpRun {
  Outcome outcome;
  std::vector<Event> events;
  std::vector<Warning> warnings;
};

JumpRun run(OpaqueForce& system, const SimulationOptions& options, double speed) {
  Simulation simulation(system, options);
  EXPECT_TRUE(simulation.start(guessOf(Vector::Zero(2), Vector2(speed, 0))));
  while (simulation.advance() == Simulation::Advance::Accepted) {}
  return {{simulation.state(), simulation.counts(), simulation.termination(), simulation.message()},
          simulation.allEvents(),
          simulation.warnings()};
}

/// Methods of the generalized-α family, the trapezoidal rule, RK4 in its two half steps and the stabilised
/// ones see a jump at a point inside the step, and IDA repeats steps by itself: they are not asked to find
/// it.
bool averagesForces(const TestedMethod& variant) {
  return isSecondOrder(variant) || std::string(variant.method) == "rk4" || isPenalty(variant) ||
         isForeign(variant);
}

/// The extrapolated steps of ESERK4 average over the jump, and their error estimate hardly sees it. Explicit
/// methods of second order meet it with at most two points in a step.
double allowed(const TestedMethod& variant, double others) {
  if (isExplicit(variant) && isSecondOrder(variant)) return 2 * others;
  return std::string(variant.method) == "eserk4" ? 0.05 : others;
}

class UndeclaredJumps : public testing::TestWithParam<TestedMethod> {};

TEST_P(UndeclaredJumps, InTimeAreFoundWhereTheyAre) {
  constexpr double tJump = 0.4321, size = 1e5;
  OpaqueForce system([](double t, double, double) { return t < tJump ? std::sin(3 * t) : -size; });
  const JumpRun r = run(system, optionsOf(GetParam(), 1e-6, 0.5), 0);
  ASSERT_EQ(r.outcome.termination, Termination::ReachedEnd) << r.outcome.message;
  if (!averagesForces(GetParam())) {
    ASSERT_EQ(r.events.size(), 1u);
    EXPECT_NEAR(r.events[0].t, tJump, 1e-7);
    EXPECT_EQ(r.events[0].name, "block.x");
    EXPECT_NE(r.warnings.back().text.find("A jump was found at t = 0.4321"), std::string::npos)
        << r.warnings.back().text;
  }
  const double speed = (1 - std::cos(3 * tJump)) / 3;
  EXPECT_NEAR(r.outcome.end.v[0], speed - size * (0.5 - tJump),
              allowed(GetParam(), 1e-4) * size * (0.5 - tJump));
}

TEST_P(UndeclaredJumps, InPositionAreIntegratedAcross) {
  OpaqueForce system([](double, double x, double) { return x < 0.25 ? 1 - x : 2e4; });
  const JumpRun r = run(system, optionsOf(GetParam(), 1e-6, 0.8), 0);
  ASSERT_EQ(r.outcome.termination, Termination::ReachedEnd) << r.outcome.message;
  const double tJump = std::acos(0.75);  // x = 1 − cos t
  EXPECT_NEAR(r.outcome.end.v[0], std::sin(tJump) + 2e4 * (0.8 - tJump),
              allowed(GetParam(), 5e-4) * 2e4 * (0.8 - tJump));
}

/// A hard but smooth change is no jump.
TEST_P(UndeclaredJumps, ASteepSmoothForceIsNotTakenForOne) {
  OpaqueForce system([](double t, double, double) { return 50 * std::tanh((t - 0.4) / 2e-3); });
  const JumpRun r = run(system, optionsOf(GetParam(), 1e-6, 0.8), 0);
  ASSERT_EQ(r.outcome.termination, Termination::ReachedEnd) << r.outcome.message;
  EXPECT_TRUE(r.events.empty());
}

/// ẍ + 4 x = ∓2 with the sign turned at many times and tolerances, so that the jump falls on every part of a
/// step: the error stays near the tolerance, or the jump is named.
TEST(UndeclaredJump, ExplicitMethodsKeepTheToleranceOrNameTheJump) {
  constexpr double end = 1.3;
  for (const TestedMethod& variant : kVariants) {
    if (!isExplicit(variant)) continue;
    SCOPED_TRACE(variant.name);
    for (int digits = 24; digits <= 64; ++digits) {
      const double tolerance = std::pow(10.0, -digits / 8.0), jump = 0.31 + 0.0137 * (digits - 24);
      const double exact = -0.5 * (1 - std::cos(2 * end)) + (1 - std::cos(2 * (end - jump)));
      OpaqueForce system([jump](double t, double x, double) { return -4 * x + (t < jump ? -2 : 2); });
      const JumpRun result = run(system, optionsOf(variant, tolerance, end), 0);
      ASSERT_EQ(result.outcome.termination, Termination::ReachedEnd) << result.outcome.message;
      const double error = std::abs(result.outcome.end.q.x() - exact) / tolerance;
      EXPECT_TRUE(error < 100 || !result.warnings.empty()) << tolerance << " " << error;
      EXPECT_LT(error, 300) << tolerance;
    }
  }
}

/// A pendulum of 1 kg and 1 m with a force along its path in proportion to what is left of the velocity
/// constraint: none on the constraints, and like that of a stiff mode where a method does not hold them.
/// Behind a time Newton's iteration alone sees a push for a while, so that steps are rejected where nothing
/// jumps.
class NervousPendulum final : public DenseSystem {
 public:
  NervousPendulum(double time, int evaluations)
      : DenseSystem({"weight.x", "weight.y"}, {"rod"}), time_(time), left_(evaluations) {}

  void moveTo(double t, ConstVectorRef q, ConstVectorRef v) override {
    q_ = q, v_ = v;
    push_ = t > time_ && iterating_ && left_ > 0 ? 1e3 : 0;
    left_ -= push_ > 0;
  }
  void mass(double* M) const override { Eigen::Map<Eigen::Matrix2d>(M).setIdentity(); }
  void forces(VectorRef Q) const override { Q = (kStiff * q_.dot(v_) + push_) * along() + Vector2(0, -9.81); }
  void constraints(VectorRef c) const override { c[0] = 0.5 * (q_.squaredNorm() - 1); }
  void constraintJacobian(double* J) const override { Eigen::Map<Vector2>{J} = q_; }
  void gamma(VectorRef g) const override {
    g[0] = -v_.squaredNorm();
    iterating_ = false;
  }
  void velocityJacobian(double* P) const override { Eigen::Map<Vector2>{P} = v_; }
  void accelerationJacobian(ConstVectorRef a, double* A) const override { Eigen::Map<Vector2>{A} = a; }
  void stiffness(ConstVectorRef, ConstVectorRef lambda, double* K) const override {
    Eigen::Matrix2d turn;
    turn << 0, -1, 1, 0;
    constraintHessian(lambda, K);
    Eigen::Map<Eigen::Matrix2d>{K} -=
        kStiff * along() * v_.transpose() + (kStiff * q_.dot(v_) + push_) * turn;
    iterating_ = true;
  }
  void constraintHessian(ConstVectorRef lambda, double* H) const override {
    Eigen::Map<Eigen::Matrix2d>{H} = lambda[0] * Eigen::Matrix2d::Identity();
  }
  void damping(double* D) const override {
    Eigen::Map<Eigen::Matrix2d>{D} = -kStiff * along() * q_.transpose();
  }

 private:
  static constexpr double kStiff = 1e4;
  Vector2 along() const { return {-q_.y(), q_.x()}; }
  double time_, push_ = 0;
  int left_;
  mutable bool iterating_ = false;
  Vector2 q_ = Vector2::Zero(), v_ = Vector2::Zero();
};

/// Rejections alone, and accelerations that an index-3 method has off the constraints, are no jump.
TEST(UndeclaredJump, AnErrorOfTheMethodIsNotTakenForOne) {
  for (const TestedMethod& variant : {kVariants[0], kVariants[9]}) {
    SCOPED_TRACE(variant.name);
    for (const int evaluations : {100, 150, 200, 300}) {
      NervousPendulum pendulum(0.4321, evaluations);
      Simulation simulation(pendulum, optionsOf(variant, 1e-5, 0.8));
      ASSERT_TRUE(simulation.start(guessOf(Vector2(1, 0), Vector2(0, -1))));
      while (simulation.advance() == Simulation::Advance::Accepted) {}
      ASSERT_EQ(simulation.termination(), Termination::ReachedEnd) << simulation.message();
      EXPECT_TRUE(simulation.allEvents().empty()) << evaluations;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EveryMethod, UndeclaredJumps, testing::ValuesIn(kVariants),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace holonom
