// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/watches/place_watch.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/expressions/fronts.h"
#include "solvers/simulation/loop/narration.h"
#include "solvers/simulation/watches/rates.h"

namespace holonom {
namespace {

constexpr double kZone = Front::kZone, kNowhere = StepLimit::kNone;
// change of w in a step within a zone; of methods in whose error test velocities are not
constexpr double kMost = 2, kMostUntested = 0.5;

}  // namespace

PlaceWatch::PlaceWatch(Course& course)
    : course_(course), fronts_(course.offers.fronts), poles_(course.offers.poles),
      w_(Vector::Zero(fronts_.count())), from_(w_), down_(w_), up_(w_),
      divisors_(Vector::Zero(poles_.count())),
      search_(course.system, static_cast<int>(2 * w_.size() + divisors_.size()), StepSearch::kEvaluations,
              [this](const State& at, Vector& values) {
                valuesAt(at);
                values << w_ - down_, up_ - w_, divisors_;
              }) {
  probe_.q = probe_.v = Vector::Zero(course.system.coordinateCount());
}

void PlaceWatch::valuesAt(const State& at) {
  course_.system.moveTo(at.t, at.q, at.v);
  fronts_.values(w_);
  poles_.values(divisors_);
}

/// Whether the value of the formula with this pole grows by a power of the distance towards the place, on
/// either side; the integral of a logarithm is finite. Steps may have become so short that nothing can be
/// seen within them: it is looked at as far away as it takes.
bool PlaceWatch::growsTowards(int pole, double before, const State& at, double h) {
  constexpr double kNearest = 1e3, kFarthest = 1e7;  // roundings of t
  constexpr double kGrowth = 30;                     // in all, more than that of a logarithm
  const double rounding = course_.rounding(h);
  for (const double side : {-1.0, 1.0}) {
    double far = 0, near = 0;
    for (double distance = std::max(0.1 * h, kFarthest * rounding); distance > kNearest * rounding;
         distance *= 0.1) {
      course_.system.moveTo(at.t + side * distance, at.q + side * distance * at.v, at.v);
      poles_.values(divisors_);
      if (!(side * divisors_[pole] * before < 0)) continue;  // beyond another zero, or within its rounding
      near = std::abs(poles_.near(pole));
      if (far == 0) far = near;
    }
    if (!(near <= kGrowth * far)) return true;
  }
  return false;
}

/// Function k of the search changes its sign in the present part of it.
void PlaceWatch::consider(int k, const Tried& step, const StepCurve& curve, Met& first) {
  const auto plain = [](double value) { return value; };
  const int fronts = static_cast<int>(w_.size());
  const Bracket at =
      search_.narrow(k, search_.left(), search_.right(), course_.rounding(step.length()), plain);
  if (!(at.right < first.t)) return;
  if (k < 2 * fronts) {
    first = {at.right, k % fronts, -1, at.atLeft - at.atRight > most_};
  } else if (step.succeeded()) {
    curve.at(at.right, probe_);
    probe_.t = at.right;
    if (growsTowards(k - 2 * fronts, at.atLeft, probe_, step.length()))
      first = {at.right, -1, k - 2 * fronts, false};
  }
}

/// The first place in the step where w goes farther than it may, or a pole is. Where only the tails of a
/// front are left w may go anywhere.
PlaceWatch::Met PlaceWatch::look(const Tried& step) {
  const GuessedCurve curve = step.curve();
  most_ = course_.steps.properties().judgesVelocities ? kMost : kMostUntested;
  course_.system.moveTo(step.from->t, step.from->q, step.from->v);
  fronts_.holdLines();
  fronts_.values(from_);
  for (int i = 0; i < from_.size(); ++i) {
    down_[i] = std::min(from_[i], kZone) - most_;
    up_[i] = std::max(from_[i], -kZone) + most_;
    if (down_[i] < -kZone) down_[i] = -kNowhere;
    if (up_[i] > kZone) up_[i] = kNowhere;
  }
  Met first;
  search_.begin(curve);
  while (first.t == kNowhere && search_.next())
    for (int k = 0; k < search_.atLeft().size(); ++k)
      if (search_.changes(k)) consider(k, step, curve, first);
  return first;
}

/// Whether a front in which an implicit step begins and ends, as friction that holds, does not hold in
/// between. The rates there are not zero, for the way is a guess; but where they lead on through the front
/// they must soon become much less. Else something gives way that both ends know nothing of.
bool PlaceWatch::givesWay(const Tried& step) {
  constexpr double kLess = 0.7, kMore = 10;
  if (step.attempt.newtonIterations == 0 || (from_.array().abs() >= kZone).all()) return false;
  const double h = step.length(), worth = 4 * course_.tolerance() / (course_.system.timeScale() * h);
  const auto sizeAt = [&](const State& at) {
    return course_.rates().at(at, rates_) ? scaledSize(rates_, course_.scale) : 0;
  };
  const GuessedCurve curve = step.curve();
  const double known = kMore * std::max(sizeAt(*step.from), sizeAt(*step.to));
  for (const double part : {0.25, 0.5, 0.75}) {
    curve.at(step.from->t + part * h, probe_);
    const double size = sizeAt(probe_);
    if (!(size > std::max(worth, known))) continue;
    probe_.a = rates_;
    valuesAt(probe_);
    const Vector before = w_;
    const double little = 1e-6 * h;
    moveAlong(probe_, little);
    valuesAt(probe_);
    for (int i = 0; i < w_.size(); ++i) {
      const double pace = std::abs(w_[i] - before[i]) / little;
      if (!(std::abs(before[i]) < kZone && pace * h > 1)) continue;
      State beyond = probe_;
      moveAlong(beyond, 1 / pace);
      if (sizeAt(beyond) > kLess * size) return true;
    }
  }
  return false;
}

Verdict PlaceWatch::judge(const Tried& step) {
  constexpr int kTries = 40;
  if (w_.size() + divisors_.size() == 0 || !step.solved() || !step.to || step.shortened == kTries) return {};
  if (!step.to->q.allFinite() || !step.to->v.allFinite()) return {};
  const double rounding = course_.rounding(step.length());
  const Met former = met_;
  met_ = look(step);
  if (met_.pole >= 0) {
    pole_ = met_;
    return {.kind = Verdict::Kind::Fail};
  }
  double size = met_.t - step.from->t - (met_.sudden ? 2 * rounding : 0);
  if (met_.front < 0 && givesWay(step)) size = 0.5 * step.length();
  if (size > rounding && size < step.length() - rounding) return {.kind = Verdict::Kind::Shorten, .h = size};
  if (step.shortened == 0 || !former.sudden || !step.succeeded()) return {};
  const double gap = std::max(former.t - step.to->t, 0.0) + 4 * rounding;
  valuesAt(*step.to);
  from_ = w_;
  course_.system.moveTo(step.to->t + gap, step.to->q + gap * step.to->v, step.to->v);
  fronts_.values(w_);
  if (!(std::abs(w_[former.front] - from_[former.front]) > most_)) return {};  // still on the way there
  return {.kind = Verdict::Kind::Cross, .gap = gap, .front = former.front};
}

/// The next step goes no farther in w than it may at the pace of this one.
void PlaceWatch::accepted(double h) {
  limit_ = kNowhere;
  pole_ = {};
  if (w_.size() == 0) return;
  valuesAt(course_.state);
  for (int i = 0; i < w_.size(); ++i)
    if (std::abs(w_[i]) < kZone) limit_ = std::min(limit_, most_ * h / std::abs(w_[i] - from_[i]));
}

std::string PlaceWatch::poleAhead(double span) {
  Met pole = pole_;
  if (divisors_.size() == 0) return {};
  if (pole.pole < 0) {
    valuesAt(course_.state);
    const Vector here = divisors_;
    probe_ = course_.state;
    probe_.t += span;
    probe_.q += span * probe_.v;
    valuesAt(probe_);
    for (int i = 0; i < here.size() && pole.pole < 0; ++i) {
      const double ahead = span * here[i] / (here[i] - divisors_[i]);
      if (!(ahead > 0 && ahead <= span)) continue;
      probe_ = course_.state;
      probe_.t += ahead;
      probe_.q += ahead * probe_.v;
      if (growsTowards(i, here[i], probe_, span)) pole = {probe_.t, -1, i, false};
    }
  }
  return pole.pole < 0 ? std::string() : sentence(pole.pole, pole.t);
}

std::string PlaceWatch::poleOfTime(double span) {
  if (divisors_.size() == 0) return {};
  const State& state = course_.state;
  const auto at = [&](double ahead, bool moved) {
    probe_ = state;
    probe_.t += ahead;
    if (moved) probe_.q += ahead * probe_.v;
    valuesAt(probe_);
    return Vector(divisors_);
  };
  const Vector here = at(0, false), there = at(span, false), elsewhere = at(span, true);
  for (int i = 0; i < here.size(); ++i) {
    if (!(here[i] * there[i] <= 0) || elsewhere[i] != there[i]) continue;
    double before = 0, behind = span;
    constexpr int kHalvings = 60;
    for (int k = 0; k < kHalvings; ++k) {
      const double middle = 0.5 * (before + behind);
      (at(middle, false)[i] * here[i] > 0 ? before : behind) = middle;
    }
    probe_ = state;
    probe_.t += behind;
    if (growsTowards(i, here[i], State(probe_), span)) return sentence(i, state.t + behind);
  }
  return {};
}

std::string PlaceWatch::sentence(int pole, double t) const {
  return narration::at(
      t, tr("{} becomes infinite there: what it divides by passes zero, and no motion leads across. Keep the "
            "motion away from this place, end the run before, or write a formula that stays finite; if the "
            "motion should turn back before, tighten the tolerances.",
            poles_.name(pole)));
}

}  // namespace holonom
