// SPDX-License-Identifier: GPL-3.0-or-later
// Parametrisations that become singular: a rotor whose angle is given by u = tan(θ/2), which is infinite at
// half a turn.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/dynamics/offers.h"
#include "core/dynamics/reference_problems/dense_system.h"
#include "tests/solvers/run_helpers.h"
#include "tests/support/finite_differences.h"

namespace holonom {
namespace {

constexpr double kInertia = 0.4, kMass = 0.7, kGravity = 9.81, kSpeed = 14;

/// A rotor with inertia J that carries a weight at its rim (radius 1): coordinates (the angle, the height z
/// of the weight), z + cos θ = 0.
class AngleRotor final : public DenseSystem {
 public:
  AngleRotor() : DenseSystem({"theta", "z"}, {"rim"}) {}
  void moveTo(double, ConstVectorRef q, ConstVectorRef v) override { q_ = q, v_ = v; }
  void mass(double* M) const override { M[0] = kInertia, M[1] = M[2] = 0, M[3] = kMass; }
  void forces(VectorRef Q) const override { Q << 0, -kMass * kGravity; }
  void constraints(VectorRef c) const override { c[0] = q_.y() + std::cos(q_.x()); }
  void constraintJacobian(double* J) const override { J[0] = -std::sin(q_.x()), J[1] = 1; }
  void gamma(VectorRef g) const override { g[0] = std::cos(q_.x()) * v_.x() * v_.x(); }
  void velocityJacobian(double* P) const override { P[0] = -std::cos(q_.x()) * v_.x(), P[1] = 0; }
  void accelerationJacobian(ConstVectorRef a, double* A) const override {
    A[0] = -std::cos(q_.x()) * a[0] + std::sin(q_.x()) * v_.x() * v_.x(), A[1] = 0;
  }
  void stiffness(ConstVectorRef, ConstVectorRef lambda, double* K) const override {
    constraintHessian(lambda, K);
  }
  void constraintHessian(ConstVectorRef lambda, double* H) const override {
    std::fill_n(H, 4, 0.0);
    H[0] = -std::cos(q_.x()) * lambda[0];
  }

 private:
  Vector2 q_ = Vector2::Zero(), v_ = Vector2::Zero();
};

/// The same with θ = 2 atan u, or θ = π + 2 atan u: θ̇ = w u̇ with w = 2/(1 + u²), and cos θ = ±(w − 1).
class HalfAngleRotor : public DenseSystem {
 public:
  HalfAngleRotor() : DenseSystem({"u", "z"}, {"rim"}) {}
  void moveTo(double, ConstVectorRef q, ConstVectorRef v) override { q_ = q, v_ = v; }
  void mass(double* M) const override { M[0] = kInertia * w() * w(), M[1] = M[2] = 0, M[3] = kMass; }
  void forces(VectorRef Q) const override {
    Q << -kInertia * w() * w1() * v_.x() * v_.x(), -kMass * kGravity;
  }
  void constraints(VectorRef c) const override { c[0] = q_.y() + side_ * (w() - 1); }
  void constraintJacobian(double* J) const override { J[0] = side_ * w1(), J[1] = 1; }
  void gamma(VectorRef g) const override { g[0] = -side_ * w2() * v_.x() * v_.x(); }
  void velocityJacobian(double* P) const override { P[0] = side_ * w2() * v_.x(), P[1] = 0; }
  void accelerationJacobian(ConstVectorRef a, double* A) const override {
    A[0] = side_ * (w2() * a[0] + w3() * v_.x() * v_.x()), A[1] = 0;
  }
  void stiffness(ConstVectorRef a, ConstVectorRef lambda, double* K) const override {
    constraintHessian(lambda, K);
    K[0] += kInertia * (2 * w() * w1() * a[0] + (w1() * w1() + w() * w2()) * v_.x() * v_.x());
  }
  void damping(double* D) const override {
    std::fill_n(D, 4, 0.0);
    D[0] = 2 * kInertia * w() * w1() * v_.x();
  }
  void constraintHessian(ConstVectorRef lambda, double* H) const override {
    std::fill_n(H, 4, 0.0);
    H[0] = side_ * w2() * lambda[0];
  }
  double side() const { return side_; }
  double angle(double u) const { return 2 * std::atan(u) + (side_ < 0 ? std::numbers::pi : 0); }

 protected:
  double s() const { return 1 + q_.x() * q_.x(); }
  double w() const { return 2 / s(); }
  double w1() const { return -4 * q_.x() / (s() * s()); }
  double w2() const { return -4 * (1 - 3 * q_.x() * q_.x()) / (s() * s() * s()); }
  double w3() const { return 48 * q_.x() * (1 - q_.x() * q_.x()) / (s() * s() * s() * s()); }

  double side_ = 1;
  Vector2 q_ = Vector2::Zero(), v_ = Vector2::Zero();
};

/// One chart only, which ends at half a turn.
struct OneChart final : HalfAngleRotor {};

/// Both charts: ũ = −1/u.
class TwoCharts final : public HalfAngleRotor, private Charts {
 public:
  explicit TwoCharts(bool offersOther = true) : offersOther_(offersOther) {}
  Offers offers() override { return {.charts = *this}; }
  int count() const override { return 2; }
  double strain() const override { return std::abs(q_.x()) / 1.5; }
  std::string change() override {
    if (!offersOther_) return {};
    side_ = -side_;
    return side_ > 0 ? "the chart around 0" : "the chart around π";
  }
  void toPresent(VectorRef q, VectorRef v, VectorRef a) const override {
    const double u = q[0], rate = v[0];
    q[0] = -1 / u;
    v[0] = rate / (u * u);
    a[0] = a[0] / (u * u) - 2 * rate * rate / (u * u * u);
  }

 private:
  bool offersOther_;
};

struct Turned {
  double cosine, sine, speed;
};

/// (J + m sin²θ) θ̈ + m sin θ cos θ θ̇² + m g sin θ = 0 by the classical Runge–Kutta method.
Turned exact(double end) {
  Vector2 y(0, kSpeed);
  const auto f = [](const Vector2& x) {
    const double s = std::sin(x[0]), c = std::cos(x[0]);
    return Vector2(x[1], -kMass * s * (c * x[1] * x[1] + kGravity) / (kInertia + kMass * s * s));
  };
  constexpr int kSteps = 100000;
  const double h = end / kSteps;
  for (int i = 0; i < kSteps; ++i) {
    const Vector2 k1 = f(y), k2 = f(y + h / 2 * k1), k3 = f(y + h / 2 * k2), k4 = f(y + h * k3);
    y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return {std::cos(y[0]), std::sin(y[0]), y[1]};
}

double distance(const Turned& a, const Turned& b) {
  return std::hypot(a.cosine - b.cosine, a.sine - b.sine) + 0.1 * std::abs(a.speed - b.speed);
}

constexpr double kEnd = 2.3;

class ChartChanges : public testing::TestWithParam<TestedMethod> {};

TEST_P(ChartChanges, SeveralChangesCostNoAccuracy) {
  const Turned expected = exact(kEnd);
  for (const double tolerance : {1e-5, 1e-7}) {
    const SimulationOptions options = optionsOf(GetParam(), tolerance, kEnd);
    AngleRotor angle;
    const Outcome plain = runSystem(angle, options, guessOf(Vector2(0, -1), Vector2(kSpeed, 0)));
    ASSERT_EQ(plain.termination, Termination::ReachedEnd) << plain.message;
    TwoCharts charts;
    Simulation simulation(charts, options);
    ASSERT_TRUE(simulation.start(guessOf(Vector2(0, -1), Vector2(kSpeed / 2, 0))));
    int lowOrders = 0;
    while (simulation.advance() == Simulation::Advance::Accepted)
      lowOrders += simulation.record().order == 1 && simulation.counts().steps > 20;
    ASSERT_EQ(simulation.termination(), Termination::ReachedEnd) << simulation.message();
    const auto& events = simulation.allEvents();
    EXPECT_GE(std::count_if(events.begin(), events.end(),
                            [](const Event& event) { return event.name == "coordinates"; }),
              5);
    const State& end = simulation.state();
    const double theta = charts.angle(end.q[0]), rate = 2 / (1 + end.q[0] * end.q[0]) * end.v[0];
    const double error = distance({std::cos(theta), std::sin(theta), rate}, expected);
    const double direct =
        distance({std::cos(plain.end.q[0]), std::sin(plain.end.q[0]), plain.end.v[0]}, expected);
    std::printf("%s at %.0e: error %.1e in charts, %.1e in the angle; %ld and %ld steps, %zu changes\n",
                GetParam().name, tolerance, error, direct, simulation.counts().steps, plain.counts.steps,
                events.size());
    EXPECT_LT(error, 30 * direct + (isSecondOrder(GetParam()) ? 1000 : 100) * tolerance);
    EXPECT_LT(simulation.counts().steps, 4 * plain.counts.steps + 200);
    if (std::string_view(GetParam().method) == "bdf") EXPECT_EQ(lowOrders, 0) << "the past goes along";
  }
}

TEST_P(ChartChanges, WithoutAnotherChartTheRunEndsOrWarns) {
  SimulationOptions options = optionsOf(GetParam(), 1e-5, kEnd);
  options.maxSteps = 5000;
  OneChart chart;
  const Outcome outcome = runSystem(chart, options, guessOf(Vector2(0, -1), Vector2(kSpeed / 2, 0)));
  EXPECT_NE(outcome.termination, Termination::ReachedEnd);
  TwoCharts silent(false);
  Simulation simulation(silent, options);
  ASSERT_TRUE(simulation.start(guessOf(Vector2(0, -1), Vector2(kSpeed / 2, 0))));
  while (simulation.advance() == Simulation::Advance::Accepted) {}
  EXPECT_NE(simulation.termination(), Termination::ReachedEnd);
  const auto warnings = simulation.warnings();
  EXPECT_TRUE(std::any_of(warnings.begin(), warnings.end(), [](const Warning& warning) {
    return warning.text.find("singularity of their parametrisation") != std::string::npos;
  }));
}

INSTANTIATE_TEST_SUITE_P(All, ChartChanges, testing::ValuesIn(kVariants),
                         [](const auto& info) { return info.param.name; });

TEST(ChartSystems, DerivativesAndMap) {
  TwoCharts charts;
  AngleRotor angle;
  for (int i = 0; i < 4; ++i) {
    const Vector2 q(0.3 + 0.4 * i, 0.2), v(1.3, -0.4), a(0.7, 0.9);
    EXPECT_EQ(checkDerivatives(charts, 0, q, v, a, Vector::Constant(1, 1.7)), "");
    EXPECT_EQ(checkDerivatives(angle, 0, q, v, a, Vector::Constant(1, 1.7)), "");
    const double theta = charts.angle(q[0]);
    charts.change();
    const auto mapped = [&](double t) {
      Vector x = q + t * v + 0.5 * t * t * a, rate = v + t * a, second = a;
      charts.toPresent(x, rate, second);
      return std::array<double, 3>{x[0], rate[0], second[0]};
    };
    EXPECT_NEAR(std::remainder(charts.angle(mapped(0)[0]) - theta, 2 * std::numbers::pi), 0, 1e-13);
    const double h = 1e-4;
    EXPECT_NEAR((mapped(h)[0] - mapped(-h)[0]) / (2 * h), mapped(0)[1], 1e-6 * (1 + std::abs(mapped(0)[1])));
    EXPECT_NEAR((mapped(h)[1] - mapped(-h)[1]) / (2 * h), mapped(0)[2], 1e-6 * (1 + std::abs(mapped(0)[2])));
  }
}

}  // namespace
}  // namespace holonom
