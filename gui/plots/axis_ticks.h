// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <limits>
#include <vector>

namespace holonom {

struct AxisRange {
  double low = 0, high = 1;
  double span() const { return high - low; }
  bool operator==(const AxisRange&) const = default;
};

/// Nothing has been seen yet: whatever is taken in widens it.
inline constexpr AxisRange kNoRange{std::numeric_limits<double>::infinity(),
                                    -std::numeric_limits<double>::infinity()};

struct AxisTicks {
  struct Tick {
    double value;  ///< in axis coordinates (the decimal logarithm on a logarithmic axis)
    QString label;
  };
  std::vector<Tick> ticks;
  /// labels are to be multiplied by 10^exponent; a multiple of three, 0 on logarithmic axes
  int exponent = 0;
};

/// Ticks at 1, 2 or 5 times a power of ten, at most about `most` of them. Large and small numbers are written
/// with a common engineering exponent.
AxisTicks linearTicks(AxisRange range, int most);

/// Ticks at whole numbers only (orders, counts).
AxisTicks integerTicks(AxisRange range, int most);

/// Ticks at powers of ten ("10⁻⁶"), and at 2 and 5 times those where less than two decades are seen. The
/// range is in decimal logarithms.
AxisTicks logarithmicTicks(AxisRange range, int most);

/// The range made wide enough to be drawn: a constant curve gets room above and below, and a span below the
/// rounding of tick labels is widened. Values that are not finite give 0 … 1.
AxisRange drawable(AxisRange range);

/// A number for a read-out: four significant digits, or three and an engineering exponent where that would be
/// long.
QString readableNumber(double value);

/// The longest that it writes of values in this range.
QString widestNumber(AxisRange values);

/// "⁻¹²" for −12.
QString superscript(int number);

/// Keeps an axis quiet while a curve grows: follows at once, with a quarter more than needed, when data leave
/// the range, but shrinks only when data have used less than half of it for a second.
class QuietRange {
 public:
  /// `data` holds what is to be seen now (axis coordinates); `live` false fits the range at once. `now` in s.
  AxisRange update(AxisRange data, bool live, double now);
  void reset() { empty_ = true; }

 private:
  AxisRange range_;
  bool empty_ = true;
  double smallSince_ = -1;
};

}  // namespace holonom
