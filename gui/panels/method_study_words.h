// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "gui/plots/axis_ticks.h"
#include "solvers/benchmark/work_precision.h"

/// How the comparison of methods writes numbers and names.
namespace holonom::study {

inline QString number(double value) { return QString::number(value, 'g', 3); }

/// Times of 1000 ms and more without a power of ten.
inline QString milliseconds(double seconds) {
  return seconds < 1 ? number(1e3 * seconds) : QString::number(1e3 * seconds, 'f', 0);
}

inline QString power(int exponent) { return QString::fromUtf8("10") + superscript(exponent); }

inline QString variantLabel(const std::string& method, int index) {
  SimulationOptions options;
  options.method = method;
  options.index = index;
  return QString::fromStdString(shortLabel(options));
}

inline QString methodName(const std::string& method) {
  const MethodDescriptor* known = findMethod(method);
  return QString::fromStdString(known ? known->shortName : method);
}

/// The place of a variant among all, which gives it the same colour and shape in every study.
inline int placeOf(const std::string& method, int index) {
  static const std::vector<SimulationOptions> all = allVariants();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].method == method && all[i].index == index) return int(i);
  return int(all.size());
}

}  // namespace holonom::study
