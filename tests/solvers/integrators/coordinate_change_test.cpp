// SPDX-License-Identifier: GPL-3.0-or-later
// A smooth change of coordinates in the middle of a run: the history goes along, order and errors stay.
#include <gtest/gtest.h>

#include <cmath>

#include "core/dynamics/reference_problems/cartesian_pendulum.h"
#include "solvers/options/method_settings.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

/// A point mass on a circle without gravity: its equations are the same in any turned frame.
struct Circle {
  CartesianPendulum system{0, 1};
  Work work;
  std::unique_ptr<Integrator> integrator;
  StepPlan plan;
  long steps = 0;

  Circle(const TestedMethod& variant) {
    integrator = makeIntegrator(system, optionsOf(variant, 1e-6, 10), work);
    State start;
    start.q = Vector2(1, 0);
    start.v = Vector2(0, 1);
    start.a = Vector2(-1, 0);
    start.lambda = Vector::Constant(1, 1);
    integrator->start(start, 1e-4);
    plan = {1e-4, 1};
  }
  void step() {
    const Attempt attempt = integrator->attempt(plan.h);
    const bool accepted = attempt.status == AttemptStatus::Success;
    plan = accepted ? integrator->accept() : integrator->reject(attempt, 1);
    steps += accepted;
  }
  void stepTo(double end) {
    while (integrator->state().t < end) step();
  }
  State at(double t) const {
    State state = integrator->state();
    integrator->interpolate(t, state);
    return state;
  }
  /// Against the uniform turning with 1 rad/s, at 10 s, in the frame turned by A.
  double error(const Eigen::Matrix2d& A) const {
    return (at(10).q - A * Vector2(std::cos(10), std::sin(10))).norm();
  }
};

std::vector<TestedMethod> bdfVariants() {
  std::vector<TestedMethod> variants;
  for (const TestedMethod& variant : kVariants)
    if (std::string_view(variant.method) == "bdf") variants.push_back(variant);
  return variants;
}

class CoordinateChange : public testing::TestWithParam<TestedMethod> {};

/// A quarter turn only renames the axes, so that the norms, and with them every step, are the same.
TEST_P(CoordinateChange, KeepsOrderStepAndErrors) {
  Circle turned(GetParam()), plain(GetParam());
  turned.stepTo(5);
  plain.stepTo(5);
  const Integrator& integrator = *turned.integrator;
  const int order = integrator.order();
  EXPECT_GE(order, 3);
  Eigen::Matrix2d A;
  A << 0, -1, 1, 0;
  ASSERT_TRUE(turned.integrator->changeCoordinates(A, Vector2::Zero()));
  const long before = turned.steps;
  while (turned.steps == before) turned.step();
  EXPECT_GE(integrator.order(), order - 1);  // no return to order 1
  turned.stepTo(10);
  plain.stepTo(10);
  EXPECT_GE(integrator.order(), 3);
  EXPECT_NEAR(double(turned.steps), double(plain.steps), 0.03 * double(plain.steps));  // with other matrices
  EXPECT_LT((turned.at(10).q - A * plain.at(10).q).norm(), 2e-5);
  EXPECT_LT((turned.at(10).v - A * plain.at(10).v).norm(), 2e-5);
  EXPECT_LT(turned.error(A), 2 * plain.error(Eigen::Matrix2d::Identity()) + 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Bdf, CoordinateChange, testing::ValuesIn(bdfVariants()),
                         [](const auto& info) { return std::string(info.param.name); });

/// θ̈ = −sin θ of a pendulum that turns over: its angle may be put back by a turn at any time.
class TurningPendulum final : public DenseSystem {
 public:
  TurningPendulum() : DenseSystem({"theta"}, {}) {}
  void moveTo(double, ConstVectorRef q, ConstVectorRef) override { q_ = q[0]; }
  void mass(double* M) const override { M[0] = 1; }
  void forces(VectorRef Q) const override { Q[0] = -std::sin(q_); }
  void constraints(VectorRef) const override {}
  void constraintJacobian(double*) const override {}
  void gamma(VectorRef) const override {}
  void velocityJacobian(double*) const override {}
  void accelerationJacobian(ConstVectorRef, double*) const override {}
  void stiffness(ConstVectorRef, ConstVectorRef, double* K) const override { K[0] = std::cos(q_); }
  void constraintHessian(ConstVectorRef, double* H) const override { H[0] = 0; }

 private:
  double q_ = 0;
};

TEST(CoordinateChangeByATurn, LeavesTheEnergyAndTheOrder) {
  for (const BdfForm form : {BdfForm::Variable, BdfForm::QuasiConstant}) {
    TurningPendulum system;
    Work work;
    const auto integrator = makeIntegrator(system, optionsOf({"", "bdf", 2, form}, 1e-8, 20), work);
    State start;
    start.q = Vector::Zero(1);
    start.v = Vector::Constant(1, 2.5);
    start.a = Vector::Zero(1);
    integrator->start(start, 1e-4);
    StepPlan plan{1e-4, 1};
    const auto energy = [&] {
      return 0.5 * std::pow(integrator->state().v[0], 2) - std::cos(integrator->state().q[0]);
    };
    const double atStart = energy();
    const double turn = 2 * std::acos(-1.0);
    int turns = 0;
    while (integrator->state().t < 20) {
      const Attempt attempt = integrator->attempt(plan.h);
      if (attempt.status != AttemptStatus::Success) {
        plan = integrator->reject(attempt, 1);
        continue;
      }
      plan = integrator->accept();
      if (integrator->state().q[0] <= turn) continue;
      const int order = plan.order;
      ASSERT_TRUE(integrator->changeCoordinates(Eigen::MatrixXd::Identity(1, 1), Vector::Constant(1, -turn)));
      ++turns;
      for (Attempt next = integrator->attempt(plan.h);; next = integrator->attempt(plan.h)) {
        if (next.status == AttemptStatus::Success) break;
        plan = integrator->reject(next, 1);
      }
      plan = integrator->accept();
      EXPECT_GE(integrator->order(), order - 1);  // no return to order 1
      EXPECT_GE(order, 3);
    }
    EXPECT_GE(turns, 4);
    EXPECT_NEAR(energy(), atStart, 1e-5);
  }
}

}  // namespace
}  // namespace holonom
