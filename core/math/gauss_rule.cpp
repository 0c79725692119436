// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/gauss_rule.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace holonom {
namespace {

/// Legendre's polynomial and its derivative.
std::pair<double, double> legendre(int degree, double x) {
  double older = 1, value = x;
  for (int k = 2; k <= degree; ++k) {
    const double next = ((2 * k - 1) * x * value - (k - 1) * older) / k;
    older = value;
    value = next;
  }
  return {value, degree * (x * value - older) / (x * x - 1)};
}

/// The nodes are the zeros of Legendre's polynomial, found by Newton's iteration.
GaussRule makeRule(int count) {
  constexpr int kIterations = 6;
  GaussRule rule{count};
  for (int i = 0; i < count; ++i) {
    double x = -std::cos(std::numbers::pi * (i + 0.75) / (count + 0.5));
    for (int k = 0; k < kIterations; ++k) {
      const auto [value, slope] = legendre(count, x);
      x -= value / slope;
    }
    const double slope = legendre(count, x).second;
    rule.nodes[std::size_t(i)] = 0.5 * (1 + x);
    rule.weights[std::size_t(i)] = 1 / ((1 - x * x) * slope * slope);
  }
  return rule;
}

}  // namespace

const GaussRule& gaussRule(int count) {
  static const auto rules = [] {
    std::array<GaussRule, GaussRule::kMost> all;
    for (int i = 0; i < GaussRule::kMost; ++i) all[std::size_t(i)] = makeRule(i + 1);
    return all;
  }();
  return rules[std::size_t(count - 1)];
}

double lagrangeIntegral(const double* point, int count, int i) {
  const GaussRule& rule = gaussRule((count + 1) / 2);  // exact
  double sum = 0;
  for (int g = 0; g < rule.count; ++g) {
    double product = rule.weights[std::size_t(g)];
    for (int j = 0; j < count; ++j)
      if (j != i) product *= (rule.nodes[std::size_t(g)] - point[j]) / (point[i] - point[j]);
    sum += product;
  }
  return sum;
}

}  // namespace holonom
