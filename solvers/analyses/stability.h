// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <complex>
#include <limits>
#include <stop_token>
#include <string>
#include <vector>

#include "solvers/integrators/method_descriptor.h"

namespace holonom {

/// What a method makes of y′ = λ y in one step of size h, z = hλ: the factor R(z), where the exact solution
/// has eᶻ. It is measured: the method itself runs with equal steps on ẍ = 2 Re(λ) ẋ − |λ|² x, whose
/// eigenvalues are λ and its conjugate, or for real λ on ẍ = λ ẋ, and R is found from its last states. Of
/// multistep methods it is the factor that outlives the others.
class StabilityProbe {
 public:
  /// `settings.fixedOrder` picks the order of methods with several.
  StabilityProbe(const MethodDescriptor& method, const IntegratorSettings& settings);

  const MethodDescriptor& method() const { return method_; }
  /// Im z ≥ 0. Infinite where the steps could not be computed, or where what they lead to is beyond all
  /// numbers.
  std::complex<double> factor(std::complex<double> z) const;
  /// The same from the exact past of e^{zt}, which excites no other factor of a multistep method.
  std::complex<double> ownFactor(std::complex<double> z) const;
  /// Im z > 0: what a step adds to the error, the mean of a few behind a past without error.
  double errorOfAStep(std::complex<double> z) const;

 private:
  std::complex<double> factorFrom(std::complex<double> z, double disturbance) const;

  const MethodDescriptor& method_;
  IntegratorSettings settings_;
};

/// What there is to say about the linear stability and accuracy of a method of one order.
struct MethodStability {
  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

  double order = kUnknown;          ///< p of |R(z) − eᶻ| ≈ C |z|^{p+1}, measured
  double errorConstant = kUnknown;  ///< C
  double realLimit = 0;  ///< |R| ≤ 1 on the negative real axis from 0 to this; infinite: on all of it
  /// The same on the imaginary axis. 0: |R| exceeds 1 for any step, be it by a high power of it.
  double imaginaryLimit = 0;
  double angle = 0;  ///< degrees on both sides of the negative real axis where |R| ≤ 1: 90 is A-stable
  /// |R| far to the left: 0 damps what is much faster than the steps at once. Where a step takes as many
  /// stages as it needs, the largest |R| that they leave there.
  double atInfinity = 0;
  /// |R| of undamped vibrations that are much faster than the steps, ρ∞.
  double vibrationsAtInfinity = 0;
  /// MethodDescriptor::reachOfStages; where it is not 0, `realLimit` is infinite and `angle` says nothing.
  double reachOfStages = 0;

  /// Of high orders the errors of all steps that the method bears may be less than roundings.
  bool isAccuracyKnown() const { return !std::isnan(order); }
  /// The stability region has no inside: it is the imaginary axis between ±imaginaryLimit.
  bool isSegment() const { return realLimit == 0 && imaginaryLimit > 0; }
};

MethodStability stabilityOf(const StabilityProbe& probe);

/// Roundings of the measurement: |R| up to one more than this counts as 1.
inline constexpr double kNeutral = 1e-7;

/// λ or z = hλ of a vibration that neither fades nor grows, but for the roundings of its computation.
inline bool isNeutral(std::complex<double> z) { return std::abs(z.real()) <= 1e-9 * std::abs(z); }
inline bool growsByItself(std::complex<double> z) { return z.real() > 0 && !isNeutral(z); }

/// How much steps let grow what does not grow by itself. Growth of small steps, which roundings of a
/// measurement hide, follows from that of larger ones.
class StepGrowth {
 public:
  explicit StepGrowth(const StabilityProbe& probe);
  /// |R(z)| − 1; 0: neutral, as far as can be told.
  double of(std::complex<double> z) const;

 private:
  const StabilityProbe& probe_;
  bool fadingGrows_ = false;  // whatever fades grows as fast, by another factor of the method
  // |R(iy)| − 1 is growth_ (y / within_)^power_ below within_; no growth: 0
  double growth_ = 0, within_ = 0, power_ = 0;
};

/// |R|, of growth that a number of few digits would not show "1 + 3e-05".
std::string sizeInWords(double growth);

/// Whatever stands in the place of an order or an error constant that is unknown.
std::string notMeasurable();

/// "L-stable: damps what is much faster than the steps at once"
std::string inWords(const MethodStability& found);

/// A rectangle of the plane of z = hλ about the real axis.
struct StabilityWindow {
  double left, right, top;  ///< Re z, and Im z from −top to top
  bool operator==(const StabilityWindow&) const = default;
};

/// Square. Bounded regions whole; of the others what is around zero, and in any case the eigenvalues to be
/// shown.
StabilityWindow windowFor(const MethodStability& found, const std::vector<std::complex<double>>& eigenvalues);

/// |R| in a window, in cells of equal size.
struct StabilityRegion {
  StabilityWindow window;
  int columns = 0, rows = 0;  ///< rows of the upper half; the lower one is its mirror image
  std::vector<double> sizes;  ///< at the middles of the cells, row after row, from the top to the real axis

  double at(int row, int column) const { return sizes[std::size_t(row) * std::size_t(columns) + column]; }
};

/// `stop`: the rest is not wanted any more, and remains 0.
StabilityRegion stabilityRegion(const StabilityProbe& probe, const StabilityWindow& window, int columns,
                                int rows, std::stop_token stop = {});

/// How a method treats a vibration that neither fades nor grows, y′ = iωy.
struct FrequencyPoint {
  double frequency;   ///< ωh
  double amplitude;   ///< |R(iωh)|, that is left after a step
  double phaseError;  ///< (arg R(iωh) − ωh) / ωh: negative where the vibration is too slow
};

/// At equal distances up to `highest`, without 0.
std::vector<FrequencyPoint> frequencyResponse(const StabilityProbe& probe, double highest, int count);

}  // namespace holonom
