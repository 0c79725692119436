// SPDX-License-Identifier: GPL-3.0-or-later
// A smooth change of coordinates in the middle of a run: the history goes along, order and errors stay.
#include <gtest/gtest.h>

#include <cmath>

#include "core/dynamics/reference_problems/cartesian_pendulum.h"
#include "solvers/simulation/method_factory.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

/// A point mass on a circle without gravity: its equations are the same in any turned frame.
struct Circle {
  CartesianPendulum system{0, 1};
  Work work;
  std::unique_ptr<Integrator> integrator;
  StepPlan plan;

  Circle(const Variant& variant) {
    integrator = makeIntegrator(system, optionsOf(variant, 1e-6, 10), work);
    State start;
    start.q = Vector2(1, 0);
    start.v = Vector2(0, 1);
    start.a = Vector2(-1, 0);
    start.lambda = Vector::Constant(1, 1);
    integrator->start(start, 1e-4);
    plan = {1e-4, 1};
  }
  void stepTo(double end) {
    while (integrator->state().t < end) {
      const Attempt attempt = integrator->attempt(plan.h);
      plan = attempt.status == AttemptStatus::Success ? integrator->accept() : integrator->reject(attempt, 1);
    }
  }
};

class CoordinateChange : public testing::TestWithParam<Variant> {};

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
  turned.stepTo(10);
  plain.stepTo(10);
  EXPECT_GE(integrator.order(), 3);
  EXPECT_NEAR(integrator.state().t, plain.integrator->state().t, 1e-6);
  EXPECT_LT((integrator.state().q - A * plain.integrator->state().q).norm(), 1e-7);
  EXPECT_LT((integrator.state().v - A * plain.integrator->state().v).norm(), 1e-7);
}

INSTANTIATE_TEST_SUITE_P(Bdf, CoordinateChange, testing::Values(kVariants[0], kVariants[1], kVariants[3], kVariants[7], kVariants[8]),
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
    const auto energy = [&] { return 0.5 * std::pow(integrator->state().v[0], 2) - std::cos(integrator->state().q[0]); };
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
      const Attempt next = integrator->attempt(plan.h);
      ASSERT_EQ(next.status, AttemptStatus::Success);  // as if nothing had happened
      plan = integrator->accept();
      EXPECT_EQ(integrator->order(), order);
      EXPECT_GE(order, 3);
    }
    EXPECT_GE(turns, 4);
    EXPECT_NEAR(energy(), atStart, 1e-5);
  }
}

}  // namespace
}  // namespace holonom
