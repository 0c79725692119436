// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/formula_text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <numbers>
#include <string_view>

#include "core/base/units.h"

namespace holonom {
namespace {

/// Multiples of π as they are written where they stand alone; empty for others.
std::string piText(double value) {
  constexpr double kRounding = 1e-15;
  for (const int denominator : {1, 2, 3, 4, 6}) {
    const double count = value * denominator / std::numbers::pi, whole = std::round(count);
    if (whole < 1 || whole > 24 || std::abs(count - whole) > kRounding * denominator * whole) continue;
    return (whole == 1 ? "" : numberText(whole) + "*") + "pi" +
           (denominator == 1 ? "" : "/" + std::to_string(denominator));
  }
  return {};
}

}  // namespace

std::string formulaForReading(const std::string& formula, int digits) {
  const auto isNamePart = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
  };
  const auto alone = [&](std::size_t begin, std::size_t end) {
    const std::size_t before = formula.find_last_not_of(' ', begin == 0 ? std::string::npos : begin - 1);
    const std::size_t after = formula.find_first_not_of(' ', end);
    return (begin == 0 || before == std::string::npos ||
            std::string_view("(+-,").find(formula[before]) != std::string_view::npos) &&
           (after == std::string::npos ||
            std::string_view(")+-*/,").find(formula[after]) != std::string_view::npos);
  };
  std::string text;
  for (std::size_t at = 0; at < formula.size();) {
    double value = 0;
    const char *begin = formula.data() + at, *end = begin;
    const bool starts =
        std::isdigit(static_cast<unsigned char>(*begin)) && (at == 0 || !isNamePart(formula[at - 1]));
    if (starts) end = std::from_chars(begin, formula.data() + formula.size(), value).ptr;
    const auto length = std::size_t(end - begin);
    if (length <= std::size_t(digits) + 1) {
      text.append(begin, std::max<std::size_t>(1, length));
      at += std::max<std::size_t>(1, length);
      continue;
    }
    const std::string pi = alone(at, at + length) ? piText(value) : std::string();
    text += pi.empty() ? numberText(value, digits) : pi;
    at += length;
  }
  return text.starts_with("0 + ") ? text.substr(4) : text;
}

}  // namespace holonom
