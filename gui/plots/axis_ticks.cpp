// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/axis_ticks.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <cmath>

namespace holonom {

namespace {

// labels with more digits than this do not fit beside the axis
constexpr double kSmallestRelativeSpan = 1e-6;
constexpr double kMargin = 0.06;
constexpr double kGrowth = 0.25;
constexpr double kShrinkAfter = 1.0;  // s

double niceStep(double rough) {
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (rough <= factor * power * (1 + 1e-9)) return factor * power;
  return 10 * power;
}

// Engineering exponent for numbers up to `largest`; plain notation for what reads well without.
int commonExponent(double largest) {
  if (largest == 0 || (largest >= 0.01 && largest < 1e4)) return 0;
  return 3 * static_cast<int>(std::floor(std::log10(largest) / 3 + 1e-9));
}

QString plainNumber(double value, int decimals) {
  QString text = QString::number(value, 'f', decimals);
  if (!text.startsWith('-')) return text;
  text.remove(0, 1);
  const bool zero = std::all_of(text.begin(), text.end(), [](QChar c) { return c == '0' || c == '.'; });
  if (!zero) text.prepend(QChar(0x2212));  // a true minus sign, and no "−0.0"
  return text;
}

AxisTicks regularTicks(AxisRange range, double step) {
  AxisTicks result;
  result.exponent = commonExponent(std::max(std::abs(range.low), std::abs(range.high)));
  const double unit = std::pow(10.0, result.exponent);
  const int decimals = std::clamp(static_cast<int>(-std::floor(std::log10(step / unit) + 1e-9)), 0, 9);
  const auto first = static_cast<long long>(std::ceil(range.low / step - 1e-9));
  const auto last = static_cast<long long>(std::floor(range.high / step + 1e-9));
  for (long long k = first; k <= last; ++k) {
    const double value = static_cast<double>(k) * step;
    result.ticks.push_back({value, plainNumber(value / unit, decimals)});
  }
  return result;
}

}  // namespace

AxisTicks linearTicks(AxisRange range, int most) {
  range = range.span() > 0 ? range : drawable(range);
  const double step = niceStep(range.span() / std::max(most, 1));
  AxisTicks ticks = regularTicks(range, step);
  // one label alone gives no scale
  if (ticks.ticks.size() < 2) ticks = regularTicks(range, niceStep(0.4 * step));
  return ticks;
}

AxisTicks integerTicks(AxisRange range, int most) {
  range = range.span() > 0 ? range : drawable(range);
  return regularTicks(range, std::max(1.0, niceStep(range.span() / std::max(most, 1))));
}

QString superscript(int number) {
  static const QString digits = QString::fromUtf8("⁰¹²³⁴⁵⁶⁷⁸⁹");
  QString text = number < 0 ? QString::fromUtf8("⁻") : QString();
  for (const QChar c : QString::number(std::abs(number))) text += digits[c.digitValue()];
  return text;
}

AxisTicks logarithmicTicks(AxisRange range, int most) {
  AxisTicks result;
  const int stride = std::max(1, static_cast<int>(std::ceil(range.span() / std::max(most, 1))));
  const bool between = range.span() < 2;
  for (int decade = static_cast<int>(std::floor(range.low)); decade <= range.high; ++decade) {
    for (const int factor : {1, 2, 5}) {
      if (factor > 1 && !between) break;
      if (factor == 1 && decade % stride != 0) break;
      const double value = decade + std::log10(factor);
      if (value < range.low - 1e-9 || value > range.high + 1e-9) continue;
      const QString power = QStringLiteral("10") + superscript(decade);
      result.ticks.push_back({value, factor == 1 ? power : QString::number(factor) + QChar(0x00B7) + power});
    }
  }
  return result;
}

AxisRange drawable(AxisRange range) {
  if (!std::isfinite(range.low) || !std::isfinite(range.high) || range.low > range.high) return {0, 1};
  const double largest = std::max(std::abs(range.low), std::abs(range.high));
  if (largest < 1e-290) return {-1, 1};
  const double smallest = kSmallestRelativeSpan * largest;
  if (range.span() >= smallest) return range;
  const double half = range.span() == 0 ? 0.1 * largest : smallest;
  const double middle = range.low + range.span() / 2;
  return {middle - half, middle + half};
}

QString readableNumber(double value) {
  if (std::isnan(value)) return QCoreApplication::translate("Axis", "not a number");
  if (std::isinf(value)) return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
  const double size = std::abs(value);
  constexpr double kNothing = 1e-30;  // of any quantity of a mechanism: what rounding has left
  if (size < kNothing) return QStringLiteral("0");
  if (size < 1e-3 || size >= 1e5) {
    const int exponent = 3 * static_cast<int>(std::floor(std::log10(size) / 3 + 1e-12));
    const double mantissa = value / std::pow(10.0, exponent);
    const int digits = std::abs(mantissa) < 9.995 ? 2 : std::abs(mantissa) < 99.95 ? 1 : 0;
    return plainNumber(mantissa, digits) + QString::fromUtf8("·10") + superscript(exponent);
  }
  if (value == std::round(value)) return plainNumber(value, 0);  // orders and counts
  const int decimals = std::clamp(3 - static_cast<int>(std::floor(std::log10(size))), 0, 6);
  return plainNumber(value, decimals);
}

QString widestNumber(AxisRange values) {
  constexpr double kOdd = 0.99987;                  // of a round number: needs all digits
  constexpr double kSmall = 1e-3, kTiny = 1.23e-4;  // is written with an exponent
  QStringList texts{readableNumber(kOdd * values.low), readableNumber(kOdd * values.high)};
  if (values.span() > 0 && values.low < kSmall && values.high > -kSmall)
    texts << readableNumber(values.low < 0 ? -kTiny : kTiny);
  return *std::max_element(texts.begin(), texts.end(),
                           [](const QString& a, const QString& b) { return a.size() < b.size(); });
}

AxisRange QuietRange::update(AxisRange data, bool live, double now) {
  const bool usable = std::isfinite(data.low) && std::isfinite(data.high) && data.low <= data.high;
  if (!usable) return empty_ ? AxisRange{0, 1} : range_;
  data = drawable(data);
  const double margin = kMargin * data.span();
  const AxisRange fitted{data.low - margin, data.high + margin};
  if (empty_ || !live) {
    empty_ = false;
    smallSince_ = -1;
    return range_ = fitted;
  }
  if (data.low < range_.low || data.high > range_.high) {
    const double extra = kGrowth * std::max(data.span(), range_.span());
    if (data.low < range_.low) range_.low = data.low - extra;
    if (data.high > range_.high) range_.high = data.high + extra;
    smallSince_ = -1;
  } else if (data.span() > 0.5 * range_.span()) {
    smallSince_ = -1;
  } else if (smallSince_ < 0) {
    smallSince_ = now;
  } else if (now - smallSince_ > kShrinkAfter) {
    range_ = fitted;
    smallSince_ = -1;
  }
  return range_;
}

}  // namespace holonom
