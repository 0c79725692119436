// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/dynamics/dae_system.h"

namespace holonom {

/// "joint 'A': x, joint 'B': y" or "joint 'A': x, y; joint 'B': y": the constraint rows for a message; behind
/// `limit` of them only how many more there are.
inline std::string namesOf(const DaeSystem& system, const std::vector<int>& rows,
                           std::size_t limit = std::numeric_limits<std::size_t>::max()) {
  std::vector<RowName> names;
  for (std::size_t i = 0; i < rows.size() && i < limit; ++i) names.push_back(system.rowName(rows[i]));
  const std::vector<std::string> parts = byPart(names);
  std::string text;
  for (const std::string& part : parts)
    text += (text.empty() ? "" : parts.size() < names.size() ? "; " : ", ") + part;
  return rows.size() > limit ? tr("{} and {} more", text, rows.size() - limit) : text;
}

/// Rows that may be told of: those that hold the length of Euler parameters never are.
inline std::vector<int> withoutNormalisations(const DaeSystem& system, std::vector<int> rows) {
  std::erase_if(rows, [&](int row) { return system.isNormalisation(row); });
  return rows;
}

}  // namespace holonom
