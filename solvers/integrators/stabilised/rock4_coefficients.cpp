// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/stabilised/rock4_coefficients.h"

#include <cmath>
#include <map>
#include <mutex>
#include <numbers>

namespace holonom {
namespace {

using Recursion = Rock4Coefficients::Recursion;
using Polynomial = Eigen::Matrix<double, 5, 1>;  // coefficients of 1, z … z⁴

/// y + h Σ … as a B-series: its values at the trees τ, [τ], [τ,τ], [[τ]], [τ,τ,τ], [τ,[τ]], [[τ,τ]], [[[τ]]].
using Series = Eigen::Matrix<double, 8, 1>;
enum Tree { kOne, kTwo, kBush3, kTall3, kBush4, kMixed4, kFork4, kTall4 };

/// 1/γ, those of the solution.
const Series kExact = (Series() << 1, 1. / 2, 1. / 3, 1. / 6, 1. / 4, 1. / 8, 1. / 12, 1. / 24).finished();

/// Of h f(y): at [t_1 … t_m] the product of those of y at t_1 … t_m.
Series rateOf(const Series& y) {
  const double one = y[kOne], two = y[kTwo];
  return (Series() << 1, one, one * one, two, one * one * one, one * two, y[kBush3], y[kTall3]).finished();
}

/// Q_{j+1} = last Q_j + older Q_{j−1} + rate z Q_j, orthogonal to Q_j and Q_{j−1} and 1 at z = 0. Gauss's
/// formula at the nodes of Chebyshev is exact for the products.
std::vector<Recursion> orthogonalRecursion(int degree, double length, const Polynomial& w) {
  const int nodes = degree + 4;
  Vector z(nodes), weight(nodes), present = Vector::Ones(nodes), older = Vector::Zero(nodes);
  for (int i = 0; i < nodes; ++i) {
    z[i] = -0.5 * length * (1 - std::cos(std::numbers::pi * (i + 0.5) / nodes));
    const double value = w[0] + z[i] * (w[1] + z[i] * (w[2] + z[i] * (w[3] + z[i] * w[4])));
    weight[i] = value * value;
  }
  std::vector<Recursion> recursion;
  double rate = 1, squareBefore = 1;
  for (int j = 0; j < degree; ++j) {
    const double square = (weight.array() * present.array().square()).sum();
    const double mean = (weight.array() * z.array() * present.array().square()).sum() / square;
    const double coupling = j > 0 ? square / (rate * squareBefore) : 0;
    rate = -1 / (mean + coupling);
    recursion.push_back({-rate * mean, -rate * coupling, rate, 0});
    older =
        (recursion.back().last + rate * z.array()) * present.array() + recursion.back().older * older.array();
    older.swap(present);
    squareBefore = square;
  }
  return recursion;
}

/// e^z/Q to the fourth power of z, Q the last polynomial of the recursion.
Polynomial quotient(const std::vector<Recursion>& recursion) {
  Polynomial q = Polynomial::Unit(0), older = Polynomial::Zero();
  for (const Recursion& term : recursion) {
    Polynomial next = term.last * q + term.older * older;
    next.tail<4>() += term.rate * q.head<4>();
    older = q;
    q = next;
  }
  Polynomial w(1, 1, 1. / 2, 1. / 6, 1. / 24);
  for (int i = 1; i < 5; ++i)
    for (int j = 0; j < i; ++j) w[i] -= w[j] * q[i - j];
  return w;
}

}  // namespace

/// w and Q hang on each other. Beginning with the limit of many stages, w ← e^z/Q[w] wins more than a digit
/// in each turn. What the four stages have to give as a series follows order by order, since the recursion
/// adds to each order only what the lower ones make. Then they are a Runge–Kutta method with eight conditions
/// whose right sides are not 1/γ: solved for given c_2 and c_3. A small c_2 keeps what a drive leaves in
/// stiff modes small, which goes with c_2 z³.
Rock4Coefficients::Rock4Coefficients(int stages) : a(Eigen::Matrix4d::Zero()) {
  constexpr int kTurns = 30, kOrder = 4;
  constexpr double kSettled = 1e-15, kSecond = 0.05, kThird = 0.6;
  const double length = stabilityInterval(stages);
  Polynomial w(1, 0.6735, 0.23225, 0.05436, 0.009685);
  for (int turn = 0; turn < kTurns; ++turn) {
    recursion = orthogonalRecursion(stages - 4, length, w);
    const Polynomial next = quotient(recursion);
    const double change = (next - w).norm();
    w = next;
    if (change < kSettled) break;
  }

  Series first = Series::Zero();
  for (int order = 1; order <= kOrder; ++order) {
    Series y = first, older = y;
    for (Recursion& term : recursion) {
      term.c = y[kOne];
      const Series next = term.last * y + term.older * older + term.rate * rateOf(y);
      older = y;
      y = next;
    }
    first += kExact - y;
  }

  // Σ b, Σ b c, Σ b c², Σ b c³, Σ b a c, Σ b c a c, Σ b a c², Σ b a a c
  const double b1 = first[kOne], bc = first[kTwo], bcc = first[kBush3], bccc = first[kBush4],
               bac = first[kTall3], bcac = first[kMixed4], bacc = first[kFork4], baac = first[kTall4];
  const double c2 = kSecond * b1, c3 = kThird * b1, rest = bacc - c2 * bac, b4a43 = rest / (c3 * (c3 - c2)),
               a3c = baac / b4a43;
  const double c4 = (baac * (bccc - c2 * bcc) - bcac * rest) / (baac * (bcc - c2 * bc) - bac * rest);
  c << 0, c2, c3, c4;
  b[1] = (bccc - (c3 + c4) * bcc + c3 * c4 * bc) / (c2 * (c2 - c3) * (c2 - c4));
  b[2] = (bccc - (c2 + c4) * bcc + c2 * c4 * bc) / (c3 * (c3 - c2) * (c3 - c4));
  b[3] = (bccc - (c2 + c3) * bcc + c2 * c3 * bc) / (c4 * (c4 - c2) * (c4 - c3));
  b[0] = b1 - b[1] - b[2] - b[3];
  a(1, 0) = c2;
  a(2, 1) = a3c / c2;
  a(2, 0) = c3 - a(2, 1);
  a(3, 2) = b4a43 / b[3];
  a(3, 1) = ((bac - b[2] * a3c) / b[3] - a(3, 2) * c3) / c2;
  a(3, 0) = c4 - a(3, 1) - a(3, 2);
}

const Rock4Coefficients& rock4Coefficients(int stages) {
  static std::mutex mutex;
  static std::map<int, Rock4Coefficients> known;
  const std::lock_guard lock(mutex);
  return known.try_emplace(stages, stages).first->second;
}

}  // namespace holonom
