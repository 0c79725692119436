// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/watches/switch_times.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

namespace holonom {
namespace {

/// sin(w t).
class Sine final : public Switches {
 public:
  explicit Sine(double w) : w_(w) {}
  int count() const override { return 1; }
  bool isOfTime(int) const override { return true; }
  double valueAt(int, double t) const override { return std::sin(w_ * t); }

 private:
  double w_;
};

/// Steps as long as half a period end where the sign changes, but for rounding, on either side of it.
TEST(SwitchTimes, AreFoundBehindStepsThatEndAtThem) {
  const double w = 1000, half = std::numbers::pi / w;
  const Sine sine(w);
  for (const double off : {0.0, -1e-16, -1e-15, -4e-15, -1.5e-14, -3e-14, 1e-15}) {
    SwitchTimes times(sine, 2);
    std::array<signed char, 1> mode{1};
    double t = 0;
    for (int k = 1; k < 200; ++k) {
      const double end = k * half + off;
      double found = times.next(t, end, mode);
      if (found == SwitchTimes::kNever) found = times.next(end, end + 2.5 * half, mode);
      ASSERT_NEAR(found, k * half, 1e-12) << off;
      mode[0] = static_cast<signed char>(-mode[0]);
      t = found;
    }
  }
}

/// A step may hold several changes of what switches to and fro: the first is found.
TEST(SwitchTimes, AreFoundInLongStepsWhereTheyFollowEachOther) {
  const double w = 1000, half = std::numbers::pi / w;
  const Sine sine(w);
  for (double span = 1.1; span < 20; span += 0.37) {
    SwitchTimes times(sine, 2);
    std::array<signed char, 1> mode{1};
    double t = 0;
    for (int k = 1; k < 100; ++k) {
      const double found = times.next(t, t + (k < 3 ? 1.5 : span) * half, mode);
      ASSERT_NEAR(found, k * half, 1e-12) << span;
      mode[0] = static_cast<signed char>(-mode[0]);
      t = found;
    }
  }
}

}  // namespace
}  // namespace holonom
