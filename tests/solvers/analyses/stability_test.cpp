// SPDX-License-Identifier: GPL-3.0-or-later
// Stability and damping as the methods themselves show them, against closed forms.
#include "solvers/analyses/stability.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <tuple>

#include "solvers/integrators/methods.h"

namespace holonom {
namespace {

using Complex = std::complex<double>;

StabilityProbe probeOf(const char* method, int order = 0, int index = 2) {
  return {methodNamed(method), {.index = index, .fixedOrder = order}};
}

const std::vector<Complex> kPlaces = {{-0.5, 0}, {-0.3, 0.4}, {-2, 1}, {0, 0.7}, {-1, 2.5}, {-6, 3}};

void expectFactor(const StabilityProbe& probe, Complex (*R)(Complex), double tolerance = 1e-6) {
  for (const Complex z : kPlaces)
    EXPECT_LT(std::abs(probe.factor(z) - R(z)), tolerance * (1 + std::abs(R(z)))) << z;
}

TEST(Stability, ExplicitMethodsHaveTheirPolynomials) {
  expectFactor(probeOf("rk4", 0, 1),
               [](Complex z) { return 1.0 + z * (1.0 + z / 2.0 * (1.0 + z / 3.0 * (1.0 + z / 4.0))); });
  expectFactor(probeOf("dopri5", 0, 1), [](Complex z) {
    return 1.0 + z * (1.0 + z / 2.0 * (1.0 + z / 3.0 * (1.0 + z / 4.0 * (1.0 + z / 5.0 * (1.0 + z / 5.0)))));
  });
  const MethodStability classic = stabilityOf(probeOf("rk4", 0, 1)),
                        found = stabilityOf(probeOf("dopri5", 0, 1));
  EXPECT_NEAR(classic.order, 4, 0.1);
  EXPECT_NEAR(classic.errorConstant, 1.0 / 120, 1e-4);
  EXPECT_NEAR(classic.realLimit, 2.785293563405, 1e-5);
  EXPECT_NEAR(classic.imaginaryLimit, 2 * std::sqrt(2.0), 1e-4);
  EXPECT_NEAR(found.order, 5, 0.1);
  EXPECT_NEAR(found.realLimit, 3.3066, 1e-3);
}

/// Of 004 in real time: the midpoint rule, and of Adams–Bashforth the root of ζ² − (1 + 3z/2) ζ + z/2 that
/// outlives the other.
TEST(Stability, MethodsForRealTimeHaveTheirs) {
  expectFactor(probeOf("rt-rk2", 0, 1), [](Complex z) { return 1.0 + z * (1.0 + z / 2.0); });
  expectFactor(probeOf("rt-adams", 0, 1), [](Complex z) {
    const Complex half = 0.5 + 0.75 * z, root = std::sqrt(half * half - z / 2.0);
    return std::abs(half + root) > std::abs(half - root) ? half + root : half - root;
  });
  const MethodStability rk = stabilityOf(probeOf("rt-rk2", 0, 1)),
                        adams = stabilityOf(probeOf("rt-adams", 0, 1));
  EXPECT_NEAR(rk.order, 2, 0.1);
  EXPECT_NEAR(rk.errorConstant, 1.0 / 6, 0.01);
  EXPECT_NEAR(rk.realLimit, 2, 1e-5);
  EXPECT_NEAR(adams.order, 2, 0.1);
  EXPECT_NEAR(adams.errorConstant, 5.0 / 12, 0.02);
  EXPECT_NEAR(adams.realLimit, 1, 1e-5);
  // neither keeps a vibration from growing: the imaginary axis is left at once, by little
  EXPECT_EQ(rk.imaginaryLimit, 0);
  EXPECT_EQ(adams.imaginaryLimit, 0);
}

TEST(Stability, ImplicitMethodsHaveTheirRationalFunctions) {
  expectFactor(probeOf("trapezoidal"), [](Complex z) { return (1.0 + z / 2.0) / (1.0 - z / 2.0); });
  expectFactor(probeOf("radau", 5), [](Complex z) {
    return (1.0 + z * (2.0 / 5 + z / 20.0)) / (1.0 - z * (3.0 / 5 - z * (3.0 / 20 - z / 60.0)));
  });
  expectFactor(probeOf("l-stable"), [](Complex z) {  // Padé (2, 4)
    return (1.0 + z * (1.0 / 3 + z / 30.0)) /
           (1.0 - z * (2.0 / 3 - z * (1.0 / 5 - z * (1.0 / 30 - z / 360.0))));
  });
}

TEST(Stability, OrdersAndDampingOfTheFamilies) {
  for (const int order : {5, 9, 13}) {
    const MethodStability radau = stabilityOf(probeOf("radau", order));
    EXPECT_NEAR(radau.order, order, 0.3);
    EXPECT_EQ(radau.angle, 90);
    EXPECT_LT(radau.atInfinity, 1e-4);
  }
  for (const char* name : {"esdirk", "rosenbrock"}) {
    const MethodStability found = stabilityOf(probeOf(name, 0, 1));
    EXPECT_NEAR(found.order, 4, 0.3) << name;
    EXPECT_EQ(found.angle, 90) << name;
    EXPECT_LT(found.atInfinity, 1e-2) << name;
  }
  EXPECT_NEAR(stabilityOf(probeOf("newmark")).order, 1, 0.1);
  EXPECT_NEAR(stabilityOf(probeOf("hht")).order, 2, 0.15);
  StabilityProbe alpha(methodNamed("generalized-alpha"), {.index = 2, .rho = 0.6});
  EXPECT_NEAR(stabilityOf(alpha).atInfinity, 0.6, 1e-3);
}

/// Where |R(iy)|² − 1 begins with a positive power of y, no undamped vibration is stable: Heun y⁴/4,
/// Adams–Bashforth 2 y⁴/2, BDF 3 y⁴/2. Where it begins with a negative one there is an end: of the rule of
/// Runge and Kutta y = 2√2, of Kutta's third √3, of BDF 5 and 6 where Σ (1 − e^{−iθ})^j / j meets the axis.
TEST(Stability, TheImaginaryAxisIsLeftAtOnceOrAtAnEnd) {
  for (const auto& [method, order] : {std::pair("heun", 0),
                                      {"euler", 0},
                                      {"adams-bashforth", 2},
                                      {"adams-moulton", 3},
                                      {"adams-moulton", 4},
                                      {"rkc", 0}})
    EXPECT_EQ(stabilityOf(probeOf(method, order, 1)).imaginaryLimit, 0) << method << order;
  for (const int order : {3, 4}) EXPECT_EQ(stabilityOf(probeOf("bdf", order)).imaginaryLimit, 0) << order;
  EXPECT_NEAR(stabilityOf(probeOf("bdf", 5)).imaginaryLimit, 0.71083, 1e-4);
  EXPECT_NEAR(stabilityOf(probeOf("bdf", 6)).imaginaryLimit, 0.84313, 2e-2);
  EXPECT_NEAR(stabilityOf(probeOf("rk4", 0, 1)).imaginaryLimit, 2 * std::sqrt(2.0), 1e-4);
  EXPECT_NEAR(stabilityOf(probeOf("kutta3", 0, 1)).imaginaryLimit, std::sqrt(3.0), 1e-4);
  EXPECT_TRUE(std::isinf(stabilityOf(probeOf("bdf", 2)).imaginaryLimit));
}

/// Σ_{i ≤ j} (−1)^i (j over i) ζ^{−i}, the j-th backward difference, as coefficients of ζ^{−i}.
Vector backwardDifference(int j, int count) {
  Vector c = Vector::Zero(count);
  double binomial = 1;
  for (int i = 0; i <= j; ++i) {
    c[i] = i % 2 == 0 ? binomial : -binomial;
    binomial *= double(j - i) / (i + 1);
  }
  return c;
}

/// The largest root of the characteristic polynomial of predictor and corrector of Adams, P_k E C_{k+1} E:
/// with the coefficients γ_j of Σ_{i ≤ j} γ_i / (j + 1 − i) = 1.
double largestRootOfAdams(int k, Complex z) {
  Vector gamma = Vector::Zero(k + 1);
  for (int j = 0; j <= k; ++j) {
    gamma[j] = 1;
    for (int i = 0; i < j; ++i) gamma[j] -= gamma[i] / (j + 1 - i);
  }
  Eigen::VectorXcd predictor = Eigen::VectorXcd::Zero(k), sum = predictor;
  predictor[0] = 1;
  for (int j = 0; j < k; ++j) {
    predictor += z * gamma[j] * backwardDifference(j, k);
    sum += backwardDifference(j, k);
  }
  Eigen::MatrixXcd companion = Eigen::MatrixXcd::Zero(k, k);
  companion.row(0) = predictor + gamma[k] * (z * predictor - z * sum);
  for (int i = 1; i < k; ++i) companion(i, i - 1) = 1;
  return Eigen::ComplexEigenSolver<Eigen::MatrixXcd>(companion, false).eigenvalues().cwiseAbs().maxCoeff();
}

/// At high orders the other roots, which an exact past does not excite, end the stability.
TEST(Stability, AdamsMethodsOfAllOrdersHaveTheLimitsOfTheirPolynomials) {
  for (int order = 1; order <= 12; ++order) {
    const MethodStability found = stabilityOf(probeOf("adams", order, 1));
    for (const auto& [limit, direction] :
         {std::pair(found.realLimit, Complex(-1, 0)), {found.imaginaryLimit, Complex(0, 1)}}) {
      if (limit == 0) continue;  // left by a power of the step: not seen in a polynomial in doubles either
      EXPECT_LE(largestRootOfAdams(order, 0.99 * limit * direction), 1 + 1e-6) << order << direction;
      EXPECT_GT(largestRootOfAdams(order, 1.01 * limit * direction), 1 + 1e-6) << order << direction;
    }
    EXPECT_GT(found.realLimit, 0) << order;
    if (order <= 8) EXPECT_NEAR(found.order, order + 1, 0.02) << order;
    // steps that it bears are wrong by 1e-13 and less
    if (order >= 10) EXPECT_FALSE(found.isAccuracyKnown()) << order << ": " << found.order;
  }
}

/// Vibrations of any step are damped, those of small ones by less than an inexact measurement would show.
TEST(Stability, GeneralizedAlphaIsStableOnTheWholeImaginaryAxis) {
  for (const char* method : {"generalized-alpha", "hht", "newmark"}) {
    const MethodStability found = stabilityOf(probeOf(method, 0, 3));
    EXPECT_TRUE(std::isinf(found.imaginaryLimit)) << method << ' ' << found.imaginaryLimit;
    EXPECT_EQ(found.angle, 90) << method;
  }
}

/// ρ∞ of the oscillator, which of HHT is not that of y′ = λy with real λ: |1.5 − γ| / (0.5 + γ) of its γ.
TEST(Stability, VibrationsHaveTheirOwnRadiusAtInfinity) {
  const MethodStability alpha = stabilityOf({methodNamed("generalized-alpha"), {.index = 3, .rho = 0.6}}),
                        hht = stabilityOf({methodNamed("hht"), {.index = 3, .alpha = 0.3}});
  EXPECT_NEAR(alpha.vibrationsAtInfinity, 0.6, 1e-4);
  EXPECT_NEAR(hht.atInfinity, 0.3 / 0.7, 1e-3);
  EXPECT_NEAR(hht.vibrationsAtInfinity, 0.7 / 1.3, 1e-4);
  EXPECT_NE(inWords(alpha).find("spectral radius at infinity"), std::string::npos) << inWords(alpha);
  // whatever fades is gone, of vibrations a third is left
  const MethodStability newmark = stabilityOf({methodNamed("newmark"), {.index = 3, .gamma = 1}});
  EXPECT_LT(newmark.atInfinity, 1e-2);
  EXPECT_NE(inWords(newmark).find("A-stable"), std::string::npos) << inWords(newmark);
  EXPECT_NEAR(stabilityOf(probeOf("variational-midpoint", 0, 3)).vibrationsAtInfinity, 1, 1e-3);
}

/// Small at a place far away is not yet a limit of zero, and a limit of zero is not small.
TEST(Stability, WhatTendsToZeroAtInfinityIsZero) {
  for (const auto& [method, order] : {std::pair("bdf", 1),
                                      {"bdf", 2},
                                      {"bdf", 3},
                                      {"bdf", 4},
                                      {"bdf", 5},
                                      {"bdf", 6},
                                      {"radau", 5},
                                      {"radau", 13},
                                      {"esdirk", 0},
                                      {"rosenbrock", 0},
                                      {"l-stable", 0}}) {
    const MethodStability found = stabilityOf(probeOf(method, order, methodNamed(method).indices.front()));
    EXPECT_EQ(found.atInfinity, 0) << method << order;
    EXPECT_EQ(found.vibrationsAtInfinity, 0) << method << order;
  }
  const auto alpha = [](double rho) {
    return stabilityOf({methodNamed("generalized-alpha"), {.index = 3, .rho = rho}});
  };
  EXPECT_EQ(alpha(0).vibrationsAtInfinity, 0);
  EXPECT_NEAR(alpha(0.005).vibrationsAtInfinity, 0.005, 1e-3);
  EXPECT_TRUE(std::isinf(stabilityOf(probeOf("rk4", 0, 1)).atInfinity));
}

/// The second factor of leap-frog lets whatever fades grow as fast, at any step. Heun and the midpoint rule
/// let vibrations grow by y⁴/8, Adams–Bashforth 2 by y⁴/4, Euler by y²/2: less than a measurement shows.
TEST(Stability, GrowthOfSmallStepsIsKnown) {
  const StabilityProbe leapFrog = probeOf("leap-frog", 0, 1);
  const StepGrowth ofLeapFrog(leapFrog);
  for (const double h : {1e-2, 1e-3, 1e-4, 1e-6, 1e-9}) {
    EXPECT_NEAR(ofLeapFrog.of(h * Complex(-0.5, 10)) / (0.5 * h), 1, 0.02) << h;
    EXPECT_EQ(ofLeapFrog.of(h * Complex(0, 10)), 0) << h;
  }
  for (const auto& [method, power, constant] : {std::tuple("heun", 4, 1.0 / 8),
                                                {"rt-rk2", 4, 1.0 / 8},
                                                {"rt-adams", 4, 1.0 / 4},
                                                {"euler", 2, 1.0 / 2}}) {
    const StabilityProbe probe = probeOf(method, 0, 1);
    const StepGrowth growth(probe);
    for (const double y : {1e-1, 1e-2, 1e-4}) {
      const double grown = constant * std::pow(y, power);
      EXPECT_NEAR(growth.of({0, y}) / grown, 1, 0.1) << method << y;
      EXPECT_GT(growth.of({-0.5 * grown, y}), 0) << method << y;
      EXPECT_LE(growth.of({-2 * grown - 1e-8 * y, y}), 0) << method << y;
    }
  }
  for (const auto& [method, index] : {std::pair("rk4", 1), {"trapezoidal", 2}, {"bdf", 2}}) {
    const StabilityProbe probe = probeOf(method, 0, index);
    EXPECT_LE(StepGrowth(probe).of({0, 0.01}), 0) << method;
  }
  EXPECT_EQ(sizeInWords(3e-5), "1 + 3e-05");
  EXPECT_EQ(sizeInWords(-0.25), "0.75");
}

/// j! k! / ((j + k)! (j + k + 1)!) of Padé's approximants with numerators of degree j over denominators of k.
TEST(Stability, ErrorConstantsAreThoseOfPade) {
  const auto pade = [](int j, int k) {
    return std::tgamma(j + 1.0) * std::tgamma(k + 1.0) /
           (std::tgamma(j + k + 1.0) * std::tgamma(j + k + 2.0));
  };
  for (const int stages : {3, 5, 7}) {
    const MethodStability radau = stabilityOf(probeOf("radau", 2 * stages - 1));
    EXPECT_NEAR(radau.errorConstant / pade(stages - 1, stages), 1, 0.01) << stages;
    EXPECT_NEAR(radau.order, 2 * stages - 1, 0.05) << stages;
  }
  for (int stages = 2; stages <= 6; ++stages)
    for (const auto& [numerator, less] :
         {std::pair(BlockNumerator::OneLess, 1), {BlockNumerator::TwoLess, 2}}) {
      const StabilityProbe probe(methodNamed("l-stable"),
                                 {.index = 2, .blockStages = stages, .blockNumerator = numerator});
      const MethodStability found = stabilityOf(probe);
      EXPECT_NEAR(found.errorConstant / pade(stages - less, stages), 1, 0.01) << stages << less;
      EXPECT_NEAR(found.order, 2 * stages - less, 0.05) << stages << less;
    }
}

TEST(Stability, StabilisedMethodsTellWhatStagesReach) {
  for (const char* method : {"rkc", "rock4", "eserk4"}) {
    const MethodStability found = stabilityOf(probeOf(method, 0, 1));
    EXPECT_EQ(found.reachOfStages, methodNamed(method).reachOfStages) << method;
    EXPECT_GT(found.reachOfStages, 0.01) << method;
    EXPECT_LT(found.atInfinity, 0.99) << method << ": a step far left damps";
    EXPECT_GT(found.atInfinity, 0.3) << method;
    EXPECT_NE(inWords(found).find("s^2 on the negative real axis"), std::string::npos) << inWords(found);
  }
  EXPECT_EQ(stabilityOf(probeOf("rk4", 0, 1)).reachOfStages, 0);
}

TEST(Stability, WordsTellTheLimitsOfDampersAndOfVibrations) {
  const std::string bounded = inWords(stabilityOf(probeOf("rk4", 0, 1))),
                    growing = inWords(stabilityOf(probeOf("heun", 0, 1))),
                    stabilised = inWords(stabilityOf(probeOf("rkc", 0, 1)));
  EXPECT_NE(bounded.find("2.785 over the fastest rate"), std::string::npos) << bounded;
  EXPECT_NE(bounded.find("2.828 over the fastest frequency"), std::string::npos) << bounded;
  EXPECT_NE(growing.find("vibrations without damping grow"), std::string::npos) << growing;
  EXPECT_NE(stabilised.find("any step damps what fades without vibrating"), std::string::npos) << stabilised;
}

/// A(α) of BDF (Hairer and Wanner, Solving ODE II, table V.2.1).
TEST(Stability, BdfLosesItsAngleWithTheOrder) {
  const double angles[] = {90, 90, 86.03, 73.35, 51.84, 17.84};
  for (int order = 1; order <= 6; ++order) {
    const MethodStability found = stabilityOf(probeOf("bdf", order));
    EXPECT_NEAR(found.angle, angles[order - 1], 0.01) << order;
    EXPECT_NEAR(found.order, order, 0.2) << order;
    EXPECT_LT(found.atInfinity, 1e-2) << order;
  }
}

/// Far to the left its five factors are almost as large as each other.
TEST(Stability, BdfFadesAsTheLargestRootOfItsPolynomial) {
  const double alpha[] = {137.0 / 60, -5, 5, -10.0 / 3, 5.0 / 4, -1.0 / 5};
  const StabilityProbe probe = probeOf("bdf", 5);
  for (const Complex z : {Complex(-12, 0),
                          {-20, 5},
                          {-30, 0},
                          {-35, 8},
                          {-50, 0},
                          {-50, 20},
                          {-80, 3},
                          {-100, 0},
                          {-120, 10},
                          {-110, 1},
                          {-60, 60},
                          {-150, 0},
                          {10, 100}}) {
    Eigen::Matrix<Complex, 5, 5> companion = Eigen::Matrix<Complex, 5, 5>::Zero();
    for (int i = 0; i < 5; ++i) companion(0, i) = -alpha[i + 1] / (alpha[0] - z);
    for (int i = 0; i < 4; ++i) companion(i + 1, i) = 1;
    const double largest = companion.eigenvalues().cwiseAbs().maxCoeff();
    EXPECT_NEAR(std::abs(probe.factor(z)), largest, 0.2 * largest) << z;
  }
}

TEST(Stability, ARegionHasTheFactorsOfItsCells) {
  const StabilityProbe probe = probeOf("rk4", 0, 1);
  const StabilityRegion region = stabilityRegion(probe, {-4, 2, 3}, 12, 6);
  for (const auto& [row, column, z] :
       {std::tuple(0, 0, Complex(-3.75, 2.75)), {5, 7, {-0.25, 0.25}}, {2, 11, {1.75, 1.75}}})
    EXPECT_NEAR(region.at(row, column), std::abs(probe.factor(z)), 1e-9);
  EXPECT_LT(region.at(5, 7), 1);
  EXPECT_GT(region.at(0, 0), 1);
}

TEST(Stability, WindowsHoldBoundedRegionsAndEigenvalues) {
  const StabilityWindow classic = windowFor(stabilityOf(probeOf("rk4", 0, 1)), {});
  EXPECT_LT(classic.left, -2.8);
  EXPECT_GT(classic.top, 2.9);
  const StabilityWindow wide = windowFor(stabilityOf(probeOf("trapezoidal")), {{-300, 40}});
  EXPECT_LT(wide.left, -300);
  EXPECT_GT(wide.top, 40);
}

TEST(Stability, TheTrapezoidalRuleKeepsAmplitudesAndSlowsVibrations) {
  const auto response = frequencyResponse(probeOf("trapezoidal"), 3, 30);
  ASSERT_EQ(response.size(), 30u);
  for (const FrequencyPoint& point : response) {
    EXPECT_NEAR(point.amplitude, 1, 1e-6) << point.frequency;
    EXPECT_NEAR(point.phaseError, 2 * std::atan(point.frequency / 2) / point.frequency - 1, 1e-5)
        << point.frequency;
  }
}

TEST(Stability, GeneralizedAlphaDampsHighFrequenciesMore) {
  const StabilityProbe alpha(methodNamed("generalized-alpha"), {.index = 2, .rho = 0.5});
  const auto response = frequencyResponse(alpha, 3, 10);
  for (std::size_t i = 1; i < response.size(); ++i)
    EXPECT_LT(response[i].amplitude, response[i - 1].amplitude) << response[i].frequency;
  EXPECT_GT(response.front().amplitude, 0.99);
}

}  // namespace
}  // namespace holonom
