// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/dynamics/dae_system.h"

namespace holonom {

/// "joint 'A': x, joint 'A': y": the constraint rows for a message; behind `limit` of them only how many more
/// there are.
inline std::string namesOf(const DaeSystem& system, const std::vector<int>& rows,
                           std::size_t limit = std::numeric_limits<std::size_t>::max()) {
  std::string text;
  for (std::size_t i = 0; i < rows.size() && i < limit; ++i)
    text += (i ? ", " : "") + system.constraintName(rows[i]);
  return rows.size() > limit ? tr("{} and {} more", text, rows.size() - limit) : text;
}

/// Rows that may be told of: those that hold the length of Euler parameters never are.
inline std::vector<int> withoutNormalisations(const DaeSystem& system, std::vector<int> rows) {
  std::erase_if(rows, [&](int row) { return system.isNormalisation(row); });
  return rows;
}

}  // namespace holonom
