// SPDX-License-Identifier: GPL-3.0-or-later
// The test equations: derivatives, and that their closed forms solve them.
#include "core/dynamics/reference_problems/test_equations.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "tests/support/finite_differences.h"

namespace holonom {
namespace {

std::vector<std::unique_ptr<TestEquation>> equations() {
  std::vector<std::unique_ptr<TestEquation>> all;
  all.push_back(std::make_unique<DahlquistEquation>(-3));
  all.push_back(std::make_unique<DahlquistEquation>(std::complex<double>(-0.5, 4)));
  all.push_back(std::make_unique<StiffTriple>());
  all.push_back(std::make_unique<VanDerPolEquation>(5));
  all.push_back(std::make_unique<ProtheroRobinsonEquation>(-1000));
  return all;
}

TEST(TestEquations, HaveTheDerivativesThatTheySay) {
  for (const auto& equation : equations()) {
    const int n = equation->coordinateCount();
    for (const double t : {0.0, 0.7}) {
      const Vector q = Vector::LinSpaced(n, 0.3, 1.1), v = Vector::LinSpaced(n, -0.6, 0.8);
      EXPECT_EQ(checkDerivatives(*equation, t, q, v, Vector::Ones(n), Vector(0), {1e-4, 1e-3, 1e-4}), "");
    }
  }
}

TEST(TestEquations, BeginWithAccelerationsOfTheirOwn) {
  for (const auto& equation : equations()) {
    const State start = equation->start();
    Vector force(start.q.size());
    equation->moveTo(0, start.q, start.v);
    equation->forces(force);
    EXPECT_LT((force - start.a).norm(), 1e-12 * (1 + force.norm()));
    if (const Vector exact = equation->exact(0); exact.size() > 0)
      EXPECT_LT((equation->values(start) - exact).norm(), 1e-14);
  }
}

/// y′ of the closed form is f(t, y), for those that are written as equations of first order.
void expectSolved(TestEquation& equation, double t, double tolerance) {
  const double step = 1e-5;
  const Vector rate = (equation.exact(t + step) - equation.exact(t - step)) / (2 * step);
  Vector force(rate.size());
  equation.moveTo(t, Vector::Zero(rate.size()), equation.exact(t));
  equation.forces(force);
  EXPECT_LT((force - rate).norm(), tolerance) << t;
}

TEST(TestEquations, HaveClosedFormsThatSolveThem) {
  for (const double t : {0.01, 0.1, 0.9}) {
    DahlquistEquation decay(-3);
    expectSolved(decay, t, 1e-8);
    StiffTriple triple;
    expectSolved(triple, t, 1e-4);
    ProtheroRobinsonEquation pull(-1000);
    expectSolved(pull, t, 1e-8);
  }
  const std::complex<double> lambda(-0.5, 4);
  DahlquistEquation vibration(lambda);
  for (const double t : {0.2, 1.3}) {
    const std::complex<double> y = std::exp(lambda * t);
    Vector force(1);
    vibration.moveTo(t, vibration.exact(t), Vector::Constant(1, (lambda * y).real()));
    vibration.forces(force);
    EXPECT_NEAR(force[0], (lambda * lambda * y).real(), 1e-12);
    EXPECT_NEAR(vibration.exact(t)[0], y.real(), 1e-14);
  }
}

}  // namespace
}  // namespace holonom
