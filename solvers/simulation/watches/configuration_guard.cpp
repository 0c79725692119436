// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/watches/configuration_guard.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "solvers/analyses/scales.h"
#include "solvers/analyses/singular_miss.h"
#include "solvers/analyses/singularity_watch.h"
#include "solvers/integrators/quintic_hermite.h"
#include "solvers/linear/rank_analysis.h"

namespace holonom {
namespace {

constexpr double kCheckAhead = 0.25;  // of the time that σ needs to zero at its present rate
constexpr double kTurn = 0.25;        // rad, or parts of the model's size: motion between two checks
// of the largest σ: a sign change with less is a singular configuration
constexpr double kSingular = 1e-3;
constexpr std::size_t kMostPoints = 1000;  // that are kept word by word
// a minimum with less is compared with a singular configuration: σ goes with √miss
constexpr double kDip = 1e-2;
constexpr double kUnharmed = 1e4;  // tolerances: of a larger miss such a minimum does not tell
constexpr int kBisections = 30;
// of the model's size: data written with that many digits mean an exact one
constexpr double kExact = 1e-11;
constexpr double kResolved = 100;  // tolerances: a miss that steps can follow
// passages that are compared with the exact singular configuration
constexpr std::size_t kMostExamined = 50;

}  // namespace

ConfigurationGuard::ConfigurationGuard() = default;
ConfigurationGuard::~ConfigurationGuard() = default;

void ConfigurationGuard::start(DaeSystem& kept, DaeSystem& all, const State& state) {
  system_ = &kept;
  all_ = &all;
  watch_.reset();
  scale_ = coordinateScales(kept);
  sigma_ = 1;
  rate_ = 0;
  expected_ = kNever;
  nextCheck_ = state.t;
  if (kept.constraintCount() == 0) return;
  watch_ = std::make_unique<SingularityWatch>(kept);
  watch_->start(state.t, state.q, state.v);
  sigma_ = watch_->follow(state.t, state.q, state.v);
  reader_.start(kept, *watch_, state.t, sigma_);
  reference_ = std::max(reference_, sigma_);
  last_ = probe_ = lowestAt_ = state;
  lowest_ = kNever;
  crossed_ = false;
}

bool ConfigurationGuard::follow(const State& state) {
  if (!watch_) return false;
  // The time foreseen holds for the speed of the last check: a motion that gathers speed is measured by its
  // way.
  const double rate = rate_ / std::max(speed(last_), 1e-300);
  const double way = std::min(kTurn, kCheckAhead * sigma_ / std::max(rate, 1e-300));
  return (state.t >= nextCheck_ || travelled(state) >= way) && measure(state);
}

void ConfigurationGuard::examine(const State& state) {
  if (!watch_) return;
  // Over a tiny part of the time between two checks σ changes by little more than rounding.
  if (state.t - last_.t > 0.01 * (nextCheck_ - last_.t) || travelled(state) > 0.01 * kTurn) measure(state);
}

/// True: the motion has passed a singular configuration since the last point.
bool ConfigurationGuard::measure(const State& state) {
  const double interval = state.t - last_.t, before = sigma_;
  const double now = watch_->follow(state.t, state.q, state.v);
  sigma_ = std::abs(now);
  const bool turned = now < 0;
  const double change = std::abs(now - before);
  const bool passed = turned && locate(state, before, now);
  reader_.measured(state.t, sigma_, passed);
  followDip(state, turned);
  reference_ = std::max(reference_, sigma_);
  rate_ = std::max(change / interval, 0.5 * rate_);
  nextCheck_ = state.t + std::min(kCheckAhead * sigma_ / std::max(rate_, 1e-300),
                                  kTurn / std::max(speed(state), 1e-300));
  expected_ = !turned && sigma_ < before ? state.t + sigma_ / (before - sigma_) * interval : kNever;
  last_.t = state.t;
  last_.q = state.q;
  last_.v = state.v;
  last_.a = state.a;
  return passed;
}

double ConfigurationGuard::speed(const State& state) const {
  return state.v.cwiseQuotient(scale_).lpNorm<Eigen::Infinity>();
}

/// The largest way of a coordinate since the last point, in scales.
double ConfigurationGuard::travelled(const State& to) const {
  return (to.q - last_.q).cwiseQuotient(scale_).lpNorm<Eigen::Infinity>();
}

/// The zero of σ between the last point and this one, on the polynomial through both. Whether it is a
/// singular configuration.
bool ConfigurationGuard::locate(const State& state, double before, double after) {
  double from = last_.t, to = state.t, smallest = std::min(before, -after);
  for (int i = 0; i < kBisections && to - from > 1e-12 * std::abs(to); ++i) {
    probe_.t = 0.5 * (from + to);
    quinticHermite(last_, state, probe_.t, probe_.q);
    const double sigma = watch_->follow(probe_.t, probe_.q, state.v);
    smallest = std::min(smallest, std::abs(sigma));
    if (sigma == 0) break;
    (sigma < 0 ? to : from) = probe_.t;
  }
  const bool singular = smallest < kSingular * reference_ && !othersHold(probe_.t, probe_.q);
  if (singular) noteCrossing(probe_.t, probe_.q, Text("the mechanism passed {}"));
  watch_->follow(state.t, state.q, state.v);
  watch_->resetSign();
  return singular;
}

/// Whether rows that are left out as redundant could stand in there for the kept ones: then the mechanism is
/// as regular as ever.
bool ConfigurationGuard::othersHold(double t, const Vector& q) const {
  // well above σ where a crossing was located, well below that of a regular place
  constexpr double kRank = 1e-4;
  if (all_->constraintCount() == system_->constraintCount()) return false;
  std::vector<double> jacobian(all_->constraintPattern().nonZeros());
  all_->moveTo(t, q, Vector::Zero(q.size()));
  all_->constraintJacobian(jacobian.data());
  const RowRank rank = independentRows(all_->constraintPattern(), jacobian, coordinateScales(*all_), kRank,
                                       all_->layout().normalisations);
  return int(rank.independent.size()) >= system_->constraintCount();
}

/// σ falls and grows again. Without a change of its sign the motion was resolved, but hangs on the data and
/// the tolerance.
void ConfigurationGuard::followDip(const State& state, bool turned) {
  constexpr double kOver = 4;
  if (sigma_ >= kOver * kDip * reference_) {
    if (lowest_ < kDip * reference_ && !crossed_) judgeDip();
    lowest_ = kNever;
    crossed_ = false;
    return;
  }
  crossed_ = crossed_ || turned;
  if (sigma_ >= lowest_) return;
  lowest_ = sigma_;
  lowestAt_.t = state.t;
  lowestAt_.q = state.q;
}

/// Positions that are wrong by the tolerance may lie on either branch where these are nearer to each other:
/// the steps may then follow the right one, but the turn costs the velocities all accuracy.
void ConfigurationGuard::judgeDip() {
  const auto miss = missAt(lowestAt_.t, lowestAt_.q);
  const bool shallow = lowest_ >= kSingular * reference_;
  if (!miss || (shallow && *miss >= kUnharmed * tolerance_)) return;
  const bool resolved = shallow || *miss >= kResolved * tolerance_;
  const std::string place = describeMiss(*miss);
  note(lowestAt_.t,
       resolved ? tr("the mechanism passed {}. What follows depends very much on the data and the tolerance: "
                     "compare it with a run of a tighter rtol",
                     place)
                : tr("the mechanism passed {}. That is less than a hundred tolerances: which branch follows, "
                     "and how fast, is not determined. Tighten rtol, or keep away from the place",
                     place));
  if (!resolved) unresolved_ = points_.back().text;
}

void ConfigurationGuard::noteCrossing(double t, const Vector& q, Text how) {
  const auto miss = points_.size() < kMostExamined ? missAt(t, q) : std::nullopt;
  const std::string place =
      miss
          ? tr("a place {}. The motion turns sharply there, which the steps did not resolve: which branch "
               "follows is not determined at this tolerance. Tighten rtol, or keep away from the place",
               describeMiss(*miss))
          : tr("a singular configuration, in which {} depend on other constraints; reactions can become very "
               "large near it",
               dependentRows());
  note(t, inLanguage(how.english(), {place}));
  if (miss) unresolved_ = points_.back().text;
}

std::string ConfigurationGuard::nearMiss(double t, const Vector& q) const {
  const auto miss = missAt(t, q);
  return miss ? describeMiss(*miss) : std::string();
}

bool ConfigurationGuard::meetsExactly(const State& state) const {
  const auto miss = watch_ ? singularMiss(*system_, state.t, state.q) : std::nullopt;
  return miss && *miss < kExact;
}

std::optional<double> ConfigurationGuard::missAt(double t, const Vector& q) const {
  if (!watch_) return std::nullopt;
  const auto miss = singularMiss(*system_, t, q);
  return miss && *miss >= kExact ? miss : std::nullopt;
}

std::string ConfigurationGuard::describeMiss(double miss) const {
  return tr(
      "within {} of a singular configuration (in parts of its size), in which {} would depend on other "
      "constraints",
      significant(miss, 2), dependentRows());
}

double ConfigurationGuard::limit(double t, double h) const {
  constexpr double kTooNear = 0.15;
  const double left = expected_ - t;
  return left > (1 - kTooNear) * h && left < (1 + kTooNear) * h ? 0.6 * left : h;
}

std::vector<int> ConfigurationGuard::rowsTakingPart() const {
  constexpr double kTakesPart = 0.3;
  std::vector<int> rows;
  if (!watch_) return rows;
  const Vector part = watch_->participation().cwiseAbs();
  const int first = system_->layout().normalisations;
  if (first == part.size()) return rows;
  const double least = kTakesPart * part.tail(part.size() - first).maxCoeff();
  for (int row = first; row < part.size(); ++row)
    if (part[row] >= least) rows.push_back(row);
  return rows;
}

bool ConfigurationGuard::dependentOnControls() const {
  const std::vector<int> rows = rowsTakingPart();
  return !rows.empty() && std::ranges::all_of(rows, [this](int row) { return system_->isControlRow(row); });
}

std::string ConfigurationGuard::dependentRows() const {
  constexpr int kMostNames = 6;
  std::string text;
  int count = 0;
  for (const int row : rowsTakingPart())
    if (++count <= kMostNames) text += (text.empty() ? "" : ", ") + system_->constraintName(row);
  return count > kMostNames ? tr("{} and {} more", text, count - kMostNames) : text;
}

void ConfigurationGuard::note(double t, const std::string& what) {
  if (points_.size() == kMostPoints) return;
  points_.push_back({t, tr("At t = {} s {}.", significant(t, 7), what)});
}

}  // namespace holonom
