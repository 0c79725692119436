// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/cli/axis_ticks.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace holonom::cli {
namespace {

std::string powerOfTen(int exponent) {
  static const char* const kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = exponent < 0 ? "10⁻" : "10";
  for (char digit : std::to_string(std::abs(exponent))) text += kDigits[digit - '0'];
  return text;
}

double roundStep(double rough) {
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  const double mantissa = rough / power;
  return power * (mantissa <= 1 ? 1 : mantissa <= 2 ? 2 : mantissa <= 5 ? 5 : 10);
}

std::string fixedNumber(double value, int decimals) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f", decimals, value);
  std::string text = buffer;
  if (text[0] == '-') text.replace(0, 1, "−");
  return text;
}

}  // namespace

std::vector<Tick> linearTicks(double low, double high, int wanted, std::string& factor) {
  const double step = roundStep((high - low) / std::max(wanted, 1));
  const double largest = std::max(std::abs(low), std::abs(high));
  int exponent = static_cast<int>(std::floor(std::log10(largest)));
  if (exponent > -4 && exponent < 5) exponent = 0;
  factor = exponent == 0 ? "" : "×" + powerOfTen(exponent);
  const double scale = std::pow(10.0, exponent);
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step / scale) - 1e-9)), 0, 12);

  std::vector<Tick> ticks;
  const double tolerance = 1e-9 * step;  // rounding must not lose a mark on the border
  for (double k = std::ceil((low - tolerance) / step); k * step <= high + tolerance; ++k)
    ticks.push_back({k * step, fixedNumber(k == 0 ? 0.0 : k * step / scale, decimals)});
  return ticks;
}

std::vector<Tick> logarithmicTicks(double low, double high, int most) {
  const int first = static_cast<int>(std::ceil(std::log10(low) - 1e-9));
  const int last = static_cast<int>(std::floor(std::log10(high) + 1e-9));
  const int stride =
      std::max(1, static_cast<int>(std::ceil((last - first + 1) / static_cast<double>(std::max(most, 1)))));
  std::vector<Tick> ticks;
  for (int exponent = first; exponent <= last; exponent += stride)
    ticks.push_back({std::pow(10.0, exponent), powerOfTen(exponent)});
  return ticks;
}

}  // namespace holonom::cli
