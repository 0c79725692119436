// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/symbol_text.h"

#include <cctype>

namespace holonom {
namespace {

/// Part of a name with dots; bytes beyond ASCII belong to letters.
bool isNameByte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || std::isalnum(byte) || c == '_' || c == '.';
}

}  // namespace

std::string replaceSymbols(std::string_view text,
                           const std::function<std::string(std::string_view)>& replace) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    if (!isNameByte(text[at])) {
      result += text[at++];
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && isNameByte(text[end])) ++end;
    const std::string_view word = text.substr(at, end - at);
    const bool isNumber = std::isdigit(static_cast<unsigned char>(word[0])) || word[0] == '.';
    result += isNumber ? std::string(word) : replace(word);
    at = end;
  }
  return result;
}

bool isOf(std::string_view symbol, std::string_view name) {
  return symbol.size() > name.size() && symbol.starts_with(name) && symbol[name.size()] == '.';
}

}  // namespace holonom
