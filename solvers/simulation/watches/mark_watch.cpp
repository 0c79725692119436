// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/watches/mark_watch.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace holonom {
namespace {

constexpr int kEvaluations = 240;  // of the functions within one step, beyond the regular ones
constexpr std::size_t kRoom = 64;  // for changes of each mark in one step, before memory is taken

signed char signOf(double value) { return static_cast<signed char>((value > 0) - (value < 0)); }

/// A part of a step, up to the last place before its end, where the state may be that behind an event.
class PartOf final : public StepCurve {
 public:
  PartOf(const StepCurve& step, double from, double to)
      : step_(step), from_(from), to_(to), last_(std::nextafter(to, from)) {}
  double from() const override { return from_; }
  double to() const override { return to_; }
  void at(double t, State& out) const override { step_.at(std::min(t, last_), out); }

 private:
  const StepCurve& step_;
  double from_, to_, last_;
};

}  // namespace

MarkWatch::MarkWatch(DaeSystem& system)
    : system_(system), source_(system.offers().marks), search_(system, source_.count(), kEvaluations,
                                                               [this](const State& at, Vector& values) {
                                                                 system_.moveTo(at.t, at.q, at.v);
                                                                 source_.values(values);
                                                               }),
      values_(Vector::Zero(source_.count())) {
  for (int i = 0; i < source_.count(); ++i) marks_.push_back(source_.mark(i));
  signs_.assign(marks_.size(), 0);
  found_.reserve(kRoom * marks_.size());
}

void MarkWatch::evaluate(const State& state) {
  system_.moveTo(state.t, state.q, state.v);
  source_.values(values_);
}

void MarkWatch::begin(const State& state) {
  probe_ = state;
  evaluate(state);
  for (std::size_t i = 0; i < signs_.size(); ++i) signs_[i] = signOf(values_[i]);
}

/// The value of mark i, whose sign may be new, at time t.
void MarkWatch::note(int i, double value, double t) {
  const signed char sign = signOf(value), old = signs_[i];
  if (sign == 0 || sign == old) return;
  signs_[i] = sign;
  if (old != 0 && marks_[i].direction != -sign) found_.push_back({t, i, sign});
}

std::optional<double> MarkWatch::record(std::vector<Event>& events) {
  const auto earlier = [](const Found& a, const Found& b) {
    return a.t < b.t || (a.t == b.t && a.mark < b.mark);
  };
  std::sort(found_.begin(), found_.end(), earlier);
  const auto inTime = [](double t, const Event& event) { return t < event.t; };
  for (const Found& found : found_) {
    const Event event{found.t, marks_[found.mark].name,
                      found.sign > 0 ? "becomes positive" : "becomes negative"};
    if (marks_[found.mark].endsRun)
      std::erase_if(events, [&](const Event& other) { return other.t > found.t; });
    events.insert(std::upper_bound(events.begin(), events.end(), found.t, inTime), event);
    if (!marks_[found.mark].endsRun) continue;
    std::rotate(std::find(events.begin(), events.end(), event),
                std::find(events.begin(), events.end(), event) + 1, events.end());
    return found.t;
  }
  return std::nullopt;
}

std::optional<double> MarkWatch::follow(double t0, const State& end, const StepCurve& step,
                                        std::vector<Event>& events) {
  const double h = end.t - t0;
  const double tolerance = std::max(
      1e-11 * h, 4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t0), std::abs(end.t)));
  const int count = static_cast<int>(signs_.size());
  found_.clear();
  const PartOf inside(step, t0, end.t);
  search_.begin(inside);
  while (search_.next())
    for (int i = 0; i < count; ++i) {
      const bool turns = search_.atLeft()[i] * search_.atRight()[i] < 0;  // else it has left a zero
      note(i, search_.atRight()[i], turns ? search_.change(i, tolerance) : search_.left());
    }
  evaluate(end);  // may differ from the dense output a little
  for (int i = 0; i < count; ++i) note(i, values_[i], end.t);
  return record(events);
}

bool MarkWatch::jump(const State& behind, std::vector<Event>& events) {
  found_.clear();
  evaluate(behind);
  for (int i = 0; i < values_.size(); ++i) note(i, values_[i], behind.t);
  return record(events).has_value();
}

}  // namespace holonom
