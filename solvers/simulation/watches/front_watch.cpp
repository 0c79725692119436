// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/watches/front_watch.h"

#include <algorithm>
#include <cmath>

#include "core/expressions/fronts.h"
#include "solvers/analyses/scales.h"
#include "solvers/simulation/watches/rates.h"

namespace holonom {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kZone = Front::kZone;
// The most that w may change in a step within a zone; the smaller one in steep fronts, and for methods that
// look only at the ends of a step.
constexpr double kMost = 8, kMostInSteep = 3;
// Where velocities are not in the error test, w changes in a step through a steep front by √(3 h₀/τ), and by
// kLeast at least: h₀ is the size of a step that does no harm, τ the time through the zone. The errors of a
// formula of second order, J h (Δw)²/12 in each of these steps with a jump J of the rates, then do not
// count.
constexpr double kLeast = 0.02, kOfSecondOrder = 3;
constexpr double kAim = 0.8;       // of these changes is aimed at, since edges are known only roughly
constexpr double kBeside = 1e-4;   // of a step, for rates by differences
constexpr double kLanded = 0.3;    // of a harmless step: one that ends so near before a zone has come to it
constexpr double kGrowth = 2;      // of steps that begin in a steep front
constexpr int kEvaluations = 240;  // within one step, beyond the regular ones

}  // namespace

FrontWatch::FrontWatch(DaeSystem& system, Course& course)
    : system_(system), source_(system.offers().fronts), course_(course), fronts_(source_.count()),
      search_(system, 2 * source_.count(), kEvaluations,
              [this](const State& at, Vector& edges) {
                system_.moveTo(at.t, at.q, at.v);
                source_.values(values_);
                edges << values_.array() - kZone, values_.array() + kZone;
              }),
      values_(Vector::Zero(source_.count())), beside_(values_), scale_(coordinateScales(system)),
      first_(Vector::Zero(system.coordinateCount())), rates_(first_), trend_(first_) {}

/// Steep are fronts whose zone is a small part of what the motion may do in its time scale.
void FrontWatch::begin(const State& at) {
  constexpr double kSteep = 10;
  limit_ = kInfinity;
  met_.reset();
  if (fronts_.empty()) return;
  probe_ = at;
  for (int i = 0; i < scale_.size(); ++i) {
    // no two coordinates alike: differences do not cancel
    const double some = 0.5 + std::fmod(0.618 * i, 1.0);
    probe_.q[i] += 0.1 * some * scale_[i];
    probe_.v[i] += some * scale_[i] / system_.timeScale();
  }
  system_.moveTo(at.t, at.q, at.v);
  source_.holdLines();
  source_.values(beside_);
  for (Front& front : fronts_) front.steep = false;
  for (const int moved : {0, 1, 2}) {
    system_.moveTo(moved == 0 ? at.t + system_.timeScale() : at.t, moved == 1 ? probe_.q : at.q,
                   moved == 2 ? probe_.v : at.v);
    source_.values(values_);
    for (int i = 0; i < values_.size(); ++i) fronts_[i].steep |= std::abs(values_[i] - beside_[i]) > kSteep;
  }
}

double FrontWatch::valueAt(int i, double t) { return search_.at(i, t) + kZone; }

/// Where f(w) changes its sign.
template <class Function>
Bracket FrontWatch::narrow(int i, double from, double to, const Function& f) {
  const auto of = [&](double edge) { return f(edge + kZone); };
  return search_.narrow(i, from, to, course_.rounding(step_->length()), of);
}

bool FrontWatch::ratesAt(double t) {
  step_->curve().at(t, probe_);
  return course_.rates().at(probe_, rates_);
}

/// The most that rates change within the zone beyond what they do beside it. They are looked at where the
/// functions of a front, and their derivatives, are largest.
double FrontWatch::jump(double enter, double leave) {
  const double width = leave - enter;
  const double beside = enter - width >= step_->from->t ? enter - width : leave + width;
  const double edge = beside < enter ? enter : leave;
  trend_.setZero();
  if (beside <= step_->to->t && ratesAt(beside)) {
    trend_ = rates_;
    if (ratesAt(edge)) trend_ = (rates_ - trend_) * (edge > beside ? 1 : -1);
    else trend_.setZero();
  }
  double largest = 0;
  if (!ratesAt(enter)) return largest;
  first_ = rates_;
  for (const double part : {0.25, 0.47, 0.5, 0.53, 0.75, 1.0})
    if (ratesAt(enter + part * width)) {
      rates_ -= first_ + part * trend_;
      largest = std::max(largest, scaledSize(rates_, scale_));
    }
  return largest;
}

/// Whether a front in which an implicit step begins and ends, as friction that holds, also holds in between.
/// The rates there are not zero, for the way is a guess; but where they lead on through the front they must
/// soon become much less. Else something gives way that both ends know nothing of.
bool FrontWatch::holds(int i) {
  constexpr double kLess = 0.7, kThrough = 1, kMore = 10;
  const double h = step_->length(), worth = course_.tolerance() / system_.timeScale();
  double known = 0;  // what both ends know of
  for (const State* end : {step_->from, step_->to})
    if (course_.rates().at(*end, rates_)) known = std::max(known, scaledSize(rates_, scale_));
  for (const double part : {0.25, 0.5, 0.75}) {
    const double t = step_->from->t + part * h, w = valueAt(i, t);
    step_->curve().at(t, probe_);
    if (!course_.rates().at(probe_, rates_)) return true;
    const double size = scaledSize(rates_, scale_);
    if (!(size * h > 4 * worth && size > kMore * known)) continue;
    probe_.a = rates_;
    const double little = 1e-6 * h;
    moveAlong(probe_, little);
    system_.moveTo(probe_.t, probe_.q, probe_.v);
    source_.values(values_);
    const double rate = (values_[i] - w) / little;
    if (!(std::abs(rate) * h > kThrough)) continue;
    moveAlong(probe_, kThrough / std::abs(rate) - little);
    if (course_.rates().at(probe_, rates_) && scaledSize(rates_, scale_) > kLess * size) return false;
  }
  return true;
}

Verdict FrontWatch::judge(const Tried& step) {
  constexpr int kTries = 40;
  if (fronts_.empty() || !step.solved() || !step.to || step.shortened == kTries) return {};
  if (!step.to->q.allFinite() || !step.to->v.allFinite()) return {};
  step_ = &step;
  const auto size = cut();
  const double rounding = course_.rounding(step.length());
  if (!size && step.shortened > 0 && met_ && met_->sudden && step.succeeded())
    return {
        .kind = Verdict::Kind::Cross, .gap = std::max(met_->at - step.to->t, rounding), .front = met_->front};
  if (!size || *size < rounding || *size > step.length() - rounding) return {};
  return {.kind = Verdict::Kind::Shorten, .h = *size};
}

/// Size to which the step must be cut; none when it may stand. The edges of the zones are looked for as
/// switching functions are.
std::optional<double> FrontWatch::cut() {
  const double from = step_->from->t, to = step_->to->t;
  const GuessedCurve curve = step_->curve();
  system_.moveTo(from, step_->from->q, step_->from->v);
  source_.holdLines();
  search_.begin(curve);
  for (int i = 0; i < values_.size(); ++i) {
    const double w = search_.atLeft()[i] + kZone;
    fronts_[i] = {fronts_[i].steep, std::abs(w) < kZone, from, from, w};
    if (fronts_[i].inside && fronts_[i].steep && step_->attempt.newtonIterations > 0 &&
        std::abs(valueAt(i, to)) < kZone && !holds(i))
      return 0.5 * (to - from);
  }
  double least = kInfinity;
  while (least == kInfinity && search_.next())
    for (int i = 0; i < values_.size(); ++i) least = std::min(least, cutFor(i).value_or(kInfinity));
  return least < kInfinity ? std::optional(least) : std::nullopt;
}

/// The same for one front in the present part of the scan.
std::optional<double> FrontWatch::cutFor(int i) {
  Front& front = fronts_[i];
  const double left = search_.atLeft()[i] + kZone, right = search_.atRight()[i] + kZone;
  if (!front.inside) {
    const double edge = left > 0 ? kZone : -kZone;
    if (!(right / edge < 1)) return std::nullopt;
    const Bracket found = narrow(i, search_.left(), search_.right(), [edge](double w) { return w - edge; });
    front.before = found.atRight == 0 ? found.right : found.left;
    front.since = found.right;
    front.first = edge;
  }
  front.inside = std::abs(right) < kZone;
  return sizeFor(i, right);
}

/// Where in the present part of the scan w has changed by `aim`; it has at the end of the part.
double FrontWatch::placeOfChange(int i, double aim) {
  const Front& front = fronts_[i];
  const auto isFar = [&](double w) { return std::abs(w - front.first) - aim; };
  if (isFar(valueAt(i, front.since)) >= 0) return front.since;
  return narrow(i, front.since, search_.right(), isFar).right;
}

/// Size of a step so short that what the front does to the rates is no error in the velocities that counts.
/// `ahead`: a place in the zone, or behind it.
double FrontWatch::harmlessSize(int i, double ahead) {
  constexpr double kCounts = 0.25;  // of the jump of the accelerations times the step
  const Front& front = fronts_[i];
  double leave = search_.right();
  if (!front.inside)
    leave = std::abs(valueAt(i, ahead)) < kZone
                ? narrow(i, ahead, leave, [](double at) { return std::abs(at) - kZone; }).right
                : ahead;
  const double size =
      std::max(jump(front.before, leave), front.inside ? jump(front.before, step_->to->t) : 0);
  return size > 0 ? course_.tolerance() / (kCounts * system_.timeScale() * size) : kInfinity;
}

/// Size for front i, with w at the end of the present part of the scan, and note of what was met. A step in
/// which w changes little may stand, and so may one that is too short for harm. Any other goes up to the edge
/// of the zone or, where it begins near that, to where w has changed by as much as it may. In a steep front
/// the error test of a method without velocities in it sees nothing.
std::optional<double> FrontWatch::sizeFor(int i, double w) {
  constexpr double kSudden = 1e-7;  // of the way to a front without width, left by a step that ends before it
  Front& front = fronts_[i];
  const MethodProperties& method = course_.steps.properties();
  const bool untested = front.steep && !method.judgesVelocities;
  double aim = kAim * (untested ? kLeast : front.steep || !method.judgesInside ? kMostInSteep : kMost);
  const auto changesLess = [&] { return !(std::abs(w - front.first) - aim >= 0); };
  if (changesLess()) return std::nullopt;
  double ahead = placeOfChange(i, aim);
  const double from = step_->from->t, h = step_->to->t - from, before = front.since - from,
               harmless = harmlessSize(i, ahead);
  if (h <= harmless) {
    front.before = front.since = search_.right();
    front.first = w;
    return std::nullopt;
  }
  const double through = 2 * kZone / aim * (ahead - front.since);  // s, that the motion takes
  if (untested) {
    aim = kAim * std::clamp(std::sqrt(kOfSecondOrder * harmless / through), kLeast, kMostInSteep);
    if (changesLess()) return std::nullopt;
    ahead = placeOfChange(i, aim);
  }
  const double rounding = course_.rounding(h);
  const bool sudden = ahead == front.since && front.since > from;
  const bool near = before <= (sudden ? 4 * rounding : std::max(kLanded * harmless, through));
  const double margin = sudden ? std::max(kSudden * before, rounding) : 0.5 * kLanded * harmless;
  const double allowed = near ? std::max(harmless, ahead - from) : before - margin;
  if (!(allowed < h)) return std::nullopt;
  met_ = Met{i, sudden && !near, front.before, harmless, aim};
  return allowed;
}

void FrontWatch::accepted(double h) {
  constexpr double kLeastPart = 1e-12;  // of a step, that the next one may be limited to
  limit_ = kInfinity;
  if (fronts_.empty()) return;
  probe_ = course_.state;
  system_.moveTo(probe_.t, probe_.q, probe_.v);
  source_.values(values_);
  for (int i = 0; i < values_.size(); ++i)
    if (fronts_[i].steep && std::abs(values_[i]) < kZone) limit_ = kGrowth * h;
  if (met_ && std::abs(values_[met_->front]) < 2 * kZone) {
    moveAlong(probe_, -kBeside * h);
    system_.moveTo(probe_.t, probe_.q, probe_.v);
    source_.values(beside_);
    const double rate = std::abs(values_[met_->front] - beside_[met_->front]) / (kBeside * h);
    const double next = std::max(met_->harmless, met_->aim / rate);
    if (next > kLeastPart * h) limit_ = std::min(limit_, next);  // neither zero nor a NaN
  }
  met_.reset();
}

}  // namespace holonom
