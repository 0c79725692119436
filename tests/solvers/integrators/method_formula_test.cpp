// SPDX-License-Identifier: GPL-3.0-or-later
// What the pages say that methods compute: the tables obey the conditions of their order, the coefficients of
// families are those of the books.
#include "solvers/integrators/method_formula.h"

#include <gtest/gtest.h>

#include <cmath>

#include "solvers/integrators/methods.h"

namespace holonom {
namespace {

MethodFormula formulaOf(const char* method, const IntegratorSettings& settings = {}) {
  return methodNamed(method).formula(settings);
}

TEST(MethodFormula, EveryMethodTellsItsSourceAndAllButOneAFormula) {
  for (const MethodDescriptor& method : methods()) {
    EXPECT_FALSE(method.source.empty()) << method.name;
    EXPECT_EQ(method.formula({}).lines.empty(), method.role == MethodRole::Chooses) << method.name;
  }
}

/// The last row where the last stage ends the step.
std::vector<double> weightsOf(const StageTableau& tableau) {
  return tableau.b.empty() ? tableau.a.back() : tableau.b;
}

TEST(MethodFormula, RowsOfTheTablesSumToTheirNodes) {
  for (const MethodDescriptor& method : methods()) {
    const auto tableau = method.formula({}).tableau;
    if (!tableau) continue;
    const std::size_t stages = tableau->c.size();
    ASSERT_EQ(tableau->a.size(), stages) << method.name;
    for (std::size_t i = 0; i < stages; ++i) {
      ASSERT_EQ(tableau->a[i].size(), stages) << method.name;
      double sum = tableau->d.empty() ? 0 : tableau->d[i];
      for (const double a : tableau->a[i]) sum += a;
      EXPECT_NEAR(sum, tableau->c[i], 1e-12) << method.name << " row " << i;
    }
  }
}

/// Σ b_i c_i^{k−1} = 1/k up to the order.
TEST(MethodFormula, WeightsIntegratePolynomialsUpToTheOrder) {
  const std::pair<const char*, int> orders[] = {
      {"euler", 1},  {"heun", 2},   {"kutta3", 3}, {"rt-rk2", 2},      {"rk4", 4},
      {"dopri5", 5}, {"dop853", 8}, {"esdirk", 4}, {"trapezoidal", 2}, {"radau", 5}};
  for (const auto& [name, order] : orders) {
    const StageTableau tableau = *formulaOf(name).tableau;
    const std::vector<double> b = weightsOf(tableau);
    for (int k = 1; k <= order; ++k) {
      double sum = 0;
      for (std::size_t i = 0; i < b.size(); ++i) sum += b[i] * std::pow(tableau.c[i], k - 1);
      EXPECT_NEAR(sum, 1.0 / k, 1e-12) << name << ", k = " << k;
    }
  }
}

TEST(MethodFormula, EmbeddedFormulasHaveOneOrderLess) {
  for (const auto& [name, order] : {std::pair("dopri5", 4), {"esdirk", 3}, {"rk4", 3}}) {
    const StageTableau tableau = *formulaOf(name).tableau;
    ASSERT_EQ(tableau.embedded.size(), tableau.c.size()) << name;
    for (int k = 1; k <= order; ++k) {
      double sum = 0;
      for (std::size_t i = 0; i < tableau.c.size(); ++i)
        sum += tableau.embedded[i] * std::pow(tableau.c[i], k - 1);
      EXPECT_NEAR(sum, 1.0 / k, 1e-12) << name << ", k = " << k;
    }
  }
}

TEST(MethodFormula, RadauHasTheCoefficientsOfTheBooks) {
  const StageTableau three = *formulaOf("radau").tableau;
  const double r = std::sqrt(6.0);
  EXPECT_NEAR(three.c[0], (4 - r) / 10, 1e-14);
  EXPECT_NEAR(three.a[0][0], (88 - 7 * r) / 360, 1e-14);
  EXPECT_NEAR(three.a[0][2], (-2 + 3 * r) / 225, 1e-14);
  EXPECT_NEAR(three.a[2][2], 1.0 / 9, 1e-14);
  EXPECT_EQ(formulaOf("radau", {.fixedOrder = 13}).tableau->c.size(), 7u);
}

TEST(MethodFormula, MultistepFamiliesHaveTheCoefficientsOfTheBooks) {
  const CoefficientTable bdf = *formulaOf("bdf").coefficients;
  ASSERT_EQ(bdf.rows.size(), 6u);
  const std::vector<double> second{2, 1.5, -2, 0.5}, third{3, 11.0 / 6, -3, 1.5, -1.0 / 3},
      sixth{6, 2.45, -6, 7.5, -20.0 / 3, 3.75, -1.2, 1.0 / 6};
  for (std::size_t i = 0; i < sixth.size(); ++i) EXPECT_NEAR(bdf.rows[5][i], sixth[i], 1e-14);
  for (std::size_t i = 0; i < second.size(); ++i) EXPECT_NEAR(bdf.rows[1][i], second[i], 1e-14);
  for (std::size_t i = 0; i < third.size(); ++i) EXPECT_NEAR(bdf.rows[2][i], third[i], 1e-14);
  const CoefficientTable adams = *formulaOf("adams").coefficients;
  const double gamma[] = {1, 1.0 / 2, 5.0 / 12, 3.0 / 8, 251.0 / 720, 95.0 / 288, 19087.0 / 60480};
  for (std::size_t j = 0; j < std::size(gamma); ++j) EXPECT_NEAR(adams.rows[j][1], gamma[j], 1e-14) << j;
  const std::vector<double> bashforth = formulaOf("adams-bashforth").coefficients->rows[3],
                            moulton = formulaOf("adams-moulton").coefficients->rows[3];
  const double b[] = {4, 55.0 / 24, -59.0 / 24, 37.0 / 24, -9.0 / 24},
               m[] = {4, 9.0 / 24, 19.0 / 24, -5.0 / 24, 1.0 / 24};
  for (std::size_t j = 0; j < std::size(b); ++j) {
    EXPECT_NEAR(bashforth[j], b[j], 1e-14);
    EXPECT_NEAR(moulton[j], m[j], 1e-14);
  }
}

TEST(MethodFormula, LocalEquivalenceHasThatOfItsRule) {
  const auto text = [](LocalRule rule) {
    std::string text;
    for (const std::string& line : formulaOf("local-equivalence", {.localRule = rule}).lines) text += line;
    return text;
  };
  EXPECT_NE(text(LocalRule::Trapezoidal).find("β = h/2,   q* = q_n + β v_n"), std::string::npos);
  EXPECT_NE(text(LocalRule::Midpoint).find("β = h/2,   q* = q_n,"), std::string::npos);
  EXPECT_NE(text(LocalRule::Midpoint).find("q_{n+1} − 2q_m + q_n"), std::string::npos);
  EXPECT_NE(text(LocalRule::Bdf2).find("β = h (1 + ω)/(1 + 2ω)"), std::string::npos);
  EXPECT_NE(text(LocalRule::Bdf).find("β = h/c_k"), std::string::npos);
}

TEST(MethodFormula, ParametersOfTheAlphaFamilyFollowTheSettings) {
  const auto row = [](const char* name, const IntegratorSettings& settings) {
    return formulaOf(name, settings).coefficients->rows.front();
  };
  EXPECT_NEAR(row("generalized-alpha", {.rho = 0.6})[4], 0.6, 1e-14);
  EXPECT_NEAR(row("newmark", {.gamma = 0.5})[2], 0.25, 1e-14);
  EXPECT_NEAR(row("hht", {.alpha = 0.1})[3], 0.6, 1e-14);
}

}  // namespace
}  // namespace holonom
