// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/watches/mark_watch.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/simulation/loop/crossing.h"

namespace holonom {
namespace {

constexpr int kEvaluations = 240;  // of the functions within one step, beyond the regular ones
constexpr std::size_t kRoom = 64;  // for changes of each mark in one step, before memory is taken

signed char signOf(double value) { return static_cast<signed char>((value > 0) - (value < 0)); }

}  // namespace

MarkWatch::MarkWatch(Course& course, Crossing& crossing)
    : course_(course), crossing_(crossing), source_(course.offers.marks),
      search_(course.system, source_.count(), kEvaluations,
              [this](const State& at, Vector& values) {
                course_.system.moveTo(at.t, at.q, at.v);
                source_.values(values);
              }),
      values_(Vector::Zero(source_.count())) {
  for (int i = 0; i < source_.count(); ++i) marks_.push_back(source_.mark(i));
  signs_.assign(marks_.size(), 0);
  found_.reserve(kRoom * marks_.size());
}

void MarkWatch::evaluate(const State& state) {
  course_.system.moveTo(state.t, state.q, state.v);
  source_.values(values_);
}

void MarkWatch::begin(const State& at) {
  found_.clear();
  evaluate(at);
  for (int i = 0; i < values_.size(); ++i) note(i, values_[i], at.t);
  record();
}

/// The value of mark i, whose sign may be new, at time t.
void MarkWatch::note(int i, double value, double t) {
  const signed char sign = signOf(value), old = signs_[i];
  if (sign == 0 || sign == old) return;
  signs_[i] = sign;
  if (old != 0 && marks_[i].direction != -sign) found_.push_back({t, i, sign});
}

/// In the order of time, among what else the step has met.
Verdict MarkWatch::record() {
  std::vector<Event>& events = course_.journal.events();
  const auto earlier = [](const Found& a, const Found& b) {
    return a.t < b.t || (a.t == b.t && a.mark < b.mark);
  };
  std::sort(found_.begin(), found_.end(), earlier);
  const auto inTime = [](double t, const Event& event) { return t < event.t; };
  for (const Found& found : found_) {
    const auto place = std::upper_bound(events.begin(), events.end(), found.t, inTime);
    const Mark& mark = marks_[found.mark];
    if (mark.endsRun) events.erase(place, events.end());
    events.insert(mark.endsRun ? events.end() : place,
                  {found.t, mark.name, found.sign > 0 ? "becomes positive" : "becomes negative"});
    if (!mark.endsRun) continue;
    endedBy_ = mark.name;
    return {.kind = Verdict::Kind::Cross, .t = found.t};
  }
  return {};
}

Verdict MarkWatch::judgeMade(const StepCurve& step) {
  if (marks_.empty()) return {};
  const double h = step.to() - step.from();
  const double tolerance = std::max(1e-11 * h, 4 * std::numeric_limits<double>::epsilon() *
                                                   std::max(std::abs(step.from()), std::abs(step.to())));
  const int count = static_cast<int>(signs_.size());
  found_.clear();
  search_.begin(step);
  while (search_.next())
    for (int i = 0; i < count; ++i) {
      const bool turns = search_.atLeft()[i] * search_.atRight()[i] < 0;  // else it has left a zero
      note(i, search_.atRight()[i], turns ? search_.change(i, tolerance) : search_.left());
    }
  return record();
}

bool MarkWatch::cross(const Verdict& found, const StepCurve& step) {
  crossing_.endAt(found.t, step);
  return true;
}

}  // namespace holonom
