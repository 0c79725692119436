// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/math/sparse_pattern.h"

namespace holonom {

struct RowRank {
  std::vector<int> independent;  ///< a maximal well-conditioned set of independent rows, ascending
  std::vector<int> dependent;    ///< the others
};

inline constexpr double kRankTolerance = 1e-9;

/// Which rows of a matrix are independent: LU with full pivoting (000 §1) up to a few hundred rows,
/// rank-revealing sparse QR above. Rows are normalised first; `columnScale` multiplies the columns (so that m
/// and rad compare). The rows before `kept`, no two of which share a column, stay; the others are judged by
/// what is left of them across those.
RowRank independentRows(const SparsePattern& pattern, const std::vector<double>& values,
                        ConstVectorRef columnScale, double tolerance = kRankTolerance, int kept = 0);

/// The same where the rows before `first` go before: of them as many as are independent, then of the others
/// those that are independent of these as well.
RowRank independentRowsAfter(int first, const SparsePattern& pattern, const std::vector<double>& values,
                             ConstVectorRef columnScale, double tolerance = kRankTolerance, int kept = 0);

/// The independent rows that a dependent row is a combination of (coefficients above 1e-8): together with it
/// they are the rows that contradict each other when it cannot be satisfied.
std::vector<int> rowsThatImply(const SparsePattern& pattern, const std::vector<double>& values,
                               ConstVectorRef columnScale, int dependentRow,
                               const std::vector<int>& independentRows);

/// All rows that take part in a linear dependency, ascending: those where some vector of the null space of Aᵀ
/// is not zero. A multiplier of the other rows is unique, whatever rows are left out.
std::vector<int> rowsInDependencies(const SparsePattern& pattern, const std::vector<double>& values,
                                    ConstVectorRef columnScale, const RowRank& rank);

}  // namespace holonom
