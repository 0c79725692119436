// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/analyses/stability.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "core/base/text.h"
#include "core/dynamics/reference_problems/test_equations.h"

namespace holonom {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kFar = 1e6;  // |z| that counts as infinite

/// Re e^{zt} and its derivatives, or on the real axis its integral and derivatives.
State exactState(std::complex<double> z, bool real, double t) {
  const std::complex<double> y = real ? std::exp(z * t) / z : std::exp(z * t);
  const auto one = [](double value) { return Vector::Constant(1, value); };
  return {t, one(y.real()), one((z * y).real()), one((z * z * y).real()), Vector(0)};
}

/// States at 0, −1, −2 … Where they would be too large any past will do: what grows out of it shows itself.
/// All but the first are wrong by up to `disturbance` of their size, in no order.
std::vector<State> pastOf(std::complex<double> z, bool real, int count, double disturbance = 0) {
  std::vector<State> past;
  const bool exact = std::abs(z.real()) * count < 100;
  for (int k = 0; k < count; ++k) {
    past.push_back(exactState(z, real, exact ? -k : 0));
    State& state = past.back();
    state.t = -k;
    if (k > 0)
      for (Vector* part : {&state.q, &state.v, &state.a}) *part *= 1 + disturbance * std::cos(k * k);
  }
  return past;
}

/// y′ = λ y, whose rate is wrong by up to `push` in the first steps, in no order: for methods that make their
/// past themselves, instead of a wrong one.
class PushedEquation final : public TestEquation {
 public:
  PushedEquation(std::complex<double> lambda, double push)
      : TestEquation({"x"}), equation_(lambda), push_(push) {}

  State start() const override { return equation_.start(); }
  Vector values(const State& state) const override { return equation_.values(state); }
  Vector exact(double t) const override { return equation_.exact(t); }
  void forces(VectorRef Q) const override {
    constexpr double kPushed = 4;  // as long as formulas of up to five points are being started
    equation_.moveTo(t_, q_, v_);
    equation_.forces(Q);
    if (t_ < kPushed) Q[0] += push_ * std::cos(5 * t_);
  }
  void stiffness(ConstVectorRef a, ConstVectorRef lambda, double* values) const override {
    equation_.stiffness(a, lambda, values);
  }
  void damping(double* values) const override { equation_.damping(values); }

 private:
  mutable DahlquistEquation equation_;
  double push_;
};

constexpr double kSame = 1e-8;  // parts by which two measurements of one factor may differ

/// The root of r² = a r + b farthest from zero; of two equally far ones that which is seen in the last step.
/// What roundings make of a double root, whose halves they part by their square root, is one again.
std::complex<double> leadingRoot(std::complex<double> a, std::complex<double> b, std::complex<double> seen) {
  constexpr double kDouble = 1e-9;
  if (std::abs(a * a / 4.0 + b) < kDouble * std::abs(b) && std::abs(a / 2.0) < 0.99) return a / 2.0;
  const std::complex<double> root = std::sqrt(a * a / 4.0 + b), first = a / 2.0 + root,
                             second = a / 2.0 - root;
  const double away = std::abs(first) - std::abs(second);
  const bool firstLeads =
      std::abs(away) > kSame * std::abs(first) ? away > 0 : std::abs(seen - first) <= std::abs(seen - second);
  return firstLeads ? first : second;
}

/// Whether |R| passes 1 behind `edge` in earnest. Where it has left 1 with a power of |z| at zero already, it
/// only creeps over what roundings hide there: at the first power that does not cancel, y⁴ or higher.
bool isCrossed(double behindEdge) { return behindEdge > 1 + 100 * kNeutral; }

/// The x up to which all |R(x · direction)| ≤ 1; looked for up to `farthest`.
double limitAlong(const StabilityProbe& probe, std::complex<double> direction, double farthest = kFar) {
  const auto size = [&](double x) { return std::abs(probe.factor(x * direction)); };
  const auto stable = [&](double x) { return size(x) <= 1 + kNeutral; };
  double inside = 0.02, outside = 0;
  if (!stable(inside)) return 0;
  for (double x = inside; x < farthest && outside == 0; x *= 1.05)
    if (stable(x)) inside = x;
    else outside = x;
  if (outside == 0) return kInfinite;
  for (int i = 0; i < 40; ++i) (stable((inside + outside) / 2) ? inside : outside) = (inside + outside) / 2;
  return isCrossed(size(1.25 * inside)) ? inside : 0;
}

/// The greatest value of a function of one peak between two places, by golden sections.
template <class Function>
double peakBetween(double from, double to, const Function& value) {
  const double part = (std::sqrt(5.0) - 1) / 2;
  double left = to - part * (to - from), right = from + part * (to - from);
  double atLeft = value(left), atRight = value(right);
  for (int i = 0; i < 12; ++i)
    if (atLeft > atRight) {
      to = right, right = left, atRight = atLeft;
      atLeft = value(left = to - part * (to - from));
    } else {
      from = left, left = right, atLeft = atRight;
      atRight = value(right = from + part * (to - from));
    }
  return std::max(atLeft, atRight);
}

/// Peaks of |R| along the ray are looked for between the places asked: a ray that cuts a corner of the region
/// does so within a small part of its length.
bool stableAlong(const StabilityProbe& probe, double degrees) {
  constexpr double kStride = 1.15;
  const double angle = std::numbers::pi * (1 - degrees / 180);
  const auto size = [&](double x) { return std::abs(probe.factor(std::polar(x, angle))); };
  const auto stable = [](double found) { return found <= 1 + kNeutral; };
  double before = 1, last = 1;
  for (double x = 0.02; x < kFar; x *= kStride) {
    const double next = size(x);
    if (!stable(next)) return false;
    if (last > before && last >= next && !stable(peakBetween(x / (kStride * kStride), x, size))) return false;
    before = last;
    last = next;
  }
  return true;
}

double angleOf(const StabilityProbe& probe) {
  constexpr double kRight = 90, kExact = 0.002;
  if (!stableAlong(probe, 0.01)) return 0;
  if (stableAlong(probe, kRight)) return kRight;
  double inside = 0, outside = kRight;
  while (outside - inside > kExact)
    (stableAlong(probe, (inside + outside) / 2) ? inside : outside) = (inside + outside) / 2;
  return inside;
}

/// The last five of some values, the newest at the end.
template <class Scalar>
using Window = std::array<Scalar, 5>;

template <class Scalar>
void push(Window<Scalar>& window, Scalar value) {
  std::rotate(window.begin(), window.begin() + 1, window.end());
  window.back() = value;
}

/// The factor of a sequence that one mode makes, if one does. A part of the conjugate mode, which turns the
/// other way, changes the quotient slowly where a step turns little.
std::optional<std::complex<double>> factorOfOne(const Window<std::complex<double>>& y, bool real) {
  const std::complex<double> factor = y[4] / y[3];
  // The quotient is wrong by up to this, which must be hidden by what counts as 1.
  constexpr double kSlow = 0.3, kOne = 0.1 * kNeutral;
  const double turn = real || std::abs(factor - 1.0) > kSlow ? 1 : std::abs(std::conj(factor) / factor - 1.0);
  const bool one = std::abs(factor * y[2] - y[3]) < kOne * turn * std::abs(y[3]);
  return one ? std::optional(factor) : std::nullopt;
}

/// How well two modes can be told apart in a sequence: about the share of the second, 0 where there is one.
template <class Scalar>
double separation(const Window<Scalar>& x) {
  const double size = std::abs(x[1] * x[1]) + std::abs(x[0] * x[2]);
  return size > 0 ? std::abs(x[1] * x[1] - x[0] * x[2]) / size : 0;
}

/// That of a sequence which two modes make, x_{k+2} = a x_{k+1} + b x_k: of real values two conjugate ones or
/// two real ones, of parts along an eigenvector the two roots of a method of two steps.
template <class Scalar>
std::optional<std::complex<double>> factorOfTwo(const Window<Scalar>& x, std::complex<double> seen) {
  constexpr double kTold = 1e-6;  // below, roundings of the values reach the seventh digit of the factors
  const Scalar determinant = x[1] * x[1] - x[0] * x[2];
  if (separation(x) <= kTold) return std::nullopt;
  const Scalar a = (x[1] * x[2] - x[0] * x[3]) / determinant, b = (x[1] * x[3] - x[2] * x[2]) / determinant;
  const bool two = std::abs(a * x[3] + b * x[2] - x[4]) < kSame * (std::abs(a * x[3]) + std::abs(b * x[2]));
  return two ? std::optional(leadingRoot(a, b, seen)) : std::nullopt;
}

/// Conjugate factors count as one, since either may be seen.
bool agree(std::complex<double> a, std::complex<double> b) {
  const double limit = kSame * std::abs(b);
  return std::abs(a.real() - b.real()) < limit && std::abs(std::abs(a) - std::abs(b)) < limit;
}

constexpr int kStartUp = 5;  // steps: the longest past of a method

/// Of a motion that has faded before its factors could be told apart: that of the last step where they are
/// alike, else the mean behind the start. Far to the left the factors of a multistep method are about equally
/// large, and the last one alone may be anything.
std::complex<double> fadedFactor(const Window<std::complex<double>>& along, int step, double afterStart) {
  constexpr double kAlike = 0.05;
  if (along[4] == 0.0) return 0;
  if (step == 1) return std::abs(along[4]);
  const std::complex<double> last = along[4] / along[3];
  const bool steady = step == 2 || std::abs(last - along[3] / along[2]) < kAlike * std::abs(last);
  if (steady || step <= kStartUp) return last;
  return std::pow(std::abs(along[4]) / afterStart, 1.0 / (step - kStartUp));
}

}  // namespace

StabilityProbe::StabilityProbe(const MethodDescriptor& method, const IntegratorSettings& settings)
    : method_(method), settings_(settings) {
  settings_.rtol = settings_.atol = 1e-3;
}

std::complex<double> StabilityProbe::factor(std::complex<double> z) const {
  // At high orders modes that the past does not excite would show themselves too late, if they grow slowly.
  constexpr double kDisturbance = 1e-3;
  return factorFrom(z, kDisturbance);
}

std::complex<double> StabilityProbe::ownFactor(std::complex<double> z) const { return factorFrom(z, 0); }

/// On the real axis the second eigenvalue is 0: two equal ones would let the factor of the steps grow with
/// their number. What is left of e^{zt} is then seen in the velocities alone.
std::complex<double> StabilityProbe::factorFrom(std::complex<double> z, double disturbance) const {
  constexpr int kPast = 20, kSteps = 300;
  // Of slow modes the errors of the steps are told, beside which what does not fit the exact past must have
  // faded: at order 6 of BDF by a seventh in each step.
  constexpr double kSlowMode = 0.2;
  const bool slow = std::abs(z) < kSlowMode;  // others excite all factors by the errors of their steps
  const int first = slow ? 120 : 8;
  constexpr double kSeen = 1e-9;  // of the start: below, rounding takes over
  const bool real = z.imag() == 0;
  PushedEquation system(z, slow ? disturbance * (real ? 1 : std::abs(z)) : 0);
  Work work;
  const auto integrator = method_.make(system, settings_, work);
  integrator->startFrom(pastOf(z, real, kPast, disturbance), 1, std::max(1, settings_.fixedOrder));
  Window<std::complex<double>> along = {0, 0, 0, 0, 1};  // parts of the states along the eigenvector of z
  Window<double> x{};
  std::complex<double> before = kInfinite;  // what the last step has told
  double afterStart = 0;
  for (int step = 1; step <= kSteps; ++step) {
    const AttemptStatus status = integrator->attempt(1).status;
    if (status != AttemptStatus::Success && status != AttemptStatus::ErrorTooLarge) return kInfinite;
    integrator->accept();
    const State& state = integrator->state();
    push(x, real ? state.v[0] : state.q[0]);
    push(along, real ? state.v[0] : (state.v[0] - std::conj(z) * state.q[0]) / (z - std::conj(z)));
    const double size = std::abs(along.back());
    if (!(size < 1e200)) return kInfinite;
    if (step == kStartUp) afterStart = size;
    if (size < kSeen) return fadedFactor(along, step, afterStart);
    if (step < first) continue;
    if (const auto one = factorOfOne(along, real)) return *one;
    const std::complex<double> seen = along[4] / along[3];
    const bool inReal = separation(x) > separation(along);
    auto two = inReal ? factorOfTwo(x, seen) : factorOfTwo(along, seen);
    if (!two) two = inReal ? factorOfTwo(along, seen) : factorOfTwo(x, seen);
    if (two && agree(*two, before)) return *two;
    before = two.value_or(kInfinite);
  }
  return std::pow(std::abs(along.back()), 1.0 / kSteps);
}

double StabilityProbe::errorOfAStep(std::complex<double> z) const {
  constexpr int kPast = 20, kSteps = 6;
  DahlquistEquation system(z);
  Work work;
  const auto integrator = method_.make(system, settings_, work);
  integrator->startFrom(pastOf(z, false, kPast), 1, std::max(1, settings_.fixedOrder));
  for (int step = 0; step < kSteps; ++step) {
    integrator->attempt(1);
    integrator->accept();
  }
  const State exact = exactState(z, false, kSteps), &found = integrator->state();
  return std::abs(std::complex<double>(found.v[0] - exact.v[0], std::abs(z) * (found.q[0] - exact.q[0]))) /
         (std::abs(z) * kSteps);
}

namespace {

/// Order and error constant. Where the errors stand out of rounding at no step at which they follow one power
/// of it still, both stay unknown.
void measureAccuracy(const StabilityProbe& probe, MethodStability& found) {
  // where what is of the next order turns the error but hardly changes its size
  const auto at = [](double size) { return std::complex<double>(0, size); };
  const auto errorOfFactor = [&](double size) {
    return std::abs(probe.ownFactor(at(size)) - std::exp(at(size)));
  };
  constexpr double kSmall = 0.05;
  const bool foreign =
      errorOfFactor(kSmall) > kSmall * kSmall;  // a mode that is not of the equation outlives its own
  const auto error = [&](double size) {
    return foreign ? probe.errorOfAStep(at(size)) : errorOfFactor(size);
  };
  // large enough for errors of high orders to stand above rounding, also that of half the size
  constexpr double kLargest = 4, kAboveRounding = 1e-12, kAlike = 0.3;
  double size = kSmall;
  while (size < kLargest && error(size / 2) < kAboveRounding) size *= 1.2;
  const double whole = error(size), between = error(size / std::numbers::sqrt2), half = error(size / 2);
  const double upper = 2 * std::log2(whole / between), lower = 2 * std::log2(between / half);
  if (!(std::abs(upper - lower) < kAlike)) return;
  // |R − exp| is even in y but for its leading power: what is of the next order has twice the part at twice
  // the square of the size, and goes out
  found.order = 2 * lower - upper - 1;
  const double power = std::round(found.order) + 1;
  const auto constant = [&](double value, double at) { return value / std::pow(at, power); };
  const double atWhole = constant(whole, size), atBetween = constant(between, size / std::numbers::sqrt2),
               atHalf = constant(half, size / 2);
  const double coarse = 2 * atBetween - atWhole, fine = 2 * atHalf - atBetween;
  found.errorConstant = fine + (fine - coarse) / 3;
}

/// The largest |R| on the negative real axis where stages are many, as far as they reach without being a step
/// for another one.
double mostLeftByStages(const StabilityProbe& probe) {
  double most = 0;
  for (double x = 30; x < 1e4; x *= 1.03) most = std::max(most, std::abs(probe.factor(-x)));
  return most;
}

/// The limit of |R| in this direction: 0 or infinite where it tends to that, which one place alone does not
/// tell from small or large.
double farFactor(const StabilityProbe& probe, std::complex<double> direction) {
  constexpr double kSmall = 1e-2, kLarge = 1e2, kTending = 1.3;  // behind a tenth of the way
  const double before = std::abs(probe.factor(0.1 * kFar * direction)),
               found = std::abs(probe.factor(kFar * direction));
  if (found < kSmall && kTending * found < before) return 0;
  return found > kLarge && found > kTending * before ? kInfinite : found;
}

}  // namespace

MethodStability stabilityOf(const StabilityProbe& probe) {
  MethodStability found;
  measureAccuracy(probe, found);
  found.reachOfStages = probe.method().reachOfStages;
  found.realLimit = limitAlong(probe, -1);
  found.imaginaryLimit = limitAlong(probe, {0, 1});
  found.angle = angleOf(probe);
  found.atInfinity = found.reachOfStages > 0 ? mostLeftByStages(probe) : farFactor(probe, -1);
  constexpr double kWithinReach = 1e3;  // of the stages
  found.vibrationsAtInfinity =
      found.reachOfStages > 0 ? std::abs(probe.factor({0, kWithinReach})) : farFactor(probe, {0, 1});
  return found;
}

StepGrowth::StepGrowth(const StabilityProbe& probe) : probe_(probe) {
  constexpr double kSmall = 0.02, kFarthest = 3, kClear = 1e-4;  // far above roundings, also at half the size
  fadingGrows_ = std::abs(probe.factor(-kSmall)) > 1 + kNeutral;
  if (limitAlong(probe, {0, 1}, kFarthest) > 0) return;
  const auto growth = [&](double y) { return std::abs(probe.factor({0, y})) - 1; };
  double y = kSmall;
  while (y < kFarthest && !(growth(y) > kClear)) y *= 1.1;
  if (!(y < kFarthest)) return;
  within_ = y;
  growth_ = growth(y);
  // |R(iy)|² is even in y
  power_ = std::max(2.0, 2 * std::round(std::log2(growth_ / growth(y / 2)) / 2));
}

double StepGrowth::of(std::complex<double> z) const {
  const double measured = std::abs(probe_.factor(z)) - 1;
  if (!(std::abs(measured) <= kNeutral)) return measured;
  const double fading = isNeutral(z) ? 0 : -z.real();
  if (fadingGrows_) return fading;
  if (growth_ > 0 && std::abs(z) < within_)
    return growth_ * std::pow(std::abs(z.imag()) / within_, power_) - fading;
  return 0;
}

std::string sizeInWords(double growth) {
  constexpr double kHidden = 5e-3;  // of which four digits of |R| show little
  return growth > 0 && growth < kHidden ? "1 + " + significant(growth, 2) : significant(1 + growth, 4);
}

std::string notMeasurable() { return tr("not measurable in double precision"); }

std::string inWords(const MethodStability& found) {
  constexpr double kKept = 0.999;
  const bool left = found.angle > 89.9;
  if (found.reachOfStages > 0) {
    const std::string fading =
        tr("any step damps what fades without vibrating, by |R| ≤ {}: s evaluations reach to about {} s^2 on "
           "the negative real axis, and a step takes as many as it needs",
           significant(found.atInfinity, 2), significant(found.reachOfStages, 2));
    return found.imaginaryLimit > 0
               ? tr("{}; vibrations, and springs behind strong dampers, limit it to {} over the fastest of "
                    "them",
                    fading, significant(found.imaginaryLimit, 3))
               : tr("{}; vibrations without damping grow at any step, the slower the smaller it is", fading);
  }
  if (left && std::max(found.atInfinity, found.vibrationsAtInfinity) < 1e-2)
    return tr("L-stable: damps what is much faster than the steps at once");
  if (left && found.vibrationsAtInfinity < kKept)
    return tr(
        "A-stable: any step damps what fades; of vibrations much faster than the steps each leaves {} "
        "(spectral radius at infinity)",
        significant(found.vibrationsAtInfinity, 2));
  if (left) return tr("A-stable: any step damps what fades, and keeps vibrations much faster than the steps");
  if (found.isSegment())
    return tr(
        "stable on a segment of the imaginary axis alone: keeps undamped vibrations while the step stays "
        "below {} over the fastest of them, and lets whatever fades grow",
        significant(found.imaginaryLimit, 3));
  if (std::isinf(found.realLimit) && found.angle < 5 && found.imaginaryLimit > 0)
    return tr(
        "any step damps what fades without vibrating; vibrations, and springs behind strong dampers, limit "
        "it to "
        "{} over the fastest of them",
        significant(found.imaginaryLimit, 3));
  if (std::isinf(found.realLimit) && found.angle < 5)
    return tr(
        "any step damps what fades without vibrating; vibrations without damping grow at any step, the "
        "slower "
        "the smaller it is");
  if (std::isinf(found.realLimit))
    return tr(
        "stiffly stable: vibrations that fade slowly limit the step, up to {} degrees from the real axis",
        significant(found.angle, 4));
  const std::string dampers = significant(found.realLimit, 4);
  if (found.imaginaryLimit > 0)
    return tr(
        "conditionally stable: the step must stay below {} over the fastest rate of what fades, and below {} "
        "over the fastest frequency (rad/s) of what vibrates without damping",
        dampers, significant(found.imaginaryLimit, 4));
  return tr(
      "conditionally stable: the step must stay below {} over the fastest rate of what fades; vibrations "
      "without damping grow at any step, the slower the smaller it is",
      dampers);
}

StabilityWindow windowFor(const MethodStability& found,
                          const std::vector<std::complex<double>>& eigenvalues) {
  constexpr double kUnbounded = 10;
  double reach = std::isfinite(found.realLimit) ? std::max(1.4 * found.realLimit, 3.0) : kUnbounded;
  if (std::isfinite(found.imaginaryLimit)) reach = std::max(reach, 1.4 * found.imaginaryLimit);
  for (const std::complex<double>& z : eigenvalues) reach = std::max(reach, 1.2 * std::abs(z));
  const double left = std::isfinite(found.realLimit) ? -1.25 * reach : -reach;
  return {left, left + 2 * reach, reach};
}

StabilityRegion stabilityRegion(const StabilityProbe& probe, const StabilityWindow& window, int columns,
                                int rows, std::stop_token stop) {
  StabilityRegion region{window, columns, rows,
                         std::vector<double>(std::size_t(columns) * std::size_t(rows))};
  auto size = region.sizes.begin();
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns && !stop.stop_requested(); ++column)
      *size++ = std::abs(probe.factor({window.left + (window.right - window.left) * (column + 0.5) / columns,
                                       window.top * (1 - (row + 0.5) / rows)}));
  return region;
}

std::vector<FrequencyPoint> frequencyResponse(const StabilityProbe& probe, double highest, int count) {
  std::vector<FrequencyPoint> response;
  double turned = 0;  // arg R, followed beyond π
  for (int i = 1; i <= count; ++i) {
    const double frequency = highest * i / count;
    const std::complex<double> factor = probe.factor({0, frequency});
    turned += std::remainder(std::arg(factor) - turned, 2 * std::numbers::pi);
    response.push_back({frequency, std::abs(factor), turned / frequency - 1});
  }
  return response;
}

}  // namespace holonom
