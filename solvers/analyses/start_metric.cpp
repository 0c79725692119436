// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/analyses/start_metric.h"

#include <algorithm>

#include "solvers/analyses/inertia_spread.h"

namespace holonom {
namespace {

constexpr double kExactWeight = 1e6;
constexpr double kMasslessWeight = 1e-3;

/// The mass pattern with the whole diagonal.
SparsePattern patternOf(const SparsePattern& mass) {
  std::vector<std::pair<int, int>> entries;
  for (int col = 0; col < mass.cols; ++col) {
    entries.emplace_back(col, col);
    for (int k = mass.colStart[col]; k < mass.colStart[col + 1]; ++k)
      entries.emplace_back(mass.rowIndex[k], col);
  }
  return SparsePattern::fromEntries(mass.rows, mass.cols, entries);
}

}  // namespace

StartMetric startMetric(const DaeSystem& system, StartLevel level, const Vector& scale, const Vector& exact) {
  const SparsePattern& mass = system.massPattern();
  std::vector<double> inertia(mass.nonZeros());
  system.mass(inertia.data());
  StartMetric metric{patternOf(mass), {}};
  metric.values.assign(metric.pattern.nonZeros(), 0.0);
  const auto isExact = [&](int i) { return exact.size() == scale.size() && exact[i] > 0; };
  for (int col = 0; col < mass.cols; ++col)
    for (int k = mass.colStart[col]; k < mass.colStart[col + 1]; ++k) {
      const int row = mass.rowIndex[k];
      if (row == col || !(isExact(row) || isExact(col)))
        metric.values[metric.pattern.slot(row, col)] = inertia[k];
    }
  const InertiaSpread spread(system, scale);
  const double least = spread.lightest >= 0 ? spread.least : 1, most = spread.heaviest >= 0 ? spread.most : 1;
  for (int i = 0; i < mass.cols; ++i) {
    double& weight = metric.values[metric.pattern.slot(i, i)];
    const bool follows = level == StartLevel::Velocity && mass.slot(i, i) < 0;
    if (weight == 0 && !follows) weight = kMasslessWeight * least / (scale[i] * scale[i]);
    if (isExact(i)) weight += kExactWeight * most / (scale[i] * scale[i]);
  }
  return metric;
}

}  // namespace holonom
