// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/watches/front_watch.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/expressions/fronts.h"
#include "solvers/analyses/scales.h"
#include "solvers/simulation/watches/motion_ahead.h"

namespace holonom {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kZone = Front::kZone;
// change of w in a step there; the less also where only the ends of a step are looked at
constexpr double kMost = 8, kMostInSteep = 3;
// Of a method that does not look at velocities: the error of one of second order, J h (Δw)²/12 in each of the
// steps, must not count.
constexpr double kLeast = 0.02, kOfSecondOrder = 3;
constexpr double kAim = 0.8;          // of that, to be on the safe side
constexpr double kBeside = 1e-4;      // of a step, for rates by differences
constexpr double kLanded = 0.3;       // of a step that may pass, from a zone: near enough
constexpr double kSteep = 10;         // change of w by what the motion may do in its time scale
constexpr double kGrowth = 2;         // of steps that begin in a steep front
constexpr double kLeastPart = 1e-12;  // of a step, that the next one may be limited to
constexpr int kParts = 16, kPartsWhereItWinds = 96, kHalvings = 60;

}  // namespace

FrontWatch::FrontWatch(DaeSystem& system, const Course& course)
    : system_(system), fronts_(system.offers().fronts), course_(course),
      values_(Vector::Zero(fronts_.count())), start_(values_), end_(values_), startRate_(values_),
      endRate_(values_), scale_(coordinateScales(system)), first_(Vector::Zero(system.coordinateCount())),
      rates_(first_), trend_(first_), steep_(values_.size(), 0) {}

void FrontWatch::begin(const State& at) {
  limit_ = kInfinity;
  met_ = -1;
  if (!active()) return;
  probe_ = at;
  measureSteepness(at);
}

/// Fronts whose zone is a small part of what the motion may do in its time scale.
void FrontWatch::measureSteepness(const State& at) {
  system_.moveTo(at.t, at.q, at.v);
  fronts_.values(start_);
  probe_ = at;
  for (int i = 0; i < scale_.size(); ++i) {
    // no two coordinates alike: differences do not cancel
    const double some = 0.5 + std::fmod(0.618 * i, 1.0);
    probe_.q[i] += 0.1 * some * scale_[i];
    probe_.v[i] += some * scale_[i] / system_.timeScale();
  }
  for (int i = 0; i < values_.size(); ++i) steep_[i] = 0;
  for (const int moved : {0, 1, 2}) {
    system_.moveTo(moved == 0 ? at.t + system_.timeScale() : at.t, moved == 1 ? probe_.q : at.q,
                   moved == 2 ? probe_.v : at.v);
    fronts_.values(values_);
    for (int i = 0; i < values_.size(); ++i) steep_[i] |= std::abs(values_[i] - start_[i]) > kSteep;
  }
}

/// The system at a part of the way.
void FrontWatch::moveTo(double part) {
  const State &a = *step_->from, &b = *step_->to;
  step_->curve().at(part == 0 ? a.t : part == 1 ? b.t : a.t + part * h_, probe_);
  system_.moveTo(probe_.t, probe_.q, probe_.v);
}

double FrontWatch::valueAt(int i, double part) {
  moveTo(part);
  fronts_.values(values_);
  return values_[i];
}

/// Whether the cubic with the values and rates at both ends tells nothing of the way between them: the front
/// is one of a row, as those of a power of a sine, and the step leads over several.
bool FrontWatch::winds(int i) {
  constexpr double kOff = 0.1;  // of its range
  const auto w = controlPoints(i);
  const auto [low, high] = std::minmax_element(w.begin(), w.end());
  for (const double s : {0.37, 0.71}) {
    const double u = 1 - s;
    const double cubic = u * u * (1 + 2 * s) * start_[i] + s * s * (1 + 2 * u) * end_[i] +
                         s * u * (u * startRate_[i] - s * endRate_[i]);
    if (std::abs(valueAt(i, s) - cubic) > std::max(0.5 * kZone, kOff * (*high - *low))) return true;
  }
  return false;
}

/// By the hull of that cubic, or piece by piece where it tells nothing.
bool FrontWatch::mayPass(int i, double most) {
  if (parts_ > kParts) {
    double before = start_[i];
    for (int k = 1; k <= parts_; ++k) {
      const double value = valueAt(i, static_cast<double>(k) / parts_);
      if (!(std::abs(value) > kZone) || value * before < 0) return true;
      before = value;
    }
    return false;
  }
  const auto w = controlPoints(i);
  const auto [low, high] = std::minmax_element(w.begin(), w.end());
  for (const double value : w)
    if (!std::isfinite(value)) return false;
  return *high - *low > most && *low<kZone&& * high> - kZone;
}

/// The first place in a bracket at whose right end something is that is not at its left.
double FrontWatch::firstWhere(double from, double to, const std::function<bool(double)>& is) const {
  for (int i = 0; i < kHalvings && to - from > 4 * std::numeric_limits<double>::epsilon() * to; ++i) {
    const double middle = 0.5 * (from + to);
    (is(middle) ? to : from) = middle;
  }
  return to;
}

/// False when the way does not change w by more than a step may do in the zone.
bool FrontWatch::findCrossing(int i, double most, Crossing& crossing) {
  const double begin = start_[i], side = begin > 0 ? 1 : -1;
  const bool inside = std::abs(begin) < kZone;
  const auto in = [&](double s) { return !(side * valueAt(i, s) > kZone); };
  int k = inside ? 0 : 1;
  while (!inside && k <= parts_ && !in(static_cast<double>(k) / parts_)) ++k;
  if (k > parts_) return false;
  crossing.enter =
      inside ? 0 : firstWhere(static_cast<double>(k - 1) / parts_, static_cast<double>(k) / parts_, in);
  const double first = inside ? begin : side * kZone;
  const auto far = [&](double s) { return !(std::abs(valueAt(i, s) - first) < kAim * most); };
  const auto out = [&](double s) { return !(std::abs(valueAt(i, s)) < kZone); };
  const auto search = [&](const std::function<bool(double)>& is, double none) {
    double left = crossing.enter;
    for (int part = std::max(k, 1); part <= parts_; ++part) {
      const double right = static_cast<double>(part) / parts_;
      if (right > left && is(right)) return firstWhere(left, right, is);
      left = std::max(left, right);
    }
    return none;
  };
  crossing.ahead = search(far, 2);
  if (crossing.ahead > 1) return false;
  // Just behind the border it is out by rounding.
  crossing.leave = search([&](double s) { return s > crossing.ahead && out(s); }, 1);
  const double passed = crossing.ahead - crossing.enter;
  crossing.through = 2 * kZone / (kAim * most) * passed * h_;
  return true;
}

bool FrontWatch::ratesAt(double part) {
  moveTo(part);
  return course_.ahead->ratesAt(probe_, rates_);
}

/// The most that rates change within the zone beyond what they do beside it. They are looked at where the
/// functions of a front, and their derivatives, are largest.
double FrontWatch::jump(const Crossing& crossing) {
  const double width = crossing.leave - crossing.enter;
  const double beside = crossing.enter >= width       ? crossing.enter - width
                        : crossing.leave + width <= 1 ? crossing.leave + width
                                                      : -1;
  const double edge = beside < crossing.enter ? crossing.enter : crossing.leave;
  trend_.setZero();
  if (beside >= 0 && ratesAt(beside)) {
    trend_ = rates_;
    if (ratesAt(edge)) trend_ = (rates_ - trend_) * (edge > beside ? 1 : -1);
    else trend_.setZero();
  }
  double largest = 0;
  if (!ratesAt(crossing.enter)) return largest;
  first_ = rates_;
  for (const double part : {0.25, 0.47, 0.5, 0.53, 0.75, 1.0})
    if (ratesAt(crossing.enter + part * width))
      largest = std::max(largest, scaledSize(rates_ - first_ - part * trend_, scale_));
  return largest;
}

/// Whether a front in which an implicit step begins and ends, as friction that holds, also holds in between.
/// The rates there are not zero, for the way is a guess; but where they lead on through the front they must
/// soon become much less. Else something gives way that both ends know nothing of.
bool FrontWatch::holds(int i) {
  constexpr double kLess = 0.7, kThrough = 1, kMore = 10;
  MotionAhead& ahead = *course_.ahead;
  double known = 0;  // what both ends know of
  for (const State* end : {step_->from, step_->to})
    if (ahead.ratesAt(*end, rates_)) known = std::max(known, scaledSize(rates_, scale_));
  for (const double part : {0.25, 0.5, 0.75}) {
    const double w = valueAt(i, part);
    State& at = probe_;
    if (!ahead.ratesAt(at, rates_)) return true;
    const double size = scaledSize(rates_, scale_);
    if (!(size * h_ > worth_ && size > kMore * known)) continue;
    at.a = rates_;
    const double little = 1e-6 * h_;
    moveAlong(at, little);
    system_.moveTo(at.t, at.q, at.v);
    fronts_.values(values_);
    const double rate = (values_[i] - w) / little;
    if (!(std::abs(rate) * h_ > kThrough)) continue;
    moveAlong(at, kThrough / std::abs(rate) - little);
    if (ahead.ratesAt(at, rates_) && scaledSize(rates_, scale_) > kLess * size) return false;
  }
  return true;
}

Verdict FrontWatch::judge(const Tried& step) {
  // of a jump of the accelerations times the step: an error in the velocities
  constexpr double kCounts = 0.25;
  constexpr int kTries = 40, kExact = 8;
  if (!active() || !step.solved() || !step.to || tries_ == kTries) return {};
  step_ = &step;
  h_ = step.to->t - step.from->t;
  worth_ = course_.tolerance() / (kCounts * system_.timeScale());
  const auto size = cut();
  const double taken = step.length(), rounding = course_.rounding(taken);
  double next = size.value_or(taken);
  if (size) beyond_ = taken;
  else if (!step.succeeded()) return {};
  else if (beyond_ > taken && tries_ < kExact) next += missing(*step.to, beyond_ - taken);
  if (tries_ >= kExact) next = taken + 0.9 * (next - taken);
  if (std::abs(next - taken) <= rounding || next < rounding) return {};
  ++tries_;
  return {.kind = Verdict::Kind::Shorten, .h = next};
}

/// Values and rates of all fronts at both ends.
void FrontWatch::measureEnds() {
  const auto values = [&](double part, Vector& out) {
    moveTo(part);
    fronts_.values(out);
  };
  values(0, start_);
  values(1, end_);
  values(kBeside, startRate_);
  values(1 - kBeside, endRate_);
  startRate_ = (startRate_ - start_) / kBeside;
  endRate_ = (end_ - endRate_) / kBeside;
}

/// Size to which the step must be cut; none when it may stand.
std::optional<double> FrontWatch::cut() {
  measureEnds();
  double allowed = h_;
  for (int i = 0; i < start_.size(); ++i) allowed = cutFor(i, allowed);
  return allowed < h_ ? std::optional(allowed) : std::nullopt;
}

/// The same for one front, where others allow so much.
double FrontWatch::cutFor(int i, double allowed) {
  const MethodProperties& method = course_.steps.properties();
  Crossing crossing;
  parts_ = winds(i) ? kPartsWhereItWinds : kParts;
  const double usual = steep_[i] || !method.judgesInside ? kMostInSteep : kMost;
  const bool stays = std::abs(start_[i]) < kZone && std::abs(end_[i]) < kZone;
  if (steep_[i] && step_->attempt.newtonIterations > 0 && stays && !holds(i))
    allowed = std::min(allowed, 0.5 * h_);
  double most = method.judgesVelocities || !steep_[i] ? usual : kLeast;
  if (!mayPass(i, most) || !findCrossing(i, most, crossing)) return allowed;
  const double size = jump(crossing), harmless = size > 0 ? worth_ / size : kInfinity;
  if (h_ <= harmless) return allowed;
  if (most < usual) {
    most = std::clamp(std::sqrt(kOfSecondOrder * harmless / crossing.through), kLeast, usual);
    if (!mayPass(i, most) || !findCrossing(i, most, crossing)) return allowed;
  }
  const double before = crossing.enter * h_;
  const bool near = before <= std::max(kLanded * harmless, crossing.through);
  const double least = near ? std::max(harmless, crossing.ahead * h_) : before;
  if (!(least < allowed)) return allowed;
  met_ = i;
  border_ = near ? 0 : start_[i] > 0 ? kZone : -kZone;
  harmless_ = harmless;
  through_ = crossing.through;
  aim_ = kAim * most;
  return least;
}

/// Of a step that was cut to the border of a zone: how much further it is from its end, if that matters,
/// `most` at the most.
double FrontWatch::missing(const State& to, double most) {
  if (met_ < 0 || border_ == 0) return 0;
  const auto in = [&](double span) {
    probe_ = to;
    moveAlong(probe_, span);
    system_.moveTo(probe_.t, probe_.q, probe_.v);
    fronts_.values(values_);
    return !(border_ * values_[met_] > kZone * kZone);
  };
  if (!in(most)) return 0;
  const double span = firstWhere(0, most, in);
  return span > std::max(kLanded * harmless_, through_) ? span : 0;
}

void FrontWatch::accepted(double h) {
  limit_ = kInfinity;
  for (int i = 0; i < end_.size(); ++i)
    if (steep_[i] && std::abs(end_[i]) < kZone) limit_ = kGrowth * h;
  if (met_ >= 0 && std::abs(end_[met_]) < 2 * kZone) {
    const double next = std::max(harmless_, aim_ * h / std::abs(endRate_[met_]));
    if (next > kLeastPart * h) limit_ = std::min(limit_, next);  // neither zero nor a NaN
  }
  met_ = -1;
}

}  // namespace holonom
