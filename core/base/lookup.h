// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace holonom {

/// Index of the first of `parts` whose member `name` is this; −1 when there is none.
template <class Parts>
int indexOf(const Parts& parts, std::string_view name) {
  const auto found =
      std::find_if(parts.begin(), parts.end(), [&](const auto& part) { return part.name == name; });
  return found == parts.end() ? -1 : static_cast<int>(found - parts.begin());
}

/// Index of the word in a list of words; −1 when it is not there.
inline int indexIn(std::initializer_list<std::string_view> words, std::string_view word) {
  const auto found = std::find(words.begin(), words.end(), word);
  return found == words.end() ? -1 : static_cast<int>(found - words.begin());
}

}  // namespace holonom
