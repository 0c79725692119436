// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace holonom {

/// A constraint row for people: its part, "joint 'A'", and which of the rows of that it is, "x"; the latter
/// is empty in a system written by hand.
struct RowName {
  std::string part, row = {};
  std::string text() const { return row.empty() ? part : part + ": " + row; }
};

inline std::vector<std::string> textsOf(const std::vector<RowName>& rows) {
  std::vector<std::string> texts;
  for (const RowName& row : rows) texts.push_back(row.text());
  return texts;
}

/// "joint 'A': x, y": an entry for each part, where its rows stand next to each other.
inline std::vector<std::string> byPart(const std::vector<RowName>& rows) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (i > 0 && !rows[i].row.empty() && rows[i].part == rows[i - 1].part) parts.back() += ", " + rows[i].row;
    else parts.push_back(rows[i].text());
  return parts;
}

}  // namespace holonom
