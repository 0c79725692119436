// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace holonom {

/// "joint 'A': x" and "joint 'A': y" as "joint 'A': x, y": an entry for each part, where its rows stand next
/// to each other.
inline std::vector<std::string> byPart(const std::vector<std::string>& rows) {
  std::vector<std::string> parts;
  std::string last;
  for (const std::string& row : rows) {
    const auto end = row.rfind(": ");
    const std::string part = row.substr(0, end);
    if (end == std::string::npos || parts.empty() || part != last) parts.push_back(row);
    else parts.back() += ", " + row.substr(end + 2);
    last = part;
  }
  return parts;
}

}  // namespace holonom
